#pragma once

#include <cstdint>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace coterie {

/// Writes RFC 4180 CSV that pandas and R read without options: "\n" line ends, quotes only where
/// needed, numbers in the shortest form that reads back to the same bits, NaN, Inf and -Inf, and an
/// empty field for what was not measured.
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
    /// Texts, numbers, flags and numbers that may be absent, in order.
    template <typename... Values>
    void fields(const Values&... values)
    {
        (field(values), ...);
    }
    void empty();
    void header(const std::vector<std::string>& names);
    /// Several finished fields, such as those that every row of a run begins with.
    void raw(std::string_view fields);
    void endRow();

    /// Writes the buffer to the stream.
    void flush();

private:
    template <typename Value>
    void field(const Value& value)
    {
        if constexpr (std::is_convertible_v<const Value&, std::string_view>)
            text(value);
        else if constexpr (std::is_same_v<Value, bool>)
            text(value ? "true" : "false");
        else
            number(value);
    }
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
