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

/// Scores of models with a head in place of the output layer. The head predicts once for all jobs
/// of a client, which are consecutive and use one model.
/// Once stopped it returns early and the scores are worthless.
[[nodiscard]] std::vector<Score> headScores(const FeatureHead& head,
                                            std::span<const EvaluationJob> jobs,
                                            const ModelRows& models,
                                            std::size_t classes,
                                            const RoundContext& context,
                                            Executor& executor);

/// Scores of the middle models (ModelsInUse::middle, named "edge" for instance) on the clients'
/// test sets: clientValues "edgeTestAccuracy" and "edgeTestLoss", and, where several
/// clients share a row, groupValues of the same names, one value per row, pooled over its clients.
void addMiddleScores(const ModelsInUse& models,
                     std::span<const std::optional<Score>> scores,
                     RoundReport& report);

/// Number of samples of each training set in an evaluation.
[[nodiscard]] std::size_t trainEvaluationSamples(const RunPlan& plan);

/// Scores of the clients' own models on their training sets, or on `most` samples of each, which
/// are spread evenly over the set and the same in every round: clientValues "trainSetLoss" and, of
/// classes, "trainSetAccuracy". Of the global model, where there is one: "globalTrainSetLoss".
/// Streams have no training set and no such values.
void addTrainScores(Federation& federation,
                    const ModelsInUse& models,
                    std::size_t most,
                    RoundReport& report);

} // namespace coterie
