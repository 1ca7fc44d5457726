#pragma once

#include <QString>

namespace coterie::ui {

struct RunColumns
{
    enum Column
    {
        Number,
        Experiment,
        Arm,
        Name,
        Setting,
        Seed,
        State,
        Rounds,
        LastError,
        BestError,
        TrainLoss,
        Created,
        Folder,
        Tags,
        Note,
        Device,
        Store,       ///< shown while stores beside one's own are open
        FixedColumns ///< then the chosen metrics, then the differing settings
    };
};

/// The texts and format of a fixed column.
struct RunColumnInfo
{
    const char* key = ""; ///< in the filter: "error"
    QString title;        ///< above the column: "Last error %"
    QString meaning;
    bool isNumeric = false;
    int decimals = 0; ///< of its numbers; 0: as needed
};

/// Of one of RunColumns::Column.
[[nodiscard]] const RunColumnInfo& runColumnInfo(int column);

} // namespace coterie::ui
