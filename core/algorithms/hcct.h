#pragma once

#include "core/algorithms/algorithm.h"
#include "core/algorithms/hcct_partition.h"
#include "core/algorithms/personal_head.h"

#include <array>
#include <optional>
#include <string_view>

namespace coterie {

inline constexpr std::array<std::string_view, 2> kLayerScoreWords{"between", "official"};
inline constexpr std::array<std::string_view, 2> kSimScopeWords{"all", "body"};

inline constexpr std::array kHcctBuffers{
    bind<&HcctParameters::includesBuffers>(
        {.name = "simIncludeBuffers",
         .title = "Compare buffers too",
         .meaning = "Compares running statistics and batch counters of batch-norm too, as the "
                    "released code does; the counters make all clients look alike",
         .equation = "HCCT eq. (8)",
         .profileCodeNumber = 1}),
};

inline constexpr auto kHcctParameters = joinedTables(kHcctCommon, kHcctBuffers);

inline constexpr auto kHcctEParameters = joinedTables(
    kHcctCommon,
    std::array{
        bind<&HcctParameters::layerScore>(
            {.name = "layerScore",
             .defaultWord = "between",
             .words = kLayerScoreWords,
             .meaning = "Difference of updates in a layer: variance between clients over mean "
                        "absolute value, or the released code's pooled variance over signed mean",
             .equation = "HCCT eq. (19)",
             .profileCodeWord = "official"}),
        bind<&HcctParameters::layer>(
            {.name = "layer",
             .title = "Layer compared",
             .range = between(0, 1000),
             .meaning = "Number of the linear or convolutional layer to compare, counted from 1; "
                        "0: the one with the largest score after the first round",
             .symbol = "l*",
             .equation = "HCCT eq. (20)"})});

inline constexpr auto kHcctPParameters = joinedTables(
    kHcctCommon,
    kHcctBuffers,
    std::array{bind<&HcctParameters::headLayers>(kHeadLayersParameter),
               bind<&HcctParameters::comparesBodies>(
                   {.name = "simScope",
                    .title = "Part compared",
                    .words = kSimScopeWords,
                    .meaning = "Compares whole updates (released code too) or their bodies only",
                    .equation = "HCCT eq. (8)"}),
               bind<&HcctParameters::averagesHeadsAtStart>(
                   {.name = "headReaveragedAtStart",
                    .title = "Average heads at the start",
                    .meaning = "Each round starts from averaged heads, as in the released code; "
                               "otherwise a head never leaves its client",
                    .equation = "HCCT §5.1, FedPer",
                    .profileCodeNumber = 1})});

/// How much the clients' updates differ in each layer (HCCT eq. (19), ALGORITHMS §2.2); not a
/// number where nothing was updated. Rows are the updates of clients from a common model.
[[nodiscard]] std::vector<double>
layerScores(const at::Tensor& updates, std::span<const LayerColumns> layers, LayerScore score);

/// The first of the largest scores; a number comes before one that is none.
[[nodiscard]] std::size_t largestScore(std::span<const double> scores);

/// The part of a round's updates that clients are compared by, on the CPU: row j belongs to
/// trained.clients[j]. All trainable parameters; those of one layer (HCCT-E); without the private
/// head (HCCT-P, body); or with the running statistics and the batch counters of batch-norm, as in
/// the released code (ALGORITHMS §2.1, A13).
[[nodiscard]] at::Tensor similarityVectors(const Trained& trained,
                                           const HcctParameters& parameters,
                                           const LayerColumns* layer,
                                           const PersonalHead& head,
                                           const ParamLayout& layout);

/// The length of each of them.
[[nodiscard]] std::size_t lengthOfVectors(const HcctParameters& parameters,
                                          const LayerColumns* layer,
                                          const PersonalHead& head,
                                          const ParamLayout& layout);

/// Groups clients greedily while some merge still raises the summed utility; groups then train one
/// model each. Benefit of a merge: HCCT eq. (15); choice of the pair: eq. (16); stop: eq. (17).
/// The number of groups is a result. HCCT-E compares updates in one layer only (eq. (20)), HCCT-P
/// keeps the last layers private (§5.1); both are this class with other parameters.
class Hcct final : public Configured<PersonalModelsAlgorithm, HcctParameters>
{
public:
    using Configured::Configured;

    void start(Federation& federation) override;
    void round(Federation& federation, RoundReport& report) override;
    [[nodiscard]] State state() const override;
    void restore(const State& state) override;

private:
    [[nodiscard]] std::vector<std::size_t> arrived(const Federation& federation) const;
    void formGroups(const Federation& federation, RoundReport& report);
    void shareWithinGroups(const Federation& federation, ModelRows& starts) const;
    void giveProbes(const Federation& federation, ModelRows& starts) const;
    void
    aggregate(const Federation& federation, const Trained& trained, Collaboration& collaboration);
    void remember(const Trained& trained, RoundReport& report);
    void makeVectors();
    void chooseLayer(const Trained& trained, RoundReport& report);
    void placeNewcomers(const Federation& federation, RoundReport& report);

    UtilitySettings m_settings;
    std::optional<PersonalHead> m_head;
    const ParamLayout* m_layout = nullptr; ///< of the federation's network
    std::vector<LayerColumns> m_layers;
    std::vector<std::size_t> m_newcomers; ///< of this round
    Groups m_groups;                      ///< of the clients that are present
    at::Tensor m_vectors;      ///< [N, L]: the compared part of the last updates, as the models
    std::vector<bool> m_known; ///< whether a client has sent one
    std::optional<std::size_t> m_layer; ///< of m_layers
};

} // namespace coterie
