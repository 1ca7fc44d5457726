#include "core/nn/script_graphs.h"

#include <torch/csrc/jit/api/function_impl.h>
#include <torch/csrc/jit/passes/inliner.h>

#include <algorithm>

namespace coterie {

namespace {

using torch::jit::Node;
using torch::jit::Value;

/// The methods of a value that an operator calls; empty: it calls none.
std::string calledName(const Node& node)
{
    namespace prim = torch::jit::prim;
    if (node.kind() == prim::CallMethod)
        return node.s(torch::jit::attr::name);
    if (node.kind() == prim::Enter) // of a with statement
        return "__enter__";
    return node.kind() == prim::Exit ? "__exit__" : "";
}

} // namespace

ScriptGraphs::ScriptGraphs(const torch::jit::Module& module, const torch::jit::Method& forward)
{
    c10::IValue(module._ivalue()).visit([this](const c10::IValue& value) {
        if (value.isObject() && std::ranges::find(m_objects, value.toObject()) == m_objects.end())
            m_objects.push_back(value.toObject());
        return false;
    });
    add({&forward.function(), module._ivalue()});
    // Those that are added later may make objects whose methods the earlier ones call.
    for (std::size_t known = 0; known != m_graphs.size();) {
        known = m_graphs.size();
        for (std::size_t i = 0; i < m_graphs.size(); ++i) {
            const std::shared_ptr<torch::jit::Graph> graph = m_graphs[i].graph;
            forEachNode(graph->block(), [this](const Node& node) {
                for (const Target& target : targetsOf(node))
                    add(target);
            });
        }
    }
}

void ScriptGraphs::add(const Target& target)
{
    const auto [method, owner] = target;
    const bool isKnown = std::ranges::any_of(m_graphs, [&](const ScriptGraph& each) {
        return each.method == method && each.owner == owner;
    });
    if (isKnown || !method->isGraphFunction())
        return;
    const auto graph = torch::jit::toGraphFunction(*method).graph()->copy();
    torch::jit::Inline(*graph);
    forEachNode(graph->block(), [this](const Node& node) {
        if (node.kind() == torch::jit::prim::CreateObject)
            m_madeTypes.insert(node.output()->type()->expect<c10::ClassType>());
    });
    m_graphs.push_back({method, owner, graph});
}

ScriptGraphs::Object ScriptGraphs::objectAt(const Value& value) const
{
    if (value.node()->kind() == torch::jit::prim::GetAttr) {
        const auto found =
            valueAt(*value.node()->input(0), value.node()->s(torch::jit::attr::name));
        return found && found->isObject() ? found->toObject() : Object();
    }
    const torch::jit::Graph* graph = value.owningGraph();
    if (&value != graph->inputs()[0])
        return {};
    const auto owned = std::ranges::find(
        m_graphs, graph, [](const ScriptGraph& each) { return each.graph.get(); });
    return owned == m_graphs.end() ? Object() : owned->owner;
}

std::optional<c10::IValue> ScriptGraphs::valueAt(const Value& owner, const std::string& name) const
{
    const Object object = objectAt(owner);
    if (!object || !object->type()->hasAttribute(name))
        return std::nullopt;
    return object->getAttr(name);
}

std::vector<ScriptGraphs::Target> ScriptGraphs::targetsOf(const Node& node) const
{
    const std::string name = calledName(node);
    std::vector<Target> targets;
    if (name.empty())
        return targets;
    const auto addIfThere = [&](const c10::ClassType& type, const Object& owner) {
        if (const torch::jit::Function* method = type.findMethod(name))
            targets.emplace_back(method, owner);
    };
    const Value& receiver = *node.input(0);
    if (const Object object = objectAt(receiver)) {
        addIfThere(*object->type(), object);
        return targets;
    }
    if (receiver.node()->kind() == torch::jit::prim::ModuleContainerIndex)
        if (const Object container = objectAt(*receiver.node()->input(0))) {
            for (const c10::IValue& each : container->slots())
                if (each.isObject())
                    addIfThere(*each.toObject()->type(), each.toObject());
            return targets;
        }
    const auto type = receiver.type()->cast<c10::ClassType>();
    for (const Object& object : m_objects)
        if (!type || object->type() == type)
            addIfThere(*object->type(), object);
    for (const c10::ClassTypePtr& made : m_madeTypes)
        if (!type || made == type)
            addIfThere(*made, {});
    return targets;
}

std::vector<std::size_t> ScriptGraphs::calledBy(const Node& node) const
{
    std::vector<std::size_t> called;
    for (const auto& [method, owner] : targetsOf(node))
        for (std::size_t i = 0; i < m_graphs.size(); ++i)
            if (m_graphs[i].method == method && m_graphs[i].owner == owner)
                called.push_back(i);
    return called;
}

} // namespace coterie
