#pragma once

#include "core/algorithms/model_sets.h"
#include "core/algorithms/personal_head.h"
#include "core/collaboration/utility_partition.h"
#include "core/experiment/parameters.h"
#include "core/math/linear_algebra.h"
#include "core/report/round_report.h"
#include "core/train/federation.h"
#include "core/train/model_rows.h"

#include <ATen/core/Tensor.h>
#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace coterie {

struct HcctParameters
{
    double alpha = 1;
    std::vector<double> clientAlphas; ///< one per client instead of alpha; empty: alpha for all
    bool relativeAlpha = false;       ///< α_i = alpha · D_i
    double beta = 0;
    bool comparesSigns = false;
    bool includesBuffers = false;
    int repartitionEvery = 1; ///< 0: once, before the second round
    bool startsGlobal = false;
    std::size_t fixedGroups = 0;
    bool probesInitialModel = false; ///< newcomers train from w⁰ and not from the groups' mean
    bool newcomersJoinAtOnce = true;

    bool usesOneLayer = false; ///< HCCT-E
    LayerScore layerScore = LayerScore::Between;
    std::size_t layer = 0; ///< counted from 1; 0: the one with the largest score

    std::size_t headLayers = 0; ///< HCCT-P
    bool comparesBodies = false;
    bool averagesHeadsAtStart = false;

    /// From the parameters of "hcct", "hcctE" or "hcctP"; each has those it declares.
    [[nodiscard]] static HcctParameters of(const ParameterSet& parameters);
    [[nodiscard]] UtilitySettings utility(std::span<const double> sizes) const;
};

/// Calls `function` with the rows of a CPU matrix in their own type.
template <typename Function>
auto withRows(const at::Tensor& matrix, Function&& function)
{
    if (matrix.scalar_type() == at::kDouble)
        return function(rowsOf<double>(matrix));
    return function(rowsOf<float>(matrix));
}

/// What HCCT's server knows of the clients when it groups them: their last updates, as far as they
/// count for the similarity, and their sizes. Who has sent none, or has no samples, is alone.
struct ClientUpdates
{
    at::Tensor vectors;      ///< [N, L] on the CPU
    std::vector<bool> known; ///< whether a client has sent one
    std::span<const double> sizes;
    bool signs = false; ///< s(i, C) is the share of equal signs, not the cosine

    /// The clients with an update, ascending; what follows is theirs.
    [[nodiscard]] std::vector<std::size_t> comparable() const;
    [[nodiscard]] at::Tensor comparableVectors() const;
    [[nodiscard]] std::vector<double> comparableSizes() const;
    [[nodiscard]] Matrix gram() const; ///< K
    [[nodiscard]] Matrix signAgreements() const;
};

/// The settings of some of the clients only.
[[nodiscard]] UtilitySettings settingsOf(const UtilitySettings& settings,
                                         std::span<const std::size_t> clients);

/// The rows and columns of some of the clients.
[[nodiscard]] Matrix blockOf(const Matrix& all, std::span<const std::size_t> clients);
/// A matrix over some clients as one over all, zero elsewhere.
[[nodiscard]] Matrix
overAll(const Matrix& some, std::span<const std::size_t> clients, std::size_t count);

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

/// The model a newcomer is tried out on: the groups' models weighted by D̂_k (ALGORITHMS §2.4).
/// `models` holds each member's copy of its group's model.
void giveProbe(const Federation& federation,
               const Groups& groups,
               ModelRows& models,
               std::size_t newcomer);

/// The group that gains most by taking the newcomer in (HCCT eq. (15), (16)), or none if no group
/// gains anything; an event tells what each would have gained.
[[nodiscard]] std::optional<std::size_t> bestGroupFor(std::size_t newcomer,
                                                      const ClientUpdates& updates,
                                                      const UtilitySettings& settings,
                                                      const Groups& groups,
                                                      RoundReport& report);

/// The part of a round's updates that clients are compared by, on the CPU: row j belongs to
/// trained.clients[j]. All trainable parameters; of one layer only (HCCT-E); without the private
/// head (HCCT-P, body); or with the running statistics and the batch counters of batch-norm, as the
/// released code has it (ALGORITHMS §2.1, A13).
[[nodiscard]] at::Tensor similarityVectors(const Trained& trained,
                                           const HcctParameters& parameters,
                                           const LayerColumns* layer,
                                           const PersonalHead& head,
                                           const ParamLayout& layout);

} // namespace coterie
