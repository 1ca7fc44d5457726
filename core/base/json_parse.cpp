#include "core/base/json_parse.h"

#include "core/base/json_node.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cctype>
#include <limits>
#include <optional>
#include <set>
#include <string>

namespace coterie {

namespace {

/// "line 3, column 17", counting characters, not bytes.
std::string lineAndColumn(std::string_view text, std::size_t offset)
{
    std::size_t line = 1;
    std::size_t column = 1;
    for (const char letter : text.substr(0, std::min(offset, text.size()))) {
        if (letter == '\n') {
            ++line;
            column = 1;
        } else if ((static_cast<unsigned char>(letter) & 0xC0) != 0x80) {
            ++column;
        }
    }
    return "line " + std::to_string(line) + ", column " + std::to_string(column);
}

Error syntaxError(std::string_view text, std::size_t offset, std::string_view sentence)
{
    return {.place = {},
            .found = {},
            .needed = lineAndColumn(text, offset) + ": " + std::string(sentence),
            .nearest = {}};
}

std::optional<std::size_t> firstTooDeep(std::string_view text)
{
    std::size_t depth = 0;
    bool inText = false;
    for (std::size_t offset = 0; offset < text.size(); ++offset) {
        const char letter = text[offset];
        if (inText) {
            if (letter == '\\')
                ++offset;
            else if (letter == '"')
                inText = false;
        } else if (letter == '"') {
            inText = true;
        } else if (letter == '[' || letter == '{') {
            if (++depth > kDeepestNesting)
                return offset;
        } else if ((letter == ']' || letter == '}') && depth > 0) {
            --depth;
        }
    }
    return std::nullopt;
}

bool startsWith(std::string_view text, std::initializer_list<unsigned char> bytes)
{
    return text.size() >= bytes.size()
           && std::equal(bytes.begin(), bytes.end(), text.begin(), [](unsigned char a, char b) {
                  return a == static_cast<unsigned char>(b);
              });
}

std::string lowered(std::string_view text)
{
    std::string lower(text);
    for (char& letter : lower)
        letter = static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
    return lower;
}

std::string shortened(std::string_view token)
{
    constexpr std::size_t kLongest = 60;
    if (token.size() <= kLongest)
        return std::string(token);
    std::size_t end = kLongest;
    while (end > 0 && (static_cast<unsigned char>(token[end]) & 0xC0) == 0x80)
        --end; // not inside a character
    return std::string(token.substr(0, end)) + "…";
}

bool partOfWord(char letter)
{
    return std::isalnum(static_cast<unsigned char>(letter)) != 0 || letter == '_' || letter == '-'
           || letter == '+' || letter == '.';
}

/// The word around `offset`, or the one character there, and where it starts.
std::pair<std::size_t, std::string_view> wordAround(std::string_view text, std::size_t offset)
{
    constexpr std::size_t kLongest = 40;
    std::size_t start = offset;
    std::size_t end = offset;
    while (end < text.size() && end - offset < kLongest && partOfWord(text[end]))
        ++end;
    if (end > offset) {
        while (start > 0 && offset - start < kLongest && partOfWord(text[start - 1]))
            --start;
        return {start, text.substr(start, end - start)};
    }
    const auto continues = [text](std::size_t place) {
        return place < text.size() && (static_cast<unsigned char>(text[place]) & 0xC0) == 0x80;
    };
    while (start > 0 && continues(start))
        --start;
    end = std::min(start + 1, text.size());
    while (continues(end))
        ++end;
    return {start, text.substr(start, end - start)};
}

bool looksLikeNumber(std::string_view word)
{
    return !word.empty()
           && std::string_view("+-.0123456789").find(word.front()) != std::string_view::npos;
}

/// What the grammar wanted, from the library's own description of its state.
std::string expectation(std::string_view report)
{
    const auto says = [report](std::string_view words) {
        return report.find(words) != std::string_view::npos;
    };
    if (says("parsing object key"))
        return "a key in double quotes needed";
    if (says("parsing object separator"))
        return "a colon needed";
    if (says("parsing object"))
        return "a comma or \"}\" needed";
    if (says("parsing array"))
        return "a comma or \"]\" needed";
    if (says("expected end of input"))
        return "the end of the text needed";
    return "a value needed";
}

/// Says in a sentence what stands at the place where the library gave up.
Error explain(std::string_view text,
              std::size_t read,
              std::string_view token,
              std::string_view report)
{
    const auto says = [report](std::string_view words) {
        return report.find(words) != std::string_view::npos;
    };
    const std::size_t last = read > 0 ? std::min(read - 1, text.size()) : 0;
    if (says("ill-formed UTF-8"))
        return syntaxError(text, last, "bytes that are not UTF-8 found, UTF-8 needed");
    if (says("number overflow"))
        return syntaxError(text,
                           read - std::min(read, token.size()),
                           std::string(token) + " found, a number below 1.8e308 needed");
    if (says("missing closing quote"))
        return syntaxError(text, last, "a text that never ends found, a closing \" needed");
    if (says("control character"))
        return syntaxError(text,
                           last,
                           "a line break or control character inside a text found, "
                           "an escape such as \\n needed");
    if (says("invalid string"))
        return syntaxError(text,
                           last,
                           "an escape that JSON does not know found, one of: "
                           "\\\" \\\\ \\/ \\b \\f \\n \\r \\t \\uXXXX needed");
    if (last >= text.size())
        return syntaxError(text, text.size(), "the end of the text found, " + expectation(report));

    // The library's token is exact for a text; for anything else it may begin too early.
    if (says("unexpected string literal") && token.size() <= read)
        return syntaxError(
            text, read - token.size(), shortened(token) + " found, " + expectation(report));
    const auto [start, word] = wordAround(text, last);
    const std::string lower = lowered(word);
    const std::size_t before =
        start == 0 ? std::string_view::npos : text.find_last_not_of(" \t\r\n", start - 1);
    const bool afterComma = before != std::string_view::npos && text[before] == ',';
    if (afterComma && (word == "}" || word == "]"))
        return syntaxError(text, before, "a comma with nothing after it found");
    if (lower == "nan" || lower == "inf" || lower == "infinity" || lower == "-inf"
        || lower == "-infinity" || lower == "-nan")
        return syntaxError(text, start, std::string(word) + " found, a finite number needed");
    if (lower == "true" || lower == "false" || lower == "null" || lower == "none")
        return syntaxError(text, start, std::string(word) + " found, true, false or null needed");
    if (word == "/" || word == "#")
        return syntaxError(
            text, start, "a comment found, which JSON does not have; use \"description\"");
    if (word == "'")
        return syntaxError(text, start, "a single quote found, double quotes needed");
    const bool leadingZero = word.size() > 1 && word[0] == '0';
    if (looksLikeNumber(word) && (says("invalid literal") || says("invalid number") || leadingZero))
        return syntaxError(
            text, start, std::string(word) + " found, a number as JSON writes it needed");
    return syntaxError(text, start, inQuotes(word) + " found, " + expectation(report));
}

/// Builds the tree while the library reads. One open list or object per frame.
class TreeBuilder
{
public:
    explicit TreeBuilder(std::string_view text)
        : m_text(text)
    {}

