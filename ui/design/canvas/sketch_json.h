#pragma once

#include "ui/design/canvas/partition_edits.h"
#include "ui/design/json_change.h"

namespace coterie::ui {

/// An edit as the experiment's file will say it.
struct WrittenEdit
{
    std::vector<JsonChange> changes; ///< none: nothing changed
    PartitionSketch after;           ///< the edit's, knowing how it is written now
    QString note;                    ///< what the edit means for the file, if more than is seen
};

/// What overrides can say is written there: they set one client's counts. Another number of
/// clients, or domains, make a partition by hand of it, with every client's counts. Where every
/// seed would split differently, the split that was edited is fixed for all.
[[nodiscard]] WrittenEdit written(const PartitionSketch& before, const SketchEdit& edit);

/// The sketch as it is, as a partition by hand.
[[nodiscard]] std::vector<JsonChange> asByHand(const PartitionSketch& sketch);

} // namespace coterie::ui
