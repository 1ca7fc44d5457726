#pragma once

#include <QString>

#include <string_view>

namespace coterie::ui {

/// The columns that every run has in the table, whatever it is.
struct RunColumns
{
    enum Column
    {
        Number,
        Experiment,
        Arm,
        Setting,
        Seed,
        State,
        Rounds,
        LastError,
        BestError,
        TrainLoss,
        Tags,
        Note,
        Created,
        Device,
        FixedColumns ///< then the metrics asked for, then the settings that differ
    };
};

/// How one of them is told.
struct RunColumnInfo
{
    const char* key = ""; ///< in the filter: "error"
    QString title;        ///< above the column: "Last error %"
    QString meaning;
    bool isNumeric = false;
};

/// Of a column before FixedColumns.
[[nodiscard]] const RunColumnInfo& runColumnInfo(int column);
/// Of the numbers in the columns of errors and losses; 0: each as it comes.
[[nodiscard]] int decimalsOf(int column);

/// "Mean test error (%)": a metric with its unit, where it has one.
[[nodiscard]] QString metricText(std::string_view metric);
/// "Algorithm alpha" for "algorithm/alpha": a setting by the last steps of its place in a file.
[[nodiscard]] QString settingName(std::string_view steps);
/// "20.14 ± 2.34": both with as many decimals, so that they stand in line from row to row.
[[nodiscard]] QString meanText(double mean, double deviation);

} // namespace coterie::ui
