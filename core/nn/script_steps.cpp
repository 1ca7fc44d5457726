#include "core/nn/script_steps.h"

#include "core/nn/script_values.h"

#include <torch/csrc/jit/ir/constants.h>

#include <ATen/core/function_schema.h>
#include <ATen/core/jit_type.h>
#include <ATen/core/stack.h>
#include <algorithm>
#include <unordered_map>
#include <utility>

namespace coterie {

namespace {

namespace jit = torch::jit;

/// More than any network that is of use has, and soon done.
constexpr std::size_t kMostNodes = 1'000'000;

/// One value or several, where an operator gives a list of them.
using Given = std::vector<ScriptValue>;

bool holdsTensors(const c10::Type& type)
{
    if (type.kind() == c10::TypeKind::TensorType || type.kind() == c10::TypeKind::ClassType
        || type.kind() == c10::TypeKind::AnyType)
        return true;
    return std::ranges::any_of(type.containedTypes(),
                               [](const c10::TypePtr& inner) { return holdsTensors(*inner); });
}

/// Follows the nodes of a graph one by one.
class ScriptWalk
{
public:
    ScriptWalk(const jit::Module& module, const ScriptPass& pass)
        : m_flows(pass)
        , m_module(module)
    {}

    ScriptSteps walk(jit::Graph& graph)
    {
        const auto inputs = graph.inputs();
        const auto& arguments = m_module.get_method("forward").function().getSchema().arguments();
        if (inputs.size() < 2 || arguments.size() != inputs.size())
            throw ScriptRefusal{"forward takes no samples"};
        set(inputs[0], {HeldModule{m_module, {}}});
        set(inputs[1], {m_flows.samples()});
        for (std::size_t i = 2; i < inputs.size(); ++i) {
            if (!arguments[i].default_value())
                throw ScriptRefusal{"forward needs \"" + arguments[i].name()
                                    + "\" beside the samples"};
            set(inputs[i], {*arguments[i].default_value()});
        }
        run(*graph.block());
        const auto outputs = graph.outputs();
        const Flow* result = outputs.size() == 1 ? get(outputs[0]).flow() : nullptr;
        if (result == nullptr)
            throw ScriptRefusal{
                "forward gives something else than one tensor that depends on the samples"};
        const Flow now = m_flows.now(*result, {*graph.return_node(), m_none});
        m_flows.steps().result = now.step;
        return std::move(m_flows.steps());
    }

private:
    void set(const jit::Value* value, ScriptValue is)
    {
        m_values.insert_or_assign(value, std::move(is));
    }

    const ScriptValue& get(const jit::Value* value) const
    {
        const auto found = m_values.find(value);
        if (found == m_values.end())
            throw ScriptRefusal{placeOf(*value->node()) + " gives a value that is not known"};
        return found->second;
    }

    Given givenTo(const jit::Node& node) const
    {
        Given given;
        for (const jit::Value* input : node.inputs())
            given.push_back(get(input));
        return given;
    }

    void run(const jit::Block& block)
    {
        for (const jit::Node* node : block.nodes()) {
            if (++m_nodes > kMostNodes)
                throw ScriptRefusal{"forward takes more than " + std::to_string(kMostNodes)
                                    + " operations"};
            take(*node);
        }
    }

    void take(const jit::Node& node)
    {
        const c10::Symbol kind = node.kind();
        if (kind == c10::prim::Constant)
            return takeConstant(node);
        if (kind == c10::prim::If)
            return takeIf(node);
        if (kind == c10::prim::Loop)
            return takeLoop(node);
        // A warning or a print changes no number.
        if (kind == c10::aten::warn || kind == c10::prim::Print)
            return;
        if (kind == c10::prim::Uninitialized)
            return set(node.output(), {c10::IValue()});
        const Given given = givenTo(node);
        const ScriptCall call{node, given};
        if (kind == c10::prim::RaiseException)
            raise(call);
        if (kind == c10::prim::SetAttr)
            return takeNewAttribute(call);
        Given made = kind == c10::prim::GetAttr ? Given{attribute(call)} : results(call);
        if (made.size() != node.outputs().size())
            call.refuse("gives another number of values than expected");
        for (std::size_t i = 0; i < made.size(); ++i)
            set(node.outputs()[i], std::move(made[i]));
    }

