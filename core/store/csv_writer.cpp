#include "core/store/csv_writer.h"

#include <array>
#include <charconv>
#include <cmath>

namespace coterie {

namespace {

/// Whether a spreadsheet computes the text instead of showing it. Numbers begin with signs too.
bool looksLikeFormula(std::string_view value)
{
    if (value.empty() || std::string_view("=+-@\t\r").find(value.front()) == value.npos)
        return false;
    if (value.front() == '+')
        value.remove_prefix(1);
    double number = 0;
    const char* end = value.data() + value.size();
    const auto read = std::from_chars(value.data(), end, number);
    return read.ec == std::errc::invalid_argument || read.ptr != end;
}

} // namespace

std::string csvField(std::string_view value, CsvReader reader)
{
    if (reader == CsvReader::Spreadsheet && looksLikeFormula(value))
        return csvField("'" + std::string(value));
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

CsvWriter::CsvWriter(std::ostream& out, CsvReader reader)
    : m_out(out)
    , m_reader(reader)
{
    m_buffer.reserve(kBuffer + 1024);
}

CsvWriter::~CsvWriter()
{
    flush();
}

void CsvWriter::raw(std::string_view fields)
{
    if (m_rowBegun)
        m_buffer += ',';
    m_rowBegun = true;
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

template <typename Number>
void CsvWriter::number(Number value)
{
    std::array<char, 32> letters{};
    if (std::isnan(value))
        raw("NaN");
    else if (std::isinf(value))
        raw(value > 0 ? "Inf" : "-Inf");
    else
        raw({letters.data(),
             std::to_chars(letters.data(), letters.data() + letters.size(), value).ptr});
}

template void CsvWriter::number(double value);
template void CsvWriter::number(float value);

} // namespace coterie
