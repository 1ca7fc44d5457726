#include "core/base/json_parse.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <initializer_list>
#include <locale>
#include <optional>
#include <set>
#include <sstream>
#include <string>

namespace coterie {

namespace {

constexpr std::string_view kBlanks = " \t\r\n";

bool isAnyOf(std::string_view text, std::initializer_list<std::string_view> words)
{
    return std::ranges::find(words, text) != words.end();
}

bool isDigit(char letter)
{
    return letter >= '0' && letter <= '9';
}

bool partOfWord(char letter)
{
    return isDigit(letter) || (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z')
           || std::string_view("_-+.").find(letter) != std::string_view::npos;
}

std::string lowered(std::string_view text)
{
    std::string lower(text);
    for (char& letter : lower)
        if (letter >= 'A' && letter <= 'Z')
            letter = static_cast<char>(letter - 'A' + 'a');
    return lower;
}

/// The bytes of the character that begins the text; 0 if it is not UTF-8 (RFC 3629).
std::size_t characterLength(std::string_view text)
{
    const auto byte = [text](std::size_t index) {
        return index < text.size() ? static_cast<unsigned char>(text[index]) : 0U;
    };
    const unsigned first = byte(0);
    const std::size_t length = first < 0x80                    ? 1
                               : first >= 0xC2 && first < 0xE0 ? 2
                               : first >= 0xE0 && first < 0xF0 ? 3
                               : first >= 0xF0 && first < 0xF5 ? 4
                                                               : 0;
    for (std::size_t index = 1; index < length; ++index)
        if ((byte(index) & 0xC0U) != 0x80)
            return 0;
    // Overlong forms, surrogates and what lies above U+10FFFF.
    const bool impossible = (first == 0xE0 && byte(1) < 0xA0) || (first == 0xED && byte(1) > 0x9F)
                            || (first == 0xF0 && byte(1) < 0x90)
                            || (first == 0xF4 && byte(1) > 0x8F);
    return impossible ? 0 : length;
}

void appendUtf8(std::string& out, unsigned code)
{
    const auto put = [&out](unsigned byte) { out += static_cast<char>(byte); };
    if (code < 0x80)
        return put(code);
    if (code < 0x800) {
        put(0xC0U | (code >> 6));
    } else {
        if (code < 0x10000) {
            put(0xE0U | (code >> 12));
        } else {
            put(0xF0U | (code >> 18));
            put(0x80U | ((code >> 12) & 0x3FU));
        }
        put(0x80U | ((code >> 6) & 0x3FU));
    }
    put(0x80U | (code & 0x3FU));
}

/// -?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?
bool isJsonNumber(std::string_view word)
{
    std::size_t at = 0;
    const auto skip = [&](std::string_view letters) {
        if (at < word.size() && letters.find(word[at]) != std::string_view::npos)
            return ++at, true;
        return false;
    };
    const auto digits = [&] {
        const std::size_t begin = at;
        while (at < word.size() && isDigit(word[at]))
            ++at;
        return at > begin;
    };
    skip("-");
    if (!skip("0") && !digits())
        return false;
    if (skip(".") && !digits())
        return false;
    if (skip("eE")) {
        skip("+-");
        if (!digits())
            return false;
    }
    return at == word.size();
}

/// Absent above the largest double. Not strtod, which obeys the locale.
std::optional<double> realValue(std::string_view word)
{
    double value = 0;
    const char* end = word.data() + word.size();
    if (std::from_chars(word.data(), end, value).ec == std::errc{})
        return value;
    std::istringstream stream{std::string(word)}; // tells too large from too small
    stream.imbue(std::locale::classic());
    stream >> value;
    return stream.fail() || !std::isfinite(value) ? std::nullopt : std::optional(value);
}

/// Reads a document and notes where every value begins and ends, which libraries do not tell, and
/// where and why the text stops being JSON.
class Parser
{
public:
    explicit Parser(std::string_view text, std::size_t longest = kLargestText)
        : m_text(text)
        , m_longest(longest)
    {
        // Editors on Windows write a mark before UTF-8. It means nothing.
        if (text.starts_with("\xEF\xBB\xBF"))
            m_at = m_first = 3;
    }

    bool document()
    {
        if (m_text.size() > m_longest)
            return tooMuch("the text must be at most " + std::to_string(m_longest >> 20) + " MB");
        if (m_text.starts_with("\xFF\xFE") || m_text.starts_with("\xFE\xFF"))
            return fail("the text must be in UTF-8 (is UTF-16)");
        skipBlanks();
        if (atEnd())
            return fail("the text is empty; must be a JSON object");
        if (!value(parsed.root, std::nullopt))
            return false;
        skipBlanks();
        return atEnd() || unexpected(shown(token()) + " follows the end of the document");
    }

    ParsedJson parsed;
    Error failure;

private:
    struct Open
    {
        const JsonNode* node = nullptr;
        std::size_t begin = 0;
        std::string key; ///< an object's newest
    };

    bool value(JsonNode& node, std::optional<std::size_t> keyBegin)
    {
        if (m_order == kMostValues)
            return tooMuch("the text must have at most " + std::to_string(kMostValues) + " values");
        skipBlanks();
        const std::size_t order = m_order++;
        const std::size_t begin = m_at;
        const bool isRead = at('{')   ? nested(node = JsonNode::object(), '}')
                            : at('[') ? nested(node = JsonNode::list(), ']')
                            : at('"') ? text((node = JsonNode::fromText({})).text)
                                      : word(node);
        node.order = order;
        node.keyBegin = keyBegin.value_or(begin);
        node.span = {.begin = begin, .end = m_at};
        return isRead;
    }

    bool nested(JsonNode& node, char close)
    {
        if (m_open.size() == kDeepestNesting)
            return refuse({m_at, m_at + 1},
                          "at most " + std::to_string(kDeepestNesting)
                              + " brackets may be open at once",
                          ErrorKind::TooMuch);
        m_open.push_back({.node = &node, .begin = m_at, .key = {}});
        std::set<std::string> keys; // a list would make a file of many keys quadratic
        ++m_at;
        skipBlanks();
        while (!at(close)) {
            const bool isRead =
                close == '}' ? member(node, keys) : value(node.items.emplace_back(), std::nullopt);
            if (!isRead)
                return false;
            skipBlanks();
            if (at(close))
                break;
            if (!at(','))
                return noSeparator(close);
            const std::size_t comma = m_at++;
            skipBlanks();
            if (at('}') || at(']'))
                return refuse({comma, comma + 1}, "nothing follows this comma; remove it");
        }
        ++m_at;
        m_open.pop_back();
        return true;
    }

    bool member(JsonNode& object, std::set<std::string>& keys)
    {
        const std::size_t begin = m_at;
        std::string key;
        if (!at('"')) {
            const TextSpan there = token();
            const bool isWord = !atEnd() && partOfWord(m_text[m_at]);
            return unexpected(isWord
                                  ? "a key must be in double quotes (is " + shortened(there) + ')'
                                  : "a key in double quotes is missing before " + shown(there));
        }
        if (!text(key))
            return false;
        const TextSpan span{.begin = begin, .end = m_at};
        skipBlanks();
        if (!at(':'))
            return unexpected("a colon is missing after the key " + shown(span));
        ++m_at;
        m_open.back().key = key;
        if (keys.insert(key).second) {
            object.names.push_back(std::move(key));
            return value(object.items.emplace_back(), begin);
        }
        JsonNode second;
        if (!value(second, begin))
            return false;
        parsed.duplicates.emplace_back(second.order,
                                       Error{.kind = ErrorKind::Duplicate,
                                             .place = pointer(),
                                             .message = "the key occurs twice",
                                             .span = second.span});
        return true;
    }

    /// In double quotes.
    bool text(std::string& out)
    {
        const std::size_t begin = m_at++;
        while (!atEnd()) {
            const char letter = m_text[m_at];
            if (letter == '"')
                return ++m_at, true;
            const std::size_t length = characterLength(m_text.substr(m_at));
            if (length == 0)
                return refuse({m_at, m_at + 1}, "the text is not valid UTF-8");
            if (static_cast<unsigned char>(letter) < 0x20)
                return refuse({m_at, m_at + 1},
                              letter == '\n' || letter == '\r'
                                  ? "a closing quote is missing; a line break inside a text must "
                                    "be written as \\n"
                                  : "a control character inside a text must be escaped, such as "
                                    "\\t or \\u0001");
            if (letter == '\\') {
                if (!escape(out))
                    return false;
                continue;
            }
            out.append(m_text.substr(m_at, length));
            m_at += length;
        }
        return refuse({m_at, m_at},
                      "a closing quote is missing after the text that begins at line "
                          + std::to_string(line(begin)));
    }

    bool escape(std::string& out)
    {
        constexpr std::string_view kLetters = "\"\\/bfnrt";
        constexpr std::string_view kMeanings = "\"\\/\b\f\n\r\t";
        const std::size_t begin = m_at++;
        const std::size_t known = atEnd() ? std::string_view::npos : kLetters.find(m_text[m_at]);
        if (known != std::string_view::npos) {
            ++m_at;
            out += kMeanings[known];
            return true;
        }
        std::optional<unsigned> code = hexadecimal();
        if (code && *code >= 0xD800 && *code < 0xDC00 && at('\\')) { // the first half of a pair
            ++m_at;
            const std::optional<unsigned> low = hexadecimal();
            const bool isLow = low && *low >= 0xDC00 && *low < 0xE000;
            code = isLow ? std::optional(0x10000U + ((*code - 0xD800U) << 10) + (*low - 0xDC00U))
                         : std::nullopt;
        }
        if (!code || (*code >= 0xD800 && *code < 0xE000)) {
            const std::size_t end = std::min(m_at + 1, m_text.size());
            m_at = begin;
            return refuse({begin, end},
                          "an escape must be one of: \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\uXXXX");
        }
        appendUtf8(out, *code);
        return true;
    }

    /// Of "uXXXX"; stays at the first letter that is wrong.
    std::optional<unsigned> hexadecimal()
    {
        if (!at('u'))
            return std::nullopt;
        ++m_at;
        unsigned code = 0;
        const std::string_view digits = m_text.substr(m_at, 4);
        const auto [end, status] =
            std::from_chars(digits.data(), digits.data() + digits.size(), code, 16);
        const auto read = static_cast<std::size_t>(end - digits.data());
        m_at += read;
        return read == 4 ? std::optional(code) : std::nullopt;
    }

    /// A number, true, false or null.
    bool word(JsonNode& node)
    {
        const TextSpan span = token();
        const std::string_view word = m_text.substr(span.begin, span.end - span.begin);
        if (isJsonNumber(word)) {
            std::int64_t whole = 0;
            const char* end = word.data() + word.size();
            const auto [stop, status] = std::from_chars(word.data(), end, whole);
            const std::optional<double> real = realValue(word);
            if (!real)
                return refuse(span, "a number must be below 1.8e308 (is " + shortened(span) + ')');
            const bool isWhole = status == std::errc{} && stop == end;
            node = isWhole ? JsonNode::fromWhole(whole) : JsonNode::fromReal(*real);
            if (!isWhole)
                node.text = word;
        } else if (isAnyOf(word, {"true", "false"})) {
            node = JsonNode::fromBoolean(word == "true");
        } else if (word != "null") {
            return noValue(span, word);
        }
        m_at = span.end;
        return true;
    }

    bool noValue(const TextSpan& span, std::string_view word)
    {
        const std::string lower = lowered(word);
        const std::string is = " (is " + shortened(span) + ')';
        if (isAnyOf(lower, {"nan", "-nan", "inf", "-inf", "infinity", "-infinity"}))
            return refuse(span, "a number must be finite" + is);
        if (isAnyOf(lower, {"true", "false", "null", "none"}))
            return refuse(span, "must be true, false or null" + is);
        if (isAnyOf(word, {",", ":", "]", "}"}))
            return refuse(span, "a value is missing before " + shown(span));
        if (!word.empty()
            && std::string_view("+-.0123456789").find(word[0]) != std::string_view::npos)
            return refuse(span, "a number must be written like 10, 0.5 or 1e-5" + is);
        return unexpected(shown(span) + " is not a JSON value; text must be in double quotes");
    }

    bool noSeparator(char close)
    {
        const std::string what = shown(token());
        if (at('}') || at(']'))
            return unexpected(what + " cannot close the " + innermost());
        return unexpected("a comma or \"" + std::string(1, close) + "\" is missing before " + what);
    }

    /// Refuses what begins here, by this message unless there is a better one.
    bool unexpected(std::string message)
    {
        if (atEnd())
            return refuse({m_at, m_at}, "the text ends inside the " + innermost());
        if (at('/') || at('#'))
            message = "JSON has no comments; use \"description\"";
        else if (at('\''))
            message = "keys and texts must be in double quotes";
        return refuse(token(), message);
    }

    bool refuse(TextSpan span, const std::string& message, ErrorKind kind = ErrorKind::Syntax)
    {
        std::size_t column = 1;
        for (std::size_t at = span.begin; at > m_first && m_text[at - 1] != '\n'; --at)
            column += (static_cast<unsigned char>(m_text[at - 1]) & 0xC0) != 0x80;
        failure = {.kind = kind,
                   .message = "line " + std::to_string(line(span.begin)) + ", column "
                              + std::to_string(column) + ": " + message,
                   .span = span};
        return false;
    }

    bool fail(std::string message, ErrorKind kind = ErrorKind::Syntax)
    {
        failure = {.kind = kind, .message = std::move(message)};
        return false;
    }

    bool tooMuch(std::string message) { return fail(std::move(message), ErrorKind::TooMuch); }

    /// What begins here: a quoted text up to its line's end, a word, or one character.
    [[nodiscard]] TextSpan token() const
    {
        std::size_t end = m_at;
        if (at('"')) {
            while (++end < m_text.size() && m_text[end] != '"' && m_text[end] != '\n')
                end += m_text[end] == '\\' ? 1U : 0U;
            end = std::min(end + 1, m_text.size());
        } else {
            while (end < m_text.size() && partOfWord(m_text[end]))
                ++end;
            if (end == m_at && !atEnd())
                end += std::max<std::size_t>(characterLength(m_text.substr(m_at)), 1);
        }
        return {.begin = m_at, .end = end};
    }

    [[nodiscard]] std::string shortened(const TextSpan& span) const
    {
        constexpr std::size_t kLongest = 60;
        std::size_t end = std::min(span.end, span.begin + kLongest);
        while (end < span.end && (static_cast<unsigned char>(m_text[end]) & 0xC0) == 0x80)
            --end; // not inside a character
        return std::string(m_text.substr(span.begin, end - span.begin))
               + (end < span.end ? "…" : "");
    }

    /// In quotes.
    [[nodiscard]] std::string shown(const TextSpan& span) const
    {
        const std::string text = shortened(span);
        return text.starts_with('"') ? text : '"' + text + '"';
    }

    /// "object that begins at line 3"
    [[nodiscard]] std::string innermost() const
    {
        const Open& open = m_open.back();
        return (m_text[open.begin] == '{' ? "object" : "list")
               + std::string(" that begins at line ") + std::to_string(line(open.begin));
    }

    [[nodiscard]] std::size_t line(std::size_t offset) const
    {
        return 1
               + static_cast<std::size_t>(
                   std::ranges::count(m_text.substr(0, std::min(offset, m_text.size())), '\n'));
    }

    [[nodiscard]] std::string pointer() const
    {
        std::string path;
        for (const Open& open : m_open)
            path += open.node->kind == JsonNode::Kind::List
                        ? pointerStep(std::to_string(open.node->items.size() - 1))
                        : pointerStep(open.key);
        return path;
    }

    void skipBlanks()
    {
        while (!atEnd() && kBlanks.find(m_text[m_at]) != std::string_view::npos)
            ++m_at;
    }

    [[nodiscard]] bool atEnd() const { return m_at >= m_text.size(); }
    [[nodiscard]] bool at(char letter) const { return !atEnd() && m_text[m_at] == letter; }

    std::string_view m_text;
    std::size_t m_longest;
    std::size_t m_first = 0;
    std::size_t m_at = 0;
    std::size_t m_order = 0;
    std::vector<Open> m_open;
};

} // namespace

Result<ParsedJson> parseJson(std::string_view text, std::size_t longest)
{
    Parser parser(text, longest);
    if (!parser.document())
        return Unexpected<Error>{std::move(parser.failure)};
    return std::move(parser.parsed);
}

JsonNode readableJson(std::string_view text)
{
    Parser parser(text);
    static_cast<void>(parser.document());
    return std::move(parser.parsed.root);
}

} // namespace coterie