    bool null() { return put({}); }
    bool boolean(bool value) { return put(JsonNode::fromBoolean(value)); }
    bool number_integer(std::int64_t value) { return put(JsonNode::fromWhole(value)); }
    bool number_unsigned(std::uint64_t value)
    {
        if (value <= static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()))
            return put(JsonNode::fromWhole(static_cast<std::int64_t>(value)));
        return number_float(static_cast<double>(value), std::to_string(value));
    }
    bool number_float(double value, const std::string& digits)
    {
        JsonNode node = JsonNode::fromReal(value);
        node.text = digits;
        return put(std::move(node));
    }
    bool string(std::string& value) { return put(JsonNode::fromText(std::move(value))); }
    bool binary(std::vector<std::uint8_t>& /*never in text*/) { return false; }
    bool start_object(std::size_t /*unknown in text*/) { return open(JsonNode::object()); }
    bool start_array(std::size_t /*unknown in text*/) { return open(JsonNode::list()); }
    bool end_object() { return close(); }
    bool end_array() { return close(); }
    bool key(std::string& name)
    {
        m_frames.back().key = std::move(name);
        return true;
    }
    bool
    parse_error(std::size_t read, const std::string& token, const nlohmann::json::exception& error)
    {
        m_failure = explain(m_text, read, token, error.what());
        return false;
    }

