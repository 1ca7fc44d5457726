#pragma once

#include "core/collaboration/sampling_clusters.h"
#include "core/sampling/draw_log.h"
#include "core/sampling/kept_updates.h"

#include <cstddef>
#include <vector>

namespace coterie {

struct ClusteredSamplingParameters
{
    std::size_t count = 1; ///< K
    int warmUp = 10;       ///< rounds
    bool waitForAll = true;
    double zeroNormAngle = kRightAngle;
    WardMode wardMode = WardMode::Rows;
};

/// ALGORITHMS §8.3: Ward's tree of the angles between updates, cut where a subtree holds more than
/// 1/K of all samples, poured into K distributions that one client each is drawn from. HiCS-FL's
/// released code draws like this in some rounds. The clients in the order of drawing; one may come
/// twice.
[[nodiscard]] std::vector<std::size_t> drawClustered(const ClusteredSamplingParameters& parameters,
                                                     const KeptUpdates& updates,
                                                     const Federation& federation,
                                                     RoundReport& report);

} // namespace coterie
