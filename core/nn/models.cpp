#include "core/nn/models.h"

#include "core/base/result.h"
#include "core/nn/model_layers.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace coterie {

namespace {

/// What a model asks of a sample's shape.
enum class Takes
{
    AnyInputs, ///< as many numbers as the data has
    Inputs,    ///< a given number of numbers, in whatever shape
    Picture,   ///< a given height and width; channels follow the data
    Channels,  ///< channels, height and width all given
    Volume,    ///< a scan that can be halved twice in each direction
};

/// What a model's outputs mean.
enum class Answers
{
    AnyTask,     ///< one output per class, or one number when the data set has targets
    Classes,     ///< one output per class
    Probability, ///< of the second of two classes
    Number,      ///< one target
    Mask,        ///< the probability of each of two classes, for every voxel
};

struct ModelEntry
{
    NamedPart part;
    Takes takes = Takes::AnyInputs;
    SampleShape shape = {}; ///< where `takes` needs one; a number of inputs is {n, 1, 1}
    Answers answers = Answers::AnyTask;
    std::vector<Layer> (*layers)(const ModelSizes& sizes) = nullptr;
};

constexpr SampleShape kMnist{.channels = 1, .height = 28, .width = 28};
constexpr SampleShape kCifar{.channels = 3, .height = 32, .width = 32};

constexpr std::array kHeadParameters{
    ParameterDescriptor{.name = "head",
                        .title = "Width of the head",
                        .type = ParameterType::Integer,
                        .minimum = 1,
                        .maximum = 4096,
                        .defaultNumber = 64,
                        .unit = "neurons",
                        .meaning = "width of the layer before the output layer",
                        .profileCodeNumber = 256}};

constexpr std::array kBiasParameters{
    ParameterDescriptor{.name = "bias",
                        .title = "Constant term",
                        .type = ParameterType::Boolean,
                        .defaultNumber = 0,
                        .meaning = "add a constant term to the linear model",
                        .profileCodeNumber = 1}};

constexpr std::array kModels{
    ModelEntry{.part = {.name = "mlr",
                        .title = "Multinomial logistic regression",
                        .meaning = "One linear layer from the inputs to the classes.",
                        .paper = "sFedHP, Fig. 2"},
               .layers = &mlrLayers},
    ModelEntry{.part = {.name = "dnn_100",
                        .title = "Network 100",
                        .meaning = "One hidden layer of 100 with ReLU, then the output layer.",
                        .paper = "sFedHP, Remark 1; pFedMe"},
               .layers = &dnn100Layers},
    ModelEntry{.part = {.name = "dnn_500_200",
                        .title = "Network 500-200",
                        .meaning = "Hidden layers of 500 and 200 with ReLU, then the output layer.",
                        .paper = "sFedHP, tables"},
               .layers = &dnn500200Layers},
    ModelEntry{.part = {.name = "mlp_fmnist",
                        .title = "Perceptron for Fashion-MNIST",
                        .meaning = "A hidden layer of 64, dropout ½, ReLU, then the output layer.",
                        .paper = "HCCT, Fashion-MNIST"},
               .takes = Takes::Inputs,
               .shape = {.channels = 784},
               .layers = &mlpFmnistLayers},
    ModelEntry{
        .part = {.name = "mlp_fmnist_official",
                 .title = "Perceptron for Fashion-MNIST, released code",
                 .meaning =
                     "As mlp_fmnist with a softmax at its end, so that cross-entropy applies a "
                     "second one; it learns slowly.",
                 .paper = "HCCT, Fashion-MNIST (released code)"},
        .takes = Takes::Inputs,
        .shape = {.channels = 784},
        .answers = Answers::Classes,
        .layers = &mlpFmnistOfficialLayers},
    ModelEntry{.part = {.name = "mnist_cnn_20k",
                        .title = "Small CNN for digits",
                        .meaning =
                            "Convolutions 5×5 to 10 and 20 channels, each max-pooled and ReLU; "
                            "hidden layer of 50.",
                        .paper = "All-for-one, MNIST"},
               .takes = Takes::Picture,
               .shape = kMnist,
               .layers = &mnistCnn20kLayers},
    ModelEntry{.part = {.name = "mnist_cnn_420k",
                        .title = "CNN for digits with dropout",
                        .meaning =
                            "Convolutions 3×3 to 32 and 64 channels, each ReLU and max-pooled; "
                            "dropout ¼; hidden layer of 128; dropout ½.",
                        .paper = "All-for-one, MNIST (released code)"},
               .takes = Takes::Picture,
               .shape = kMnist,
               .layers = &mnistCnn420kLayers},
    ModelEntry{.part = {.name = "mnist_cnn_582k",
                        .title = "CNN 32-64-512 for digits",
                        .meaning =
                            "Convolutions 5×5 to 32 and 64 channels, each ReLU and max-pooled; "
                            "hidden layer of 512. Used to measure speed.",
                        .paper = "A common federated-learning benchmark network"},
               .takes = Takes::Picture,
               .shape = kMnist,
               .layers = &mnistCnn582kLayers},
    ModelEntry{.part = {.name = "digit_cnn",
                        .title = "CNN with batch-norm for digits",
                        .meaning =
                            "Convolutions 5×5 to 64, 64 and 128 channels and hidden layers of 2048 "
                            "and 512, all with batch-norm and ReLU; two max-pools.",
                        .paper = "HCCT, Digit; FedBN"},
               .takes = Takes::Picture,
               .shape = kMnist,
               .layers = &digitCnnLayers},
    ModelEntry{.part = {.name = "digit_cnn_small",
                        .title = "Small CNN with batch-norm for digits",
                        .meaning =
                            "Convolutions 5×5 to 8 and 16 channels and a hidden layer of 64, all "
                            "with batch-norm and ReLU; two max-pools. Trains in seconds where "
                            "digit_cnn takes hours.",
                        .paper = "HCCT, Digit, at an eighth of its width"},
               .takes = Takes::Picture,
               .shape = kMnist,
               .layers = &digitCnnSmallLayers},
    ModelEntry{.part = {.name = "fmnist_cnn5",
                        .title = "CNN 5×5 with PReLU for Fashion-MNIST",
                        .meaning =
                            "Two convolutions 5×5 to 32 channels, each PReLU, batch-norm and "
                            "max-pooled; dropout 0.2; output layer.",
                        .paper = "HiCS-FL, FMNIST"},
               .takes = Takes::Channels,
               .shape = kMnist,
               .layers = &fmnistCnn5Layers},
    ModelEntry{.part = {.name = "fmnist_cnn3",
                        .title = "CNN 3×3 with PReLU for Fashion-MNIST",
                        .meaning =
                            "Convolutions 3×3 to 32, 32 and 64 channels with PReLU and batch-norm, "
                            "two max-pools; hidden layer of 64.",
                        .paper = "HiCS-FL, FMNIST (released code)"},
               .takes = Takes::Channels,
               .shape = kMnist,
               .layers = &fmnistCnn3Layers},
    ModelEntry{.part = {.name = "cnn4_cifar",
                        .title = "Four-convolution CNN for CIFAR-10",
                        .meaning =
                            "Convolutions 3×3 to 16, 32, 64 and 128 channels with ReLU, max-pooled "
                            "after the last three; hidden layer of 500; dropout ¼.",
                        .paper = "HCCT, CIFAR-10"},
               .takes = Takes::Channels,
               .shape = kCifar,
               .layers = &cnn4CifarLayers},
    ModelEntry{.part = {.name = "lenet_cifar",
                        .title = "LeNet for CIFAR-10",
                        .meaning =
                            "Convolutions 5×5 to 6 and 16 channels, each ReLU and average-pooled; "
                            "hidden layers of 120 and 84.",
                        .paper = "All-for-one, CIFAR-10"},
               .takes = Takes::Channels,
               .shape = kCifar,
               .layers = &lenetCifarLayers},
    ModelEntry{.part = {.name = "vgg_s",
                        .title = "Small VGG",
                        .meaning =
                            "Convolutions 3×3 to 16, 32, 64, 128 and 128 channels, each ReLU and "
                            "max-pooled; output layer.",
                        .paper = "sFedHP, CIFAR-10"},
               .takes = Takes::Channels,
               .shape = kCifar,
               .layers = &vggSLayers},
    ModelEntry{.part = {.name = "vgg_s_bn",
                        .title = "Small VGG with batch-norm",
                        .meaning = "As vgg_s with batch-norm after every convolution.",
                        .paper = "sFedHP, CIFAR-10 (another reading)"},
               .takes = Takes::Channels,
               .shape = kCifar,
               .layers = &vggSBnLayers},
    ModelEntry{
        .part = {.name = "vgg_s_3fc",
                 .title = "Small VGG with three linear layers",
                 .meaning = "As vgg_s with two hidden layers of 128 before the output layer.",
                 .paper = "sFedHP, CIFAR-10 (another reading); pFedMe"},
        .takes = Takes::Channels,
        .shape = kCifar,
        .layers = &vggS3fcLayers},
    ModelEntry{.part = {.name = "vgg_s_3fc_bn",
                        .title = "Small VGG with batch-norm and three linear layers",
                        .meaning = "As vgg_s_3fc with batch-norm after every convolution.",
                        .paper = "sFedHP, CIFAR-10 (another reading); pFedMe"},
               .takes = Takes::Channels,
               .shape = kCifar,
               .layers = &vggS3fcBnLayers},
    ModelEntry{
        .part = {.name = "cifar_cnn_hics",
                 .title = "Three-convolution CNN for CIFAR-10",
                 .meaning =
                     "Convolutions 3×3 to 32, 64 and 64 channels with dropout 0.2, two of them "
                     "ReLU and max-pooled; hidden layer of 64.",
                 .paper = "HiCS-FL, CIFAR-10"},
        .takes = Takes::Channels,
        .shape = kCifar,
        .layers = &cifarCnnHicsLayers},
    ModelEntry{
        .part = {.name = "cifar100_cnn_hics",
                 .title = "Three-convolution CNN for CIFAR-100",
                 .meaning = "As cifar_cnn_hics with a hidden layer whose width can be chosen.",
                 .paper = "HiCS-FL, Mini-ImageNet and CIFAR-100",
                 .parameters = kHeadParameters},
        .takes = Takes::Channels,
        .shape = kCifar,
        .layers = &cifarCnnHicsLayers},
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
        .layers = &pfedgpCnnLayers},
    ModelEntry{
        .part = {.name = "heart_linear",
                 .title = "Logistic regression",
                 .meaning = "One linear layer and a sigmoid: the probability of the second class.",
                 .paper = "All-for-one, Heart Disease"},
        .answers = Answers::Probability,
        .layers = &heartLinearLayers},
    ModelEntry{
        .part = {.name = "synth_linear",
                 .title = "Linear regression",
                 .meaning = "One linear layer from the inputs to the target, with squared error.",
                 .paper = "All-for-one, synthetic least squares",
                 .parameters = kBiasParameters},
        .answers = Answers::Number,
        .layers = &synthLinearLayers},
    ModelEntry{.part = {.name = "unet3d_ixi",
                        .title = "3-D U-Net",
                        .meaning =
                            "Three levels of two convolutions 3×3×3 each, from 8 to 64 channels, "
                            "with batch-norm and PReLU; max-pools down, trilinear steps up, skips "
                            "across; a softmax over two classes at every voxel.",
                        .paper = "All-for-one, IXI; FLamby"},
               .takes = Takes::Volume,
               .answers = Answers::Mask,
               .layers = &unet3dIxiLayers},
};

