#include "core/nn/script_shapes.h"

#include <algorithm>
#include <functional>
#include <numeric>

namespace coterie {

namespace {

std::int64_t sampleSize(const Sizes& sizes)
{
    return std::accumulate(sizes.begin() + 1, sizes.end(), std::int64_t{1}, std::multiplies<>());
}

/// Other sizes for the same numbers.
ScriptValue reshaped(ScriptFlows& flows, const ScriptCall& call, const Flow& flow, Sizes sizes)
{
    if (sizes == flow.sizes)
        return {flow};
    if (sizes.size() < 2 || sizes[0] != flow.sizes[0]
        || sampleSize(sizes) != sampleSize(flow.sizes))
        call.refuse("mixes samples; a layer of a list takes each sample by itself");
    if (sizes[1] != sampleSize(sizes))
        call.refuse("arranges the numbers of a sample anew; a list can only put them in a row");
    Flow made = flow;
    if (!flow.isFlat) {
        made = flows.add(call, flatten(), {flow}, sizes);
        made.memory = flow.memory; // a view
        made.version = flow.version;
    }
    made.sizes = std::move(sizes);
    return {made};
}

} // namespace

Flow flowInput(ScriptFlows& flows, const ScriptCall& call)
{
    return flows.now(call.flow(0), call);
}

std::size_t flowDimension(const ScriptCall& call, std::int64_t dimension, std::size_t rank)
{
    const auto signedRank = static_cast<std::int64_t>(rank);
    if (dimension < -signedRank || dimension >= signedRank)
        call.refuse("names dimension " + std::to_string(dimension) + " of a tensor that has "
                    + std::to_string(rank));
    return static_cast<std::size_t>(dimension < 0 ? dimension + signedRank : dimension);
}

ScriptValue viewOperator(ScriptFlows& flows, const ScriptCall& call)
{
    const Flow flow = flowInput(flows, call);
    Sizes sizes = call.integers(
        call.node.kind().toQualString() == std::string("aten::view") ? "size" : "shape");
    const std::int64_t all = sampleSize(flow.sizes) * flow.sizes[0];
    std::int64_t known = 1;
    const auto open = std::ranges::find(sizes, -1);
    for (auto size = sizes.begin(); size != sizes.end(); ++size) {
        if (size == open)
            continue;
        if (*size < 1 || *size > all || known > all / *size)
            call.refuse("asks for sizes that do not fit what arrives");
        known *= *size;
    }
    if (open != sizes.end())
        *open = all / known;
    if (open != sizes.end() ? all % known != 0 : all != known)
        call.refuse("asks for sizes that do not fit what arrives");
    return reshaped(flows, call, flow, std::move(sizes));
}

ScriptValue flattenOperator(ScriptFlows& flows, const ScriptCall& call)
{
    const Flow flow = flowInput(flows, call);
    const std::size_t rank = flow.sizes.size();
    const std::size_t first = flowDimension(call, call.integer("start_dim"), rank);
    const std::size_t last = flowDimension(call, call.integer("end_dim"), rank);
    if (first > last)
        call.refuse("ends before it starts");
    Sizes sizes(flow.sizes.begin(), flow.sizes.begin() + static_cast<std::ptrdiff_t>(first) + 1);
    for (std::size_t i = first + 1; i < rank; ++i)
        if (i <= last)
            sizes.back() *= flow.sizes[i];
        else
            sizes.push_back(flow.sizes[i]);
    return reshaped(flows, call, flow, std::move(sizes));
}

ScriptValue squeezeOperator(ScriptFlows& flows, const ScriptCall& call)
{
    const Flow flow = flowInput(flows, call);
    if (!call.node.maybeSchema()->argumentIndexWithName("dim"))
        call.refuse("takes the batch away where it has one sample; name the dimensions");
    Sizes sizes = flow.sizes;
    std::vector<std::size_t> dimensions;
    for (const std::int64_t dimension : call.integers("dim"))
        dimensions.push_back(flowDimension(call, dimension, sizes.size()));
    std::ranges::sort(dimensions, std::greater<>());
    for (const std::size_t dimension : dimensions)
        if (sizes[dimension] == 1)
            sizes.erase(sizes.begin() + static_cast<std::ptrdiff_t>(dimension));
    return reshaped(flows, call, flow, std::move(sizes));
}

ScriptValue unsqueezeOperator(ScriptFlows& flows, const ScriptCall& call)
{
    const Flow flow = flowInput(flows, call);
    Sizes sizes = flow.sizes;
    const std::size_t place = flowDimension(call, call.integer("dim"), sizes.size() + 1);
    sizes.insert(sizes.begin() + static_cast<std::ptrdiff_t>(place), 1);
    return reshaped(flows, call, flow, std::move(sizes));
}

ScriptValue catOperator(ScriptFlows& flows, const ScriptCall& call)
{
    const ScriptItems* items = call.given.empty() ? nullptr : call.given.front().items();
    if (items == nullptr || (*items)->empty())
        call.refuse("joins no tensors of the samples");
    std::vector<Flow> parts;
    for (const ScriptValue& item : **items) {
        if (item.flow() == nullptr)
            call.refuse("joins a tensor that does not come from the samples alone");
        parts.push_back(flows.now(*item.flow(), call));
    }
    const Flow& first = parts.front();
    if (parts.size() == 1)
        return {flows.copied(first)};
    Sizes sizes = first.sizes;
    if (flowDimension(call, call.integer("dim"), sizes.size()) != 1)
        call.refuse("joins another dimension than the channels");
    for (std::size_t i = 1; i < parts.size(); ++i) {
        Sizes rest = parts[i].sizes;
        sizes[1] += rest.size() > 1 ? rest[1] : 0;
        if (rest.size() == sizes.size())
            rest[1] = first.sizes[1];
        if (rest != first.sizes || parts[i].isFlat != first.isFlat)
            call.refuse("joins tensors of different sizes");
    }
    return {flows.add(call, concatenate(0), parts, sizes)};
}

} // namespace coterie