    void takeConstant(const jit::Node& node)
    {
        // A function has no value of its own; its calls are inlined.
        if (auto constant = jit::toIValue(node.output()))
            set(node.output(), {std::move(*constant)});
    }

    [[noreturn]] static void raise(const ScriptCall& call)
    {
        std::string why = "forward stops with samples of this shape";
        const c10::IValue* message = call.given.empty() ? nullptr : call.given[0].constant();
        if (message != nullptr && message->isString())
            why += ": " + message->toStringRef();
        throw ScriptRefusal{why, true};
    }

    bool condition(const ScriptCall& call, const ScriptValue& value) const
    {
        const c10::IValue* constant = value.constant();
        if (constant == nullptr || !constant->isBool())
            call.refuse("decides by the numbers of the samples; the layers of a list are the same "
                        "for all");
        return constant->toBool();
    }

    void takeIf(const jit::Node& node)
    {
        const bool isTrue = condition({node, m_none}, get(node.input()));
        const jit::Block& taken = *node.blocks()[isTrue ? 0 : 1];
        run(taken);
        for (std::size_t i = 0; i < node.outputs().size(); ++i)
            set(node.outputs()[i], get(taken.outputs()[i]));
    }

    static ScriptValue wholeNumber(std::int64_t number)
    {
        c10::IValue value(number);
        return {std::move(value)};
    }

    void takeLoop(const jit::Node& node)
    {
        const jit::Block& body = *node.blocks()[0];
        Given given = givenTo(node);
        const ScriptCall call{node, m_none};
        const c10::IValue* turns = given[0].constant();
        if (turns == nullptr || !turns->isInt())
            call.refuse("turns as often as the numbers of the samples say");
        bool goesOn = condition(call, given[1]);
        Given carried(given.begin() + 2, given.end());
        const std::int64_t most = turns->toInt();
        for (std::int64_t turn = 0; turn < most && goesOn; ++turn) {
            if (++m_nodes > kMostNodes)
                call.refuse("turns too often");
            set(body.inputs()[0], wholeNumber(turn));
            for (std::size_t i = 0; i < carried.size(); ++i)
                set(body.inputs()[i + 1], carried[i]);
            run(body);
            goesOn = condition(call, get(body.outputs()[0]));
            for (std::size_t i = 0; i < carried.size(); ++i)
                carried[i] = get(body.outputs()[i + 1]);
        }
        for (std::size_t i = 0; i < carried.size(); ++i)
            set(node.outputs()[i], std::move(carried[i]));
    }

    [[nodiscard]] ScriptValue attribute(const ScriptCall& call) const
    {
        const std::string& name = call.node.s(c10::attr::name);
        const auto* owner = std::get_if<HeldModule>(&call.given[0].is);
        if (owner == nullptr)
            call.refuse("reads \"" + name + "\" of something that is no module");
        const c10::IValue value = owner->module.attr(name);
        if (name == "training" && value.isBool())
            return {c10::IValue(m_flows.pass().training)};
        const std::string path = owner->path.empty() ? name : owner->path + '.' + name;
        if (value.isModule())
            return {HeldModule{value.toModule(), path}};
        if (value.isTensor())
            return {HeldTensor{path, value.toTensor()}};
        if (value.isObject() || holdsTensors(*call.node.output()->type()))
            return isNothing(value, call, path);
        // A list may be changed by what follows.
        return {value.isPtrType() ? value.deepcopy() : value};
    }

    static ScriptValue
    isNothing(const c10::IValue& value, const ScriptCall& call, const std::string& path)
    {
        if (!value.isNone())
            call.refuse("reads \"" + path + "\", which is no parameter, module or number");
        return {value};
    }

