#pragma once

#include "core/collaboration/sampling_clusters.h"
#include "core/train/federation.h"

#include <cstddef>
#include <vector>

namespace coterie {

/// ALGORITHMS §8.3: Ward's tree of the clients `ids`, cut where a subtree holds more than 1/K of
/// all samples, poured into K distributions that one client each is drawn from. The clients in the
/// order of drawing; one may come twice. Reports the clusters and the tree.
[[nodiscard]] std::vector<std::size_t> drawFromTree(const std::vector<Merge>& tree,
                                                    const std::vector<std::size_t>& ids,
                                                    std::size_t count,
                                                    const Federation& federation,
                                                    RandomStream& stream,
                                                    RoundReport& report);

} // namespace coterie
