#include "core/spec/part_reader.h"

#include <algorithm>
#include <array>
#include <vector>

namespace coterie {

namespace {

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
    constexpr std::array<std::string_view, 1> kKeys{"sweep"};
    static_cast<void>(cursor.expectObject(kKeys));
    const JsonCursor list = *cursor.find("sweep");
    const std::vector<JsonCursor> items = list.items("a list of values");
    if (list.node().kind == JsonNode::Kind::List && items.empty())
        list.refuse("at least one value");
    std::vector<ParameterValue> values;
    for (const JsonCursor& item : items) {
        std::optional<ParameterValue> value = item.value(descriptor);
        if (!value)
            continue;
        if (std::ranges::find(values, *value) != values.end())
            item.refuse("a value that is not yet in the list");
        else
            values.push_back(*std::move(value));
    }
    if (!values.empty())
        into.sweep(descriptor.name, std::move(values));
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
            cursor.refuseAs("a sweep",
                            "one value (only algorithm, sampler, local and model can be swept)");
    } else if (std::optional<ParameterValue> value = cursor.value(descriptor)) {
        into.set(descriptor.name, *std::move(value));
    }
}

ParameterSet inDeclaredOrder(const ParameterSet& set,
                             std::span<const ParameterDescriptor> descriptors)
{
    ParameterSet sorted;
    for (const ParameterDescriptor& descriptor : descriptors) {
        if (const Parameter* parameter = set.find(descriptor.name)) {
            if (parameter->swept)
                sorted.sweep(parameter->name, parameter->values);
            else
                sorted.set(parameter->name, parameter->values.front());
        }
    }
    return sorted;
}

/// The name a part goes by, or nothing if there is none to be had.
std::optional<std::string>
readName(const JsonCursor& cursor, const PartRule& rule, const Part& base)
{
    const std::vector<std::string_view> names = namesOf(rule.known);
    if (rule.bareName && cursor.node().kind == JsonNode::Kind::Text)
        return cursor.word(names);
    if (!cursor.isObject()) {
        const std::string key(rule.nameKey);
        cursor.refuse("an object with a \"" + key + "\"");
        return std::nullopt;
    }
    if (const std::optional<JsonCursor> name = cursor.find(rule.nameKey))
        return name->word(names);
    if (!rule.overrides || findPart(rule.known, base.name) == nullptr) {
        cursor.refuseMissing(rule.nameKey, oneOf(names));
        return std::nullopt;
    }
    return base.name;
}

} // namespace

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

} // namespace coterie
