#include "core/nn/script_program.h"

#include "core/base/json_node.h"

#include <torch/csrc/jit/ir/constants.h>
#include <torch/csrc/jit/ir/ir.h>
#include <torch/csrc/jit/passes/constant_propagation.h>
#include <torch/csrc/jit/passes/inliner.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace coterie {

namespace {

using torch::jit::Node;
using torch::jit::Value;

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

/// What a loop hands from pass to pass in this place: it begins as one and goes on as the other.
std::vector<const Value*> carriedBy(const Node& loop, std::size_t place)
{
    // Before those that are carried come the count and the condition.
    return {loop.input(place + 2), loop.blocks()[0]->outputs()[place + 1]};
}

/// What a list, a tuple or a dictionary that is made in the pass may hold.
std::vector<const Value*> elementsOf(const Value& made)
{
    const Node& node = *made.node();
    std::vector<const Value*> elements(node.inputs().begin(), node.inputs().end());
    for (const torch::jit::Use& use : made.uses()) {
        const Node& user = *use.user;
        const c10::FunctionSchema* schema = user.maybeSchema();
        const bool isFilled = use.offset == 0 && schema && !schema->arguments().empty()
                              && schema->arguments().front().alias_info()
                              && schema->arguments().front().alias_info()->isWrite();
        if (isFilled)
            for (std::size_t i = 1; i < user.inputs().size(); ++i)
                elements.push_back(user.input(i));
    }
    return elements;
}

/// What an operator's result may be: an argument, or a view or an element of one.
std::vector<const Value*> aliasesOf(const Value& result)
{
    const Node& node = *result.node();
    const c10::FunctionSchema* schema = node.maybeSchema();
    const bool isPart = schema && result.offset() < schema->returns().size()
                        && schema->returns()[result.offset()].alias_info();
    if (!isPart) {
        // A list of tensors that is made of others: its schema does not say that it has theirs.
        const auto list = result.type()->cast<c10::ListType>();
        if (!list || list->getElementType()->kind() != c10::TypeKind::TensorType)
            return {};
        return {node.inputs().begin(), node.inputs().end()};
    }
    std::vector<const Value*> aliases;
    const std::size_t count = std::min(schema->arguments().size(), node.inputs().size());
    for (std::size_t i = 0; i < count; ++i)
        if (schema->arguments()[i].alias_info())
            aliases.push_back(node.input(i));
    if (aliases.empty()) // an element of a dictionary, of which LibTorch does not say whose it is
        aliases.assign(node.inputs().begin(), node.inputs().end());
    return aliases;
}

/// What a value may be, itself or as a view or an element; empty: it is made there. `wanted`: the
/// type of what is looked for, which lies in no other of its type.
std::vector<const Value*> sourcesOf(const Value& value, const c10::Type& wanted)
{
    namespace prim = torch::jit::prim;
    const Node& node = *value.node();
    const auto kind = node.kind();
    if (kind == prim::Param) {
        const Node* around = node.owningBlock()->owningNode();
        const bool isCarried =
            around != nullptr && around->kind() == prim::Loop && value.offset() > 0;
        return isCarried ? carriedBy(*around, value.offset() - 1) : std::vector<const Value*>();
    }
    if (kind == prim::Loop)
        return carriedBy(node, value.offset());
    if (kind == prim::If)
        return {node.blocks()[0]->outputs()[value.offset()],
                node.blocks()[1]->outputs()[value.offset()]};
    if (kind == prim::ListConstruct || kind == prim::TupleConstruct || kind == prim::DictConstruct)
        return *value.type() == wanted ? std::vector<const Value*>() : elementsOf(value);
    if (kind == prim::TupleUnpack && node.input(0)->node()->kind() == prim::TupleConstruct)
        return {node.input(0)->node()->input(value.offset())};
    if (kind == prim::TupleUnpack || kind == prim::ListUnpack || kind == prim::TupleIndex
        || kind == prim::TupleSlice || kind == prim::unchecked_cast)
        return {node.input(0)};
    return aliasesOf(value);
}

/// Where modules' own attributes were read that a value may be, or be a view or an element of, or
/// belong to as an object's.
std::vector<const Node*> attributesBehind(const Value& value)
{
    std::vector<const Node*> reads;
    std::set<const Value*> seen; // a loop leads back to its beginning
    std::vector<const Value*> open{&value};
    while (!open.empty()) {
        const Value* at = open.back();
        open.pop_back();
        if (!seen.insert(at).second)
            continue;
        const Node* node = at->node();
        if (node->kind() != torch::jit::prim::GetAttr) {
            const std::vector<const Value*> sources = sourcesOf(*at, *value.type());
            open.insert(open.end(), sources.begin(), sources.end());
            continue;
        }
        const auto owner = node->input(0)->type()->cast<c10::ClassType>();
        if (owner && owner->is_module())
            reads.push_back(node);
        else
            open.push_back(node->input(0));
    }
    return reads;
}

bool isBufferOf(const c10::ClassType& owner, const std::string& name)
{
    const auto slot = owner.findAttributeSlot(name);
    return slot && owner.is_buffer(*slot);
}

bool writesTo(const Node& node, const c10::FunctionSchema& schema, std::size_t input)
{
    // An embedding with a largest norm; LibTorch does not say what it writes to.
    if (std::string_view(node.kind().toQualString()) == "aten::_no_grad_embedding_renorm_")
        return input == 0;
    const c10::AliasInfo* alias = schema.arguments()[input].alias_info();
    return alias && alias->isWrite();
}

/// An attribute of a module that outlives the pass.
struct Kept
{
    const Value* owner = nullptr; ///< the module
    std::string name;
    bool isBuffer = false;
};

/// What an operator changes of it.
std::vector<Kept> changedBy(const Node& node)
{
    std::vector<Kept> changed;
    if (node.kind() == torch::jit::prim::SetAttr) {
        const std::string& name = node.s(torch::jit::attr::name);
        const auto owner = node.input(0)->type()->cast<c10::ClassType>();
        if (owner && owner->is_module())
            changed.push_back({node.input(0), name, isBufferOf(*owner, name)});
        // An object that the pass itself makes, as torch.no_grad() does, ends with it.
        else if (!attributesBehind(*node.input(0)).empty())
            changed.push_back({node.input(0), name, false});
        return changed;
    }
    const c10::FunctionSchema* schema = node.maybeSchema();
    if (!schema)
        return changed;
    const std::size_t count = std::min(schema->arguments().size(), node.inputs().size());
    for (std::size_t i = 0; i < count; ++i) {
        if (!writesTo(node, *schema, i))
            continue;
        for (const Node* read : attributesBehind(*node.input(i))) {
            const std::string& name = read->s(torch::jit::attr::name);
            const auto owner = read->input(0)->type()->expect<c10::ClassType>();
            changed.push_back({read->input(0), name, isBufferOf(*owner, name)});
        }
    }
    return changed;
}

/// What a module has under the names that lead there from the one that the graph is of.
std::optional<c10::IValue>
valueAt(const torch::jit::Module& module, const Value& owner, const std::string& name)
{
    std::vector<std::string> path{name};
    const Value* at = &owner;
    for (; at->node()->kind() == torch::jit::prim::GetAttr; at = at->node()->input(0))
        path.push_back(at->node()->s(torch::jit::attr::name));
    if (at != owner.owningGraph()->inputs()[0])
        return std::nullopt;
    c10::IValue value = module._ivalue();
    for (auto each = path.rbegin(); each != path.rend(); ++each) {
        if (!value.isObject() || !value.toObject()->type()->hasAttribute(*each))
            return std::nullopt;
        value = value.toObject()->getAttr(*each);
    }
    return value;
}

/// Only what is left of the graph in evaluation, with the numbers and flags that the module has:
/// no pass changes those. `module`: whose the graph is.
void keepEvaluation(std::shared_ptr<torch::jit::Graph>& graph, const torch::jit::Module& module)
{
    std::vector<std::pair<Node*, c10::IValue>> known;
    forEachNode(graph->block(), [&](Node& node) {
        if (node.kind() != torch::jit::prim::GetAttr)
            return;
        const std::string& name = node.s(torch::jit::attr::name);
        const auto owner = node.input(0)->type()->cast<c10::ClassType>();
        if (owner && owner->is_module() && name == "training")
            known.emplace_back(&node, false);
        else if (const auto value = valueAt(module, *node.input(0), name);
                 value && (value->isBool() || value->isInt() || value->isDouble()))
            known.emplace_back(&node, *value);
    });
    for (const auto& [node, value] : known) {
        const torch::jit::WithInsertPoint place(node);
        node->output()->replaceAllUsesWith(graph->insertConstant(value));
    }
    torch::jit::ConstantPropagation(graph);
}

/// What a batch-norm may move; LibTorch does not say that it writes its running statistics.
std::vector<Kept> movedStatistics(const Node& node)
{
    constexpr std::size_t kRunningMean = 3;
    constexpr std::size_t kTraining = 5;
    const std::string_view kind = node.kind().toQualString();
    if (kind != "aten::batch_norm" && kind != "aten::instance_norm")
        return {};
    const auto training = torch::jit::toIValue(node.input(kTraining));
    if (training && training->isBool() && !training->toBool())
        return {};
    std::vector<Kept> moved;
    for (const Node* read : attributesBehind(*node.input(kRunningMean)))
        if (read->output()->type()->kind() != c10::TypeKind::NoneType)
            moved.push_back({read->input(0), read->s(torch::jit::attr::name), true});
    return moved;
}

/// The buffer of real numbers that an operator may change; empty: none. Those of whole numbers are
/// as the file has them when each pass begins.
std::string changedBuffer(const Node& node, const torch::jit::Module& module)
{
    std::vector<Kept> changed = changedBy(node);
    std::ranges::copy(movedStatistics(node), std::back_inserter(changed));
    for (const Kept& each : changed) {
        const auto value = valueAt(module, *each.owner, each.name);
        const bool isReal = !value || !value->isTensor() || !value->toTensor().defined()
                            || value->toTensor().is_floating_point();
        if (each.isBuffer && isReal)
            return each.name;
    }
    return {};
}

/// What a pass may run, with the functions that it calls, and whose it is.
struct OwnedGraph
{
    torch::jit::Module owner;
    std::shared_ptr<torch::jit::Graph> graph;
};

/// First forward, then what is called through an interface, which any module may stand behind.
std::vector<OwnedGraph> graphsOf(const torch::jit::Module& module,
                                 const torch::jit::Method& forward)
{
    std::vector<OwnedGraph> graphs;
    // Modules of one class share their functions, and each has flags of its own.
    std::set<std::pair<const torch::jit::Function*, const c10::ivalue::Object*>> known;
    const auto add = [&](const torch::jit::Module& owner, const torch::jit::Method& method) {
        if (!known.emplace(&method.function(), owner._ivalue().get()).second)
            return;
        graphs.push_back({owner, method.graph()->copy()});
        torch::jit::Inline(*graphs.back().graph);
    };
    add(module, forward);
    for (std::size_t i = 0; i < graphs.size(); ++i) {
        std::set<std::string> called;
        forEachNode(graphs[i].graph->block(), [&](const Node& node) {
            if (node.kind() == torch::jit::prim::CallMethod)
                called.insert(node.s(torch::jit::attr::name));
        });
        for (const std::string& name : called)
            for (const torch::jit::Module& each : module.modules())
                if (const auto method = each.find_method(name))
                    add(each, *method);
    }
    return graphs;
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
    for (OwnedGraph& each : graphsOf(module, *method)) {
        std::shared_ptr<torch::jit::Graph>& graph = each.graph;
        const torch::jit::Module& self = each.owner;
        forEachNode(graph->block(), [&](const Node& node) {
            found.draws = found.draws || mayDraw(node);
            if (hasFixedMode(node))
                refuse("has a dropout or batch-norm that does not tell training from evaluation, "
                       "as torch.jit.trace leaves it; use torch.jit.script, and give functions "
                       "such as F.dropout training=self.training");
            if (node.kind() == torch::jit::prim::fork)
                refuse("starts tasks of its own (torch.jit.fork), whose order is not fixed; call "
                       "the functions directly");
        });
        // Without the branches that are never taken, such as an embedding's for its largest norm.
        torch::jit::ConstantPropagation(graph);
        forEachNode(graph->block(), [&](const Node& node) {
            for (const Kept& changed : changedBy(node))
                if (!changed.isBuffer)
                    refuse("changes its attribute " + inQuotes(changed.name)
                           + " as it computes; only buffers can change, so register it as a buffer "
                             "if it is no parameter");
        });
        keepEvaluation(graph, self);
        forEachNode(graph->block(), [&](const Node& node) {
            if (const std::string name = changedBuffer(node, self); !name.empty())
                refuse("may change its buffer " + inQuotes(name)
                       + " in evaluation, and only training may do so; put that behind \"if "
                         "self.training\"");
        });
    }
    return found;
}

} // namespace coterie
