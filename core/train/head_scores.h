#pragma once

#include "core/train/executor.h"
#include "core/train/feature_head.h"

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

} // namespace coterie
