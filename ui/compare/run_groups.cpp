#include "ui/compare/run_groups.h"

#include "core/store/statistics.h"
#include "ui/compare/compare_words.h"
#include "ui/say.h"
#include "ui/setting_words.h"
#include "ui/words.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

namespace coterie::ui {

namespace {

/// Of those runs of the group that have one.
std::vector<double>
numbersOf(const RunGroup& group, std::span<const RunRow> runs, const RunCells& cells, int column)
{
    std::vector<double> values;
    for (const std::size_t row : group.rows)
        if (const auto value = cells.number(runs[row], column))
            values.push_back(*value);
    return values;
}

} // namespace

std::vector<RunGroup> groupRuns(std::span<const RunRow> runs, RunGrouping grouping)
{
    std::vector<RunGroup> groups;
    if (grouping == RunGrouping::None)
        return groups;
    std::map<std::tuple<std::string, std::size_t, std::string, std::string>, std::size_t> placeOf;
    const bool byArm = grouping == RunGrouping::Arm;
    for (std::size_t row = 0; row < runs.size(); ++row) {
        const RunRow& run = runs[row];
        const auto [place, isNew] = placeOf.try_emplace({run.experimentHash,
                                                         byArm ? run.armIndex : 0,
                                                         byArm ? run.arm : std::string(),
                                                         byArm ? run.sweep : std::string()},
                                                        groups.size());
        if (isNew)
            groups.push_back({.experiment = toQString(run.experimentName),
                              .arm = byArm ? toQString(run.arm) : QString(),
                              .sweep = byArm ? run.sweep : std::string(),
                              .look = run.look,
                              .sweepPlace = byArm ? run.sweepPlace : 0,
                              .rows = {}});
        groups[place->second].rows.push_back(row);
    }
    return groups;
}

QString
groupText(const RunGroup& group, std::span<const RunRow> runs, const RunCells& cells, int column)
{
    const auto count = static_cast<qsizetype>(group.rows.size());
    switch (column) {
    case RunColumns::Number:
        return counted(count, say("1 run"), say("%1 runs"));
    case RunColumns::Experiment:
        return group.experiment;
    case RunColumns::Arm:
        return group.arm;
    case RunColumns::Setting:
        return sweepWords(group.sweep);
    case RunColumns::Seed: {
        std::set<std::uint64_t> seeds;
        for (const std::size_t row : group.rows)
            seeds.insert(runs[row].seed);
        return counted(static_cast<qsizetype>(seeds.size()), say("1 seed"), say("%1 seeds"));
    }
    case RunColumns::State: {
        const auto finished = std::ranges::count_if(
            group.rows, [&](std::size_t row) { return runs[row].status == RunStatus::Finished; });
        return finished == count
                   ? statusText(RunStatus::Finished)
                   : say("%1 of %2 finished").arg(countText(finished), countText(count));
    }
    default:
        break;
    }
    if (!cells.isNumeric(column) || column == RunColumns::Rounds)
        return {};
    const auto spread = spreadOf(numbersOf(group, runs, cells, column));
    if (!spread)
        return QStringLiteral("–");
    return spreadText(*spread, cells.decimals(column)); // as the runs' own
}

QVariant groupSortValue(const RunGroup& group,
                        std::span<const RunRow> runs,
                        const RunCells& cells,
                        int column)
{
    if (column == RunColumns::Number || column == RunColumns::Rounds)
        return qlonglong(runs[group.rows.front()].id);
    if (!cells.isNumeric(column))
        return groupText(group, runs, cells, column);
    const std::vector<double> values = numbersOf(group, runs, cells, column);
    double sum = 0;
    for (const double value : values)
        sum += value;
    return values.empty() ? QVariant() : QVariant(sum / static_cast<double>(values.size()));
}

} // namespace coterie::ui
