#include "core/nn/script_program.h"

#include "core/base/json_node.h"
#include "core/nn/script_aliases.h"
#include "core/nn/script_graphs.h"

#include <torch/csrc/jit/ir/constants.h>
#include <torch/csrc/jit/ir/ir.h>
#include <torch/csrc/jit/passes/constant_propagation.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace coterie {

namespace {

using torch::jit::Node;
using torch::jit::Value;

bool isConstant(const Node& node, std::size_t input)
{
    return torch::jit::toIValue(node.input(input)).has_value();
}

/// A mode that does not follow the module's, as tracing leaves it.
bool hasFixedMode(const Node& node)
{
    const std::string_view kind = node.kind().toQualString();
    constexpr std::array<std::string_view, 6> kDropouts{"aten::dropout",
                                                        "aten::dropout_",
                                                        "aten::feature_dropout",
                                                        "aten::feature_dropout_",
                                                        "aten::alpha_dropout",
                                                        "aten::alpha_dropout_"};
    if (std::ranges::find(kDropouts, kind) != kDropouts.end())
        return isConstant(node, 1) && isConstant(node, 2); // with a computed share it can be off
    if (kind == "aten::batch_norm" || kind == "aten::instance_norm")
        return isConstant(node, 5) && !isConstant(node, 3); // with running statistics
    return false;
}

bool mayDraw(const Node& node)
{
    const std::string_view kind = node.kind().toQualString();
    constexpr std::array<std::string_view, 5> kRecurrent{
        "aten::lstm", "aten::gru", "aten::rnn_tanh", "aten::rnn_relu", "aten::rnn"};
    const bool isAttention = kind.find("attention") != std::string_view::npos;
    if (std::ranges::find(kRecurrent, kind) == kRecurrent.end() && !isAttention)
        return node.isNondeterministic();
    const auto share =
        node.maybeSchema()
            ? node.schema().argumentIndexWithName(isAttention ? "dropout_p" : "dropout")
            : decltype(node.schema().argumentIndexWithName("")){};
    if (!share)
        return true;
    const auto value = torch::jit::toIValue(node.input(static_cast<std::size_t>(*share)));
    return !value || !value->isDouble() || value->toDouble() != 0;
}

bool isBufferOf(const c10::ClassType& owner, const std::string& name)
{
    const auto slot = owner.findAttributeSlot(name);
    return slot && owner.is_buffer(*slot);
}

bool writesTo(const Node& node, const c10::FunctionSchema& schema, std::size_t input)
{
    const std::string_view kind = node.kind().toQualString();
    // An embedding with a largest norm; LibTorch does not say what it writes to.
    if (kind == "aten::_no_grad_embedding_renorm_")
        return input == 0;
    // From then on, who writes to one tensor writes to the other.
    if (kind == "aten::set_" || kind == "aten::set_data")
        return true;
    const c10::AliasInfo* alias = schema.arguments()[input].alias_info();
    return alias && alias->isWrite();
}

bool writesToElements(const c10::FunctionSchema& schema, std::size_t input)
{
    const c10::AliasInfo* alias = schema.arguments()[input].alias_info();
    return alias && std::ranges::any_of(alias->containedTypes(), [](const c10::AliasInfo& each) {
               return each.isWrite();
           });
}

/// What outlives the pass: an attribute of a module or a constant.
struct Kept
{
    const Value* owner = nullptr; ///< the module; null: of none
    std::string name;
    bool isBuffer = false;
};

/// Those among memories.
std::vector<Kept> keptAmong(const ScriptAliases::Memories& memories)
{
    std::vector<Kept> kept;
    for (const Value* memory : memories) {
        const Node& node = *memory->node();
        const bool isTensor = memory->type()->kind() == c10::TypeKind::TensorType;
        if (isTensor && node.kind() == torch::jit::prim::Constant)
            kept.push_back({});
        if (!isOfModule(*memory))
            continue;
        const std::string& name = node.s(torch::jit::attr::name);
        const auto owner = node.input(0)->type()->expect<c10::ClassType>();
        kept.push_back({node.input(0), name, isBufferOf(*owner, name)});
    }
    return kept;
}

/// What an operator changes of it.
std::vector<Kept> changedBy(const Node& node, const ScriptAliases& aliases)
{
    if (node.kind() == torch::jit::prim::SetAttr) {
        const std::string& name = node.s(torch::jit::attr::name);
        const auto owner = node.input(0)->type()->cast<c10::ClassType>();
        if (owner && owner->is_module())
            return {{node.input(0), name, isBufferOf(*owner, name)}};
        // An object that the pass itself makes, as torch.no_grad() does, ends with it.
        const bool isKept = !keptAmong(aliases.of(*node.input(0))).empty();
        return isKept ? std::vector<Kept>{{node.input(0), name, false}} : std::vector<Kept>{};
    }
    std::vector<Kept> changed;
    const c10::FunctionSchema* schema = node.maybeSchema();
    const std::size_t count =
        schema ? std::min(schema->arguments().size(), node.inputs().size()) : 0;
    for (std::size_t i = 0; i < count; ++i)
        if (writesTo(node, *schema, i))
            std::ranges::copy(keptAmong(writesToElements(*schema, i)
                                            ? aliases.withElements(*node.input(i))
                                            : aliases.of(*node.input(i))),
                              std::back_inserter(changed));
    return changed;
}

/// Only what is left of the graph in evaluation, with the numbers and flags that the module has:
/// no pass changes those.
void keepEvaluation(const ScriptGraphs& graphs, std::shared_ptr<torch::jit::Graph> graph)
{
    std::vector<std::pair<Node*, c10::IValue>> known;
    forEachNode(graph->block(), [&](Node& node) {
        if (node.kind() != torch::jit::prim::GetAttr)
            return;
        const std::string& name = node.s(torch::jit::attr::name);
        const auto owner = node.input(0)->type()->cast<c10::ClassType>();
        if (owner && owner->is_module() && name == "training")
            known.emplace_back(&node, false);
        else if (const auto value = graphs.valueAt(*node.input(0), name);
                 value && (value->isBool() || value->isInt() || value->isDouble()))
            known.emplace_back(&node, *value);
    });
    for (const auto& [node, value] : known) {
        const torch::jit::WithInsertPoint place(node);
        node->output()->replaceAllUsesWith(graph->insertConstant(value));
    }
    torch::jit::ConstantPropagationImmutableTypes(graph);
}

/// What a batch-norm may move; LibTorch does not say that it writes its running statistics.
std::vector<Kept> movedStatistics(const Node& node, const ScriptAliases& aliases)
{
    const c10::FunctionSchema* schema = node.maybeSchema();
    if (!schema || !schema->argumentIndexWithName("running_mean"))
        return {};
    const auto input = [&](const char* name) -> const Value* {
        const auto place = schema->argumentIndexWithName(name);
        return place ? node.input(static_cast<std::size_t>(*place)) : nullptr;
    };
    for (const char* mode : {"training", "train", "use_input_stats"})
        if (const Value* given = input(mode)) {
            const auto training = torch::jit::toIValue(given);
            if (training && training->isBool() && !training->toBool())
                return {};
        }
    std::vector<Kept> moved;
    for (const char* name : {"running_mean", "running_var"})
        if (const Value* given = input(name))
            for (const Kept& each : keptAmong(aliases.of(*given)))
                if (each.isBuffer)
                    moved.push_back(each);
    return moved;
}

/// The buffer of real numbers that an operator may change; empty: none. Those of whole numbers are
/// as the file has them when each pass begins.
std::string
changedBuffer(const Node& node, const ScriptGraphs& graphs, const ScriptAliases& aliases)
{
    std::vector<Kept> changed = changedBy(node, aliases);
    std::ranges::copy(movedStatistics(node, aliases), std::back_inserter(changed));
    for (const Kept& each : changed) {
        if (!each.isBuffer)
            continue;
        const auto value = graphs.valueAt(*each.owner, each.name);
        const bool isReal = !value || !value->isTensor() || !value->toTensor().defined()
                            || value->toTensor().is_floating_point();
        if (isReal)
            return each.name;
    }
    return {};
}

} // namespace

