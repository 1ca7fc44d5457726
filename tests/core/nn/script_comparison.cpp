#include "tests/core/nn/script_comparison.h"

#include "core/nn/cpu_step.h"
#include "core/nn/script_layers.h"
#include "core/nn/stacked_forward.h"
#include "tests/core/nn/listed_layers.h"
#include "tests/core/nn/stack.h"

#include <QTest>

#include <ATen/ATen.h>

namespace coterie::scripted {

namespace {

constexpr std::int64_t kBatch = 4;

/// One flat row of tensors with these names, which must have the layout's shapes.
at::Tensor rowOf(const TensorsByName& tensors,
                 const std::vector<std::string>& names,
                 const std::vector<Slice>& slices)
{
    if (names.size() != slices.size())
        qFatal("%zu names for %zu tensors", names.size(), slices.size());
    std::vector<at::Tensor> parts{at::empty({0}, at::kDouble)};
    for (std::size_t i = 0; i < names.size(); ++i) {
        const at::Tensor& tensor = tensors.at(names[i]);
        const std::vector<std::int64_t> shape(slices[i].shape.begin(), slices[i].shape.end());
        if (tensor.sizes() != c10::IntArrayRef(shape))
            qFatal("%s has another shape than the layout", names[i].c_str());
        parts.push_back(tensor.detach().flatten());
    }
    return at::cat(parts).reshape({1, -1}).clone();
}

struct Answer
{
    at::Tensor outputs;
    at::Tensor gradient;
    at::Tensor buffers;
};

/// The module by itself, with its own autograd; its running statistics move in training.
Answer ofModule(Module& module,
                const Network& network,
                const ScriptLayers& read,
                const at::Tensor& inputs,
                const at::Tensor& labels,
                bool training)
{
    module.train(training);
    const at::Tensor outputs = module.forward({inputs.clone()}).toTensor();
    for (const auto& parameter : module.named_parameters())
        parameter.value.mutable_grad() = at::Tensor();
    stackedLoss(network.loss(), outputs.reshape({1, outputs.size(0), -1}), labels).sum().backward();
    TensorsByName gradients;
    for (const auto& parameter : module.named_parameters())
        gradients[parameter.name] = parameter.value.grad();
    return {.outputs = outputs.detach().flatten(),
            .gradient = rowOf(gradients, read.parameters, network.layout().parameters),
            .buffers = rowOf(tensorsOf(module), read.buffers, network.layout().buffers)};
}

Answer ofStack(const Network& network,
               const at::Tensor& row,
               const at::Tensor& buffers,
               const at::Tensor& inputs,
               const at::Tensor& labels,
               bool training)
{
    const at::Tensor parameters = row.clone().requires_grad_(true);
    const at::Tensor statistics = buffers.clone();
    const DropoutKey key{.seed = 1, .round = 1, .client = 1};
    const Pass pass = stackedForward(network,
                                     parameters,
                                     statistics,
                                     inputs.unsqueeze(0),
                                     {.training = training, .dropout = {&key, 1}, .step = 1});
    stackedLoss(network.loss(), pass.outputs, labels).sum().backward();
    return {.outputs = pass.outputs.detach().flatten(),
            .gradient = parameters.grad(),
            .buffers = statistics};
}

Answer planned(const Network& network,
               const at::Tensor& row,
               const at::Tensor& buffers,
               const at::Tensor& inputs,
               const at::Tensor& labels,
               bool training)
{
    const auto batch = static_cast<std::size_t>(inputs.size(0));
    CpuStep<double> step(network, batch);
    const at::Tensor numbers = inputs.contiguous();
    std::copy_n(numbers.data_ptr<double>(), numbers.numel(), step.input());
    const at::Tensor statistics = buffers.clone();
    if (training)
        step.train(row.data_ptr<double>(),
                   statistics.data_ptr<double>(),
                   batch,
                   {.seed = 1, .round = 1, .client = 1},
                   1);
    else
        step.evaluate(row.data_ptr<double>(), statistics.data_ptr<double>(), batch);
    std::vector<std::int32_t> wanted;
    for (std::int64_t i = 0; i < labels.numel(); ++i)
        wanted.push_back(labels.flatten()[i].item<std::int32_t>());
    step.loss(std::span<const std::int32_t>(wanted));
    at::Tensor gradient = at::full_like(row, 99); // must all be overwritten
    step.backward(row.data_ptr<double>(), gradient.data_ptr<double>());
    const auto outputs = step.outputs();
    return {.outputs = at::tensor(std::vector<double>(outputs.begin(), outputs.end()), at::kDouble),
            .gradient = gradient,
            .buffers = statistics};
}

void compare(const Answer& ours, const Answer& theirs, const std::string& how)
{
    const auto check = [&](const char* what, const at::Tensor& one, const at::Tensor& other) {
        const double found = difference(one, other.reshape(one.sizes()));
        QVERIFY2(found <= 1e-9,
                 qPrintable(QString("%1, %2: %3").arg(how.c_str()).arg(what).arg(found)));
    };
    check("outputs", ours.outputs, theirs.outputs);
    check("gradient", ours.gradient, theirs.gradient);
    check("running statistics", ours.buffers, theirs.buffers);
}

} // namespace

TensorsByName tensorsOf(const Module& module)
{
    TensorsByName tensors;
    for (const auto& parameter : module.named_parameters())
        tensors[parameter.name] = parameter.value;
    for (const auto& buffer : module.named_buffers())
        tensors[buffer.name] = buffer.value;
    return tensors;
}

std::string textOf(const std::vector<LayerSettings>& layers)
{
    std::string text;
    for (const LayerSettings& layer : layers) {
        text += (text.empty() ? "" : ", ") + layer.part.name;
        for (const Parameter& setting : layer.part.parameters.all())
            text += ' ' + setting.name + '=' + toText(setting.values.front());
        if (!layer.layers.empty())
            text += " [" + textOf(layer.layers) + ']';
    }
    return text;
}

void compareWithModule(Module module,
                       const SampleShape& shape,
                       std::size_t classes,
                       bool hasDropout,
                       const std::string& words)
{
    const Result<ScriptLayers> read = layersOfScript(module, shape);
    QVERIFY2(read.has_value(), read ? "" : read.error().sentence().c_str());
    if (!words.empty())
        QCOMPARE(textOf(read->layers), words);
    const Result<Network> network = listed::networkOf(read->layers, shape, classes);
    QVERIFY2(network.has_value(), network ? "" : network.error().sentence().c_str());
    std::vector<std::int64_t> sizes{kBatch, signedSize(shape.channels)};
    if (shape.depth > 1)
        sizes.push_back(signedSize(shape.depth));
    if (shape.plane() > 1)
        sizes.insert(sizes.end(), {signedSize(shape.height), signedSize(shape.width)});
    const at::Tensor inputs = at::randn(sizes, at::kDouble);
    const auto outputs = signedSize(network->loss() == Loss::Logistic ? 2 : network->outputs());
    const at::Tensor labels = at::arange(kBatch, at::kLong).remainder(outputs).reshape({1, -1});
    for (const bool training : {false, true}) {
        if (training && hasDropout)
            continue; // another mask
        const auto tensors = tensorsOf(module);
        const at::Tensor row = rowOf(tensors, read->parameters, network->layout().parameters);
        const at::Tensor buffers = rowOf(tensors, read->buffers, network->layout().buffers);
        const Answer theirs = ofModule(module, *network, *read, inputs, labels, training);
        const std::string how = training ? "training" : "evaluation";
        compare(
            ofStack(*network, row, buffers, inputs, labels, training), theirs, "stacked, " + how);
        compare(
            planned(*network, row, buffers, inputs, labels, training), theirs, "planned, " + how);
    }
}

} // namespace coterie::scripted
