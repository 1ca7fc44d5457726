#include "core/nn/models.h"

#include "core/base/try.h"
#include "core/experiment/plan.h"
#include "core/nn/model_entry.h"

#include <algorithm>
#include <array>
#include <initializer_list>

namespace coterie {

namespace {

constexpr SampleShape kCifar{.channels = 3, .height = 32, .width = 32};

/// Blocks of layers, one after another.
Layers sequence(std::initializer_list<Layers> blocks)
{
    Layers layers;
    for (const Layers& block : blocks)
        layers.insert(layers.end(), block.begin(), block.end());
    return layers;
}

// The layers that several models share, or that take more than a list. They trust their input: its
// shape was checked.

Layers perceptron(const Sizes& sizes)
{
    return {
        flatten(), linear(sizes.input.size(), 64), dropout(0.5), relu(), linear(64, sizes.outputs)};
}

/// Five convolutions 3×3, each halving a 32×32 picture until one pixel of 128 channels is left.
Layers vgg(const Sizes& sizes, bool withBatchNorm, bool threeLinear)
{
    Layers layers;
    std::size_t channels = sizes.input.channels;
    for (const std::size_t width : {16, 32, 64, 128, 128}) {
        layers.push_back(conv2d(channels, width, 3, 1));
        if (withBatchNorm)
            layers.push_back(batchNorm(width));
        layers.insert(layers.end(), {relu(), maxPool2d()});
        channels = width;
    }
    layers.push_back(flatten());
    if (threeLinear)
        layers.insert(layers.end(), {linear(128, 128), relu(), linear(128, 128), relu()});
    layers.push_back(linear(128, sizes.outputs));
    return layers;
}

Layers hicsLayers(const Sizes& sizes)
{
    return sequence({{conv2d(sizes.input.channels, 32, 3), relu(), maxPool2d(), dropout(0.2)},
                     {conv2d(32, 64, 3), relu(), maxPool2d(), dropout(0.2)},
                     {conv2d(64, 64, 3), dropout(0.2)}, // the paper has no ReLU here
                     {flatten(), linear(1024, sizes.parameters.head), relu()},
                     {linear(sizes.parameters.head, sizes.outputs)}});
}

Layers unet3dLayers(const Sizes& sizes)
{
    const auto convolve = [](std::size_t inputs, std::size_t outputs) {
        return Layers{conv3d(inputs, outputs, 3, 1, false), batchNorm(outputs), prelu()};
    };
    return sequence({{conv3d(sizes.input.channels, 8, 3, 1), prelu()}, // the only one with a bias
                     convolve(8, 16),
                     {remember(0), maxPool3d()},
                     convolve(16, 16),
                     convolve(16, 32),
                     {remember(1), maxPool3d()},
                     convolve(32, 32),
                     convolve(32, 64),
                     {upsample3d(), concatenate(1)},
                     convolve(96, 32),
                     convolve(32, 32),
                     {upsample3d(), concatenate(0)},
                     convolve(48, 16),
                     convolve(16, 16),
                     {conv3d(16, 2, 1), softmax()}});
}

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
               .layers = [](const Sizes& sizes) -> Layers {
                   return {flatten(), linear(sizes.input.size(), sizes.outputs)};
               }},
    ModelEntry{
        .part = {.name = "dnn_100",
                 .title = "Network 100",
                 .meaning = "One hidden layer of 100 with ReLU, then the output layer.",
                 .paper = "sFedHP, Remark 1; pFedMe"},
        .layers = [](const Sizes& sizes) -> Layers {
            return {flatten(), linear(sizes.input.size(), 100), relu(), linear(100, sizes.outputs)};
        }},
    ModelEntry{.part = {.name = "dnn_500_200",
                        .title = "Network 500-200",
                        .meaning = "Hidden layers of 500 and 200 with ReLU, then the output layer.",
                        .paper = "sFedHP, tables"},
               .layers = [](const Sizes& sizes) -> Layers {
                   return sequence({{flatten(), linear(sizes.input.size(), 500), relu()},
                                    {linear(500, 200), relu()},
                                    {linear(200, sizes.outputs)}});
               }},
    ModelEntry{.part = {.name = "mlp_fmnist",
                        .title = "Perceptron for Fashion-MNIST",
                        .meaning = "A hidden layer of 64, dropout ½, ReLU, then the output layer.",
                        .paper = "HCCT, Fashion-MNIST"},
               .takes = Takes::Inputs,
               .layers = [](const Sizes& sizes) -> Layers { return perceptron(sizes); }},
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
            [](const Sizes& sizes) {
                return sequence({perceptron(sizes), {softmax()}});
            }},
    ModelEntry{.part = {.name = "mnist_cnn_20k",
                        .title = "Small CNN for digits",
                        .meaning =
                            "Convolutions 5×5 to 10 and 20 channels, each max-pooled and ReLU; "
                            "hidden layer of 50.",
                        .paper = "All-for-one, MNIST"},
               .takes = Takes::Picture,
               .layers = [](const Sizes& sizes) -> Layers {
                   return sequence({{conv2d(sizes.input.channels, 10, 5), maxPool2d(), relu()},
                                    {conv2d(10, 20, 5), maxPool2d(), relu()},
                                    {flatten(), linear(320, 50), relu()},
                                    {linear(50, sizes.outputs)}});
               }},
    ModelEntry{.part = {.name = "mnist_cnn_420k",
                        .title = "CNN for digits with dropout",
                        .meaning =
                            "Convolutions 3×3 to 32 and 64 channels, each ReLU and max-pooled; "
                            "dropout ¼; hidden layer of 128; dropout ½.",
                        .paper = "All-for-one, MNIST (released code)"},
               .takes = Takes::Picture,
               .layers = [](const Sizes& sizes) -> Layers {
                   return sequence({{conv2d(sizes.input.channels, 32, 3, 1), relu(), maxPool2d()},
                                    {conv2d(32, 64, 3, 1), relu(), maxPool2d(), dropout(0.25)},
                                    {flatten(), linear(3136, 128), relu(), dropout(0.5)},
                                    {linear(128, sizes.outputs)}});
               }},
    ModelEntry{.part = {.name = "mnist_cnn_582k",
                        .title = "CNN 32-64-512 for digits",
                        .meaning =
                            "Convolutions 5×5 to 32 and 64 channels, each ReLU and max-pooled; "
                            "hidden layer of 512. Used to measure speed.",
                        .paper = "A common federated-learning benchmark network"},
               .takes = Takes::Picture,
               .layers = [](const Sizes& sizes) -> Layers {
                   return sequence({{conv2d(sizes.input.channels, 32, 5), relu(), maxPool2d()},
                                    {conv2d(32, 64, 5), relu(), maxPool2d()},
                                    {flatten(), linear(1024, 512), relu()},
                                    {linear(512, sizes.outputs)}});
               }},
    ModelEntry{
        .part = {.name = "digit_cnn",
                 .title = "CNN with batch-norm for digits",
                 .meaning = "Convolutions 5×5 to 64, 64 and 128 channels and hidden layers of 2048 "
                            "and 512, all with batch-norm and ReLU; two max-pools.",
                 .paper = "HCCT, Digit; FedBN"},
        .takes = Takes::Picture,
        .layers = [](const Sizes& sizes) -> Layers {
            return sequence(
                {{conv2d(sizes.input.channels, 64, 5, 2), batchNorm(64), relu(), maxPool2d()},
                 {conv2d(64, 64, 5, 2), batchNorm(64), relu(), maxPool2d()},
                 {conv2d(64, 128, 5, 2), batchNorm(128), relu()},
                 {flatten(), linear(6272, 2048), batchNorm(2048), relu()},
                 {linear(2048, 512), batchNorm(512), relu()},
                 {linear(512, sizes.outputs)}});
        }},
    ModelEntry{.part = {.name = "digit_cnn_small",
                        .title = "Small CNN with batch-norm for digits",
                        .meaning =
                            "Convolutions 5×5 to 8 and 16 channels and a hidden layer of 64, all "
                            "with batch-norm and ReLU; two max-pools. Trains in seconds where "
                            "digit_cnn takes hours.",
                        .paper = "HCCT, Digit, at an eighth of its width"},
               .takes = Takes::Picture,
               .layers = [](const Sizes& sizes) -> Layers {
                   return sequence(
                       {{conv2d(sizes.input.channels, 8, 5, 2), batchNorm(8), relu(), maxPool2d()},
                        {conv2d(8, 16, 5, 2), batchNorm(16), relu(), maxPool2d()},
                        {flatten(), linear(784, 64), batchNorm(64), relu()},
                        {linear(64, sizes.outputs)}});
               }},
    ModelEntry{.part = {.name = "fmnist_cnn5",
                        .title = "CNN 5×5 with PReLU for Fashion-MNIST",
                        .meaning =
                            "Two convolutions 5×5 to 32 channels, each PReLU, batch-norm and "
                            "max-pooled; dropout 0.2; output layer.",
                        .paper = "HiCS-FL, FMNIST"},
               .takes = Takes::Channels,
               .layers = [](const Sizes& sizes) -> Layers {
                   return sequence(
                       {{conv2d(sizes.input.channels, 32, 5), prelu(), batchNorm(32), maxPool2d()},
                        {conv2d(32, 32, 5), prelu(), batchNorm(32), maxPool2d()},
                        {dropout(0.2), flatten(), linear(512, sizes.outputs)}});
               }},
    ModelEntry{.part = {.name = "fmnist_cnn5_plain",
                        .title = "CNN 5×5, plain, for Fashion-MNIST",
                        .meaning = "Two convolutions 5×5 to 32 channels, each ReLU and "
                                   "max-pooled; output layer. No more than the paper's text names.",
                        .paper = "HiCS-FL, FMNIST"},
               .takes = Takes::Channels,
               .layers = [](const Sizes& sizes) -> Layers {
                   return sequence({{conv2d(sizes.input.channels, 32, 5), relu(), maxPool2d()},
                                    {conv2d(32, 32, 5), relu(), maxPool2d()},
                                    {flatten(), linear(512, sizes.outputs)}});
               }},
    ModelEntry{.part = {.name = "fmnist_cnn3",
                        .title = "CNN 3×3 with PReLU for Fashion-MNIST",
                        .meaning =
                            "Convolutions 3×3 to 32, 32 and 64 channels with PReLU and batch-norm, "
                            "two max-pools; hidden layer of 64.",
                        .paper = "HiCS-FL, FMNIST (released code)"},
               .takes = Takes::Channels,
               .layers = [](const Sizes& sizes) -> Layers {
                   return sequence(
                       {{conv2d(sizes.input.channels, 32, 3, 1, false), prelu(), batchNorm(32)},
                        {conv2d(32, 32, 3, 1), prelu(), batchNorm(32), maxPool2d()},
                        {conv2d(32, 64, 3, 1), prelu(), batchNorm(64), maxPool2d()},
                        {flatten(), linear(3136, 64), relu()},
                        {linear(64, sizes.outputs)}});
               }},
    ModelEntry{.part = {.name = "cnn4_cifar",
                        .title = "Four-convolution CNN for CIFAR-10",
                        .meaning =
                            "Convolutions 3×3 to 16, 32, 64 and 128 channels with ReLU, max-pooled "
                            "after the last three; hidden layer of 500; dropout ¼.",
                        .paper = "HCCT, CIFAR-10"},
               .takes = Takes::Channels,
               .shape = kCifar,
               .layers = [](const Sizes& sizes) -> Layers {
                   return sequence({{conv2d(sizes.input.channels, 16, 3, 1),
                                     relu()}, // no pool: 32×32 is halved three times, to 4×4
                                    {conv2d(16, 32, 3, 1), relu(), maxPool2d()},
                                    {conv2d(32, 64, 3, 1), relu(), maxPool2d()},
                                    {conv2d(64, 128, 3, 1), relu(), maxPool2d()},
                                    {flatten(), linear(2048, 500), relu(), dropout(0.25)},
                                    {linear(500, sizes.outputs)}});
               }},
    ModelEntry{.part = {.name = "lenet_cifar",
                        .title = "LeNet for CIFAR-10",
                        .meaning =
                            "Convolutions 5×5 to 6 and 16 channels, each ReLU and average-pooled; "
                            "hidden layers of 120 and 84.",
                        .paper = "All-for-one, CIFAR-10"},
               .takes = Takes::Channels,
               .shape = kCifar,
               .layers = [](const Sizes& sizes) -> Layers {
                   return sequence({{conv2d(sizes.input.channels, 6, 5), relu(), averagePool2d()},
                                    {conv2d(6, 16, 5), relu(), averagePool2d()},
                                    {flatten(), linear(400, 120), relu()},
                                    {linear(120, 84), relu()},
                                    {linear(84, sizes.outputs)}});
               }},
    ModelEntry{.part = {.name = "vgg_s",
                        .title = "Small VGG",
                        .meaning =
                            "Convolutions 3×3 to 16, 32, 64, 128 and 128 channels, each ReLU and "
                            "max-pooled; output layer.",
                        .paper = "sFedHP, CIFAR-10"},
               .takes = Takes::Channels,
               .shape = kCifar,
               .layers = [](const Sizes& sizes) -> Layers { return vgg(sizes, false, false); }},
    ModelEntry{.part = {.name = "vgg_s_bn",
                        .title = "Small VGG with batch-norm",
                        .meaning = "As vgg_s with batch-norm after every convolution.",
                        .paper = "sFedHP, CIFAR-10 (another reading)"},
               .takes = Takes::Channels,
               .shape = kCifar,
               .layers = [](const Sizes& sizes) -> Layers { return vgg(sizes, true, false); }},
    ModelEntry{
        .part = {.name = "vgg_s_3fc",
                 .title = "Small VGG with three linear layers",
                 .meaning = "As vgg_s with two hidden layers of 128 before the output layer.",
                 .paper = "sFedHP, CIFAR-10 (another reading); pFedMe"},
        .takes = Takes::Channels,
        .shape = kCifar,
        .layers = [](const Sizes& sizes) -> Layers { return vgg(sizes, false, true); }},
    ModelEntry{.part = {.name = "vgg_s_3fc_bn",
                        .title = "Small VGG with batch-norm and three linear layers",
                        .meaning = "As vgg_s_3fc with batch-norm after every convolution.",
                        .paper = "sFedHP, CIFAR-10 (another reading); pFedMe"},
               .takes = Takes::Channels,
               .shape = kCifar,
               .layers = [](const Sizes& sizes) -> Layers { return vgg(sizes, true, true); }},
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
        .layers = [](const Sizes& sizes) -> Layers {
            return sequence({{conv2d(sizes.input.channels, 16, 5), relu(), maxPool2d()},
                             {conv2d(16, 32, 5), relu(), maxPool2d()},
                             {flatten(), linear(800, 120), relu()},
                             {linear(120, 84), relu()},
                             {linear(84, 84)}, // an embedding, not cut at zero: pFedGP ends here
                             {linear(84, sizes.outputs)}});
        }},
    ModelEntry{
        .part = {.name = "heart_linear",
                 .title = "Logistic regression",
                 .meaning = "One linear layer and a sigmoid: the probability of the second class.",
                 .paper = "All-for-one, Heart Disease"},
        .shape = {.channels = 13},
        .answers = Answers::Probability,
        .layers = [](const Sizes& sizes) -> Layers {
            return {flatten(), linear(sizes.input.size(), 1), sigmoid()};
        }},
    ModelEntry{
        .part = {.name = "synth_linear",
                 .title = "Linear regression",
                 .meaning = "One linear layer from the inputs to the target, with squared error.",
                 .paper = "All-for-one, synthetic least squares",
                 .parameters = kBiasParameters},
        .shape = {.channels = 20},
        .answers = Answers::Number,
        .layers = [](const Sizes& sizes) -> Layers {
            return {flatten(), linear(sizes.input.size(), 1, sizes.parameters.bias)};
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

constexpr auto kParts = [] {
    std::array<NamedPart, kModels.size()> parts{};
    for (std::size_t i = 0; i < parts.size(); ++i)
        parts[i] = kModels[i].part;
    return parts;
}();

Result<const ModelEntry*> entryNamed(const std::string& name)
{
    const auto entry =
        std::ranges::find(kModels, name, [](const ModelEntry& known) { return known.part.name; });
    if (entry != kModels.end())
        return &*entry;
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
    COTERIE_TRY(const ModelEntry* entry, entryNamed(model.name));
    if (const std::optional<std::string> problem = entry->problemWith(input, classes))
        return fail("/model/name", model.name + ": " + *problem);
    const Sizes sizes{
        .input = input,
        .outputs = std::max<std::size_t>(classes, 1),
        .parameters = readParameters<ModelParameters>(
            entry->part.parameters, completed(model.parameters, entry->part.parameters))};
    return Network(model.name, input, entry->layers(sizes), entry->loss(classes));
}

Result<Network> usualNetwork(const std::string& model)
{
    COTERIE_TRY(const ModelEntry* entry, entryNamed(model));
    return makeNetwork({.name = model, .parameters = {}}, entry->shape, entry->usualClasses());
}

} // namespace coterie
