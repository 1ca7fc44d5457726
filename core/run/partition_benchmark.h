#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace coterie {

/// What the updates of made-up clients look like, and how much data the clients want.
enum class PartitionRegime
{
    Separated,    ///< groups of about fifty around directions of their own; the groups are found
    Unstructured, ///< random directions, α/D = 1: many small groups
    AllIntoOne    ///< random directions, α/D = 100: everybody ends in one group, or in very few
};

[[nodiscard]] std::string_view nameOf(PartitionRegime regime);

struct PartitionSpeed
{
    std::size_t clients = 0;
    PartitionRegime regime = PartitionRegime::Separated;
    double seconds = 0; ///< of the partition alone, from the Gram matrix, on one core
    std::size_t groups = 0;
    double peakMemoryMiB = 0; ///< of the process so far
};

/// How long HCCT's partition of so many clients takes.
[[nodiscard]] PartitionSpeed measurePartition(std::size_t clients, PartitionRegime regime);

} // namespace coterie
