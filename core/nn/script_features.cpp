#include "core/nn/script_features.h"

#include "core/base/filled.h"
#include "core/base/json_node.h"
#include "core/nn/script_values.h"

#include <torch/csrc/jit/ir/ir.h>
#include <torch/csrc/jit/passes/constant_propagation.h>
#include <torch/csrc/jit/passes/inliner.h>

#include <ATen/core/function_schema.h>
#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

namespace coterie {

namespace {

using torch::jit::Node;
using torch::jit::Value;

/// Whether the layer before it is still the output layer: after that, forward may only apply
/// softmax or its logarithm, or change the shape.
bool mayFollowOutputLayer(const Node& node)
{
    constexpr std::array<std::string_view, 6> kKinds{"aten::log_softmax",
                                                     "aten::softmax",
                                                     "aten::squeeze",
                                                     "aten::flatten",
                                                     "aten::view",
                                                     "aten::reshape"};
    return std::ranges::find(kKinds, std::string_view(node.kind().toQualString())) != kKinds.end();
}

/// Whether what was computed before it is the same afterwards.
bool changesNothing(const Node& node)
{
    if (!node.blocks().empty() || node.hasSideEffects())
        return false;
    const c10::FunctionSchema* schema = node.maybeSchema();
    return schema == nullptr
           || std::ranges::none_of(schema->arguments(), [](const c10::Argument& argument) {
                  return argument.alias_info() && argument.alias_info()->isWrite();
              });
}

/// The parameter that a value is, by the names that lead to it; empty: it is computed.
std::vector<std::string> pathTo(const Value& value, const torch::jit::Graph& graph)
{
    std::vector<std::string> path;
    const Value* at = &value;
    for (; at->node()->kind() == torch::jit::prim::GetAttr; at = at->node()->input(0))
        path.insert(path.begin(), at->node()->s(torch::jit::attr::name));
    return at == graph.inputs()[0] ? path : std::vector<std::string>();
}

/// Of the tensor with this path, where it is trained; tied ones have the same.
std::optional<std::size_t> sliceOf(const ScriptModule::Inside& inside,
                                   std::vector<std::string> path)
{
    if (path.empty())
        return std::nullopt;
    const std::string name = std::move(path.back());
    path.pop_back();
    const auto place = std::ranges::find_if(inside.parameters, [&](const ScriptPlace& known) {
        return known.owner == path && known.name == name;
    });
    return place == inside.parameters.end() ? std::nullopt : std::optional(place->slice);
}

/// Why the linear layer that forward ends in is not the output layer; empty: it is.
std::string outputProblem(const Node& last,
                          const torch::jit::Graph& graph,
                          const ScriptModule::Inside& inside,
                          const ParamLayout& layout)
{
    const std::vector<std::string> path = pathTo(*last.input(1), graph);
    const std::optional<std::size_t> slice = sliceOf(inside, path);
    if (!slice)
        return filled("the weights of {}, its last linear layer, are no trained parameter",
                      placeOf(last));
    const Slice* output = layout.parameter(layout.outputLayer, SliceRole::Weight);
    const Slice& own = layout.parameters[*slice];
    if (output != nullptr && output->name == own.name)
        return {};
    std::string module;
    for (std::size_t i = 0; i + 1 < path.size(); ++i)
        module += (module.empty() ? "" : ".") + path[i];
    return filled("its last linear layer has {}, and its output layer is the one with {}",
                  inQuotes(own.name),
                  output == nullptr ? "other weights" : inQuotes(output->name))
           + (module.empty() ? std::string("; the last linear layer must be a module of its own")
                             : filled("; set output to {} if that is wrong", inQuotes(module)));
}

} // namespace

ScriptFeatures featuresOf(const ScriptModule::Inside& inside, const ParamLayout& layout)
{
    const auto method = inside.module.find_method("forward");
    if (!method)
        return {.problem = "it has no forward"};
    std::shared_ptr<torch::jit::Graph> graph = method->graph()->copy();
    torch::jit::Inline(*graph);
    // PyTorch's softmax asks which dimension it is given. Tensors are left to the pass, which has
    // a precision of its own.
    torch::jit::ConstantPropagationImmutableTypes(graph);
    if (graph->outputs().size() != 1)
        return {.problem = "forward gives more than one tensor"};
    Node* last = graph->outputs()[0]->node();
    while (mayFollowOutputLayer(*last))
        last = last->input(0)->node();
    if (std::string_view(last->kind().toQualString()) != "aten::linear")
        return {.problem =
                    last->blocks().empty()
                        ? filled("forward ends in {} and not in a linear layer", placeOf(*last))
                        : std::string("forward ends in a condition or a loop")};
    if (std::string problem = outputProblem(*last, *graph, inside, layout); !problem.empty())
        return {.problem = std::move(problem)};
    for (const Node* node = last->next(); node != graph->return_node(); node = node->next())
        if (!changesNothing(*node))
            return {.problem = filled("{} comes after its last linear layer and may change what "
                                      "arrived there",
                                      placeOf(*node))};
    graph->registerOutput(last->input(0));
    return {.graph = std::move(graph)};
}

} // namespace coterie
