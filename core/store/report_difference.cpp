#include "core/store/report_difference.h"

#include "core/store/exports.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>
#include <vector>

namespace coterie {

namespace {

struct ComparedTable
{
    std::string_view kind;
    std::size_t keys; ///< columns after the round that say which row it is
};

/// In this order: what depends on something stands behind it.
constexpr std::array kCompared{
    ComparedTable{"participation", 1},
    ComparedTable{"clusters", 2},
    ComparedTable{"clusterMerges", 1},
    ComparedTable{"clients", 1},
    ComparedTable{"groups", 2},
    ComparedTable{"merges", 1},
    ComparedTable{"matrices", 3},
    ComparedTable{"values", 3},
    ComparedTable{"traffic", 2},
    ComparedTable{"rounds", 0},
};

/// The first row of a text, which it loses. Quoted fields may have line ends.
std::string_view takeRow(std::string_view& text)
{
    std::size_t end = 0;
    for (bool isQuoted = false; end < text.size() && (isQuoted || text[end] != '\n'); ++end)
        if (text[end] == '"')
            isQuoted = !isQuoted;
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    return line;
}

std::vector<std::string> fieldsOf(std::string_view line)
{
    std::vector<std::string> fields(1);
    bool isQuoted = false;
    for (const char letter : line) {
        if (letter == '"')
            isQuoted = !isQuoted;
        else if (letter == ',' && !isQuoted)
            fields.emplace_back();
        else
            fields.back() += letter;
    }
    return fields;
}

ReportDifference
differenceOf(const ComparedTable& table, std::string_view one, std::string_view other)
{
    const std::vector<std::string> columns = fieldsOf(exportHeader(table.kind));
    const std::vector<std::string> ours = fieldsOf(one);
    const std::vector<std::string> theirs = fieldsOf(other);
    const std::vector<std::string>& known = one.empty() ? theirs : ours;
    const std::size_t begin = kFieldsBeforeRound + 1;
    ReportDifference found{.table = std::string(table.kind)};
    for (std::size_t key = begin; key < begin + table.keys; ++key)
        found.place += (found.place.empty() ? "" : ", ") + columns[key] + ' ' + known[key];
    found.isInOne = !one.empty();
    found.isInOther = !other.empty();
    if (one.empty() || other.empty())
        return found;
    const auto isOther = [&](std::size_t column) { return ours[column] != theirs[column]; };
    std::size_t column = begin;
    while (column + 1 < columns.size() && !isOther(column))
        ++column;
    if (column < begin + table.keys) // another row in its place
        return found;
    found.column = columns[column];
    found.one = ours[column];
    found.other = theirs[column];
    return found;
}

} // namespace

std::optional<ReportDifference> firstDifference(const RoundReport& one, const RoundReport& other)
{
    for (const ComparedTable& table : kCompared) {
        const std::string ours = exportRows(table.kind, one);
        const std::string theirs = exportRows(table.kind, other);
        std::string_view left = ours;
        std::string_view right = theirs;
        while (!left.empty() || !right.empty()) {
            const std::string_view line = takeRow(left);
            const std::string_view beside = takeRow(right);
            if (line != beside)
                return differenceOf(table, line, beside);
        }
    }
    return std::nullopt;
}

namespace {

/// Whether only one of them has this dense matrix.
bool isOneSided(const std::optional<Matrix>& one, const std::optional<Matrix>& other)
{
    return one.has_value() != other.has_value();
}

bool isOneSided(const std::optional<Collaboration>& one, const std::optional<Collaboration>& other)
{
    const std::optional<Collaboration>& a = one ? one : other;
    return one.has_value() != other.has_value() && a->matrix() != nullptr;
}

} // namespace

std::optional<ReportDifference> firstDifferenceOfKept(const RoundReport& one,
                                                      const RoundReport& other)
{
    const bool isA = isOneSided(one.collaboration, other.collaboration);
    const bool isSimilarity = isOneSided(one.similarity, other.similarity);
    const bool isGram = isOneSided(one.gram, other.gram);
    if (!isA && !isSimilarity && !isGram)
        return firstDifference(one, other);
    const auto withoutThem = [&](RoundReport report) {
        if (isA)
            report.collaboration.reset();
        if (isSimilarity)
            report.similarity.reset();
        if (isGram)
            report.gram.reset();
        return report;
    };
    return firstDifference(withoutThem(one), withoutThem(other));
}

} // namespace coterie
