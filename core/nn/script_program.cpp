#include "core/nn/script_program.h"

#include "core/base/json_node.h"

#include <torch/csrc/jit/ir/constants.h>
#include <torch/csrc/jit/ir/ir.h>
#include <torch/csrc/jit/passes/inliner.h>

#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace coterie {

namespace {

using torch::jit::Node;

template <typename Use>
void forEachNode(torch::jit::Block* block, const Use& use)
{
    for (Node* node : block->nodes()) {
        use(*node);
        for (torch::jit::Block* inner : node->blocks())
            forEachNode(inner, use);
    }
}

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

/// The name of a list or table of the module that it changes in place; empty: none.
std::string changedList(const Node& node)
{
    const c10::FunctionSchema* schema = node.maybeSchema();
    const std::size_t count = schema == nullptr ? 0 : schema->arguments().size();
    for (std::size_t i = 0; i < count && i < node.inputs().size(); ++i) {
        const c10::AliasInfo* alias = schema->arguments()[i].alias_info();
        const torch::jit::Value& value = *node.input(i);
        const c10::TypeKind kind = value.type()->kind();
        if (alias != nullptr && alias->isWrite()
            && (kind == c10::TypeKind::ListType || kind == c10::TypeKind::DictType)
            && value.node()->kind() == torch::jit::prim::GetAttr)
            return value.node()->s(torch::jit::attr::name);
    }
    return {};
}

/// The name of what it changes, if that is neither a parameter nor a buffer; empty: nothing.
std::string changedAttribute(const Node& node)
{
    if (node.kind() != torch::jit::prim::SetAttr)
        return changedList(node);
    const auto owner = node.input(0)->type()->cast<c10::ClassType>();
    const std::string& name = node.s(torch::jit::attr::name);
    const auto slot =
        owner ? owner->findAttributeSlot(name) : decltype(owner->findAttributeSlot("")){};
    return !slot || !owner->is_buffer(*slot) ? name : std::string();
}

} // namespace

ScriptProgram programOf(const torch::jit::Module& module)
{
    const auto method = module.find_method("forward");
    if (!method)
        return {.draws = false, .problem = "has no method forward"};
    const std::shared_ptr<torch::jit::Graph> graph = method->graph()->copy();
    torch::jit::Inline(*graph);
    ScriptProgram found;
    const auto refuse = [&found](std::string problem) {
        if (found.problem.empty())
            found.problem = std::move(problem);
    };
    forEachNode(graph->block(), [&](const Node& node) {
        found.draws = found.draws || mayDraw(node);
        if (hasFixedMode(node))
            refuse("has a dropout or batch-norm that does not tell training from evaluation, as "
                   "torch.jit.trace leaves it; use torch.jit.script, and give functions such as "
                   "F.dropout training=self.training");
        if (const std::string name = changedAttribute(node); !name.empty())
            refuse("changes its attribute " + inQuotes(name)
                   + " as it computes; only parameters and buffers can change, so register it as "
                     "a buffer");
        if (node.kind() == torch::jit::prim::fork)
            refuse("starts tasks of its own (torch.jit.fork), whose order is not fixed; call the "
                   "functions directly");
    });
    return found;
}

} // namespace coterie
