#include "core/store/bundle_text.h"

#include "core/base/json_parse.h"
#include "core/base/try.h"

#include <algorithm>
#include <utility>

namespace coterie {

namespace {

constexpr std::size_t kBuffer = std::size_t{1} << 16;

Unexpected<Error> tooLong(const std::string& place, const char* what)
{
    return fail(
        place, std::string(what) + " of more than 16 MB, which is not read", ErrorKind::TooMuch);
}

/// False if a quote stands where none may.
bool splitFields(std::string_view record, std::vector<std::string>& fields)
{
    std::size_t count = 0;
    while (true) {
        if (fields.size() == count)
            fields.emplace_back();
        std::string& field = fields[count++];
        field.clear();
        if (record.starts_with('"')) {
            record.remove_prefix(1);
            while (true) {
                const std::size_t quote = record.find('"');
                if (quote == std::string_view::npos)
                    return false;
                field += record.substr(0, quote);
                record.remove_prefix(quote + 1);
                if (!record.starts_with('"'))
                    break;
                field += '"';
                record.remove_prefix(1);
            }
            if (!record.empty() && record.front() != ',')
                return false;
        } else {
            const std::size_t end = std::min(record.find(','), record.size());
            field = record.substr(0, end);
            if (field.find('"') != std::string::npos)
                return false;
            record.remove_prefix(end);
        }
        if (record.empty())
            break;
        record.remove_prefix(1); // the comma
    }
    fields.resize(count);
    return true;
}

} // namespace

BundleText::BundleText(std::string place, ReadBytes read)
    : m_place(std::move(place))
    , m_read(std::move(read))
    , m_buffer(kBuffer)
{}

Result<bool> BundleText::fill()
{
    if (m_ended)
        return false;
    COTERIE_TRY(const std::size_t count, m_read(m_buffer));
    m_ended = count < m_buffer.size();
    m_rest = {m_buffer.data(), count};
    m_hash.add(m_rest);
    return count > 0;
}

Result<bool> BundleText::next(std::string& line)
{
    line.clear();
    ++m_line;
    while (true) {
        if (m_rest.empty()) {
            COTERIE_TRY(const bool more, fill());
            if (!more)
                return !line.empty();
        }
        const std::size_t end = m_rest.find('\n');
        line += m_rest.substr(0, end);
        if (line.size() > kLargestText)
            return tooLong(m_place, "it has a line");
        if (end != std::string_view::npos) {
            m_rest.remove_prefix(end + 1);
            return true;
        }
        m_rest = {};
    }
}

Result<bool> BundleText::next(std::vector<std::string>& fields)
{
    COTERIE_TRY(const bool found, next(m_record));
    if (!found)
        return false;
    const auto isOdd = [](const std::string& line) {
        return std::ranges::count(line, '"') % 2 != 0;
    };
    std::string more;
    for (bool open = isOdd(m_record); open; open = open != isOdd(more)) {
        COTERIE_TRY(const bool continues, next(more));
        if (!continues)
            return wrong("the file ends inside quotes");
        m_record.append(1, '\n').append(more);
        if (m_record.size() > kLargestText)
            return tooLong(m_place, "it has a row");
    }
    if (!splitFields(m_record, fields))
        return wrong("is not a row of CSV: a quote stands in the wrong place");
    return true;
}

Unexpected<Error> BundleText::wrong(std::string what) const
{
    return fail(m_place + ", line " + std::to_string(m_line), std::move(what));
}

Result<std::string> BundleText::digest()
{
    while (true) {
        COTERIE_TRY(const bool more, fill());
        if (!more)
            return m_hash.digits();
    }
}

Result<std::string> wholeText(const std::string& place, const ReadBytes& read)
{
    std::string text;
    std::vector<char> piece(kBuffer);
    while (true) {
        COTERIE_TRY(const std::size_t count, read(piece));
        text.append(piece.data(), count);
        if (text.size() > kLargestText)
            return tooLong(place, "it is a text");
        if (count < piece.size())
            return text;
    }
}

} // namespace coterie
