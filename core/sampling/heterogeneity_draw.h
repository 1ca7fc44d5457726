#pragma once

#include "core/base/result.h"
#include "core/collaboration/sampling_clusters.h"
#include "core/sampling/draw_log.h"

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace coterie {

/// The known or estimated label entropies of some clients, and the directions of their updates.
struct LabelKnowledge
{
    std::vector<std::size_t> ids; ///< ascending
    Matrix directions;            ///< a row per id: Δb, or its replacement
    std::vector<double> entropies;
};

struct HeterogeneityParameters
{
    std::size_t count = 1;    ///< K
    std::size_t clusters = 0; ///< M; 0: K
    double lambda = 0.1;      ///< λ
    double gamma0 = 4;        ///< γ⁰
    int annealRounds = 0;     ///< 𝒯; 0: all rounds
    bool uniformInCluster = false;
    WardMode wardMode = WardMode::Rows;
    double zeroNormAngle = kRightAngle;
};

/// Refuses more clusters than clients, with the place in the arm.
[[nodiscard]] std::optional<Error> problemWithClusters(const HeterogeneityParameters& parameters,
                                                       std::size_t clients);

/// HiCS-FL's clustering and annealed two-level draw (Algorithm 1, lines 9–20), for estimated
/// entropies and for the true ones. The clients in the order of drawing. Reports clusters with
/// their merges, H̄_m ("clusterEntropy"), π_m ("clusterChance"), γᵗ ("samplingSharpness", of the
/// round) and every client's chance in the first draw ("drawChance").
[[nodiscard]] std::vector<std::size_t> drawByEntropy(const HeterogeneityParameters& parameters,
                                                     const Federation& federation,
                                                     const LabelKnowledge& known,
                                                     RandomStream& stream,
                                                     RoundReport& report);

/// "estimatedEntropy" of the listed clients and "trueEntropy" of all.
void reportEntropies(const Federation& federation,
                     std::span<const std::size_t> ids,
                     std::span<const double> estimated,
                     RoundReport& report);

inline constexpr ParameterDescriptor kClustersParameter{
    .name = "clusters",
    .minimum = 0,
    .unit = "clusters",
    .meaning = "Number of clusters; 0: as many as participants, as in all of the paper's "
               "experiments",
    .symbol = "M",
    .equation = "HiCS-FL Algorithm 1"};
inline constexpr ParameterDescriptor kLambdaParameter{
    .name = "lambda",
    .title = "Weight of the angle",
    .minimum = 0,
    .maximum = 1,
    .meaning = "Weight of the angle between updates in the distance; 1 − λ weighs the difference "
               "of the entropies",
    .symbol = "λ",
    .equation = "HiCS-FL eq. (9)",
    .profileCodeNumber = 1.0 / 11};
inline constexpr ParameterDescriptor kGamma0Parameter{
    .name = "gamma0",
    .title = "Preference at the start",
    .minimum = 0,
    .meaning = "How strongly clusters of high entropy are preferred at the start; falls linearly "
               "to 0",
    .symbol = "γ⁰",
    .equation = "HiCS-FL eq. (10)"};
inline constexpr ParameterDescriptor kAnnealRoundsParameter{
    .name = "annealRounds",
    .title = "Preference ends after",
    .minimum = 0,
    .unit = "rounds",
    .meaning = "Round in which γ reaches 0; 0: the run's last round",
    .symbol = "𝒯",
    .equation = "HiCS-FL Algorithm 1"};

inline constexpr std::array<std::string_view, 2> kInClusterWords{"bySize", "uniform"};

inline constexpr ParameterDescriptor kInClusterParameter{
    .name = "inCluster",
    .title = "Draw in a cluster",
    .words = kInClusterWords,
    .meaning = "Draws inside a cluster in proportion to samples (bySize); or, as in the released "
               "code, draws first the number from each cluster, then members with equal chances",
    .symbol = "p̃",
    .equation = "HiCS-FL Algorithm 1",
    .profileCodeWord = "uniform"};

} // namespace coterie
