#include "core/data/formats/text_lines.h"

#include "core/base/try.h"

#include <charconv>
#include <cmath>
#include <cstring>

namespace coterie {

namespace {

constexpr std::size_t kLongestLine = 1'000'000;
constexpr std::size_t kFirstBuffer = std::size_t{64} * 1024;
constexpr std::uint64_t kLargestGrowth = 250;
constexpr std::uint64_t kSmall = std::uint64_t{1} << 20; // always allowed

bool isBlank(char letter)
{
    return letter == ' ' || letter == '\t';
}

std::string_view trimmed(std::string_view field)
{
    while (!field.empty() && isBlank(field.front()))
        field.remove_prefix(1);
    while (!field.empty() && isBlank(field.back()))
        field.remove_suffix(1);
    return field;
}

std::string_view unquoted(std::string_view field)
{
    if (field.size() >= 2 && field.front() == '"' && field.back() == '"')
        return field.substr(1, field.size() - 2);
    return field;
}

} // namespace

std::uint64_t mostOfText(const ByteSource& source)
{
    return std::max(source.storedSize() * kLargestGrowth, kSmall);
}

TextLines::TextLines(ByteSource& source)
    : m_source(source)
    , m_mostBytes(mostOfText(source))
    , m_buffer(static_cast<std::size_t>(
          std::min<std::uint64_t>(kFirstBuffer, source.largestContent() + 1)))
{}

Unexpected<Error> TextLines::failHere(const std::string& what) const
{
    return fail(m_source.name(), filled("at byte {} (line {}): {}", m_lineOffset, m_number, what));
}

Result<void> TextLines::refill()
{
    std::copy(m_buffer.begin() + static_cast<std::ptrdiff_t>(m_begin),
              m_buffer.begin() + static_cast<std::ptrdiff_t>(m_end),
              m_buffer.begin());
    m_end -= m_begin;
    m_begin = 0;
    if (m_end == m_buffer.size())
        m_buffer.resize(m_buffer.size() * 2);
    const std::span<char> room = std::span(m_buffer).subspan(m_end);
    COTERIE_TRY(const std::size_t count,
                m_source.read({reinterpret_cast<std::uint8_t*>(room.data()), room.size()}));
    m_ended = count < room.size();
    m_end += count;
    return {};
}

Result<std::optional<std::string_view>> TextLines::next()
{
    m_lineOffset = m_nextOffset;
    ++m_number;
    std::size_t searched = 0;
    while (true) {
        const char* from = m_buffer.data() + m_begin;
        const std::size_t there = m_end - m_begin;
        const void* newline = std::memchr(from + searched, '\n', there - searched);
        if (newline == nullptr && there <= kLongestLine && !m_ended) {
            searched = there;
            COTERIE_CHECK(refill());
            if (m_source.offset() > m_mostBytes)
                return failHere(filled("the text unpacks to more than {} bytes, {} times the "
                                       "file's size; unpack it beforehand if it is a table",
                                       m_mostBytes,
                                       kLargestGrowth));
            continue;
        }
        const std::size_t length =
            newline == nullptr ? there
                               : static_cast<std::size_t>(static_cast<const char*>(newline) - from);
        if (length > kLongestLine)
            return failHere(filled("a line of more than {} characters", kLongestLine));
        if (newline == nullptr && there == 0)
            return std::optional<std::string_view>();
        m_begin += newline == nullptr ? length : length + 1;
        m_nextOffset += newline == nullptr ? length : length + 1;
        std::string_view line(from, length);
        if (!line.empty() && line.back() == '\r')
            line.remove_suffix(1);
        return std::optional(line);
    }
}

void splitLine(std::string_view line, char separator, std::vector<std::string_view>& fields)
{
    fields.clear();
    if (separator == ' ') {
        for (std::size_t at = 0; at < line.size();) {
            while (at < line.size() && isBlank(line[at]))
                ++at;
            std::size_t end = at;
            while (end < line.size() && !isBlank(line[end]))
                ++end;
            if (end > at)
                fields.push_back(line.substr(at, end - at));
            at = end;
        }
        return;
    }
    std::size_t begin = 0;
    bool quoted = false;
    for (std::size_t at = 0; at <= line.size(); ++at) {
        if (at < line.size() && line[at] == '"')
            quoted = !quoted;
        if (at < line.size() && (quoted || line[at] != separator))
            continue;
        fields.push_back(unquoted(trimmed(line.substr(begin, at - begin))));
        begin = at + 1;
    }
}

bool isMissing(std::string_view field)
{
    field = trimmed(field);
    return field.empty() || field == "?" || field == "NA" || field == "NaN" || field == "nan";
}

std::optional<double> numberIn(std::string_view field)
{
    field = trimmed(field);
    if (!field.empty() && field.front() == '+')
        field.remove_prefix(1);
    double value = 0;
    const auto [end, error] = std::from_chars(field.data(), field.data() + field.size(), value);
    if (error != std::errc() || end != field.data() + field.size() || !std::isfinite(value))
        return std::nullopt;
    return value;
}

} // namespace coterie