    /// Batch-norms count batches, which nothing depends on without a momentum of their own.
    static void takeNewAttribute(const ScriptCall& call)
    {
        const std::string& name = call.node.s(c10::attr::name);
        if (name != "num_batches_tracked")
            call.refuse("changes \"" + name
                        + "\" of the module; layers of a list keep nothing but "
                          "running statistics");
    }

    Given results(const ScriptCall& call)
    {
        const c10::Symbol kind = call.node.kind();
        if (kind == c10::prim::ListConstruct || kind == c10::prim::TupleConstruct)
            return {list(call)};
        if (kind == c10::prim::unchecked_cast || kind == c10::prim::unchecked_unwrap_optional
            || kind == c10::aten::_unwrap_optional)
            return {call.given[0]};
        if (kind == c10::aten::__is__ || kind == c10::aten::__isnot__)
            return {identity(call)};
        // The text of an error.
        if (kind == c10::aten::format)
            return {formatted(call)};
        if (!call.given.empty() && call.given[0].items() != nullptr && kind != c10::aten::cat
            && kind != c10::aten::concat)
            return ofList(call);
        if (std::ranges::all_of(call.given,
                                [](const ScriptValue& value) { return value.constant(); }))
            return computed(call);
        if (!call.given.empty())
            if (const HeldTensor* held = call.given[0].held())
                return ofHeld(call, *held);
        if (!call.given.empty() && call.given[0].flow() != nullptr)
            if (auto size = sizeOfFlow(call))
                return {std::move(*size)};
        return {flowOperator(m_flows, call)};
    }

    static ScriptValue list(const ScriptCall& call)
    {
        const c10::Type& type = *call.node.output()->type();
        const bool isList = call.node.kind() == c10::prim::ListConstruct;
        if (!isList || holdsTensors(type))
            return {std::make_shared<Given>(call.given)};
        c10::impl::GenericList made(type.containedTypes().front());
        for (const ScriptValue& value : call.given) {
            if (value.constant() == nullptr)
                call.refuse("makes a list of what is no number");
            made.push_back(*value.constant());
        }
        return {c10::IValue(std::move(made))};
    }

    static ScriptValue identity(const ScriptCall& call)
    {
        if (!call.given[0].isNone() && !call.given[1].isNone())
            call.refuse("compares values that are not known");
        const bool same = call.given[0].isNone() && call.given[1].isNone();
        return {c10::IValue((call.node.kind() == c10::aten::__is__) == same)};
    }

    static ScriptValue formatted(const ScriptCall& call)
    {
        if (std::ranges::any_of(call.given,
                                [](const ScriptValue& value) { return !value.constant(); }))
            return {call.given[0]};
        c10::Stack stack;
        for (const ScriptValue& value : call.given)
            stack.push_back(*value.constant());
        stack.emplace_back(static_cast<std::int64_t>(call.given.size()));
        call.node.getOperation()(stack);
        return {stack.back()};
    }

    static std::size_t placeIn(const ScriptCall& call, std::size_t count)
    {
        const c10::IValue* said = call.given.size() > 1 ? call.given[1].constant() : nullptr;
        if (said == nullptr || !said->isInt())
            call.refuse("takes a value at a place that is not fixed");
        const std::int64_t place = said->toInt() + (said->toInt() < 0 ? signedSize(count) : 0);
        if (place < 0 || place >= signedSize(count))
            call.refuse("takes a value at a place that a list does not have");
        return static_cast<std::size_t>(place);
    }

