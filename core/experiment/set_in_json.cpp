#include "core/base/json_node.h"
#include "core/base/json_parse.h"
#include "core/base/result.h"
#include "core/base/try.h"
#include "core/experiment/experiment_json.h"

#include <optional>

namespace coterie {

namespace {

/// A value that does not begin like JSON is a word, so "--set /device=cpu" needs no quotes.
Result<JsonNode> valueOf(std::string_view value)
{
    Result<ParsedJson> parsed = parseJson(value);
    if (parsed && parsed->duplicates.empty())
        return std::move(parsed->root);
    const bool beginsLikeJson =
        !value.empty() && std::string_view("[{\"").find(value.front()) != std::string_view::npos;
    if (!beginsLikeJson)
        return JsonNode::fromText(std::string(value));
    if (parsed)
        return Unexpected<Error>{parsed->duplicates.front().second};
    return Unexpected<Error>{parsed.error()};
}

/// The member or item one step further, made where an object lacks it.
Result<JsonNode*>
follow(JsonNode& node, const std::string& step, const std::string& place, bool isLast)
{
    if (node.kind == JsonNode::Kind::List) {
        const std::optional<std::size_t> index = indexOfStep(step);
        if (index && *index < node.items.size())
            return &node.items[*index];
        if (node.items.empty())
            return fail(place, "the list is empty; there is nothing to set");
        return notAllowed(
            place, inQuotes(step), "an index from 0 to " + std::to_string(node.items.size() - 1));
    }
    if (node.kind != JsonNode::Kind::Object)
        return fail(place, "the value before " + inQuotes(step) + " must be an object");
    if (JsonNode* member = node.find(step))
        return member;
    if (!isLast) {
        // A new object under a misspelt key would only hide the mistake.
        const std::vector<std::string_view> keys(node.names.begin(), node.names.end());
        const std::string nearest = nearestWord(step, keys);
        if (!nearest.empty())
            return Unexpected<Error>{{.kind = ErrorKind::UnknownKey,
                                      .place = place,
                                      .allowed = oneOf(keys),
                                      .nearest = nearest}};
    }
    return &node.add(step, isLast ? JsonNode{} : JsonNode::object());
}

} // namespace

Result<std::string>
setInJson(std::string_view json, std::string_view pointer, std::string_view value)
{
    COTERIE_TRY(ParsedJson document, parseJson(json));
    if (!document.duplicates.empty())
        return Unexpected<Error>{document.duplicates.front().second};
    const std::optional<std::vector<std::string>> steps = pointerSteps(pointer);
    if (!steps || steps->size() > kDeepestNesting)
        return notAllowed({}, inQuotes(pointer), "a JSON pointer such as /arms/0/algorithm/alpha");
    Result<JsonNode> replacement = valueOf(value);
    if (!replacement) {
        Error error = replacement.error();
        error.place = std::string(pointer) + error.place;
        return Unexpected<Error>{std::move(error)};
    }

    JsonNode* node = &document.root;
    std::string place;
    for (std::size_t index = 0; index < steps->size(); ++index) {
        const std::string& step = (*steps)[index];
        place += pointerStep(step);
        COTERIE_TRY(node, follow(*node, step, place, index + 1 == steps->size()));
    }
    *node = *std::move(replacement);
    return writePretty(document.root);
}

} // namespace coterie
