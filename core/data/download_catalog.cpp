#include "core/data/download_catalog.h"

#include <array>

namespace coterie {

namespace {

constexpr std::array kDownloads{
    Download{.dataset = "mnist",
             .file = "mnist/train-images-idx3-ubyte.gz",
             .address = "https://ossci-datasets.s3.amazonaws.com/mnist/train-images-idx3-ubyte.gz",
             .bytes = 9912422,
             .sha256 = "440fcabf73cc546fa21475e81ea370265605f56be210a4024d2ca8f203523609",
             .md5 = "f68b3c2dcbeaaa9fbdd348bbdeb94873"},
    Download{.dataset = "mnist",
             .file = "mnist/train-labels-idx1-ubyte.gz",
             .address = "https://ossci-datasets.s3.amazonaws.com/mnist/train-labels-idx1-ubyte.gz",
             .bytes = 28881,
             .sha256 = "3552534a0a558bbed6aed32b30c495cca23d567ec52cac8be1a0730e8010255c",
             .md5 = "d53e105ee54ea40749a09fcbcd1e9432"},
    Download{.dataset = "mnist",
             .file = "mnist/t10k-images-idx3-ubyte.gz",
             .address = "https://ossci-datasets.s3.amazonaws.com/mnist/t10k-images-idx3-ubyte.gz",
             .bytes = 1648877,
             .sha256 = "8d422c7b0a1c1c79245a5bcf07fe86e33eeafee792b84584aec276f5a2dbc4e6",
             .md5 = "9fb629c4189551a2d022fa330f9573f3"},
    Download{.dataset = "mnist",
             .file = "mnist/t10k-labels-idx1-ubyte.gz",
             .address = "https://ossci-datasets.s3.amazonaws.com/mnist/t10k-labels-idx1-ubyte.gz",
             .bytes = 4542,
             .sha256 = "f7ae60f92e00ec6debd23a6088c31dbd2371eca3ffa0defaefb259924204aec6",
             .md5 = "ec29112dd5afa0611ce80d1b7f02629c"},
    Download{
        .dataset = "fashionMnist",
        .file = "fashion-mnist/train-images-idx3-ubyte.gz",
        .address =
            "http://fashion-mnist.s3-website.eu-central-1.amazonaws.com/train-images-idx3-ubyte.gz",
        .bytes = 26421880,
        .sha256 = "3aede38d61863908ad78613f6a32ed271626dd12800ba2636569512369268a84",
        .md5 = "8d4fb7e6c68d591d4c3dfef9ec88bf0d"},
    Download{
        .dataset = "fashionMnist",
        .file = "fashion-mnist/train-labels-idx1-ubyte.gz",
        .address =
            "http://fashion-mnist.s3-website.eu-central-1.amazonaws.com/train-labels-idx1-ubyte.gz",
        .bytes = 29515,
        .sha256 = "a04f17134ac03560a47e3764e11b92fc97de4d1bfaf8ba1a3aa29af54cc90845",
        .md5 = "25c81989df183df01b3e8a0aad5dffbe"},
    Download{
        .dataset = "fashionMnist",
        .file = "fashion-mnist/t10k-images-idx3-ubyte.gz",
        .address =
            "http://fashion-mnist.s3-website.eu-central-1.amazonaws.com/t10k-images-idx3-ubyte.gz",
        .bytes = 4422102,
        .sha256 = "346e55b948d973a97e58d2351dde16a484bd415d4595297633bb08f03db6a073",
        .md5 = "bef4ecab320f06d8554ea6380940ec79"},
    Download{
        .dataset = "fashionMnist",
        .file = "fashion-mnist/t10k-labels-idx1-ubyte.gz",
        .address =
            "http://fashion-mnist.s3-website.eu-central-1.amazonaws.com/t10k-labels-idx1-ubyte.gz",
        .bytes = 5148,
        .sha256 = "67da17c76eaffca5446c3361aaab5c3cd6d1c2608764d35dfb1850b086bf8dd5",
        .md5 = "bb300cfdad3c16e7a12a480ee83cd310"},
    Download{.dataset = "emnist",
             .file = "emnist/gzip.zip",
             .address = "https://biometrics.nist.gov/cs_links/EMNIST/gzip.zip",
             .bytes = 561753746,
             .sha256 = "fb9bb67e33772a9cc0b895e4ecf36d2cf35be8b709693c3564cea2a019fcda8e",
             .md5 = "58c8d27c78d21e728a6bc7b3cc06412e",
             .note = "size and SHA-256 as several public programs have them, MD5 as torchvision "
                     "checks it"},
    Download{.dataset = "cifar10",
             .file = "cifar-10/cifar-10-binary.tar.gz",
             .address = "https://www.cs.toronto.edu/~kriz/cifar-10-binary.tar.gz",
             .bytes = 170052171,
             .sha256 = "c4a38c50a1bc5f3a1c5537f2155ab9d68f9f25eb1ed8d9ddda3db29a59bca1dd",
             .md5 = "c32a1d4ab5d03f1284b67883e8d87530",
             .note = "MD5 is the publisher's; SHA-256 as several public programs have it"},
    Download{.dataset = "cifar100",
             .file = "cifar-100/cifar-100-binary.tar.gz",
             .address = "https://www.cs.toronto.edu/~kriz/cifar-100-binary.tar.gz",
             .bytes = 168513733,
             .sha256 = "58a81ae192c23a4be8b1804d68e518ed807d710a4eb253b1f2a199162a40d8ec",
             .md5 = "03b5dce01913d631647c71ecec9e9cb8",
             .note =
                 "MD5 is the publisher's; size and SHA-256 as several public programs have them"},
    Download{.dataset = "svhn",
             .file = "svhn/train_32x32.mat",
             .address = "http://ufldl.stanford.edu/housenumbers/train_32x32.mat",
             .bytes = 182040794,
             .sha256 = "435e94d69a87fde4fd4d7f3dd208dfc32cb6ae8af2240d066de1df7508d083b8",
             .md5 = "e26dedcc434d2e4c54c9b2d4a06d8373",
             .note = "size and digests as several public programs have them"},
    Download{.dataset = "svhn",
             .file = "svhn/test_32x32.mat",
             .address = "http://ufldl.stanford.edu/housenumbers/test_32x32.mat",
             .bytes = 64275384,
             .sha256 = "cdce80dfb2a2c4c6160906d0bd7c68ec5a99d7ca4831afa54f09182025b6a75b",
             .md5 = "eb5a983be6a315427106f1b164d9cef3",
             .note = "size and digests as several public programs have them"},
    Download{.dataset = "usps",
             .file = "usps/zip.train.gz",
             .address = "https://hastie.su.domains/ElemStatLearn/datasets/zip.train.gz",
             .bytes = 1829071,
             .sha256 = "66ebf231ab51f2cf6ac1a892d0f98ccffee1079d7a5db638c1f11f366046ca16",
             .note = "size and SHA-256 as one public pointer file records them"},
    Download{.dataset = "usps",
             .file = "usps/zip.test.gz",
             .address = "https://hastie.su.domains/ElemStatLearn/datasets/zip.test.gz",
             .bytes = 439208,
             .sha256 = "8dacc3c6e136af6c3488de9e5113a7daf140c8c2f1f0b61c54ee02f03f1a962f",
             .note = "size and SHA-256 as one public pointer file records them"},
    Download{.dataset = "mnistM",
             .file = "mnist-m/mnist_m.tar.gz",
             .address = "https://cornell.box.com/shared/static/jado7quprg6hzzdubvwzh9umr75damwi",
             .md5 = "859df31c91afe82e80e5012ba928f279",
             .note = "a public copy of the author's archive: a program that fetches his own and "
                     "one that fetches this check the same MD5"},
    Download{.dataset = "heartDisease",
             .file = "heart-disease/processed.cleveland.data",
             .address = "https://archive.ics.uci.edu/ml/machine-learning-databases/heart-disease/"
                        "processed.cleveland.data",
             .bytes = 18461,
             .sha256 = "a74b7efa387bc9d108d7d0115d831fe9b414b29ae7124f331b622b4efa0427c8",
             .note = "size and SHA-256 of public copies that agree"},
    Download{.dataset = "heartDisease",
             .file = "heart-disease/processed.hungarian.data",
             .address = "https://archive.ics.uci.edu/ml/machine-learning-databases/heart-disease/"
                        "processed.hungarian.data",
             .bytes = 10263,
             .sha256 = "d1ad108f785768cd3d7e82dc522e6f5a61eea93cccfb3a46ee8076f73fc3d796",
             .note = "size and SHA-256 of public copies that agree"},
    Download{.dataset = "heartDisease",
             .file = "heart-disease/processed.switzerland.data",
             .address = "https://archive.ics.uci.edu/ml/machine-learning-databases/heart-disease/"
                        "processed.switzerland.data",
             .bytes = 4109,
             .sha256 = "834a405ccf5b66ab4056bb77794adc8df0b7125186454c0a1d002d33c6c3b314",
             .note = "size and SHA-256 of public copies that agree"},
    Download{.dataset = "heartDisease",
             .file = "heart-disease/processed.va.data",
             .address = "https://archive.ics.uci.edu/ml/machine-learning-databases/heart-disease/"
                        "processed.va.data",
             .bytes = 6737,
             .sha256 = "e7c93d8d0d2acdadfa4c5e8de768e2191e7f618b952e29623f1f0d5949ff6b8f",
             .note = "size and SHA-256 of public copies that agree"},
    Download{.dataset = "ixiTiny",
             .file = "ixi-tiny/ixi_tiny.zip",
             .address = "https://www.dropbox.com/s/ogxjwjxdv5mieah/ixi_tiny.zip?dl=1",
             .md5 = "bfb60f4074283d78622760230bfa1f98",
             .note = "address and MD5 as TorchIO has them"},
};

} // namespace

std::span<const Download> downloadCatalog()
{
    return kDownloads;
}

std::vector<Download> downloadsOf(std::string_view dataset)
{
    std::vector<Download> found;
    for (const Download& download : kDownloads)
        if (download.dataset == dataset)
            found.push_back(download);
    return found;
}

} // namespace coterie