    static Given ofList(const ScriptCall& call)
    {
        const ScriptItems& items = *call.given[0].items();
        const c10::Symbol kind = call.node.kind();
        if (kind == c10::prim::ListUnpack || kind == c10::prim::TupleUnpack)
            return *items;
        if (kind == c10::aten::__getitem__ || kind == c10::prim::TupleIndex)
            return {(*items)[placeIn(call, items->size())]};
        if (kind == c10::aten::len)
            return {{c10::IValue(signedSize(items->size()))}};
        if (kind == c10::aten::list)
            return {{std::make_shared<Given>(*items)}};
        if (kind == c10::aten::append) {
            items->push_back(call.given[1]);
            return {call.given[0]};
        }
        const ScriptItems* others = call.given.size() == 2 ? call.given[1].items() : nullptr;
        if (others == nullptr || (kind != c10::aten::add && kind != c10::aten::add_))
            call.refuse("is an operation on lists of tensors that is not known");
        const ScriptItems joined =
            kind == c10::aten::add_ ? items : std::make_shared<Given>(*items);
        const Given added = **others;
        joined->insert(joined->end(), added.begin(), added.end());
        return {{joined}};
    }

    /// A number or text that does not depend on the samples.
    static Given computed(const ScriptCall& call)
    {
        const jit::Node& node = call.node;
        if (node.maybeOperator() == nullptr || !node.blocks().empty() || node.hasSideEffects()
            || node.isNondeterministic())
            call.refuse("is no layer of a list");
        for (const jit::Value* output : node.outputs())
            if (holdsTensors(*output->type()))
                call.refuse("makes a tensor that is no parameter and does not come from the "
                            "samples");
        if (const c10::FunctionSchema* schema = node.maybeSchema())
            if (schema->is_vararg())
                call.refuse("is no layer of a list");
        c10::Stack stack;
        for (const ScriptValue& value : call.given)
            stack.push_back(*value.constant());
        node.getOperation()(stack);
        Given made;
        for (c10::IValue& value : stack)
            made.push_back({std::move(value)});
        return made;
    }

    /// What a forward pass may ask of a parameter, and a batch-norm's count of batches.
    Given ofHeld(const ScriptCall& call, const HeldTensor& held)
    {
        const c10::Symbol kind = call.node.kind();
        if (kind == c10::aten::dim)
            return {{c10::IValue(held.tensor.dim())}};
        if (kind == c10::aten::size && call.given.size() == 1)
            return {{c10::IValue(held.tensor.sizes().vec())}};
        if ((kind == c10::aten::add_ || kind == c10::aten::add)
            && held.tensor.scalar_type() == at::kLong && held.name.ends_with("num_batches_tracked"))
            return {call.given[0]};
        const bool isJoined = std::ranges::any_of(
            call.given, [](const ScriptValue& value) { return value.flow() != nullptr; });
        if (isJoined)
            return {flowOperator(m_flows, call)};
        call.refuse("computes with \"" + held.name + "\" by itself, which no layer of a list does");
    }

    std::optional<ScriptValue> sizeOfFlow(const ScriptCall& call) const
    {
        const c10::Symbol kind = call.node.kind();
        const bool isAsked =
            kind == c10::aten::dim || kind == c10::aten::size || kind == c10::aten::len;
        if (!isAsked)
            return std::nullopt;
        const Flow flow = m_flows.now(call.flow(0), call);
        if (kind == c10::aten::dim)
            return ScriptValue{c10::IValue(signedSize(flow.sizes.size()))};
        if (kind == c10::aten::len)
            return ScriptValue{c10::IValue(flow.sizes[0])};
        if (call.given.size() == 1)
            return ScriptValue{c10::IValue(flow.sizes)};
        return ScriptValue{c10::IValue(flow.sizes[placeIn(call, flow.sizes.size())])};
    }

    ScriptFlows m_flows;
    const jit::Module& m_module;
    std::unordered_map<const jit::Value*, ScriptValue> m_values;
    std::size_t m_nodes = 0;
    const Given m_none;
};

} // namespace

ScriptSteps stepsOfScript(const jit::Module& module, jit::Graph& graph, const ScriptPass& pass)
{
    return ScriptWalk(module, pass).walk(graph);
}

} // namespace coterie
