#pragma once

#include "core/report/round_report.h"
#include "core/store/database.h"
#include "core/store/row_values.h"

#include <array>
#include <optional>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

/// How reports are stored: which members are the columns of which table, for writing and reading.
namespace coterie {

/// A, whose weights are stored as single numbers.
inline constexpr std::string_view kCollaborationWord = "collaboration";

/// Another matrix of a report: its word in the store and in exports, and its precision.
struct MatrixColumn
{
    std::string_view word;
    MatrixPrecision precision;
    std::optional<Matrix> RoundReport::*part;
};

inline constexpr std::array kMatrixColumns{
    MatrixColumn{"similarity", MatrixPrecision::Single, &RoundReport::similarity},
    MatrixColumn{"gram", MatrixPrecision::Double, &RoundReport::gram},
};

/// Of all matrices: A, then those of kMatrixColumns.
inline constexpr std::array kMatrixWords{
    kCollaborationWord, kMatrixColumns[0].word, kMatrixColumns[1].word};
static_assert(kMatrixWords.size() == kMatrixColumns.size() + 1);

/// Rows and columns of the matrices of a report, in the order of kMatrixWords.
using MatrixSizes =
    std::array<std::optional<std::pair<std::size_t, std::size_t>>, kMatrixWords.size()>;

/// A grouping of a report and the tables it is stored in.
struct GroupingTables
{
    std::string_view members;
    std::string_view merges;
    std::optional<Grouping> RoundReport::*part;
};

inline constexpr std::array kGroupingTables{
    GroupingTables{"group_member", "merge", &RoundReport::grouping},
    GroupingTables{"cluster_member", "cluster_merge", &RoundReport::samplingClusters},
};

/// Series of a report: their scope in value_series, the table of their values and its last key.
struct ValueTable
{
    std::string_view scope;
    std::string_view table;
    std::string_view key;
    std::vector<NamedValues> RoundReport::*part;
};

inline constexpr std::array kValueTables{
    ValueTable{"client", "client_value", "client", &RoundReport::clientValues},
    ValueTable{"group", "group_value", R"("group")", &RoundReport::groupValues},
};

/// The lists of a report with the table of each, whose key is (run, round, position).
inline constexpr std::tuple kListTables{std::pair("client_metric", &RoundReport::clients),
                                        std::pair("participation", &RoundReport::participants),
                                        std::pair("traffic", &RoundReport::traffic),
                                        std::pair("event", &RoundReport::events),
                                        std::pair("timing", &RoundReport::timings)};

/// The members of a struct in the order of its columns.
template <typename Row>
inline constexpr auto kMembers = nullptr;
template <>
inline constexpr std::tuple kMembers<Score>{&Score::loss, &Score::accuracy, &Score::samples};
template <>
inline constexpr std::tuple kMembers<RoundReport>{&RoundReport::learningRate,
                                                  &RoundReport::officialTest,
                                                  &RoundReport::pooledTrain,
                                                  &RoundReport::grouping,
                                                  &RoundReport::seconds,
                                                  &RoundReport::samplingClusters};
template <>
inline constexpr std::tuple kMembers<ClientReport>{&ClientReport::client,
                                                   &ClientReport::trainLoss,
                                                   &ClientReport::trainAccuracy,
                                                   &ClientReport::personalTest,
                                                   &ClientReport::globalTest,
                                                   &ClientReport::personalValidation,
                                                   &ClientReport::globalValidation,
                                                   &ClientReport::steps,
                                                   &ClientReport::updateNorm};
template <>
inline constexpr std::tuple kMembers<Merge>{&Merge::left,
                                            &Merge::right,
                                            &Merge::score,
                                            &Merge::kind,
                                            &Merge::size,
                                            &Merge::dataGain,
                                            &Merge::similarityLoss};
template <>
inline constexpr std::tuple kMembers<Traffic>{&Traffic::link, &Traffic::client, &Traffic::bits};
template <>
inline constexpr std::tuple kMembers<PhaseTime>{&PhaseTime::phase, &PhaseTime::seconds};

template <typename Row>
inline constexpr bool kHasMembers =
    !std::is_null_pointer_v<std::remove_const_t<decltype(kMembers<Row>)>>;

// What a value is written as: a tuple with one element for each column.

[[nodiscard]] inline auto columnsOf(const std::optional<Score>& score)
{
    return std::tuple(score ? std::optional(score->loss) : std::nullopt,
                      score ? score->accuracy : std::nullopt,
                      score ? std::optional(score->samples) : std::nullopt);
}
/// Without its members and merges.
[[nodiscard]] inline auto columnsOf(const std::optional<Grouping>& grouping)
{
    return std::tuple(grouping ? std::optional(grouping->groups.size()) : std::nullopt,
                      grouping ? std::optional(grouping->stopReason) : std::nullopt);
}
[[nodiscard]] inline auto columnsOf(const Event& event)
{
    return std::tuple(word(event.severity),
                      kindOf(event.what),
                      event.client,
                      event.sentence,
                      eventJson(event.what));
}
template <typename Value>
[[nodiscard]] auto columnsOf(const Value& value)
{
    if constexpr (kHasMembers<Value>)
        return std::apply(
            [&](auto... member) { return std::tuple_cat(columnsOf(value.*member)...); },
            kMembers<Value>);
    else if constexpr (std::is_enum_v<Value>)
        return std::tuple(word(value));
    else
        return std::tuple<const Value&>(value);
}

/// Reads a value from the columns from `column` on and moves `column` behind them.
template <typename Value>
void readColumns(const Statement& row, int& column, Value& value)
{
    if constexpr (kHasMembers<Value>) {
        std::apply([&](auto... member) { (readColumns(row, column, value.*member), ...); },
                   kMembers<Value>);
    } else if constexpr (std::is_same_v<Value, std::optional<Score>>) {
        if (row.isNull(column + 2)) // samples are there whenever the score is
            column += 3;
        else
            readColumns(row, column, value.emplace());
    } else if constexpr (std::is_same_v<Value, std::optional<Grouping>>) {
        if (!row.isNull(column)) {
            value.emplace().groups.resize(static_cast<std::size_t>(row.integer(column)));
            value->stopReason = row.text(column + 1);
        }
        column += 2;
    } else if constexpr (std::is_same_v<Value, Event>) {
        readColumns(row, column, value.severity);
        value.what = eventValue(row.text(column), row.text(column + 3));
        row.read(column + 1, value.client, value.sentence);
        column += 4;
    } else if constexpr (std::is_enum_v<Value>) {
        const std::optional<Value> known = enumerator<Value>(row.text(column++));
        if (!known)
            row.database().fail("the run store is damaged: it contains an unknown word");
        value = *known;
    } else {
        row.read(column++, value);
    }
}

} // namespace coterie
