#include "core/nn/model_layers.h"

#include <array>
#include <initializer_list>
#include <utility>

namespace coterie {

namespace {

void append(std::vector<Layer>& layers, std::initializer_list<Layer> more)
{
    layers.insert(layers.end(), more);
}

/// Five convolutions 3×3, each halving a 32×32 picture until one pixel of 128 channels is left.
std::vector<Layer> vggTrunk(const ModelSizes& sizes, bool withBatchNorm)
{
    constexpr std::array<std::size_t, 5> widths{16, 32, 64, 128, 128};
    std::vector<Layer> layers;
    std::size_t channels = sizes.input.channels;
    for (const std::size_t width : widths) {
        layers.push_back(conv2d(channels, width, 3, 1));
        if (withBatchNorm)
            layers.push_back(batchNorm(width));
        append(layers, {relu(), maxPool2d()});
        channels = width;
    }
    layers.push_back(flatten());
    return layers;
}

std::vector<Layer> vgg(const ModelSizes& sizes, bool withBatchNorm, bool threeLinear)
{
    std::vector<Layer> layers = vggTrunk(sizes, withBatchNorm);
    if (threeLinear)
        append(layers, {linear(128, 128), relu(), linear(128, 128), relu()});
    layers.push_back(linear(128, sizes.outputs));
    return layers;
}

} // namespace

std::vector<Layer> cnn4CifarLayers(const ModelSizes& sizes)
{
    return {conv2d(sizes.input.channels, 16, 3, 1),
            relu(), // no pool here: 32×32 is halved three times, to 4×4
            conv2d(16, 32, 3, 1),
            relu(),
            maxPool2d(),
            conv2d(32, 64, 3, 1),
            relu(),
            maxPool2d(),
            conv2d(64, 128, 3, 1),
            relu(),
            maxPool2d(),
            flatten(),
            linear(2048, 500),
            relu(),
            dropout(0.25),
            linear(500, sizes.outputs)};
}

std::vector<Layer> digitCnnLayers(const ModelSizes& sizes)
{
    return {conv2d(sizes.input.channels, 64, 5, 2),
            batchNorm(64),
            relu(),
            maxPool2d(),
            conv2d(64, 64, 5, 2),
            batchNorm(64),
            relu(),
            maxPool2d(),
            conv2d(64, 128, 5, 2),
            batchNorm(128),
            relu(),
            flatten(),
            linear(6272, 2048),
            batchNorm(2048),
            relu(),
            linear(2048, 512),
            batchNorm(512),
            relu(),
            linear(512, sizes.outputs)};
}

std::vector<Layer> digitCnnSmallLayers(const ModelSizes& sizes)
{
    return {conv2d(sizes.input.channels, 8, 5, 2),
            batchNorm(8),
            relu(),
            maxPool2d(),
            conv2d(8, 16, 5, 2),
            batchNorm(16),
            relu(),
            maxPool2d(),
            flatten(),
            linear(784, 64),
            batchNorm(64),
            relu(),
            linear(64, sizes.outputs)};
}

std::vector<Layer> mlpFmnistLayers(const ModelSizes& sizes)
{
    return {
        flatten(), linear(sizes.input.size(), 64), dropout(0.5), relu(), linear(64, sizes.outputs)};
}

std::vector<Layer> mlpFmnistOfficialLayers(const ModelSizes& sizes)
{
    std::vector<Layer> layers = mlpFmnistLayers(sizes);
    layers.push_back(softmax()); // the released code's: cross-entropy then applies a second one
    return layers;
}

std::vector<Layer> mlrLayers(const ModelSizes& sizes)
{
    return {flatten(), linear(sizes.input.size(), sizes.outputs)};
}

std::vector<Layer> dnn500200Layers(const ModelSizes& sizes)
{
    return {flatten(),
            linear(sizes.input.size(), 500),
            relu(),
            linear(500, 200),
            relu(),
            linear(200, sizes.outputs)};
}

std::vector<Layer> dnn100Layers(const ModelSizes& sizes)
{
    return {flatten(), linear(sizes.input.size(), 100), relu(), linear(100, sizes.outputs)};
}

std::vector<Layer> vggSLayers(const ModelSizes& sizes)
{
    return vgg(sizes, false, false);
}

std::vector<Layer> vggSBnLayers(const ModelSizes& sizes)
{
    return vgg(sizes, true, false);
}

std::vector<Layer> vggS3fcLayers(const ModelSizes& sizes)
{
    return vgg(sizes, false, true);
}

std::vector<Layer> vggS3fcBnLayers(const ModelSizes& sizes)
{
    return vgg(sizes, true, true);
}

std::vector<Layer> mnistCnn20kLayers(const ModelSizes& sizes)
{
    return {conv2d(sizes.input.channels, 10, 5),
            maxPool2d(),
            relu(),
            conv2d(10, 20, 5),
            maxPool2d(),
            relu(),
            flatten(),
            linear(320, 50),
            relu(),
            linear(50, sizes.outputs)};
}

std::vector<Layer> mnistCnn420kLayers(const ModelSizes& sizes)
{
    return {conv2d(sizes.input.channels, 32, 3, 1),
            relu(),
            maxPool2d(),
            conv2d(32, 64, 3, 1),
            relu(),
            maxPool2d(),
            dropout(0.25),
            flatten(),
            linear(3136, 128),
            relu(),
            dropout(0.5),
            linear(128, sizes.outputs)};
}

std::vector<Layer> mnistCnn582kLayers(const ModelSizes& sizes)
{
    return {conv2d(sizes.input.channels, 32, 5),
            relu(),
            maxPool2d(),
            conv2d(32, 64, 5),
            relu(),
            maxPool2d(),
            flatten(),
            linear(1024, 512),
            relu(),
            linear(512, sizes.outputs)};
}

std::vector<Layer> lenetCifarLayers(const ModelSizes& sizes)
{
    return {conv2d(sizes.input.channels, 6, 5),
            relu(),
            averagePool2d(),
            conv2d(6, 16, 5),
            relu(),
            averagePool2d(),
            flatten(),
            linear(400, 120),
            relu(),
            linear(120, 84),
            relu(),
            linear(84, sizes.outputs)};
}

std::vector<Layer> heartLinearLayers(const ModelSizes& sizes)
{
    return {flatten(), linear(sizes.input.size(), 1), sigmoid()};
}

std::vector<Layer> synthLinearLayers(const ModelSizes& sizes)
{
    return {flatten(), linear(sizes.input.size(), 1, sizes.bias)};
}

std::vector<Layer> unet3dIxiLayers(const ModelSizes& sizes)
{
    std::vector<Layer> layers;
    const auto convolve = [&layers](std::size_t inputs, std::size_t outputs) {
        append(layers, {conv3d(inputs, outputs, 3, 1, false), batchNorm(outputs), prelu()});
    };
    append(layers, {conv3d(sizes.input.channels, 8, 3, 1), prelu()}); // the only one with a bias
    convolve(8, 16);
    append(layers, {remember(0), maxPool3d()});
    convolve(16, 16);
    convolve(16, 32);
    append(layers, {remember(1), maxPool3d()});
    convolve(32, 32);
    convolve(32, 64);
    append(layers, {upsample3d(), concatenate(1)});
    convolve(96, 32);
    convolve(32, 32);
    append(layers, {upsample3d(), concatenate(0)});
    convolve(48, 16);
    convolve(16, 16);
    append(layers, {conv3d(16, 2, 1), softmax()});
    return layers;
}

std::vector<Layer> fmnistCnn5Layers(const ModelSizes& sizes)
{
    return {conv2d(sizes.input.channels, 32, 5),
            prelu(),
            batchNorm(32),
            maxPool2d(),
            conv2d(32, 32, 5),
            prelu(),
            batchNorm(32),
            maxPool2d(),
            dropout(0.2),
            flatten(),
            linear(512, sizes.outputs)};
}

std::vector<Layer> fmnistCnn3Layers(const ModelSizes& sizes)
{
    return {conv2d(sizes.input.channels, 32, 3, 1, false),
            prelu(),
            batchNorm(32),
            conv2d(32, 32, 3, 1),
            prelu(),
            batchNorm(32),
            maxPool2d(),
            conv2d(32, 64, 3, 1),
            prelu(),
            batchNorm(64),
            maxPool2d(),
            flatten(),
            linear(3136, 64),
            relu(),
            linear(64, sizes.outputs)};
}

std::vector<Layer> cifarCnnHicsLayers(const ModelSizes& sizes)
{
    return {conv2d(sizes.input.channels, 32, 3),
            relu(),
            maxPool2d(),
            dropout(0.2),
            conv2d(32, 64, 3),
            relu(),
            maxPool2d(),
            dropout(0.2),
            conv2d(64, 64, 3), // the paper has no ReLU here
            dropout(0.2),
            flatten(),
            linear(1024, sizes.hidden),
            relu(),
            linear(sizes.hidden, sizes.outputs)};
}

std::vector<Layer> pfedgpCnnLayers(const ModelSizes& sizes)
{
    return {conv2d(sizes.input.channels, 16, 5),
            relu(),
            maxPool2d(),
            conv2d(16, 32, 5),
            relu(),
            maxPool2d(),
            flatten(),
            linear(800, 120),
            relu(),
            linear(120, 84),
            relu(),
            linear(84, 84), // an embedding, not cut at zero: pFedGP ends here
            linear(84, sizes.outputs)};
}

} // namespace coterie
