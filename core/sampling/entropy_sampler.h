#pragma once

#include "core/collaboration/sampling_clusters.h"
#include "core/sampling/sampler.h"

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

namespace coterie {

struct EntropySamplerParameters
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

/// The known or estimated label entropies of some clients, and the directions of their updates.
struct LabelKnowledge
{
    std::vector<std::size_t> ids; ///< ascending
    Matrix directions = {};       ///< a row per id: Δb, or its replacement
    std::vector<double> entropies = {};
};

/// HiCS-FL's clustering and annealed two-level draw (Algorithm 1, lines 9–20), wherever a sampler
/// has the entropies from.
class EntropySampler : public ConfiguredSampler<EntropySamplerParameters>
{
public:
    using ConfiguredSampler::ConfiguredSampler;

protected:
    /// Refuses more clusters than clients, with the place in the arm.
    [[nodiscard]] std::optional<Error> problemWithClusters(std::size_t clients) const;

    /// Ward's tree of the mixed distances, eq. (9).
    [[nodiscard]] std::vector<Merge> treeOf(const LabelKnowledge& known) const;

    /// The clients in the order of drawing. Reports clusters with their merges, H̄_m
    /// ("clusterEntropy"), π_m ("clusterChance"), γᵗ ("samplingSharpness", of the round) and every
    /// client's chance in the first draw ("drawChance").
    [[nodiscard]] std::vector<std::size_t> drawByEntropy(const Federation& federation,
                                                         const LabelKnowledge& known,
                                                         RandomStream& stream,
                                                         RoundReport& report) const;

    /// "estimatedEntropy" of the listed clients and "trueEntropy" of all.
    static void
    reportEntropies(const Federation& federation, const LabelKnowledge& known, RoundReport& report);
};

inline constexpr std::array<std::string_view, 2> kInClusterWords{"bySize", "uniform"};

inline constexpr ParameterDescriptor kClustersParameter{
    .name = "clusters",
    .range = atLeast(0),
    .unit = "clusters",
    .meaning = "Number of clusters; 0: as many as participants, as in all of the paper's "
               "experiments",
    .symbol = "M",
    .equation = "HiCS-FL Algorithm 1"};

inline constexpr ParameterDescriptor kLambdaParameter{
    .name = "lambda",
    .title = "Weight of the angle",
    .range = between(0, 1),
    .meaning = "Weight of the angle between updates in the distance; 1 − λ weighs the difference "
               "of the entropies",
    .symbol = "λ",
    .equation = "HiCS-FL eq. (9)",
    .profileCodeNumber = 1.0 / 11};

inline constexpr ParameterDescriptor kGamma0Parameter{
    .name = "gamma0",
    .title = "Preference at the start",
    .range = atLeast(0),
    .meaning = "How strongly clusters of high entropy are preferred at the start; falls linearly "
               "to 0",
    .symbol = "γ⁰",
    .equation = "HiCS-FL eq. (10)"};

inline constexpr ParameterDescriptor kAnnealRoundsParameter{
    .name = "annealRounds",
    .title = "Preference ends after",
    .range = atLeast(0),
    .unit = "rounds",
    .meaning = "Round in which γ reaches 0; 0: the run's last round",
    .symbol = "𝒯",
    .equation = "HiCS-FL Algorithm 1"};

inline constexpr ParameterDescriptor kInClusterParameter{
    .name = "inCluster",
    .title = "Draw in a cluster",
    .words = kInClusterWords,
    .meaning = "Draws inside a cluster in proportion to samples (bySize); or, as in the released "
               "code, draws first the number from each cluster, then members with equal chances",
    .symbol = "p̃",
    .equation = "HiCS-FL Algorithm 1",
    .profileCodeWord = "uniform"};

inline constexpr std::array kEntropySamplerParameters{
    bind<&EntropySamplerParameters::count>(kCountParameter),
    bind<&EntropySamplerParameters::clusters>(kClustersParameter),
    bind<&EntropySamplerParameters::lambda>(kLambdaParameter),
    bind<&EntropySamplerParameters::gamma0>(kGamma0Parameter),
    bind<&EntropySamplerParameters::annealRounds>(kAnnealRoundsParameter),
    bind<&EntropySamplerParameters::uniformInCluster>(kInClusterParameter),
    bind<&EntropySamplerParameters::wardMode>(kWardModeParameter),
    bind<&EntropySamplerParameters::zeroNormAngle>(kZeroNormAngleParameter),
};

} // namespace coterie
