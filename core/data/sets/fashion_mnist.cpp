#include "core/data/sets/idx_set.h"
#include "core/data/sets/sets.h"

namespace coterie {

namespace {

constexpr std::array<std::string_view, 3> kFolders{
    "fashion-mnist", "FashionMNIST", "FashionMNIST/raw"};
constexpr std::array<std::string_view, 10> kClassNames{"T-shirt/top",
                                                       "Trouser",
                                                       "Pullover",
                                                       "Dress",
                                                       "Coat",
                                                       "Sandal",
                                                       "Shirt",
                                                       "Sneaker",
                                                       "Bag",
                                                       "Ankle boot"};
constexpr IdxSet kFiles{.name = "fashionMnist",
                        .title = "Fashion-MNIST",
                        .folders = kFolders,
                        .fashion = true,
                        .address = "http://fashion-mnist.s3-website.eu-central-1.amazonaws.com/",
                        .classNames = kClassNames};

} // namespace

constexpr CatalogEntry kFashionMnistSet{
    .part = {.name = kFiles.name,
             .title = kFiles.title,
             .meaning = "60,000 articles of clothing in ten classes and 10,000 official test "
                        "pictures, 28×28 grey.",
             .paper = "Xiao, Rasul, Vollgraf: Fashion-MNIST (2017), arXiv 1708.07747"},
    .builtIn = false,
    .licence = "MIT, Zalando SE",
    .origin = "Zalando Research. The four files train-images-idx3-ubyte.gz, "
              "train-labels-idx1-ubyte.gz, t10k-images-idx3-ubyte.gz and "
              "t10k-labels-idx1-ubyte.gz from "
              "http://fashion-mnist.s3-website.eu-central-1.amazonaws.com/ into "
              "DIR/fashion-mnist; DIR is named by --data or COTERIE_DATA.",
    .load = [](const ParameterSet&, std::uint64_t, const DataFolders& folders)
        -> Result<std::shared_ptr<const Dataset>> { return loadIdxSet(kFiles, folders); },
    .find = [](const DataFolders& folders) { return findIdxSet(kFiles, folders); }};

} // namespace coterie
