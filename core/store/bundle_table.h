#pragma once

#include "core/base/result.h"
#include "core/base/try.h"
#include "core/report/round_report.h"
#include "core/store/bundle_text.h"
#include "core/store/row_values.h"

#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <type_traits>
#include <utility>
#include <vector>

namespace coterie {

/// The whole field as a number, or as one of the words for what is none.
template <typename Number>
[[nodiscard]] bool readNumber(const std::string& field, Number& number)
{
    if constexpr (std::is_floating_point_v<Number>) {
        using Limits = std::numeric_limits<Number>;
        for (const auto& [word, value] : {std::pair("NaN", Limits::quiet_NaN()),
                                          std::pair("Inf", Limits::infinity()),
                                          std::pair("-Inf", -Limits::infinity())})
            if (field == word) {
                number = value;
                return true;
            }
    }
    const char* const end = field.data() + field.size();
    const auto [last, status] = std::from_chars(field.data(), end, number);
    if constexpr (std::is_floating_point_v<Number>)
        if (!std::isfinite(number)) // other spellings of the words
            return false;
    return status == std::errc{} && last == end && !field.empty();
}

template <typename Value>
inline constexpr bool kIsOptional = false;
template <typename Value>
inline constexpr bool kIsOptional<std::optional<Value>> = true;

/// What every row of one run begins with, but for its round.
struct RowIdentity
{
    std::string experiment;
    std::string arm;
    std::string seed;
    std::string sweep;
    std::string repeat; ///< counts equal runs

    bool operator==(const RowIdentity&) const = default;
};

/// One table of a bundle, read row by row. Rows come in the order of the runs and rounds.
class BundleTable
{
public:
    /// The first line must be that of the table as this version writes it; `rounds` may lack
    /// metrics that an older version did not have.
    [[nodiscard]] static Result<BundleTable> open(std::string_view kind, BundleText text);

    /// Whether the current row is the run's in this round.
    [[nodiscard]] bool isAt(const RowIdentity& run, const std::string& round) const;
    [[nodiscard]] Result<void> advance();
    /// The columns after the round, all of them, into these values.
    template <typename... Values>
    [[nodiscard]] Result<void> take(Values&... values);
    /// The columns after the round, from this one on.
    [[nodiscard]] Result<Metrics> metrics(std::size_t first);
    [[nodiscard]] Unexpected<Error> wrong(std::string what) const { return m_text.wrong(what); }
    /// Fails if there is another row or the digest is another one.
    [[nodiscard]] Result<void> close(const std::string& sha256);

    static constexpr std::size_t kFirst = 6; ///< of the columns after the round

private:
    explicit BundleTable(BundleText text)
        : m_text(std::move(text))
    {}
    template <typename Value>
    [[nodiscard]] bool takeOne(std::size_t& column, Value& value) const;

    BundleText m_text;
    std::vector<std::string> m_columns; ///< their names, as in the header
    std::vector<std::string> m_fields;
    bool m_hasRow = false;
};

template <typename Value>
bool BundleTable::takeOne(std::size_t& column, Value& value) const
{
    if constexpr (std::is_same_v<Value, std::optional<Score>>) {
        // The number of samples is there whenever the score is.
        if (m_fields[column].empty() && m_fields[column + 1].empty()
            && m_fields[column + 2].empty()) {
            column += 3;
            return true;
        }
        Score& score = value.emplace();
        return takeOne(column, score.loss) && takeOne(column, score.accuracy)
               && takeOne(column, score.samples) && score.samples >= 0;
    } else {
        const std::string& field = m_fields[column];
        if constexpr (kIsOptional<Value>) {
            if (field.empty()) {
                ++column;
                return true;
            }
            return takeOne(column, value.emplace());
        } else {
            bool isGood = true;
            if constexpr (std::is_same_v<Value, std::string>) {
                value = field;
            } else if constexpr (std::is_same_v<Value, bool>) {
                value = field == "true";
                isGood = value || field == "false";
            } else if constexpr (std::is_enum_v<Value>) {
                const std::optional<Value> known = enumerator<Value>(field);
                isGood = known.has_value();
                value = known.value_or(Value{});
            } else {
                isGood = readNumber(field, value);
            }
            column += isGood ? 1 : 0; // the message names the one that is wrong
            return isGood;
        }
    }
}

template <typename... Values>
Result<void> BundleTable::take(Values&... values)
{
    std::size_t column = kFirst;
    if (!(takeOne(column, values) && ...))
        return wrong("\"" + m_fields[column] + "\" is no value of the column " + m_columns[column]);
    return {};
}

} // namespace coterie