ScriptProgram programOf(const torch::jit::Module& module)
{
    const auto method = module.find_method("forward");
    if (!method)
        return {.draws = false, .problem = "has no method forward"};
    ScriptProgram found;
    const auto refuse = [&found](std::string problem) {
        if (found.problem.empty())
            found.problem = std::move(problem);
    };
    const ScriptGraphs graphs(module, *method);
    const auto forEach = [&graphs](const auto& use) {
        for (const ScriptGraph& each : graphs.all())
            forEachNode(each.graph->block(), use);
    };
    forEach([&](const Node& node) {
        found.draws = found.draws || mayDraw(node);
        if (hasFixedMode(node))
            refuse("has a dropout or batch-norm that does not tell training from evaluation, as "
                   "torch.jit.trace leaves it; use torch.jit.script, and give functions such as "
                   "F.dropout training=self.training");
        if (node.kind() == torch::jit::prim::fork)
            refuse("starts tasks of its own (torch.jit.fork), whose order is not fixed; call the "
                   "functions directly");
    });
    // Without the branches that are never taken, such as an embedding's for its largest norm.
    for (const ScriptGraph& each : graphs.all()) {
        std::shared_ptr<torch::jit::Graph> graph = each.graph;
        torch::jit::ConstantPropagationImmutableTypes(graph);
    }
    const ScriptAliases always(graphs);
    forEach([&](const Node& node) {
        for (const Kept& changed : changedBy(node, always))
            if (!changed.isBuffer)
                refuse((changed.owner ? "changes its attribute " + inQuotes(changed.name)
                                      : "changes a constant")
                       + " as it computes; only buffers can change, so register it as a buffer if "
                         "it is no parameter");
    });
    for (const ScriptGraph& each : graphs.all())
        keepEvaluation(graphs, each.graph);
    const ScriptAliases inEvaluation(graphs);
    forEach([&](const Node& node) {
        if (const std::string name = changedBuffer(node, graphs, inEvaluation); !name.empty())
            refuse("may change its buffer " + inQuotes(name)
                   + " in evaluation, and only training may do so; put that behind \"if "
                     "self.training\"");
    });
    return found;
}

} // namespace coterie