constexpr auto kParts = [] {
    std::array<NamedPart, kModels.size()> parts{};
    for (std::size_t i = 0; i < parts.size(); ++i)
        parts[i] = kModels[i].part;
    return parts;
}();

std::string pictureText(const SampleShape& shape, bool withChannels)
{
    std::string plane = std::to_string(shape.height) + "×" + std::to_string(shape.width);
    if (shape.depth > 1)
        plane = std::to_string(shape.depth) + "×" + plane;
    return withChannels ? std::to_string(shape.channels) + "×" + plane : plane;
}

std::string classesText(std::size_t classes)
{
    return classes == 0 ? "none" : std::to_string(classes);
}

std::string disagreement(const std::string& needs, const std::string& has)
{
    return "needs " + needs + ", the data set has " + has;
}

std::optional<std::string> inputProblem(const ModelEntry& entry, const SampleShape& input)
{
    const SampleShape& wanted = entry.shape;
    const bool samePlane = input.height == wanted.height && input.width == wanted.width;
    if (input.depth > 1 && entry.takes != Takes::Volume)
        return disagreement("rows or pictures", "volumes of " + pictureText(input, true));
    switch (entry.takes) {
    case Takes::AnyInputs:
        return std::nullopt;
    case Takes::Inputs:
        if (input.size() == wanted.size())
            return std::nullopt;
        return disagreement(std::to_string(wanted.size()) + " inputs",
                            std::to_string(input.size()));
    case Takes::Picture:
        if (samePlane)
            return std::nullopt;
        return disagreement(pictureText(wanted, false) + " input", pictureText(input, false));
    case Takes::Channels:
        if (samePlane && input.channels == wanted.channels)
            return std::nullopt;
        return disagreement(pictureText(wanted, true) + " input", pictureText(input, true));
    case Takes::Volume:
        if (input.depth == 1)
            return disagreement("volumes", pictureText(input, true) + " samples");
        if (input.depth % 4 == 0 && input.height % 4 == 0 && input.width % 4 == 0)
            return std::nullopt;
        return disagreement("depth, height and width that are multiples of 4",
                            pictureText(input, true));
    }
    return std::nullopt;
}

