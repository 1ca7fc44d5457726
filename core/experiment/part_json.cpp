#include "core/experiment/part_json.h"

#include "core/base/json_values.h"
#include "core/base/overloaded.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

namespace coterie {

namespace {

/// The value as the descriptor declares it, where an experiment built in memory says 1 for 1.0.
ParameterValue asDeclared(const ParameterValue& value, ParameterType type)
{
    if (const auto* whole = std::get_if<std::int64_t>(&value); whole && type == ParameterType::Real)
        return static_cast<double>(*whole);
    const auto* real = std::get_if<double>(&value);
    if (real && type == ParameterType::Integer)
        return static_cast<std::int64_t>(*real);
    if (real)
        return *real + 0.0; // -0.0 and 0 are one value
    if (const auto* list = std::get_if<std::vector<double>>(&value)) {
        std::vector<double> numbers = *list;
        for (double& number : numbers)
            number += 0.0;
        return numbers;
    }
    return value;
}

std::vector<std::string_view> namesOf(std::span<const NamedPart> parts)
{
    std::vector<std::string_view> names;
    for (const NamedPart& part : parts)
        names.push_back(part.name);
    return names;
}

bool isSweep(const JsonCursor& cursor)
{
    return cursor.isObject() && cursor.node().find("sweep") != nullptr;
}

void readSweep(const JsonCursor& cursor, const ParameterDescriptor& descriptor, ParameterSet& into)
{
    static_cast<void>(cursor.expectObject({"sweep"}));
    const JsonCursor list = *cursor.find("sweep");
    std::vector<ParameterValue> values;
    for (const JsonCursor& item : list.items("a list of values", "a list of at least one value")) {
        std::optional<ParameterValue> value = item.value(descriptor);
        if (!value)
            continue;
        if (std::ranges::find(values, *value) != values.end())
            item.refuse("different from the other values", ErrorKind::Duplicate);
        else
            values.push_back(*std::move(value));
    }
    if (!values.empty())
        into.put(
            {.name = std::string(descriptor.name), .values = std::move(values), .swept = true});
}

ParameterSet inDeclaredOrder(const ParameterSet& set,
                             std::span<const ParameterDescriptor> descriptors)
{
    ParameterSet sorted;
    for (const ParameterDescriptor& descriptor : descriptors)
        if (const Parameter* parameter = set.find(descriptor.name))
            sorted.put(*parameter);
    return sorted;
}

/// The name of a part; nothing if there is none.
std::optional<std::string>
readName(const JsonCursor& cursor, const PartRule& rule, const Part& base)
{
    const std::vector<std::string_view> names = namesOf(rule.known);
    if (rule.bareName && cursor.node().kind == JsonNode::Kind::Text)
        return cursor.word(names);
    if (!cursor.isObject()) {
        cursor.refuse("an object with a " + inQuotes(rule.nameKey), ErrorKind::WrongType);
        return std::nullopt;
    }
    const bool mayInherit = rule.overrides && findPart(rule.known, base.name) != nullptr;
    if (mayInherit && !cursor.find(rule.nameKey))
        return base.name;
    const std::optional<JsonCursor> name = cursor.need(rule.nameKey, oneOf(names));
    return name ? name->word(names) : std::nullopt;
}

} // namespace

ParameterSet completed(const ParameterSet& parameters,
                       std::span<const ParameterDescriptor> declared,
                       bool codeProfile)
{
    ParameterSet whole;
    for (const ParameterDescriptor& descriptor : declared) {
        const Parameter* given = parameters.find(descriptor.name);
        if (given == nullptr) {
            whole.set(descriptor.name, descriptor.defaultValue(codeProfile));
            continue;
        }
        std::vector<ParameterValue> values;
        for (const ParameterValue& value : given->values)
            values.push_back(asDeclared(value, descriptor.type));
        whole.put({.name = given->name, .values = std::move(values), .swept = given->swept});
    }
    return whole;
}

Part completed(const Part& part, std::span<const NamedPart> known, bool codeProfile)
{
    const NamedPart* named = findPart(known, part.name);
    if (named == nullptr)
        return part;
    return {.name = part.name,
            .parameters = completed(part.parameters, named->parameters, codeProfile)};
}

void readParameter(const JsonCursor& cursor,
                   const ParameterDescriptor& descriptor,
                   const PartRule& rule,
                   ParameterSet& into)
{
    if (rule.overrides && cursor.isNull()) {
        into.remove(descriptor.name);
    } else if (isSweep(cursor)) {
        if (rule.mayBeSwept)
            readSweep(cursor, descriptor, into);
        else
            cursor.refuseAs(
                ErrorKind::NotAllowed,
                rule.whyNotSwept.empty()
                    ? "cannot be swept; only dataset, partition, newcomers, algorithm, sampler, "
                      "local and model can"
                    : std::string(rule.whyNotSwept));
    } else if (std::optional<ParameterValue> value = cursor.value(descriptor)) {
        into.set(descriptor.name, *std::move(value));
    }
}

Part readPart(const JsonCursor& cursor, const PartRule& rule, const Part& base)
{
    const std::optional<std::string> name = readName(cursor, rule, base);
    if (!name)
        return base;
    const NamedPart& known = *findPart(rule.known, *name);
    Part part{.name = *name, .parameters = {}};
    if (*name == base.name)
        part.parameters = base.parameters;

    std::vector<std::string_view> keys{rule.nameKey};
    for (const ParameterDescriptor& descriptor : known.parameters)
        keys.push_back(descriptor.name);
    keys.insert(keys.end(), rule.otherKeys.begin(), rule.otherKeys.end());
    if (cursor.isObject())
        static_cast<void>(cursor.expectObject(keys));
    for (const ParameterDescriptor& descriptor : known.parameters) {
        const std::optional<JsonCursor> member = cursor.find(descriptor.name);
        if (member)
            readParameter(*member, descriptor, rule, part.parameters);
        if (descriptor.required && part.parameters.find(descriptor.name) == nullptr
            && (!member || member->isNull()))
            cursor.refuseMissing(descriptor.name, descriptor.allowed());
    }
    part.parameters = inDeclaredOrder(part.parameters, known.parameters);
    return part;
}

Part readPartAt(const JsonCursor& parent, std::string_view key, PartRule rule, const Part& base)
{
    const JsonNode nothing = JsonNode::object();
    if (!parent.find(key))
        rule.overrides = true;
    return readPart(parent.findOr(key, nothing), rule, base);
}

JsonNode valueNode(const ParameterValue& value)
{
    return std::visit(
        Overloaded{
            [](const auto& held) { return json(held); },
            [](double held) { return JsonNode::fromReal(held); },
            [](const std::vector<double>& held) { return jsonList(held, &JsonNode::fromReal); },
            [](const std::vector<std::string>& held) { return jsonList(held); }},
        value);
}

JsonNode parameterNode(const Parameter& parameter)
{
    if (!parameter.swept)
        return valueNode(parameter.values.front());
    return jsonObject({{"sweep", jsonList(parameter.values, &valueNode)}});
}

JsonNode partNode(const Part& part, std::string_view nameKey)
{
    JsonNode node = jsonObject({{nameKey, part.name}});
    for (const Parameter& parameter : part.parameters.all())
        node.add(parameter.name, parameterNode(parameter));
    return node;
}

} // namespace coterie
