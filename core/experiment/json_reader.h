#pragma once

#include "core/base/json_parse.h"
#include "core/base/result.h"
#include "core/base/try.h"
#include "core/experiment/parameters.h"

#include <cstddef>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace coterie {

/// The problems of a document, listed in the order of the file.
class ProblemLog
{
public:
    void add(std::size_t order, Error error);
    [[nodiscard]] bool empty() const { return m_found.empty(); }
    /// Further problems are only counted.
    [[nodiscard]] bool full() const { return m_found.size() >= kMostProblems; }
    [[nodiscard]] Problems inOrder() const;

private:
    static constexpr std::size_t kMostProblems = 1000;
    std::vector<std::pair<std::size_t, Error>> m_found;
    std::size_t m_dropped = 0;
};

/// A place in a document while it is read, with its pointer. Readers log a problem and return
/// nothing, so that reading continues and finds the next one.
class JsonCursor
{
public:
    JsonCursor(const JsonNode& node, std::string pointer, ProblemLog& problems);

    [[nodiscard]] const JsonNode& node() const { return *m_node; }
    [[nodiscard]] const std::string& pointer() const { return m_pointer; }
    [[nodiscard]] bool isNull() const { return m_node->kind == JsonNode::Kind::Null; }
    [[nodiscard]] bool isObject() const { return m_node->kind == JsonNode::Kind::Object; }

    /// The value must be something else.
    void refuse(std::string allowed, ErrorKind kind = ErrorKind::NotAllowed) const;
    /// The text is none of these words, which are too many to list; `allowed` describes them.
    void refuseUnknown(std::string_view allowed, std::span<const std::string_view> words) const;
    void refuseMissing(std::string_view key, std::string allowed) const;
    /// A problem with a message of its own.
    void refuseAs(ErrorKind kind, std::string message) const;

    /// Whether this is an object with no other keys than these.
    [[nodiscard]] bool expectObject(std::span<const std::string_view> keys) const;
    [[nodiscard]] bool expectObject(std::initializer_list<std::string_view> keys) const
    {
        return expectObject(std::span(keys.begin(), keys.size()));
    }
    [[nodiscard]] std::optional<JsonCursor> find(std::string_view key) const;
    /// The member, or the value of an absent one, whose problems get the place of the object.
    [[nodiscard]] JsonCursor findOr(std::string_view key, const JsonNode& absent) const;
    [[nodiscard]] std::vector<std::pair<std::string_view, JsonCursor>> members() const;
    /// The member, which must be there.
    [[nodiscard]] std::optional<JsonCursor> need(std::string_view key, std::string allowed) const;
    /// The items of a list, which `allowed` describes; if `atLeastOne` is given, it says that there
    /// must be some.
    [[nodiscard]] std::vector<JsonCursor> items(std::string_view allowed,
                                                std::string_view atLeastOne = {}) const;

    /// Checked by the descriptor: type, range and words.
    [[nodiscard]] std::optional<ParameterValue> value(const ParameterDescriptor& wanted) const;
    /// The same as the type of a member that the descriptor could be bound to.
    template <typename T>
    [[nodiscard]] std::optional<T> as(const ParameterDescriptor& wanted) const
    {
        const std::optional<ParameterValue> found = value(wanted);
        if (!found)
            return std::nullopt;
        T held{};
        binding::takeValue(held, wanted, *found);
        return held;
    }
    /// Text of one line that is not empty.
    [[nodiscard]] std::optional<std::string> name() const;
    /// One of these words.
    [[nodiscard]] std::optional<std::string> word(std::span<const std::string_view> words) const;

private:
    void log(Error error) const;
    [[nodiscard]] std::optional<double> number(const ParameterDescriptor& wanted) const;
    [[nodiscard]] std::optional<ParameterValue> integer(const ParameterDescriptor& wanted) const;
    [[nodiscard]] std::optional<ParameterValue> realList(const ParameterDescriptor& wanted) const;
    [[nodiscard]] std::optional<ParameterValue> textList(const ParameterDescriptor& wanted) const;

    const JsonNode* m_node;
    std::size_t m_order;
    TextSpan m_span;
    std::string m_pointer;
    ProblemLog* m_problems;
};

/// What `read` makes of a document's root, or all problems of the document.
template <typename Read>
auto readWholeJson(std::string_view json, const Read& read)
    -> Result<std::invoke_result_t<Read, const JsonCursor&>, Problems>
{
    COTERIE_TRY(const ParsedJson parsed, parseJson(json));
    ProblemLog problems;
    for (const auto& [order, error] : parsed.duplicates)
        problems.add(order, error);
    auto made = read(JsonCursor(parsed.root, {}, problems));
    if (!problems.empty())
        return Unexpected<Problems>{problems.inOrder()};
    return made;
}

} // namespace coterie
