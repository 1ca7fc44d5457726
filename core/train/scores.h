#pragma once

#include "core/experiment/experiment.h"
#include "core/report/round_report.h"
#include "core/train/executor.h"
#include "core/train/federation.h"

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace coterie {

/// What clients' test and validation sets say of models with a head in place of the output layer.
/// The head is asked once for all jobs of a client; those follow one another and name one model.
/// Once stopped it returns early and the scores are worthless.
[[nodiscard]] std::vector<Score> headScores(const FeatureHead& head,
                                            std::span<const EvaluationJob> jobs,
                                            const ModelRows& models,
                                            std::size_t classes,
                                            const RoundContext& context,
                                            Executor& executor);

/// What the models in the middle (ModelsInUse::middle, named "edge" for instance) scored on the
/// clients' test sets: clientValues "edgeTestAccuracy" and "edgeTestLoss", and, where several
/// clients share a row, groupValues of the same names, one value per row, pooled over its clients.
void addMiddleScores(const ModelsInUse& models,
                     std::span<const std::optional<Score>> scores,
                     RoundReport& report);

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
