#include "core/nn/shipped_models.h"

#include "core/nn/shipped_layers.h"

#include <array>
#include <cstdint>

namespace coterie {

namespace shipped {
namespace {

constexpr SampleShape kCifar{.channels = 3, .height = 32, .width = 32};

constexpr std::array kHeadParameters{
    bind<&ModelParameters::head>({.name = "head",
                                  .title = "Width of the head",
                                  .range = between(1, 4096),
                                  .unit = "neurons",
                                  .meaning = "width of the layer before the output layer",
                                  .profileCodeNumber = 256})};

constexpr std::array kBiasParameters{
    bind<&ModelParameters::bias>({.name = "bias",
                                  .title = "Constant term",
                                  .meaning = "add a constant term to the linear model",
                                  .profileCodeNumber = 1})};

/// The only list of models in the program: one entry each (ALGORITHMS §10).
constexpr std::array kModels{
    ModelEntry{.part = {.name = "mlr",
                        .title = "Multinomial logistic regression",
                        .meaning = "One linear layer from the inputs to the classes.",
                        .paper = "sFedHP, Fig. 2"},
               .layers = [](const ModelParameters&) -> LayerList {
                   return {flatten(), answers()};
               }},
    ModelEntry{.part = {.name = "dnn_100",
                        .title = "Network 100",
                        .meaning = "One hidden layer of 100 with ReLU, then the output layer.",
                        .paper = "sFedHP, Remark 1; pFedMe"},
               .layers = [](const ModelParameters&) -> LayerList {
                   return {flatten(), linear(100), relu(), answers()};
               }},
    ModelEntry{
        .part = {.name = "dnn_500_200",
                 .title = "Network 500-200",
                 .meaning = "Hidden layers of 500 and 200 with ReLU, then the output layer.",
                 .paper = "sFedHP, tables"},
        .layers = [](const ModelParameters&) -> LayerList {
            return sequence({{flatten(), linear(500), relu()}, {linear(200), relu()}, {answers()}});
        }},
    ModelEntry{.part = {.name = "mlp_fmnist",
                        .title = "Perceptron for Fashion-MNIST",
                        .meaning = "A hidden layer of 64, dropout ½, ReLU, then the output layer.",
                        .paper = "HCCT, Fashion-MNIST"},
               .takes = Takes::Inputs,
               .layers = [](const ModelParameters&) -> LayerList { return perceptron(); }},
    ModelEntry{
        .part = {.name = "mlp_fmnist_official",
                 .title = "Perceptron for Fashion-MNIST, released code",
                 .meaning =
                     "As mlp_fmnist with a softmax at its end, so that cross-entropy applies a "
                     "second one; it learns slowly.",
                 .paper = "HCCT, Fashion-MNIST (released code)"},
        .takes = Takes::Inputs,
        .answers = Answers::Classes,
        .layers =
            [](const ModelParameters&) {
                return sequence({perceptron(), {softmax()}});
            }},
    ModelEntry{.part = {.name = "mnist_cnn_20k",
                        .title = "Small CNN for digits",
                        .meaning =
                            "Convolutions 5×5 to 10 and 20 channels, each max-pooled and ReLU; "
                            "hidden layer of 50.",
                        .paper = "All-for-one, MNIST"},
               .takes = Takes::Picture,
               .layers = [](const ModelParameters&) -> LayerList {
                   return sequence({{convolution(10, 5), maxPool(), relu()},
                                    {convolution(20, 5), maxPool(), relu()},
                                    {flatten(), linear(50), relu()},
                                    {answers()}});
               }},
    ModelEntry{.part = {.name = "mnist_cnn_420k",
                        .title = "CNN for digits with dropout",
                        .meaning =
                            "Convolutions 3×3 to 32 and 64 channels, each ReLU and max-pooled; "
                            "dropout ¼; hidden layer of 128; dropout ½.",
                        .paper = "All-for-one, MNIST (released code)"},
               .takes = Takes::Picture,
               .layers = [](const ModelParameters&) -> LayerList {
                   return sequence({{convolution(32, 3, 1), relu(), maxPool()},
                                    {convolution(64, 3, 1), relu(), maxPool(), dropout(0.25)},
                                    {flatten(), linear(128), relu(), dropout(0.5)},
                                    {answers()}});
               }},
    ModelEntry{.part = {.name = "mnist_cnn_582k",
                        .title = "CNN 32-64-512 for digits",
                        .meaning =
                            "Convolutions 5×5 to 32 and 64 channels, each ReLU and max-pooled; "
                            "hidden layer of 512. Used to measure speed.",
                        .paper = "A common federated-learning benchmark network"},
               .takes = Takes::Picture,
               .layers = [](const ModelParameters&) -> LayerList {
                   return sequence({{convolution(32, 5), relu(), maxPool()},
                                    {convolution(64, 5), relu(), maxPool()},
                                    {flatten(), linear(512), relu()},
                                    {answers()}});
               }},
    ModelEntry{.part = {.name = "digit_cnn",
                        .title = "CNN with batch-norm for digits",
                        .meaning =
                            "Convolutions 5×5 to 64, 64 and 128 channels and hidden layers of 2048 "
                            "and 512, all with batch-norm and ReLU; two max-pools.",
                        .paper = "HCCT, Digit; FedBN"},
               .takes = Takes::Picture,
               .layers = [](const ModelParameters&) -> LayerList {
                   return sequence({{convolution(64, 5, 2), batchNorm(), relu(), maxPool()},
                                    {convolution(64, 5, 2), batchNorm(), relu(), maxPool()},
                                    {convolution(128, 5, 2), batchNorm(), relu()},
                                    {flatten(), linear(2048), batchNorm(), relu()},
                                    {linear(512), batchNorm(), relu()},
                                    {answers()}});
               }},
    ModelEntry{.part = {.name = "digit_cnn_small",
                        .title = "Small CNN with batch-norm for digits",
                        .meaning =
                            "Convolutions 5×5 to 8 and 16 channels and a hidden layer of 64, all "
                            "with batch-norm and ReLU; two max-pools. Trains in seconds where "
                            "digit_cnn takes hours.",
                        .paper = "HCCT, Digit, at an eighth of its width"},
               .takes = Takes::Picture,
               .layers = [](const ModelParameters&) -> LayerList {
                   return sequence({{convolution(8, 5, 2), batchNorm(), relu(), maxPool()},
                                    {convolution(16, 5, 2), batchNorm(), relu(), maxPool()},
                                    {flatten(), linear(64), batchNorm(), relu()},
                                    {answers()}});
               }},
    ModelEntry{.part = {.name = "fmnist_cnn5",
                        .title = "CNN 5×5 with PReLU for Fashion-MNIST",
                        .meaning =
                            "Two convolutions 5×5 to 32 channels, each PReLU, batch-norm and "
                            "max-pooled; dropout 0.2; output layer.",
                        .paper = "HiCS-FL, FMNIST"},
               .takes = Takes::Channels,
               .layers = [](const ModelParameters&) -> LayerList {
                   return sequence({{convolution(32, 5), prelu(), batchNorm(), maxPool()},
                                    {convolution(32, 5), prelu(), batchNorm(), maxPool()},
                                    {dropout(0.2), flatten(), answers()}});
               }},
    ModelEntry{.part = {.name = "fmnist_cnn5_plain",
                        .title = "CNN 5×5, plain, for Fashion-MNIST",
                        .meaning = "Two convolutions 5×5 to 32 channels, each ReLU and "
                                   "max-pooled; output layer. No more than the paper's text names.",
                        .paper = "HiCS-FL, FMNIST"},
               .takes = Takes::Channels,
               .layers = [](const ModelParameters&) -> LayerList {
                   return sequence({{convolution(32, 5), relu(), maxPool()},
                                    {convolution(32, 5), relu(), maxPool()},
                                    {flatten(), answers()}});
               }},
    ModelEntry{.part = {.name = "fmnist_cnn3",
                        .title = "CNN 3×3 with PReLU for Fashion-MNIST",
                        .meaning =
                            "Convolutions 3×3 to 32, 32 and 64 channels with PReLU and batch-norm, "
                            "two max-pools; hidden layer of 64.",
                        .paper = "HiCS-FL, FMNIST (released code)"},
               .takes = Takes::Channels,
               .layers = [](const ModelParameters&) -> LayerList {
                   return sequence({{convolution(32, 3, 1, false), prelu(), batchNorm()},
                                    {convolution(32, 3, 1), prelu(), batchNorm(), maxPool()},
                                    {convolution(64, 3, 1), prelu(), batchNorm(), maxPool()},
                                    {flatten(), linear(64), relu()},
                                    {answers()}});
               }},
    ModelEntry{
        .part = {.name = "cnn4_cifar",
                 .title = "Four-convolution CNN for CIFAR-10",
                 .meaning = "Convolutions 3×3 to 16, 32, 64 and 128 channels with ReLU, max-pooled "
                            "after the last three; hidden layer of 500; dropout ¼.",
                 .paper = "HCCT, CIFAR-10"},
        .takes = Takes::Channels,
        .shape = kCifar,
        .layers = [](const ModelParameters&) -> LayerList {
            return sequence(
                {{convolution(16, 3, 1), relu()}, // no pool: 32×32 is halved three times, to 4×4
                 {convolution(32, 3, 1), relu(), maxPool()},
                 {convolution(64, 3, 1), relu(), maxPool()},
                 {convolution(128, 3, 1), relu(), maxPool()},
                 {flatten(), linear(500), relu(), dropout(0.25)},
                 {answers()}});
        }},
    ModelEntry{.part = {.name = "lenet_cifar",
                        .title = "LeNet for CIFAR-10",
                        .meaning =
                            "Convolutions 5×5 to 6 and 16 channels, each ReLU and average-pooled; "
                            "hidden layers of 120 and 84.",
                        .paper = "All-for-one, CIFAR-10"},
               .takes = Takes::Channels,
               .shape = kCifar,
               .layers = [](const ModelParameters&) -> LayerList {
                   return sequence({{convolution(6, 5), relu(), averagePool()},
                                    {convolution(16, 5), relu(), averagePool()},
                                    {flatten(), linear(120), relu()},
                                    {linear(84), relu()},
                                    {answers()}});
               }},
    ModelEntry{.part = {.name = "vgg_s",
                        .title = "Small VGG",
                        .meaning =
                            "Convolutions 3×3 to 16, 32, 64, 128 and 128 channels, each ReLU and "
                            "max-pooled; output layer.",
                        .paper = "sFedHP, CIFAR-10"},
               .takes = Takes::Channels,
               .shape = kCifar,
               .layers = [](const ModelParameters&) -> LayerList { return vgg(false, false); }},
    ModelEntry{.part = {.name = "vgg_s_bn",
                        .title = "Small VGG with batch-norm",
                        .meaning = "As vgg_s with batch-norm after every convolution.",
                        .paper = "sFedHP, CIFAR-10 (another reading)"},
               .takes = Takes::Channels,
               .shape = kCifar,
               .layers = [](const ModelParameters&) -> LayerList { return vgg(true, false); }},
    ModelEntry{
        .part = {.name = "vgg_s_3fc",
                 .title = "Small VGG with three linear layers",
                 .meaning = "As vgg_s with two hidden layers of 128 before the output layer.",
                 .paper = "sFedHP, CIFAR-10 (another reading); pFedMe"},
        .takes = Takes::Channels,
        .shape = kCifar,
        .layers = [](const ModelParameters&) -> LayerList { return vgg(false, true); }},
    ModelEntry{.part = {.name = "vgg_s_3fc_bn",
                        .title = "Small VGG with batch-norm and three linear layers",
                        .meaning = "As vgg_s_3fc with batch-norm after every convolution.",
                        .paper = "sFedHP, CIFAR-10 (another reading); pFedMe"},
               .takes = Takes::Channels,
               .shape = kCifar,
               .layers = [](const ModelParameters&) -> LayerList { return vgg(true, true); }},
    ModelEntry{
        .part = {.name = "cifar_cnn_hics",
                 .title = "Three-convolution CNN for CIFAR-10",
                 .meaning =
                     "Convolutions 3×3 to 32, 64 and 64 channels with dropout 0.2, two of them "
                     "ReLU and max-pooled; hidden layer of 64.",
                 .paper = "HiCS-FL, CIFAR-10"},
        .takes = Takes::Channels,
        .shape = kCifar,
        .layers = &hicsLayers},
    ModelEntry{
        .part = {.name = "cifar100_cnn_hics",
                 .title = "Three-convolution CNN for CIFAR-100",
                 .meaning = "As cifar_cnn_hics with a hidden layer whose width can be chosen.",
                 .paper = "HiCS-FL, Mini-ImageNet and CIFAR-100",
                 .parameters = kHeadParameters},
        .takes = Takes::Channels,
        .shape = kCifar,
        .layers = &hicsLayers},
    ModelEntry{.part = {.name = "femnist_cnn",
                        .title = "LEAF's CNN for FEMNIST",
                        .meaning =
                            "Convolutions 5×5 to 32 and 64 channels that keep the size, each ReLU "
                            "and max-pooled; hidden layer of 2048.",
                        .paper = "LEAF, FEMNIST; FedAvg (McMahan et al. 2017)"},
               .takes = Takes::Picture,
               .layers = [](const ModelParameters&) -> LayerList {
                   return sequence({{convolution(32, 5, 2), relu(), maxPool()},
                                    {convolution(64, 5, 2), relu(), maxPool()},
                                    {flatten(), linear(2048), relu()},
                                    {answers()}});
               }},
    ModelEntry{.part = {.name = "resnet20_bn",
                        .title = "ResNet-20 with batch-norm",
                        .meaning =
                            "Nine residual blocks of two convolutions 3×3, three each of 16, 32 "
                            "and 64 channels, with batch-norm; where the shapes differ, the "
                            "shortcut is a 1×1 convolution with batch-norm; global average-pool.",
                        .paper = "He et al. 2016, CIFAR-10 (shortcuts of option B)"},
               .takes = Takes::Picture,
               .shape = kCifar,
               .layers = [](const ModelParameters&) -> LayerList { return resnet20(0); }},
    ModelEntry{.part = {.name = "resnet20_gn",
                        .title = "ResNet-20 with group-norm",
                        .meaning = "As resnet20_bn with group-norm of 2 groups for every "
                                   "batch-norm; no statistics are shared between samples.",
                        .paper = "He et al. 2016, with the norm of Hsieh et al. 2020"},
               .takes = Takes::Picture,
               .shape = kCifar,
               .layers = [](const ModelParameters&) -> LayerList { return resnet20(2); }},
    ModelEntry{.part = {.name = "separable_cnn",
                        .title = "Depthwise-separable CNN",
                        .meaning =
                            "A convolution 3×3 to 32 channels, then five pairs of a depthwise "
                            "convolution 3×3 and a convolution 1×1, from 64 to 256 channels, with "
                            "batch-norm and ReLU; global average-pool.",
                        .paper = "MobileNet (Howard et al. 2017), small for 32×32 pictures"},
               .takes = Takes::Picture,
               .shape = kCifar,
               .layers = [](const ModelParameters&) -> LayerList { return separableLayers(); }},
    ModelEntry{
        .part = {.name = "pfedgp_cnn",
                 .title = "pFedGP's feature extractor",
                 .meaning =
                     "Convolutions 5×5 to 16 and 32 channels, each ReLU and max-pooled; hidden "
                     "layers of 120 and 84; 84 features, which pFedGP gives to a Gaussian process "
                     "and other methods to an output layer.",
                 .paper = "pFedGP"},
        .takes = Takes::Channels,
        .shape = kCifar,
        .answers = Answers::Classes,
        .layers = [](const ModelParameters&) -> LayerList {
            return sequence({{convolution(16, 5), relu(), maxPool()},
                             {convolution(32, 5), relu(), maxPool()},
                             {flatten(), linear(120), relu()},
                             {linear(84), relu()},
                             {linear(84)}, // an embedding, not cut at zero: pFedGP ends here
                             {answers()}});
        }},
    ModelEntry{
        .part = {.name = "heart_linear",
                 .title = "Logistic regression",
                 .meaning = "One linear layer and a sigmoid: the probability of the second class.",
                 .paper = "All-for-one, Heart Disease"},
        .shape = {.channels = 13},
        .answers = Answers::Probability,
        .layers = [](const ModelParameters&) -> LayerList {
            return {flatten(), linear(1), sigmoid()};
        }},
    ModelEntry{
        .part = {.name = "synth_linear",
                 .title = "Linear regression",
                 .meaning = "One linear layer from the inputs to the target, with squared error.",
                 .paper = "All-for-one, synthetic least squares",
                 .parameters = kBiasParameters},
        .shape = {.channels = 20},
        .answers = Answers::Number,
        .layers = [](const ModelParameters& parameters) -> LayerList {
            return {flatten(), linear(1, parameters.bias)};
        }},
    ModelEntry{.part = {.name = "unet3d_ixi",
                        .title = "3-D U-Net",
                        .meaning =
                            "Three levels of two convolutions 3×3×3 each, from 8 to 64 channels, "
                            "with batch-norm and PReLU; max-pools down, trilinear steps up, skips "
                            "across; a softmax over two classes at every voxel.",
                        .paper = "All-for-one, IXI; FLamby"},
               .takes = Takes::Volume,
               .shape = {.channels = 1, .height = 60, .width = 48, .depth = 48},
               .answers = Answers::Mask,
               .layers = &unet3dLayers},
};

} // namespace
} // namespace shipped

std::span<const ModelEntry> shippedModels()
{
    return shipped::kModels;
}

} // namespace coterie
