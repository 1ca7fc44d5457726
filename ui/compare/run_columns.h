#pragma once

#include <QString>

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
        Created,
        Tags,
        Note,
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
    int decimals = 0; ///< of its numbers; 0: each as it comes
};

/// Of a column before FixedColumns.
[[nodiscard]] const RunColumnInfo& runColumnInfo(int column);

} // namespace coterie::ui
