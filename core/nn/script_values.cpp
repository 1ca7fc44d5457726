#include "core/nn/script_values.h"

#include <ATen/core/function_schema.h>
#include <algorithm>
#include <cassert>
#include <tuple>

namespace coterie {

namespace {

/// Of a saved module: where it stood before it was saved.
torch::jit::SourceRange originalOf(const torch::jit::SourceRange& range)
{
    if (const auto original = range.findSourceRangeThatGenerated())
        return *original;
    return range;
}

/// In a file of PyTorch's own modules, where a line says nothing to who wrote the network.
bool isPyTorchs(const torch::jit::SourceRange& range)
{
    const auto place = range.file_line_col();
    return place && std::get<0>(*place).find("torch/nn/") != std::string::npos;
}

/// " at line 12 of net.py"
std::string lineOf(const torch::jit::SourceRange& range)
{
    const auto place = range.file_line_col();
    if (!place)
        return range.source() == nullptr
                   ? std::string()
                   : " at line "
                         + std::to_string(range.source()->lineno_for_offset(range.start()) + 1);
    const std::string& path = std::get<0>(*place);
    const std::string name = path.substr(path.find_last_of('/') + 1);
    // Text that was compiled without a file has a name such as "<string>".
    const bool isFile = !name.empty() && name.front() != '<';
    return " at line " + std::to_string(std::get<1>(*place)) + (isFile ? " of " + name : "");
}

bool hasSizes(const at::Tensor& tensor, const Sizes& sizes)
{
    return tensor.sizes() == c10::IntArrayRef(sizes);
}

std::string edgesText(c10::IntArrayRef sizes)
{
    std::string text;
    for (const std::int64_t size : sizes)
        text += (text.empty() ? "" : "×") + std::to_string(size);
    return text;
}

SampleShape shapeOf(const Sizes& sizes)
{
    const auto size = [&](std::size_t place) { return static_cast<std::size_t>(sizes[place]); };
    SampleShape shape;
    shape.channels = sizes.size() > 1 ? size(1) : 1;
    const std::size_t edges = sizes.size() < 2 ? 0 : sizes.size() - 2;
    if (edges == 3)
        shape.depth = size(2);
    if (edges >= 2)
        shape.height = size(sizes.size() - 2);
    if (edges >= 1)
        shape.width = size(sizes.size() - 1);
    return shape;
}

} // namespace

std::string placeOf(const torch::jit::Node& node)
{
    std::vector<torch::jit::SourceRange> ranges;
    std::string module;
    if (const auto stack = node.callstack())
        for (const auto& call : (*stack)->vec()) { // the outermost first
            ranges.push_back(originalOf(std::get<1>(call)));
            const auto& callee = std::get<2>(call);
            const std::string name = callee ? callee->instance_name() : std::string();
            if (!name.empty() && name != "SELF" && name != "INSTANCE_NAME_UNKNOWN")
                module += (module.empty() ? "" : ".") + name;
        }
    ranges.push_back(originalOf(node.sourceRange()));
    std::string text = node.kind().toQualString();
    if (!module.empty())
        text += " in \"" + module + '"';
    const auto own = std::find_if_not(ranges.rbegin(), ranges.rend(), &isPyTorchs);
    return own == ranges.rend() ? text : text + lineOf(*own);
}

void ScriptCall::refuse(const std::string& why) const
{
    throw ScriptRefusal{placeOf(node) + " " + why};
}

const ScriptValue& ScriptCall::value(std::string_view name) const
{
    if (const c10::FunctionSchema* schema = node.maybeSchema()) {
        const auto& arguments = schema->arguments();
        for (std::size_t i = 0; i < arguments.size() && i < given.size(); ++i)
            if (arguments[i].name() == name)
                return given[i];
    }
    refuse("has no argument \"" + std::string(name) + "\" in this version of LibTorch");
}

const Flow& ScriptCall::flow(std::size_t place) const
{
    if (place < given.size())
        if (const Flow* flow = given[place].flow())
            return *flow;
    refuse("takes a tensor that does not come from the samples alone");
}

std::int64_t ScriptCall::integer(std::string_view name) const
{
    const c10::IValue* constant = value(name).constant();
    if (constant == nullptr || !constant->isInt())
        refuse("has a " + std::string(name) + " that is not a fixed whole number");
    return constant->toInt();
}

double ScriptCall::real(std::string_view name) const
{
    const c10::IValue* constant = value(name).constant();
    if (constant != nullptr && constant->isInt())
        return static_cast<double>(constant->toInt());
    if (constant == nullptr || !constant->isDouble())
        refuse("has a " + std::string(name) + " that is not a fixed number");
    return constant->toDouble();
}

bool ScriptCall::flag(std::string_view name) const
{
    const c10::IValue* constant = value(name).constant();
    if (constant == nullptr || !constant->isBool())
        refuse("has a " + std::string(name) + " that is not fixed");
    return constant->toBool();
}

Sizes ScriptCall::integers(std::string_view name) const
{
    const c10::IValue* constant = value(name).constant();
    if (constant != nullptr && constant->isInt())
        return {constant->toInt()};
    if (constant == nullptr || !constant->isIntList())
        refuse("has a " + std::string(name) + " that is not a list of fixed whole numbers");
    return constant->toIntVector();
}

std::size_t ScriptCall::edge(std::string_view name, std::size_t edges) const
{
    const Sizes given_ = integers(name);
    if (given_.empty() || (given_.size() != 1 && given_.size() != edges))
        refuse("has a " + std::string(name) + " for another number of edges");
    if (std::ranges::adjacent_find(given_, std::not_equal_to<>()) != given_.end())
        refuse("has a " + std::string(name) + " of " + edgesText(given_)
               + "; layers of a list have the same for every edge");
    if (given_.front() < 0)
        refuse("has a negative " + std::string(name));
    return static_cast<std::size_t>(given_.front());
}

const HeldTensor& ScriptCall::held(std::string_view name, const Sizes& sizes) const
{
    const ScriptValue& found = value(name);
    if (found.isNone())
        refuse("has no " + std::string(name) + ", which the layer of a list always has");
    const HeldTensor* tensor = found.held();
    if (tensor == nullptr)
        refuse("has a " + std::string(name) + " that is not a parameter or buffer of the module");
    if (!sizes.empty() && !hasSizes(tensor->tensor, sizes))
        refuse("has a " + std::string(name) + " of " + edgesText(tensor->tensor.sizes())
               + " where the layer of a list has " + edgesText(sizes));
    return *tensor;
}

ScriptFlows::ScriptFlows(const ScriptPass& pass)
    : m_pass(pass)
{
    const SampleShape& input = pass.input;
    Sizes sizes{pass.batch, signedSize(input.channels)};
    if (input.depth > 1)
        sizes.push_back(signedSize(input.depth));
    if (input.plane() > 1)
        sizes.insert(sizes.end(), {signedSize(input.height), signedSize(input.width)});
    m_steps.steps.push_back(
        {.layer = {}, .inputs = {}, .tensors = {}, .shape = input, .place = "the samples"});
    m_memory.push_back({.version = 0,
                        .newest = {.step = 0,
                                   .sizes = std::move(sizes),
                                   .isFlat = input.plane() == 1,
                                   .memory = 0,
                                   .version = 0}});
}

Flow ScriptFlows::samples() const
{
    return m_memory.front().newest;
}

Flow ScriptFlows::now(const Flow& flow, const ScriptCall& call) const
{
    const Memory& memory = m_memory[flow.memory];
    if (flow.version == memory.version)
        return flow;
    if (flow.sizes != memory.newest.sizes || flow.isFlat != memory.newest.isFlat)
        call.refuse("reads a tensor that was changed in place in another shape");
    return memory.newest;
}

Flow ScriptFlows::add(const ScriptCall& call,
                      const Layer& layer,
                      const std::vector<Flow>& inputs,
                      const Sizes& sizes,
                      std::vector<std::string> tensors)
{
    assert(!inputs.empty());
    ScriptStep step{.layer = layer,
                    .inputs = {},
                    .tensors = std::move(tensors),
                    .shape = shapeOf(sizes),
                    .place = placeOf(call.node)};
    for (const Flow& input : inputs)
        step.inputs.push_back(input.step);
    m_steps.steps.push_back(std::move(step));
    Flow made = inputs.front();
    made.step = m_steps.steps.size() - 1;
    made.sizes = sizes;
    made.isFlat = made.isFlat || layer.kind == LayerKind::Flatten
                  || layer.kind == LayerKind::GlobalAveragePool;
    return copied(std::move(made));
}

Flow ScriptFlows::addSimple(const ScriptCall& call,
                            const Layer& layer,
                            const std::vector<Flow>& inputs,
                            std::vector<std::string> tensors)
{
    const Sizes sizes = inputs.front().sizes;
    return add(call, layer, inputs, sizes, std::move(tensors));
}

Flow ScriptFlows::replace(const Flow& old, const Flow& made)
{
    Memory& memory = m_memory[old.memory];
    memory.newest = made;
    memory.newest.memory = old.memory;
    memory.newest.version = ++memory.version;
    return memory.newest;
}

Flow ScriptFlows::copied(Flow flow)
{
    flow.memory = m_memory.size();
    flow.version = 0;
    m_memory.push_back({.version = 0, .newest = flow});
    return flow;
}

} // namespace coterie
