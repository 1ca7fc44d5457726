#pragma once

#include "core/base/json_node.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace coterie {

/// No run has more.
inline constexpr std::int64_t kMostRounds = 1'000'000'000;

/// Takes the members of a JSON object that nobody vouches for. The first one that is not as it must
/// be makes the problem, and what is taken afterwards counts for nothing.
class JsonMembers
{
public:
    explicit JsonMembers(const JsonNode& object)
        : m_object(object)
    {
        if (object.kind != JsonNode::Kind::Object)
            refuse("is not an object");
    }

    [[nodiscard]] bool has(std::string_view name) const { return m_object.find(name) != nullptr; }
    /// Zero where it is refused.
    [[nodiscard]] std::int64_t whole(std::string_view name, std::int64_t least, std::int64_t most);
    /// A number or one of the words for NaN and infinities.
    [[nodiscard]] double real(std::string_view name);
    [[nodiscard]] std::string text(std::string_view name);
    [[nodiscard]] std::vector<std::int64_t>
    wholes(std::string_view name, std::int64_t least, std::int64_t most);
    /// The member, which must be a list or an object; an empty one where it is not.
    [[nodiscard]] const JsonNode& part(std::string_view name, JsonNode::Kind kind);

    void refuse(std::string problem);
    /// `"trainSamples" is not a list of whole numbers`; nothing if all was well.
    [[nodiscard]] const std::optional<std::string>& problem() const { return m_problem; }

private:
    [[nodiscard]] std::optional<std::int64_t>
    wholeIn(const JsonNode& node, std::int64_t least, std::int64_t most) const;

    const JsonNode& m_object;
    std::optional<std::string> m_problem;
};

} // namespace coterie
