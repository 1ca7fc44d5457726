#include "core/nn/script_aliases.h"

#include "core/nn/script_graphs.h"

#include <torch/csrc/jit/ir/constants.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

namespace coterie {

namespace {

namespace prim = torch::jit::prim;
using torch::jit::Node;
using torch::jit::Value;

const std::string kElement = "an element";

bool holdsOthers(const Value& value)
{
    switch (value.type()->kind()) {
    case c10::TypeKind::TensorType:
    case c10::TypeKind::IntType:
    case c10::TypeKind::FloatType:
    case c10::TypeKind::BoolType:
    case c10::TypeKind::StringType:
    case c10::TypeKind::NumberType:
    case c10::TypeKind::NoneType:
        return false;
    default:
        return true;
    }
}

/// Whether what it holds is known by name, all of it.
bool hasFields(const Value& memory)
{
    return memory.node()->kind() == prim::TupleConstruct
           || memory.node()->kind() == prim::CreateObject;
}

/// Their result may be their first argument, which their schemas do not say.
bool givesBack(const Node& node)
{
    const std::string_view kind = node.kind().toQualString();
    constexpr std::array<std::string_view, 4> kEnds{
        "dropout", "::type_as", "::to_dense", "::sum_to_size"};
    return kind.starts_with("aten::_cast_")
           || std::ranges::any_of(kEnds,
                                  [kind](std::string_view end) { return kind.ends_with(end); });
}

/// The field of a tuple that a TupleIndex reads; empty: any.
std::string fieldRead(const Node& node)
{
    const auto index = torch::jit::toIValue(node.input(1));
    const auto type = node.input(0)->type()->cast<c10::TupleType>();
    if (!index || !index->isInt() || !type)
        return {};
    const std::int64_t place = index->toInt();
    return std::to_string(place < 0 ? place + std::int64_t(type->elements().size()) : place);
}

} // namespace

bool isOfModule(const Value& memory)
{
    if (memory.node()->kind() != prim::GetAttr)
        return false;
    const auto owner = memory.node()->input(0)->type()->cast<c10::ClassType>();
    return owner && owner->is_module();
}

ScriptAliases::ScriptAliases(const ScriptGraphs& graphs)
    : m_graphs(graphs)
{
    while (m_isNew) {
        m_isNew = false;
        for (const ScriptGraph& each : graphs.all())
            forEachNode(each.graph->block(), [this](const Node& node) { follow(node); });
    }
}

const ScriptAliases::Memories& ScriptAliases::of(const Value& value) const
{
    static const Memories kNone;
    const auto found = m_may.find(&value);
    return found == m_may.end() ? kNone : found->second;
}

ScriptAliases::Memories ScriptAliases::withElements(const Value& value) const
{
    Memories all = of(value);
    if (holdsOthers(value))
        all.merge(taken(all, {}));
    return all;
}

ScriptAliases::Memories ScriptAliases::taken(const Memories& from, const std::string& field) const
{
    Memories found;
    for (const Value* memory : from) {
        const bool isNamed = !field.empty() && hasFields(*memory);
        if (!hasFields(*memory))
            found.insert(memory);
        for (auto held = m_held.lower_bound({memory, {}});
             held != m_held.end() && held->first.first == memory;
             ++held)
            if (!isNamed || held->first.second == field || held->first.second == kElement)
                found.insert(held->second.begin(), held->second.end());
    }
    return found;
}

void ScriptAliases::flow(const Memories& from, const Value& to)
{
    if (from.empty())
        return;
    Memories& known = m_may[&to];
    const std::size_t before = known.size();
    known.insert(from.begin(), from.end());
    m_isNew = m_isNew || known.size() != before;
}

void ScriptAliases::flow(const Value& from, const Value& to)
{
    flow(of(from), to);
}

void ScriptAliases::put(const Memories& what, const Value& into, const std::string& field)
{
    if (what.empty())
        return;
    for (const Value* memory : of(into)) {
        Memories& held = m_held[{memory, field}];
        const std::size_t before = held.size();
        held.insert(what.begin(), what.end());
        m_isNew = m_isNew || held.size() != before;
    }
}

void ScriptAliases::follow(const Node& node)
{
    const auto kind = node.kind();
    if (kind == prim::GetAttr)
        return read(node);
    if (kind == prim::SetAttr)
        return write(node);
    if (kind == prim::CallMethod || kind == prim::Enter || kind == prim::Exit)
        return followCalls(node);
    if (kind == prim::Loop)
        return loop(node);
    if (kind == prim::TupleConstruct || kind == prim::TupleUnpack || kind == prim::TupleIndex)
        return tuple(node);
    if (kind == prim::unchecked_cast)
        return flow(*node.input(0), *node.output());
    if (kind == prim::If) {
        for (const torch::jit::Block* block : node.blocks())
            for (std::size_t i = 0; i < node.outputs().size(); ++i)
                flow(*block->outputs()[i], *node.outputs()[i]);
        return;
    }
    followOperator(node);
}

void ScriptAliases::read(const Node& node)
{
    const Value& result = *node.output();
    const std::string& name = node.s(torch::jit::attr::name);
    if (!isOfModule(result))
        return flow(taken(of(*node.input(0)), name), result);
    flow({&result}, result);
    if (const auto replaced = m_replaced.find(name); replaced != m_replaced.end())
        flow(replaced->second, result);
}

void ScriptAliases::write(const Node& node)
{
    const std::string& name = node.s(torch::jit::attr::name);
    const Memories what = of(*node.input(1));
    put(what, *node.input(0), name);
    const auto owner = node.input(0)->type()->cast<c10::ClassType>();
    if (!owner || !owner->is_module())
        return;
    Memories& replaced = m_replaced[name];
    const std::size_t before = replaced.size();
    replaced.insert(what.begin(), what.end());
    m_isNew = m_isNew || replaced.size() != before;
}

void ScriptAliases::followCalls(const Node& node)
{
    for (const std::size_t place : m_graphs.calledBy(node)) {
        const torch::jit::Graph& called = *m_graphs.all()[place].graph;
        const std::size_t count = std::min(node.inputs().size(), called.inputs().size());
        for (std::size_t i = 0; i < count; ++i)
            flow(*node.input(i), *called.inputs()[i]);
        const std::size_t results = std::min(node.outputs().size(), called.outputs().size());
        for (std::size_t i = 0; i < results; ++i)
            flow(*called.outputs()[i], *node.outputs()[i]);
    }
}

void ScriptAliases::loop(const Node& node)
{
    // Before what passes are handed come the count and the condition, in a pass its number.
    const torch::jit::Block& body = *node.blocks()[0];
    for (std::size_t i = 0; i < node.outputs().size(); ++i) {
        for (const Value* from :
             std::array<const Value*, 2>{node.input(i + 2), body.outputs()[i + 1]}) {
            flow(*from, *body.inputs()[i + 1]);
            flow(*from, *node.outputs()[i]);
        }
    }
}

void ScriptAliases::tuple(const Node& node)
{
    if (node.kind() == prim::TupleConstruct) {
        flow({node.output()}, *node.output());
        for (std::size_t i = 0; i < node.inputs().size(); ++i)
            put(of(*node.input(i)), *node.output(), std::to_string(i));
        return;
    }
    const Memories& from = of(*node.input(0));
    if (node.kind() == prim::TupleIndex)
        return flow(taken(from, fieldRead(node)), *node.output());
    for (std::size_t i = 0; i < node.outputs().size(); ++i)
        flow(taken(from, std::to_string(i)), *node.outputs()[i]);
}

void ScriptAliases::followOperator(const Node& node)
{
    for (const Value* result : node.outputs())
        followResult(node, *result);
    const c10::FunctionSchema* schema = node.maybeSchema();
    const std::size_t count =
        schema ? std::min(schema->arguments().size(), node.inputs().size()) : 0;
    for (std::size_t i = 0; i < count; ++i) {
        const c10::AliasInfo* alias = schema->arguments()[i].alias_info();
        if (!alias || !alias->isWrite() || !holdsOthers(*node.input(i)))
            continue;
        for (const Value* other : node.inputs())
            if (other != node.input(i))
                put(withElements(*other), *node.input(i), kElement);
    }
}

void ScriptAliases::followResult(const Node& node, const Value& result)
{
    flow({&result}, result);
    const auto kind = node.kind();
    const bool isMade = kind == prim::ListConstruct || kind == prim::DictConstruct;
    if (isMade || kind == prim::TupleSlice) {
        for (const Value* input : node.inputs())
            put(isMade ? of(*input) : withElements(*input), result, kElement);
        return;
    }
    if (givesBack(node))
        return flow(*node.input(0), result);
    const c10::FunctionSchema* schema = node.maybeSchema();
    const bool isListed = schema && result.offset() < schema->returns().size();
    const bool isAlias = !isListed || schema->returns()[result.offset()].alias_info();
    // A list is made of others, or of parts of a tensor: its schema may not say that it has theirs.
    if (!isAlias && !holdsOthers(result))
        return;
    const auto mayGive = [&](std::size_t input) {
        return !isAlias || !isListed || input >= schema->arguments().size()
               || schema->arguments()[input].alias_info();
    };
    // Of an element of a dictionary LibTorch does not say whose it is.
    bool isTold = false;
    for (std::size_t i = 0; i < node.inputs().size(); ++i)
        isTold = isTold || mayGive(i);
    const bool isList = result.type()->kind() == c10::TypeKind::ListType;
    for (std::size_t i = 0; i < node.inputs().size(); ++i) {
        if (isTold && !mayGive(i))
            continue;
        const Memories given = withElements(*node.input(i));
        if (isAlias && (!isList || holdsOthers(*node.input(i))))
            flow(given, result);
        if (holdsOthers(result))
            put(given, result, kElement);
    }
}

} // namespace coterie
