#include "tests/core/nn/reference_modules.h"

#include <torch/nn.h>

#include <map>

namespace coterie {

namespace {

std::int64_t whole(std::size_t size)
{
    return static_cast<std::int64_t>(size);
}

bool isFlat(const SampleShape& shape)
{
    return shape.height == 1 && shape.width == 1;
}

void append(torch::nn::Sequential& modules, const Layer& layer, const SampleShape& before)
{
    namespace nn = torch::nn;
    switch (layer.kind) {
    case LayerKind::Linear:
        modules->push_back(nn::Linear(
            nn::LinearOptions(whole(layer.inputs), whole(layer.outputs)).bias(layer.bias)));
        return;
    case LayerKind::Conv2d:
        modules->push_back(nn::Conv2d(
            nn::Conv2dOptions(whole(layer.inputs), whole(layer.outputs), whole(layer.kernel))
                .padding(whole(layer.padding))
                .stride(whole(layer.stride))
                .dilation(whole(layer.dilation))
                .groups(whole(layer.groups))
                .bias(layer.bias)));
        return;
    case LayerKind::Relu:
        modules->push_back(nn::ReLU());
        return;
    case LayerKind::PRelu:
        modules->push_back(nn::PReLU());
        return;
    case LayerKind::MaxPool2d:
        modules->push_back(nn::MaxPool2d(nn::MaxPool2dOptions(whole(layer.kernel))));
        return;
    case LayerKind::AveragePool2d:
        modules->push_back(nn::AvgPool2d(nn::AvgPool2dOptions(whole(layer.kernel))));
        return;
    case LayerKind::BatchNorm:
        if (isFlat(before))
            modules->push_back(nn::BatchNorm1d(whole(layer.inputs)));
        else
            modules->push_back(nn::BatchNorm2d(whole(layer.inputs)));
        return;
    case LayerKind::Dropout:
        modules->push_back(nn::Dropout(layer.probability));
        return;
    case LayerKind::Flatten:
        modules->push_back(nn::Flatten());
        return;
    case LayerKind::Sigmoid:
        modules->push_back(nn::Sigmoid());
        return;
    case LayerKind::Softmax:
        modules->push_back(nn::Softmax(1));
        return;
    case LayerKind::GroupNorm:
        modules->push_back(
            nn::GroupNorm(nn::GroupNormOptions(whole(layer.groups), whole(layer.inputs))));
        return;
    case LayerKind::LayerNorm: {
        std::vector<std::int64_t> edges{whole(before.channels)};
        if (layer.axes == 3)
            edges.insert(edges.end(), {whole(before.height), whole(before.width)});
        modules->push_back(nn::LayerNorm(nn::LayerNormOptions(edges)));
        return;
    }
    case LayerKind::Gelu:
        modules->push_back(nn::GELU());
        return;
    case LayerKind::Tanh:
        modules->push_back(nn::Tanh());
        return;
    case LayerKind::GlobalAveragePool:
        modules->push_back(nn::Functional([](at::Tensor values) {
            return at::adaptive_avg_pool2d(values, {1, 1}).flatten(1);
        }));
        return;
    case LayerKind::Remember:
    case LayerKind::Recall:
    case LayerKind::Add:
    case LayerKind::Concatenate:
        modules->push_back(nn::Identity()); // forward() does what it stands for
        return;
    case LayerKind::Conv3d:
    case LayerKind::MaxPool3d:
    case LayerKind::Upsample3d:
        break; // tst_volume_layers builds these by hand
    }
}

bool isStatistic(const std::string& name)
{
    return !name.ends_with("num_batches_tracked");
}

} // namespace

struct ReferenceModules::Modules
{
    std::vector<Layer> layers;
    torch::nn::Sequential chain;
};

ReferenceModules::ReferenceModules(const Network& network,
                                   const at::Tensor& parameters,
                                   const at::Tensor& buffers)
    : m_modules(std::make_unique<Modules>())
{
    m_modules->layers = network.layers();
    for (std::size_t i = 0; i < network.layers().size(); ++i)
        append(m_modules->chain, network.layers()[i], network.shapeBefore(i));
    m_modules->chain->to(parameters.scalar_type());

    const at::NoGradGuard noGradient;
    std::int64_t offset = 0;
    for (at::Tensor& tensor : m_modules->chain->parameters()) {
        tensor.copy_(parameters.narrow(0, offset, tensor.numel()).view_as(tensor));
        offset += tensor.numel();
    }
    offset = 0;
    for (auto& item : m_modules->chain->named_buffers())
        if (isStatistic(item.key())) {
            item.value().copy_(buffers.narrow(0, offset, item.value().numel()));
            offset += item.value().numel();
        }
}

ReferenceModules::~ReferenceModules() = default;

void ReferenceModules::train(bool training)
{
    m_modules->chain->train(training);
}

at::Tensor ReferenceModules::forward(const at::Tensor& inputs)
{
    std::map<std::size_t, at::Tensor> remembered;
    at::Tensor values = inputs;
    std::size_t index = 0;
    for (torch::nn::AnyModule& module : *m_modules->chain) {
        const Layer& layer = m_modules->layers[index++];
        if (layer.kind == LayerKind::Remember)
            remembered[layer.tag] = values;
        else if (layer.kind == LayerKind::Recall)
            values = remembered.at(layer.tag);
        else if (layer.kind == LayerKind::Add)
            values = remembered.at(layer.tag) + values;
        else if (layer.kind == LayerKind::Concatenate)
            values = at::cat({remembered.at(layer.tag), values}, 1);
        else
            values = module.forward(values);
    }
    return values;
}

std::vector<std::string> ReferenceModules::parameterNames() const
{
    return m_modules->chain->named_parameters().keys();
}

std::vector<std::string> ReferenceModules::bufferNames() const
{
    std::vector<std::string> names;
    for (const auto& item : m_modules->chain->named_buffers())
        if (isStatistic(item.key()))
            names.push_back(item.key());
    return names;
}

at::Tensor ReferenceModules::gradientRow() const
{
    std::vector<at::Tensor> parts;
    for (const at::Tensor& tensor : m_modules->chain->parameters())
        parts.push_back(tensor.grad().flatten());
    return at::cat(parts);
}

at::Tensor ReferenceModules::bufferRow() const
{
    std::vector<at::Tensor> parts{at::empty({0}, m_modules->chain->parameters()[0].options())};
    for (const auto& item : m_modules->chain->named_buffers())
        if (isStatistic(item.key()))
            parts.push_back(item.value().flatten());
    return at::cat(parts).detach();
}

} // namespace coterie
