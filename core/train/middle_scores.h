#pragma once

#include "core/report/round_report.h"
#include "core/train/federation.h"

#include <optional>
#include <span>

namespace coterie {

/// What the models in the middle (ModelsInUse::middle, named "edge" for instance) scored on the
/// clients' test sets: clientValues "edgeTestAccuracy" and "edgeTestLoss", and, where several
/// clients share a row, groupValues of the same names, one value per row, pooled over its clients.
void addMiddleScores(const ModelsInUse& models,
                     std::span<const std::optional<Score>> scores,
                     RoundReport& report);

} // namespace coterie