std::optional<std::string> taskProblem(const ModelEntry& entry, std::size_t classes)
{
    switch (entry.answers) {
    case Answers::AnyTask:
        return std::nullopt;
    case Answers::Classes:
        if (classes > 0)
            return std::nullopt;
        return disagreement("classes", "targets");
    case Answers::Probability:
        if (classes == 2)
            return std::nullopt;
        return disagreement("2 classes", classesText(classes));
    case Answers::Number:
        if (classes == 0)
            return std::nullopt;
        return disagreement("targets", std::to_string(classes) + " classes");
    case Answers::Mask:
        if (classes == 0)
            return std::nullopt;
        return disagreement("masks", std::to_string(classes) + " classes");
    }
    return std::nullopt;
}

Loss lossOf(const ModelEntry& entry, std::size_t classes)
{
    if (entry.answers == Answers::Probability)
        return Loss::Logistic;
    if (entry.answers == Answers::Mask)
        return Loss::Dice;
    return classes == 0 ? Loss::SquaredError : Loss::CrossEntropy;
}

ModelSizes sizesOf(const Part& model, const SampleShape& input, std::size_t classes)
{
    ModelSizes sizes{.input = input, .outputs = std::max<std::size_t>(classes, 1)};
    if (model.parameters.find("head") != nullptr)
        sizes.hidden = static_cast<std::size_t>(model.parameters.integer("head"));
    sizes.bias = model.parameters.find("bias") != nullptr && model.parameters.boolean("bias");
    return sizes;
}

Unexpected<Error> unknownModel(const std::string& name)
{
    std::vector<std::string_view> names;
    for (const NamedPart& part : kParts)
        names.push_back(part.name);
    return unknownName("/model/name", name, names);
}

} // namespace

std::span<const NamedPart> modelParts()
{
    return kParts;
}

Result<Network> makeNetwork(const Part& model, const SampleShape& input, std::size_t classes)
{
    const auto entry = std::ranges::find_if(
        kModels, [&](const ModelEntry& candidate) { return candidate.part.name == model.name; });
    if (entry == kModels.end())
        return unknownModel(model.name);
    std::optional<std::string> problem = inputProblem(*entry, input);
    if (!problem)
        problem = taskProblem(*entry, classes);
    if (problem)
        return fail("/model/name", model.name + ": " + *problem);
    return Network(
        model.name, input, entry->layers(sizesOf(model, input, classes)), lossOf(*entry, classes));
}

} // namespace coterie
