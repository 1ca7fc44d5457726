#pragma once

#include "core/report/round_report.h"
#include "core/spec/experiment.h"
#include "core/train/federation.h"

#include <cstddef>

namespace coterie {

/// How many samples of each training set an evaluation looks at; 0: at none.
[[nodiscard]] std::size_t trainEvaluationSamples(const RunPlan& plan);

/// How well clients' own models do on their training sets, or on `most` samples of each: samples
/// spread evenly over the set, the same in every round. clientValues "trainSetLoss" and, of
/// classes, "trainSetAccuracy". Streams have no training set and no such values.
void addTrainScores(Federation& federation,
                    const ModelsInUse& models,
                    std::size_t most,
                    RoundReport& report);

} // namespace coterie
