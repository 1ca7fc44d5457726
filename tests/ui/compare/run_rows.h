#pragma once

#include "ui/compare/run_table_model.h"

#include <QAbstractItemModel>
#include <QStringList>

#include <optional>
#include <vector>

/// Runs for the tests of the table of runs, and what a column of it shows.
namespace coterie::ui::test {

inline std::vector<RunRow> rows(std::size_t count)
{
    std::vector<RunRow> all;
    for (std::size_t index = 0; index < count; ++index) {
        RunRow row;
        row.id = static_cast<std::int64_t>(index) + 1;
        row.experimentName = "Quickstart";
        row.arm = index % 2 == 0 ? "Independent" : "FedAvg";
        row.seed = index / 2 + 1;
        row.status = RunStatus::Finished;
        row.rounds = 10;
        row.roundsDone = static_cast<int>(index % 11);
        row.created = "2026-11-20T12:00:00Z";
        all.push_back(row);
    }
    return all;
}

inline HeadlineNumbers numbers(std::optional<double> last, std::optional<double> best)
{
    HeadlineNumbers result;
    result.testError = last;
    result.bestTestError = best;
    return result;
}

inline QString column(const QAbstractItemModel& model, int column)
{
    QStringList cells;
    for (int row = 0; row < model.rowCount(); ++row)
        cells << model.index(row, column).data().toString();
    return cells.join(QLatin1Char(' '));
}

} // namespace coterie::ui::test
