#include "core/store/csv_writer.h"

#include <array>
#include <charconv>
#include <cmath>

namespace coterie {

namespace {

constexpr std::size_t kBuffer = std::size_t{1} << 16;

} // namespace

std::string csvField(std::string_view value)
{
    if (value.find_first_of(",\"\r\n") == std::string_view::npos)
        return std::string(value);
    std::string quoted = "\"";
    for (const char letter : value) {
        if (letter == '"')
            quoted += '"';
        quoted += letter;
    }
    return quoted + '"';
}

CsvWriter::CsvWriter(std::ostream& out)
    : m_out(out)
{
    m_buffer.reserve(kBuffer + 1024);
}

CsvWriter::~CsvWriter()
{
    flush();
}

void CsvWriter::text(std::string_view value)
{
    separate();
    m_buffer += csvField(value);
}

void CsvWriter::number(double value)
{
    shortest(value);
}

void CsvWriter::number(float value)
{
    shortest(value);
}

void CsvWriter::integer(std::int64_t value)
{
    separate();
    m_buffer += std::to_string(value);
}

void CsvWriter::empty()
{
    separate();
}

void CsvWriter::header(const std::vector<std::string>& names)
{
    for (const std::string& name : names)
        text(name);
    endRow();
}

void CsvWriter::raw(std::string_view fields)
{
    separate();
    m_buffer += fields;
}

void CsvWriter::endRow()
{
    m_buffer += '\n';
    m_rowBegun = false;
    if (m_buffer.size() >= kBuffer)
        flush();
}

void CsvWriter::flush()
{
    m_out.write(m_buffer.data(), static_cast<std::streamsize>(m_buffer.size()));
    m_buffer.clear();
}

void CsvWriter::separate()
{
    if (m_rowBegun)
        m_buffer += ',';
    m_rowBegun = true;
}

template <typename Number>
void CsvWriter::shortest(Number value)
{
    separate();
    if (std::isnan(value)) {
        m_buffer += "NaN";
    } else if (std::isinf(value)) {
        m_buffer += value > 0 ? "Inf" : "-Inf";
    } else {
        std::array<char, 32> letters{};
        const auto end = std::to_chars(letters.data(), letters.data() + letters.size(), value).ptr;
        m_buffer.append(letters.data(), end);
    }
}

} // namespace coterie
