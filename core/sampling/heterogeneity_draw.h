#pragma once

#include "core/base/result.h"
#include "core/collaboration/sampling_clusters.h"
#include "core/sampling/draw_log.h"
#include "core/sampling/sampler.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace coterie {

/// What the server knows, or believes, about the labels of some clients.
struct LabelKnowledge
{
    std::vector<std::size_t> ids; ///< ascending
    Matrix directions;            ///< a row per id: Δb, or what stands for it
    std::vector<double> entropies;
};

/// HiCS-FL's clustering and annealed two-level draw (Algorithm 1, lines 9–20), for estimated
/// entropies and for the true ones.
class HeterogeneityDraw
{
public:
    explicit HeterogeneityDraw(const ParameterSet& parameters);

    /// More clusters than clients are refused, with their place in the arm.
    [[nodiscard]] std::optional<Error> problemWith(std::size_t clients) const;
    /// How many of these clients take part.
    [[nodiscard]] std::size_t count(std::size_t clients) const
    {
        return std::min(m_count, clients);
    }
    /// The clients in the order of drawing. Reports clusters with their merges, H̄_m
    /// ("clusterEntropy"), π_m ("clusterChance"), γᵗ ("samplingSharpness", of the round) and every
    /// client's chance in the first draw ("drawChance").
    [[nodiscard]] std::vector<std::size_t> draw(const Federation& federation,
                                                const LabelKnowledge& known,
                                                RandomStream& stream,
                                                RoundReport& report) const;

private:
    std::size_t m_count;
    std::size_t m_clusters;
    double m_lambda;
    double m_gamma0;
    int m_annealRounds;
    double m_zeroNormAngle;
    WardMode m_wardMode;
    bool m_uniformInCluster;
};

/// "estimatedEntropy" (of those listed) and "trueEntropy" of everybody.
void reportEntropies(const Federation& federation,
                     std::span<const std::size_t> ids,
                     std::span<const double> estimated,
                     RoundReport& report);
/// H of each client's training labels.
[[nodiscard]] std::vector<double> trueEntropies(const Federation& federation);

inline constexpr std::array<std::string_view, 2> kInClusterWords{"bySize", "uniform"};

inline constexpr ParameterDescriptor kClustersParameter{
    .name = "clusters",
    .type = ParameterType::Integer,
    .minimum = 0,
    .defaultNumber = 0,
    .unit = "clusters",
    .meaning = "How many clusters; 0: as many as take part, as in all of the paper's experiments",
    .symbol = "M",
    .equation = "HiCS-FL Algorithm 1"};
inline constexpr ParameterDescriptor kLambdaParameter{
    .name = "lambda",
    .title = "Weight of the angle",
    .minimum = 0,
    .maximum = 1,
    .defaultNumber = 0.1,
    .meaning = "Weight of the angle between updates in the distance; 1 − λ weighs the difference "
               "of the entropies",
    .symbol = "λ",
    .equation = "HiCS-FL eq. (9)",
    .profileCodeNumber = 1.0 / 11};
inline constexpr ParameterDescriptor kGamma0Parameter{
    .name = "gamma0",
    .title = "Preference at the start",
    .minimum = 0,
    .defaultNumber = 4,
    .meaning = "How strongly clusters of high entropy are preferred at the start; falls linearly "
               "to 0",
    .symbol = "γ⁰",
    .equation = "HiCS-FL eq. (10)"};
inline constexpr ParameterDescriptor kAnnealRoundsParameter{
    .name = "annealRounds",
    .title = "Preference ends after",
    .type = ParameterType::Integer,
    .minimum = 0,
    .defaultNumber = 0,
    .unit = "rounds",
    .meaning = "When γ reaches 0; 0: with the run's last round",
    .symbol = "𝒯",
    .equation = "HiCS-FL Algorithm 1"};
inline constexpr ParameterDescriptor kInClusterParameter{
    .name = "inCluster",
    .title = "Draw in a cluster",
    .type = ParameterType::Word,
    .defaultWord = "bySize",
    .words = kInClusterWords,
    .meaning = "Draws inside a cluster in proportion to samples; or, as the released code, first "
               "how many come from each cluster, then members with equal chances",
    .symbol = "p̃",
    .equation = "HiCS-FL Algorithm 1",
    .profileCodeWord = "uniform"};
inline constexpr ParameterDescriptor kZeroNormAngleParameter{
    .name = "zeroNormAngle",
    .title = "Angle to no update",
    .minimum = 0,
    .maximum = 3.141592653589793,
    .defaultNumber = 1.5707963267948966,
    .unit = "radians",
    .meaning = "The angle to an update without length, such as that of a client not yet seen",
    .profileCodeNumber = 0};

[[nodiscard]] std::unique_ptr<Sampler> makeOracleHics(const ParameterSet& parameters);

inline constexpr std::array kOracleHicsParameters{
    kCountParameter,
    kClustersParameter,
    kLambdaParameter,
    kGamma0Parameter,
    kAnnealRoundsParameter,
    kInClusterParameter,
    kWardModeParameter,
    kZeroNormAngleParameter,
};

inline constexpr NamedPart kOracleHics{
    .name = "oracleHics",
    .title = "HiCS-FL with true entropies",
    .meaning = "As HiCS-FL, but told every client's labels instead of guessing from updates, so "
               "it needs no first look at everybody. Possible in a simulation only.",
    .paper = "HiCS-FL (released code)",
    .parameters = kOracleHicsParameters};

} // namespace coterie
