#pragma once

#include "core/base/json_node.h"
#include "core/base/result.h"
#include "core/run/prepare_run.h"
#include "ui/design/canvas/partition_sketch.h"
#include "ui/design/json_change.h"

#include <span>
#include <vector>

namespace coterie::ui {

/// Whether one of the problems is that clients drawn by hand do not fit the data set: counts of a
/// partition by hand, or clients edited by hand.
[[nodiscard]] bool isDrawnForOtherData(const JsonNode& root, const Problems& problems);

/// The same split of other data: as many clients, sizes and mixes in the same proportions, at least
/// one sample each, and of each kind at most the `pool`. With another number of kinds, neighbouring
/// kinds are divided or joined. Empty if there are more clients than samples.
[[nodiscard]] std::vector<KindCounts> carriedOver(std::span<const KindCounts> drawn,
                                                  const KindCounts& pool);

/// The changes that make the drawn split again for the plan's data set. Reads the data.
[[nodiscard]] Result<std::vector<JsonChange>>
redrawnSplit(const JsonNode& root, const RunPlan& plan, RunData& data, const Registry& registry);

/// The changes that drop it: the scheme alone divides the samples; in place of a partition by hand
/// the simplest one that the data allow, with as many clients. Reads the data.
[[nodiscard]] Result<std::vector<JsonChange>>
droppedSplit(const JsonNode& root, const RunPlan& plan, RunData& data);

} // namespace coterie::ui
