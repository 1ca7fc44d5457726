#pragma once

#include <cstdint>
#include <ostream>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>

namespace coterie {

/// Whom a table is for.
enum class CsvReader
{
    Any,
    Spreadsheet, ///< gets texts that it would take for formulas ("=1+1") behind an apostrophe
};

/// One field, quoted if it must be.
[[nodiscard]] std::string csvField(std::string_view value, CsvReader reader = CsvReader::Any);

/// Writes RFC 4180 CSV that pandas and R read without options: "\n" line ends, quotes only where
/// needed, numbers in the shortest form that reads back to the same bits, NaN, Inf and -Inf, and an
/// empty field for what was not measured.
class CsvWriter
{
public:
    explicit CsvWriter(std::ostream& out, CsvReader reader = CsvReader::Any);
    ~CsvWriter();
    CsvWriter(const CsvWriter&) = delete;
    CsvWriter& operator=(const CsvWriter&) = delete;

    /// Texts, numbers, flags, tuples of them, and those that may be absent, in order.
    template <typename... Values>
    void fields(const Values&... values)
    {
        (field(values), ...);
    }
    /// A whole row, or the rest of one.
    template <typename... Values>
    void row(const Values&... values)
    {
        fields(values...);
        endRow();
    }
    /// Several finished fields, such as those that every row of a run begins with.
    void raw(std::string_view fields);
    void endRow();

    /// Writes the buffer to the stream.
    void flush();
    /// Whether the stream took all that was written.
    [[nodiscard]] bool isGood() const { return m_out.good(); }

private:
    template <typename Value>
    void field(const Value& value)
    {
        if constexpr (std::is_convertible_v<const Value&, std::string_view>)
            raw(csvField(value, m_reader));
        else if constexpr (std::is_same_v<Value, bool>)
            raw(value ? "true" : "false");
        else if constexpr (std::is_integral_v<Value>)
            raw(std::to_string(static_cast<std::int64_t>(value)));
        else if constexpr (std::is_floating_point_v<Value>)
            number(value);
        else if (value) // a std::optional
            field(*value);
        else
            raw({});
    }
    template <typename... Values>
    void field(const std::tuple<Values...>& values)
    {
        std::apply([this](const auto&... value) { fields(value...); }, values);
    }
    template <typename Number>
    void number(Number value);

    static constexpr std::size_t kBuffer = std::size_t{1} << 16;

    std::ostream& m_out;
    CsvReader m_reader;
    std::string m_buffer;
    bool m_rowBegun = false;
};

} // namespace coterie
