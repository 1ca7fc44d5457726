#pragma once

#include "core/base/json_node.h"

#include <cmath>
#include <concepts>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

namespace coterie {

/// A value as JSON. NaN and infinities become the words "NaN", "Infinity" and "-Infinity", which
/// most languages read back.
[[nodiscard]] inline JsonNode json(double value)
{
    if (std::isfinite(value))
        return JsonNode::fromReal(value);
    return JsonNode::fromText(std::isnan(value) ? "NaN" : value > 0 ? "Infinity" : "-Infinity");
}
[[nodiscard]] inline JsonNode json(std::string_view text)
{
    return JsonNode::fromText(std::string(text));
}
[[nodiscard]] inline JsonNode json(const char* text)
{
    return json(std::string_view(text));
}
[[nodiscard]] inline JsonNode json(bool value)
{
    return JsonNode::fromBoolean(value);
}
[[nodiscard]] JsonNode json(std::integral auto value)
{
    return JsonNode::fromWhole(static_cast<std::int64_t>(value));
}
[[nodiscard]] inline JsonNode json(JsonNode node)
{
    return node;
}

/// One member of an object; an absent optional value is left out.
struct JsonMember
{
    std::string_view name;
    std::optional<JsonNode> value;

    template <typename Value>
    JsonMember(std::string_view memberName, const Value& memberValue)
        : name(memberName)
        , value(json(memberValue))
    {}
    template <typename Value>
    JsonMember(std::string_view memberName, const std::optional<Value>& memberValue)
        : name(memberName)
    {
        if (memberValue)
            value = json(*memberValue);
    }
};

[[nodiscard]] inline JsonNode jsonObject(std::initializer_list<JsonMember> members)
{
    JsonNode object = JsonNode::object();
    for (const JsonMember& member : members)
        if (member.value)
            object.add(member.name, *member.value);
    return object;
}

/// The items of a list, each as `make` says.
template <typename Range, typename Make = std::identity>
[[nodiscard]] JsonNode jsonList(const Range& range, const Make& make = {})
{
    JsonNode list = JsonNode::list();
    for (const auto& item : range)
        list.items.push_back(json(std::invoke(make, item)));
    return list;
}

} // namespace coterie
