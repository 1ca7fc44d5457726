#include "core/nn/shipped_layers.h"

#include <string>
#include <utility>

namespace coterie::shipped {

LayerSettings word(std::string_view name, std::initializer_list<Setting> settings)
{
    LayerSettings layer{.part = {.name = std::string(name), .parameters = {}}, .layers = {}};
    for (const Setting& setting : settings)
        layer.part.parameters.set(setting.name, setting.value);
    return layer;
}

LayerSettings
convolution(std::int64_t channels, std::int64_t kernel, std::int64_t padding, bool bias)
{
    return word("convolution",
                {{"channels", channels}, {"kernel", kernel}, {"padding", padding}, {"bias", bias}});
}

LayerSettings linear(std::int64_t units, bool bias)
{
    return word("linear", {{"units", units}, {"bias", bias}});
}

LayerSettings answers()
{
    return word("linear", {{"units", "classes"}});
}

LayerSettings dropout(double rate)
{
    return word("dropout", {{"rate", rate}});
}

LayerSettings relu()
{
    return word("relu");
}

LayerSettings prelu()
{
    return word("prelu");
}

LayerSettings sigmoid()
{
    return word("sigmoid");
}

LayerSettings softmax()
{
    return word("softmax");
}

LayerSettings flatten()
{
    return word("flatten");
}

LayerSettings batchNorm()
{
    return word("batchNorm");
}

LayerSettings maxPool()
{
    return word("maxPool");
}

LayerSettings averagePool()
{
    return word("averagePool");
}

LayerSettings upsample()
{
    return word("upsample");
}

LayerSettings besides(LayerList layers)
{
    LayerSettings block = word(kBlockWord, {{"shortcut", "concatenate"}});
    block.layers = std::move(layers);
    return block;
}

LayerSettings repeated(std::int64_t count, LayerList layers)
{
    LayerSettings block = word(kBlockWord, {{"repeat", count}});
    block.layers = std::move(layers);
    return block;
}

LayerList sequence(std::initializer_list<LayerList> parts)
{
    LayerList layers;
    for (const LayerList& part : parts)
        layers.insert(layers.end(), part.begin(), part.end());
    return layers;
}

LayerList perceptron()
{
    return {flatten(), linear(64), dropout(0.5), relu(), answers()};
}

LayerList vgg(bool withBatchNorm, bool threeLinear)
{
    LayerList layers;
    for (const std::int64_t width : {16, 32, 64, 128, 128}) {
        layers.push_back(convolution(width, 3, 1));
        if (withBatchNorm)
            layers.push_back(batchNorm());
        layers.insert(layers.end(), {relu(), maxPool()});
    }
    layers.push_back(flatten());
    if (threeLinear)
        layers.insert(layers.end(), {linear(128), relu(), linear(128), relu()});
    layers.push_back(answers());
    return layers;
}

LayerList hicsLayers(const ModelParameters& parameters)
{
    return sequence({{convolution(32, 3), relu(), maxPool(), dropout(0.2)},
                     {convolution(64, 3), relu(), maxPool(), dropout(0.2)},
                     {convolution(64, 3), dropout(0.2)}, // the paper has no ReLU here
                     {flatten(), linear(static_cast<std::int64_t>(parameters.head)), relu()},
                     {answers()}});
}

LayerList resnet20(std::int64_t groups)
{
    const LayerSettings norm = groups == 0 ? batchNorm() : word("groupNorm", {{"groups", groups}});
    const auto convolve = [](std::int64_t channels, std::int64_t stride) {
        LayerSettings layer = convolution(channels, 3, 1, false);
        if (stride > 1)
            layer.part.parameters.set("stride", stride);
        return layer;
    };
    const auto residual = [&](std::int64_t channels, std::int64_t stride) -> LayerList {
        LayerSettings block =
            stride == 1 ? word(kBlockWord, {{"shortcut", "identity"}})
            : groups == 0
                ? word(kBlockWord, {{"shortcut", "projection"}, {"norm", "batchNorm"}})
                : word(kBlockWord,
                       {{"shortcut", "projection"}, {"norm", "groupNorm"}, {"groups", groups}});
        block.layers = {convolve(channels, stride), norm, relu(), convolve(channels, 1), norm};
        return {block, relu()};
    };
    return sequence({{convolve(16, 1), norm, relu(), repeated(3, residual(16, 1))},
                     residual(32, 2),
                     {repeated(2, residual(32, 1))},
                     residual(64, 2),
                     {repeated(2, residual(64, 1))},
                     {word("globalAveragePool"), answers()}});
}

LayerList separableLayers()
{
    const auto separable = [](std::int64_t from, std::int64_t to, std::int64_t stride) {
        LayerSettings depthwise = convolution(from, 3, 1, false);
        depthwise.part.parameters.set("stride", stride);
        depthwise.part.parameters.set("groups", from);
        return LayerList{
            depthwise, batchNorm(), relu(), convolution(to, 1, 0, false), batchNorm(), relu()};
    };
    return sequence({{convolution(32, 3, 1, false), batchNorm(), relu()},
                     separable(32, 64, 1),
                     separable(64, 128, 2),
                     separable(128, 128, 1),
                     separable(128, 256, 2),
                     separable(256, 256, 1),
                     {word("globalAveragePool"), answers()}});
}

LayerList unet3dLayers(const ModelParameters&)
{
    const auto convolve = [](std::int64_t channels) {
        return LayerList{convolution(channels, 3, 1, false), batchNorm(), prelu()};
    };
    const LayerList bottom = sequence({{maxPool()}, convolve(32), convolve(64), {upsample()}});
    const LayerList middle = sequence({{maxPool()},
                                       convolve(16),
                                       convolve(32),
                                       {besides(bottom)},
                                       convolve(32),
                                       convolve(32),
                                       {upsample()}});
    return sequence({{convolution(8, 3, 1), prelu()}, // the only one with a bias
                     convolve(16),
                     {besides(middle)},
                     convolve(16),
                     convolve(16),
                     {convolution(2, 1), softmax()}});
}

} // namespace coterie::shipped
