#pragma once

#include <cstdint>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace coterie {

/// Writes RFC 4180 CSV that pandas and R read without options: "\n" line ends, fields quoted only
/// where they must be, numbers in the shortest form that reads back to the same bits, NaN, Inf and
/// -Inf for what is no number, and an empty field for what was not measured.
class CsvWriter
{
public:
    explicit CsvWriter(std::ostream& out);
    ~CsvWriter();
    CsvWriter(const CsvWriter&) = delete;
    CsvWriter& operator=(const CsvWriter&) = delete;

    void text(std::string_view value);
    void number(double value);
    void number(float value);
    template <typename Integer>
    requires std::is_integral_v<Integer>
    void number(Integer value) { integer(static_cast<std::int64_t>(value)); }
    template <typename Value>
    void number(const std::optional<Value>& value)
    {
        if (value)
            number(*value);
        else
            empty();
    }
    void flag(bool value) { text(value ? "true" : "false"); }
    void empty();
    void header(const std::vector<std::string>& names);
    /// Fields made before, e.g. those that every row of a run begins with.
    void raw(std::string_view fields);
    void endRow();

    /// Hands what is buffered to the stream.
    void flush();

private:
    void separate();
    void integer(std::int64_t value);
    template <typename Number>
    void shortest(Number value);

    std::ostream& m_out;
    std::string m_buffer;
    bool m_rowBegun = false;
};

/// One field, quoted if it must be.
[[nodiscard]] std::string csvField(std::string_view value);

} // namespace coterie