    ParsedJson parsed;
    [[nodiscard]] const std::optional<Error>& failure() const { return m_failure; }

private:
    struct Frame
    {
        JsonNode node;
        std::string key;            ///< an object's newest key
        std::set<std::string> keys; ///< a list would make a file of many keys quadratic
    };

    bool open(JsonNode node)
    {
        if (isFull())
            return false;
        node.order = m_order++;
        m_frames.push_back({.node = std::move(node), .key = {}, .keys = {}});
        return true;
    }

    bool close()
    {
        JsonNode node = std::move(m_frames.back().node);
        m_frames.pop_back();
        attach(std::move(node));
        return true;
    }

    bool isFull()
    {
        if (m_order < kMostValues)
            return false;
        const std::string most = std::to_string(kMostValues);
        m_failure = Error{.place = {},
                          .found = {},
                          .needed = "a text of more than " + most + " values found, at most " + most
                                    + " needed",
                          .nearest = {}};
        return true;
    }

    bool put(JsonNode node)
    {
        if (isFull())
            return false;
        node.order = m_order++;
        attach(std::move(node));
        return true;
    }

    void attach(JsonNode node)
    {
        if (m_frames.empty()) {
            parsed.root = std::move(node);
            return;
        }
        Frame& frame = m_frames.back();
        if (frame.node.kind == JsonNode::Kind::List) {
            frame.node.items.push_back(std::move(node));
        } else if (frame.keys.insert(frame.key).second) {
            frame.node.names.push_back(frame.key);
            frame.node.items.push_back(std::move(node));
        } else {
            parsed.duplicates.emplace_back(node.order,
                                           Error{.place = pointer(),
                                                 .found = "a second value for the same key",
                                                 .needed = "each key once needed",
                                                 .nearest = {}});
        }
    }

    [[nodiscard]] std::string pointer() const
    {
        std::string path;
        for (const Frame& frame : m_frames) {
            const bool isList = frame.node.kind == JsonNode::Kind::List;
            path += isList ? pointerStep(std::to_string(frame.node.items.size()))
                           : pointerStep(frame.key);
        }
        return path;
    }

    std::string_view m_text;
    std::vector<Frame> m_frames;
    std::size_t m_order = 0;
    std::optional<Error> m_failure;
};

} // namespace

Result<ParsedJson> parseJson(std::string_view text)
{
    const auto refuse = [](Error error) { return Unexpected<Error>{std::move(error)}; };
    if (text.size() > kLargestText)
        return fail({}, "a text of more than 16 MB found, at most 16 MB needed");
    if (startsWith(text, {0xFF, 0xFE}) || startsWith(text, {0xFE, 0xFF}))
        return fail({}, "a text in UTF-16 found, UTF-8 needed");
    // Editors on Windows mark UTF-8 so; the mark means nothing and is passed over.
    if (startsWith(text, {0xEF, 0xBB, 0xBF}))
        text.remove_prefix(3);
    if (text.find_first_not_of(" \t\r\n") == std::string_view::npos)
        return fail({}, "an empty text found, an object in JSON needed");
    if (const auto place = firstTooDeep(text))
        return refuse(syntaxError(
            text, *place, "more than 64 brackets open at once found, at most 64 needed"));

    TreeBuilder builder(text);
    if (!nlohmann::json::sax_parse(text.begin(), text.end(), &builder))
        return refuse(builder.failure().value_or(
            Error{.place = {}, .found = {}, .needed = "the text is not JSON", .nearest = {}}));
    return std::move(builder.parsed);
}

} // namespace coterie
