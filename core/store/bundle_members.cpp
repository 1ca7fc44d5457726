#include "core/store/bundle_members.h"

#include <limits>
#include <utility>

namespace coterie {

std::int64_t JsonMembers::whole(std::string_view name, std::int64_t least, std::int64_t most)
{
    const JsonNode* node = m_object.find(name);
    const auto found = node != nullptr ? wholeIn(*node, least, most) : std::nullopt;
    if (!found)
        refuse(inQuotes(name) + " is not a whole number from " + std::to_string(least) + " to "
               + std::to_string(most));
    return found.value_or(0);
}

double JsonMembers::real(std::string_view name)
{
    const JsonNode* node = m_object.find(name);
    if (node != nullptr && node->kind == JsonNode::Kind::Number)
        return node->number;
    const std::string word =
        node != nullptr && node->kind == JsonNode::Kind::Text ? node->text : std::string();
    if (word == "NaN")
        return std::numeric_limits<double>::quiet_NaN();
    if (word == "Infinity")
        return std::numeric_limits<double>::infinity();
    if (word == "-Infinity")
        return -std::numeric_limits<double>::infinity();
    refuse(inQuotes(name) + " is not a number");
    return 0;
}

std::string JsonMembers::text(std::string_view name)
{
    const JsonNode* node = m_object.find(name);
    if (node != nullptr && node->kind == JsonNode::Kind::Text)
        return node->text;
    refuse(inQuotes(name) + " is not a text");
    return {};
}

std::vector<std::int64_t>
JsonMembers::wholes(std::string_view name, std::int64_t least, std::int64_t most)
{
    std::vector<std::int64_t> numbers;
    for (const JsonNode& item : part(name, JsonNode::Kind::List).items) {
        const auto found = wholeIn(item, least, most);
        if (!found) {
            refuse(inQuotes(name) + " is not a list of whole numbers from " + std::to_string(least)
                   + " to " + std::to_string(most));
            return {};
        }
        numbers.push_back(*found);
    }
    return numbers;
}

const JsonNode& JsonMembers::part(std::string_view name, JsonNode::Kind kind)
{
    static const JsonNode nothing;
    const JsonNode* node = m_object.find(name);
    if (node != nullptr && node->kind == kind)
        return *node;
    refuse(inQuotes(name)
           + (kind == JsonNode::Kind::List ? " is not a list" : " is not an object"));
    return nothing;
}

void JsonMembers::refuse(std::string problem)
{
    if (!m_problem)
        m_problem = std::move(problem);
}

std::optional<std::int64_t>
JsonMembers::wholeIn(const JsonNode& node, std::int64_t least, std::int64_t most) const
{
    const bool fits = node.kind == JsonNode::Kind::Number && node.isWhole && node.whole >= least
                      && node.whole <= most;
    return fits ? std::optional(node.whole) : std::nullopt;
}

} // namespace coterie
