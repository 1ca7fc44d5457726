#include "core/experiment/parameters.h"
#include "core/nn/script_shapes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

/// The operators of LibTorch that a layer of a list can say. Each checks that the layer means the
/// same, to the number, and refuses with what differs.

namespace coterie {

namespace {

using Operator = ScriptValue (*)(ScriptFlows& flows, const ScriptCall& call);

std::size_t unsignedSize(std::int64_t size)
{
    return static_cast<std::size_t>(size);
}

std::string numberText(double number)
{
    return toText(ParameterValue(number));
}

/// A picture or volume.
Flow spatialInput(ScriptFlows& flows, const ScriptCall& call, std::size_t edges)
{
    Flow flow = flowInput(flows, call);
    const bool isVolume = flows.pass().input.depth > 1;
    if (flow.isFlat || flow.sizes.size() != edges + 2 || isVolume != (edges == 3))
        call.refuse("gets a tensor of " + std::to_string(flow.sizes.size())
                    + " dimensions that is no " + (edges == 3 ? "volume" : "picture")
                    + " of the data set");
    return flow;
}

template <Layer (*make)()>
ScriptValue simple(ScriptFlows& flows, const ScriptCall& call)
{
    return {flows.addSimple(call, make(), {flowInput(flows, call)})};
}

ScriptValue linearOperator(ScriptFlows& flows, const ScriptCall& call)
{
    const Flow flow = flowInput(flows, call);
    const HeldTensor& weight = call.held("weight");
    if (weight.tensor.dim() != 2)
        call.refuse("has a weight that is no matrix");
    if (flow.sizes.size() != 2)
        call.refuse("gets a tensor of " + std::to_string(flow.sizes.size())
                    + " dimensions; a linear layer of a list takes numbers in a row");
    const std::int64_t outputs = weight.tensor.size(0);
    const std::int64_t inputs = weight.tensor.size(1);
    if (flow.sizes[1] != inputs)
        call.refuse("takes " + std::to_string(inputs) + " numbers, and "
                    + std::to_string(flow.sizes[1]) + " arrive");
    std::vector<std::string> tensors{weight.name};
    const bool bias = !call.isNone("bias");
    if (bias)
        tensors.push_back(call.held("bias", {outputs}).name);
    return {flows.add(call,
                      linear(unsignedSize(inputs), unsignedSize(outputs), bias),
                      {flow},
                      {flow.sizes[0], outputs},
                      std::move(tensors))};
}

/// Zeros at every edge; PyTorch also has words for them.
std::size_t paddingOf(const ScriptCall& call, const Layer& layer, std::size_t edges)
{
    const c10::IValue* said = call.value("padding").constant();
    if (said == nullptr || !said->isString())
        return call.edge("padding", edges);
    if (said->toStringRef() == "valid")
        return 0;
    if (layer.stride != 1 || (layer.reach() - 1) % 2 != 0)
        call.refuse("has a padding of \"same\" that differs between the edges");
    return (layer.reach() - 1) / 2;
}

ScriptValue convolution(ScriptFlows& flows, const ScriptCall& call, std::size_t edges)
{
    const Flow flow = spatialInput(flows, call, edges);
    const HeldTensor& weight = call.held("weight");
    const Sizes kernel = weight.tensor.sizes().vec();
    if (kernel.size() != edges + 2)
        call.refuse("has a weight of another number of dimensions");
    if (std::any_of(kernel.begin() + 2, kernel.end(), [&](auto size) { return size != kernel[2]; }))
        call.refuse("has a kernel of different edges; that of a list has the same for every edge");
    Layer layer = edges == 3 ? conv3d(0, 0, 0) : conv2d(0, 0, 0);
    const std::int64_t groups = call.integer("groups");
    if (groups < 1 || flow.sizes[1] != kernel[1] * groups || kernel[0] % groups != 0)
        call.refuse("takes " + std::to_string(kernel[1] * groups) + " channels, and "
                    + std::to_string(flow.sizes[1]) + " arrive");
    layer.inputs = unsignedSize(flow.sizes[1]);
    layer.outputs = unsignedSize(kernel[0]);
    layer.kernel = unsignedSize(kernel[2]);
    layer.groups = unsignedSize(groups);
    layer.stride = call.edge("stride", edges);
    layer.dilation = call.edge("dilation", edges);
    if (layer.kernel == 0 || layer.stride == 0 || layer.dilation == 0)
        call.refuse("has a kernel, stride or dilation of 0");
    layer.padding = paddingOf(call, layer, edges);
    std::vector<std::string> tensors{weight.name};
    layer.bias = !call.isNone("bias");
    if (layer.bias)
        tensors.push_back(call.held("bias", {kernel[0]}).name);
    Sizes sizes{flow.sizes[0], kernel[0]};
    for (std::size_t i = 2; i < flow.sizes.size(); ++i) {
        const std::int64_t free =
            flow.sizes[i] + signedSize(2 * layer.padding) - signedSize(layer.reach());
        if (free < 0)
            call.refuse("has a kernel larger than what arrives");
        sizes.push_back(free / signedSize(layer.stride) + 1);
    }
    return {flows.add(call, layer, {flow}, sizes, std::move(tensors))};
}

ScriptValue pool(ScriptFlows& flows, const ScriptCall& call, const Layer& kind, std::size_t edges)
{
    const Flow flow = spatialInput(flows, call, edges);
    Layer layer = kind;
    layer.kernel = call.edge("kernel_size", edges);
    const Sizes strides = call.integers("stride");
    const std::size_t stride = strides.empty() ? layer.kernel : call.edge("stride", edges);
    if (layer.kernel == 0 || stride != layer.kernel)
        call.refuse("has a kernel of " + std::to_string(layer.kernel) + " and a stride of "
                    + std::to_string(stride) + "; the pools of a list move by their own size");
    if (const std::size_t padding = call.edge("padding", edges); padding != 0)
        call.refuse("has a padding of " + std::to_string(padding)
                    + "; the pools of a list have none");
    if (kind.kind == LayerKind::AveragePool2d) {
        if (!call.isNone("divisor_override"))
            call.refuse("has a divisor of its own");
    } else if (const std::size_t dilation = call.edge("dilation", edges); dilation != 1) {
        call.refuse("has a dilation of " + std::to_string(dilation)
                    + "; the pools of a list have none");
    }
    Sizes sizes{flow.sizes[0], flow.sizes[1]};
    const bool roundsUp = call.flag("ceil_mode");
    for (std::size_t i = 2; i < flow.sizes.size(); ++i) {
        const std::int64_t kernel = signedSize(layer.kernel);
        if (flow.sizes[i] < kernel)
            call.refuse("has a kernel larger than what arrives");
        if (roundsUp && flow.sizes[i] % kernel != 0)
            call.refuse("rounds up; the pools of a list leave out what does not fill a kernel");
        sizes.push_back(flow.sizes[i] / kernel);
    }
    return {flows.add(call, layer, {flow}, sizes)};
}

ScriptValue preluOperator(ScriptFlows& flows, const ScriptCall& call)
{
    const HeldTensor& slope = call.held("weight");
    if (slope.tensor.numel() != 1)
        call.refuse("has " + std::to_string(slope.tensor.numel())
                    + " slopes; that of a list has one");
    return {flows.addSimple(call, prelu(), {flowInput(flows, call)}, {slope.name})};
}

void checkEpsilon(const ScriptCall& call, double ours)
{
    if (const double epsilon = call.real("eps"); epsilon != ours)
        call.refuse("has an eps of " + numberText(epsilon) + "; that of a list has "
                    + numberText(ours));
}

ScriptValue batchNormOperator(ScriptFlows& flows, const ScriptCall& call)
{
    const Flow flow = flowInput(flows, call);
    if (!flow.isFlat && flow.sizes.size() < 4)
        call.refuse("gets neither numbers in a row nor a picture or volume");
    checkEpsilon(call, kBatchNormEpsilon);
    if (const double momentum = call.real("momentum"); momentum != kBatchNormMomentum)
        call.refuse("has a momentum of " + numberText(momentum) + "; that of a list has "
                    + numberText(kBatchNormMomentum));
    const Sizes sizes{flow.sizes[1]};
    std::vector<std::string> tensors;
    for (const char* name : {"weight", "bias", "running_mean", "running_var"})
        tensors.push_back(call.held(name, sizes).name);
    if (call.flag("training") != flows.pass().training)
        call.refuse(flows.pass().training
                        ? "keeps its statistics fixed in training"
                        : "takes the statistics of the batch in evaluation as well");
    return {
        flows.addSimple(call, batchNorm(unsignedSize(flow.sizes[1])), {flow}, std::move(tensors))};
}

ScriptValue groupNormOperator(ScriptFlows& flows, const ScriptCall& call)
{
    const Flow flow = flowInput(flows, call);
    checkEpsilon(call, kSampleNormEpsilon);
    const std::int64_t groups = call.integer("num_groups");
    if (groups < 1 || flow.sizes[1] % groups != 0)
        call.refuse("cannot split " + std::to_string(flow.sizes[1]) + " channels into "
                    + std::to_string(groups) + " groups");
    std::vector<std::string> tensors;
    for (const char* name : {"weight", "bias"})
        tensors.push_back(call.held(name, {flow.sizes[1]}).name);
    return {flows.addSimple(call,
                            groupNorm(unsignedSize(flow.sizes[1]), unsignedSize(groups)),
                            {flow},
                            std::move(tensors))};
}

ScriptValue layerNormOperator(ScriptFlows& flows, const ScriptCall& call)
{
    const Flow flow = flowInput(flows, call);
    checkEpsilon(call, kSampleNormEpsilon);
    const Sizes normalised = call.integers("normalized_shape");
    if (!std::equal(normalised.begin(), normalised.end(), flow.sizes.begin() + 1, flow.sizes.end())
        || flow.isFlat != (flow.sizes.size() == 2))
        call.refuse("normalises a part of a sample; that of a list normalises all its numbers");
    std::vector<std::string> tensors;
    for (const char* name : {"weight", "bias"})
        tensors.push_back(call.held(name, normalised).name);
    return {flows.addSimple(call, layerNorm(normalised.size()), {flow}, std::move(tensors))};
}

ScriptValue dropoutOperator(ScriptFlows& flows, const ScriptCall& call)
{
    const Flow flow = flowInput(flows, call);
    if (!call.flag("train"))
        return {flow}; // the tensor itself
    if (!flows.pass().training)
        call.refuse("sets numbers to zero in evaluation as well");
    const double rate = call.real("p");
    if (!(rate >= 0 && rate < 1))
        call.refuse("has a rate of " + numberText(rate)
                    + "; that of a list is at least 0 and below 1");
    return {flows.addSimple(call, dropout(rate), {flow})};
}

ScriptValue geluOperator(ScriptFlows& flows, const ScriptCall& call)
{
    if (call.node.maybeSchema()->argumentIndexWithName("approximate")) {
        const c10::IValue* said = call.value("approximate").constant();
        if (said == nullptr || !said->isString() || said->toStringRef() != "none")
            call.refuse("is approximate; that of a list is exact");
    }
    return simple<&gelu>(flows, call);
}

ScriptValue softmaxOperator(ScriptFlows& flows, const ScriptCall& call)
{
    const Flow flow = flowInput(flows, call);
    if (flowDimension(call, call.integer("dim"), flow.sizes.size()) != 1)
        call.refuse("is over another dimension than the channels");
    if (!call.isNone("dtype"))
        call.refuse("changes the type of the numbers");
    return {flows.addSimple(call, softmax(), {flow})};
}

ScriptValue logSoftmaxOperator(ScriptFlows&, const ScriptCall& call)
{
    call.refuse("is no layer of a list; the loss takes the softmax itself, so a network can end "
                "before it");
}

ScriptValue globalPool(ScriptFlows& flows, const ScriptCall& call, std::size_t edges)
{
    const Flow flow = spatialInput(flows, call, edges);
    const Sizes wanted = call.integers("output_size");
    if (std::ranges::any_of(wanted, [](std::int64_t size) { return size != 1; }))
        call.refuse("makes more than one number of a channel; the global pool of a list makes one");
    Sizes sizes(flow.sizes.size(), 1);
    std::copy_n(flow.sizes.begin(), 2, sizes.begin());
    return {flows.add(call, globalAveragePool(), {flow}, sizes)};
}

/// Over all edges of a picture or volume.
ScriptValue meanOperator(ScriptFlows& flows, const ScriptCall& call)
{
    if (!call.node.maybeSchema()->argumentIndexWithName("dim"))
        call.refuse("is over the samples as well");
    const std::size_t edges = flows.pass().input.depth > 1 ? 3 : 2;
    const Flow flow = spatialInput(flows, call, edges);
    std::vector<std::size_t> dimensions;
    for (const std::int64_t dimension : call.integers("dim"))
        dimensions.push_back(flowDimension(call, dimension, flow.sizes.size()));
    std::ranges::sort(dimensions);
    std::vector<std::size_t> all(edges);
    std::iota(all.begin(), all.end(), std::size_t{2});
    if (dimensions != all)
        call.refuse("is not over all edges of a channel");
    if (!call.isNone("dtype"))
        call.refuse("changes the type of the numbers");
    Sizes sizes(call.flag("keepdim") ? flow.sizes.size() : 2, 1);
    std::copy_n(flow.sizes.begin(), 2, sizes.begin());
    return {flows.add(call, globalAveragePool(), {flow}, sizes)};
}

/// By a whole factor, the same for every edge.
ScriptValue upsampleOperator(ScriptFlows& flows, const ScriptCall& call)
{
    const Flow flow = spatialInput(flows, call, 3);
    if (call.flag("align_corners"))
        call.refuse("aligns corners; that of a list does not");
    std::size_t factor = 0;
    if (!call.node.maybeSchema()->argumentIndexWithName("scale_factors"))
        call.refuse("takes its factors one by one; a list has one factor");
    if (const c10::IValue* said = call.value("scale_factors").constant();
        said != nullptr && said->isDoubleList() && !said->toDoubleVector().empty()) {
        const std::vector<double> factors = said->toDoubleVector();
        if (factors[0] >= 1 && factors[0] <= 64 && factors[0] == std::floor(factors[0])
            && std::ranges::all_of(factors, [&](double each) { return each == factors[0]; }))
            factor = static_cast<std::size_t>(factors[0]);
    } else {
        const Sizes wanted = call.integers("output_size");
        const std::int64_t times = wanted.size() == 3 ? wanted[0] / flow.sizes[2] : 0;
        if (times >= 1
            && std::equal(
                wanted.begin(), wanted.end(), flow.sizes.begin() + 2, [&](auto to, auto from) {
                    return to == times * from;
                }))
            factor = unsignedSize(times);
    }
    if (factor == 0)
        call.refuse("is not by one whole factor for every edge");
    Sizes sizes = flow.sizes;
    std::for_each(sizes.begin() + 2, sizes.end(), [&](auto& size) { size *= signedSize(factor); });
    return {flows.add(call, upsample3d(factor), {flow}, sizes)};
}

ScriptValue addOperator(ScriptFlows& flows, const ScriptCall& call)
{
    const Flow one = flowInput(flows, call);
    const Flow other = flows.now(call.flow(1), call);
    if (call.real("alpha") != 1)
        call.refuse("adds a multiple; that of a list adds as it is");
    if (one.sizes != other.sizes || one.isFlat != other.isFlat)
        call.refuse("adds tensors of different sizes");
    return {flows.addSimple(call, addition(0), {one, other})};
}

ScriptValue sameOperator(ScriptFlows& flows, const ScriptCall& call)
{
    return {flowInput(flows, call)};
}

/// Another order in memory makes it another tensor, with which what is changed in place stays
/// alone.
ScriptValue contiguousOperator(ScriptFlows& flows, const ScriptCall& call)
{
    if (call.integer("memory_format") != static_cast<std::int64_t>(c10::MemoryFormat::Contiguous))
        call.refuse("puts the numbers in another order in memory; a list keeps one");
    return sameOperator(flows, call);
}

ScriptValue cloneOperator(ScriptFlows& flows, const ScriptCall& call)
{
    return {flows.copied(flowInput(flows, call))};
}

ScriptValue dependsOnNumbers(ScriptFlows&, const ScriptCall& call)
{
    call.refuse("makes what follows depend on the numbers of the samples; the layers of a list are "
                "the same for all");
}

template <ScriptValue (*make)(ScriptFlows&, const ScriptCall&, std::size_t), std::size_t kEdges>
ScriptValue over(ScriptFlows& flows, const ScriptCall& call)
{
    return make(flows, call, kEdges);
}

template <Layer (*make)(std::size_t), std::size_t kEdges>
ScriptValue poolOver(ScriptFlows& flows, const ScriptCall& call)
{
    return pool(flows, call, make(1), kEdges);
}

struct NamedOperator
{
    std::string_view name;
    Operator apply;
    bool inPlace = false; ///< there is one that ends in "_"
};

constexpr std::array kOperators{NamedOperator{"aten::linear", &linearOperator},
                                NamedOperator{"aten::conv2d", &over<&convolution, 2>},
                                NamedOperator{"aten::conv3d", &over<&convolution, 3>},
                                NamedOperator{"aten::relu", &simple<&relu>, true},
                                NamedOperator{"aten::prelu", &preluOperator},
                                NamedOperator{"aten::sigmoid", &simple<&sigmoid>, true},
                                NamedOperator{"aten::tanh", &simple<&tanhLayer>, true},
                                NamedOperator{"aten::gelu", &geluOperator, true},
                                NamedOperator{"aten::softmax", &softmaxOperator},
                                NamedOperator{"aten::log_softmax", &logSoftmaxOperator},
                                NamedOperator{"aten::max_pool2d", &poolOver<&maxPool2d, 2>},
                                NamedOperator{"aten::max_pool3d", &poolOver<&maxPool3d, 3>},
                                NamedOperator{"aten::avg_pool2d", &poolOver<&averagePool2d, 2>},
                                NamedOperator{"aten::adaptive_avg_pool2d", &over<&globalPool, 2>},
                                NamedOperator{"aten::adaptive_avg_pool3d", &over<&globalPool, 3>},
                                NamedOperator{"aten::mean", &meanOperator},
                                NamedOperator{"aten::upsample_trilinear3d", &upsampleOperator},
                                NamedOperator{"aten::batch_norm", &batchNormOperator},
                                NamedOperator{"aten::group_norm", &groupNormOperator},
                                NamedOperator{"aten::layer_norm", &layerNormOperator},
                                NamedOperator{"aten::dropout", &dropoutOperator, true},
                                NamedOperator{"aten::flatten", &flattenOperator},
                                NamedOperator{"aten::view", &viewOperator},
                                NamedOperator{"aten::reshape", &viewOperator},
                                NamedOperator{"aten::squeeze", &squeezeOperator},
                                NamedOperator{"aten::unsqueeze", &unsqueezeOperator},
                                NamedOperator{"aten::add", &addOperator, true},
                                NamedOperator{"aten::cat", &catOperator},
                                NamedOperator{"aten::concat", &catOperator},
                                NamedOperator{"aten::contiguous", &contiguousOperator},
                                NamedOperator{"aten::clone", &cloneOperator},
                                NamedOperator{"aten::Bool", &dependsOnNumbers},
                                NamedOperator{"aten::Int", &dependsOnNumbers},
                                NamedOperator{"aten::Float", &dependsOnNumbers},
                                NamedOperator{"aten::item", &dependsOnNumbers},
                                NamedOperator{"aten::is_nonzero", &dependsOnNumbers}};

} // namespace

ScriptValue flowOperator(ScriptFlows& flows, const ScriptCall& call)
{
    const std::string_view name = call.node.kind().toQualString();
    for (const NamedOperator& known : kOperators) {
        if (name == known.name)
            return known.apply(flows, call);
        if (known.inPlace && name.size() == known.name.size() + 1 && name.back() == '_'
            && name.starts_with(known.name)) {
            const Flow old = flowInput(flows, call);
            const ScriptValue made = known.apply(flows, call);
            return {flows.replace(old, *made.flow())};
        }
    }
    call.refuse("is no layer of a list");
}

} // namespace coterie
