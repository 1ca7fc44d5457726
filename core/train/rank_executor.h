#pragma once

#include "core/train/executor.h"
#include "core/train/model_deal.h"
#include "core/train/rank_group.h"

#include <memory>
#include <optional>

namespace coterie {

/// Does this rank's share of a call's jobs through `inner`, whole jobs with the shapes that one
/// process gives them, and gets the results of the others: rows, scores and what clients keep.
/// Sums over rows are left to what every rank does by itself in the order of the clients, so that
/// no bit depends on the number of ranks.
///
/// Where models are dealt, its share is what belongs to its clients, and trained rows stay here:
/// LocalRequest::ends has rows for them alone.
[[nodiscard]] std::unique_ptr<Executor> makeRankExecutor(const Workload& workload,
                                                         std::unique_ptr<Executor> inner,
                                                         RankGroup& group,
                                                         const std::optional<ModelDeal>& deal = {});

} // namespace coterie
