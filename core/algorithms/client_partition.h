#pragma once

#include "core/algorithms/group_models.h"
#include "core/collab/utility.h"
#include "core/report/round_report.h"

#include <ATen/core/Tensor.h>
#include <cstddef>
#include <span>
#include <vector>

namespace coterie {

/// What HCCT's server knows of the clients when it groups them: their last updates, as far as they
/// count for the similarity, and their sizes. Who has sent none, or has no samples, is alone.
struct ClientUpdates
{
    at::Tensor vectors;      ///< [N, L] on the CPU
    std::vector<bool> known; ///< whether a client has sent one
    std::span<const double> sizes;
    bool signs = false; ///< s(i, C) is the share of equal signs, not the cosine

    /// The clients with an update, ascending.
    [[nodiscard]] std::vector<std::size_t> comparable() const;
    /// K of the comparable clients.
    [[nodiscard]] Matrix gram() const;
};

/// Groups the present clients by utility; into the report go groups, merges, the Gram matrix (of
/// all clients; zero where nothing is known) and the pairwise similarities.
[[nodiscard]] Groups partitionClients(const ClientUpdates& updates,
                                      const UtilitySettings& settings,
                                      std::span<const std::size_t> present,
                                      RoundReport& report);

/// From the report's Gram matrix where there is one: client values "utility" and group values
/// "utility" of these groups.
void reportUtilities(const ClientUpdates& updates,
                     const UtilitySettings& settings,
                     const Groups& groups,
                     RoundReport& report);

/// The settings of some of the clients only.
[[nodiscard]] UtilitySettings settingsOf(const UtilitySettings& settings,
                                         std::span<const std::size_t> clients);

/// The rows and columns of some of the clients.
[[nodiscard]] Matrix blockOf(const Matrix& all, std::span<const std::size_t> clients);

} // namespace coterie
