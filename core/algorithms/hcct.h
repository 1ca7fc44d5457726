#pragma once

#include "core/algorithms/algorithm.h"
#include "core/algorithms/hcct_partition.h"
#include "core/algorithms/model_sets.h"
#include "core/algorithms/personal_head.h"
#include "core/experiment/parameters.h"

#include <array>
#include <optional>
#include <string_view>

namespace coterie {

inline constexpr std::array<std::string_view, 2> kAlphaModes{"absolute", "relative"};
inline constexpr std::array<std::string_view, 2> kSimilarityWords{"cosine", "sign"};
inline constexpr std::array<std::string_view, 2> kBootstrapWords{"independent", "global"};
inline constexpr std::array<std::string_view, 2> kProbeWords{"mean", "init"};
inline constexpr std::array<std::string_view, 2> kNewcomerModes{"greedy", "repartition"};
inline constexpr std::array<std::string_view, 2> kLayerScoreWords{"between", "official"};
inline constexpr std::array<std::string_view, 2> kSimScopeWords{"all", "body"};

/// What HCCT, HCCT-E and HCCT-P have in common.
inline constexpr std::array kHcctCommon{
    ParameterDescriptor{.name = "alpha",
                        .title = "Data hunger",
                        .minimum = 0,
                        .defaultNumber = 1,
                        .meaning = "How much a client hungers for data: the more, the larger the "
                                   "groups. Not read where each client has its own",
                        .symbol = "α",
                        .equation = "HCCT eq. (9)",
                        .live = true},
    ParameterDescriptor{.name = "clientAlphas",
                        .title = "Data hunger by client",
                        .type = ParameterType::RealList,
                        .minimum = 0,
                        .meaning = "One α per client instead of one for all; empty: alpha",
                        .symbol = "αᵢ",
                        .equation = "HCCT eq. (9)"},
    ParameterDescriptor{.name = "alphaMode",
                        .title = "Data hunger is",
                        .type = ParameterType::Word,
                        .defaultWord = "absolute",
                        .words = kAlphaModes,
                        .meaning =
                            "relative: α is a multiple of the client's own number of samples "
                            "(the released code's alpha = −1 is relative with alpha = 1)",
                        .symbol = "αᵢ = αDᵢ",
                        .equation = "HCCT eq. (9)"},
    ParameterDescriptor{.name = "beta",
                        .title = "Added to utilities",
                        .minimum = 0,
                        .defaultNumber = 0,
                        .meaning = "Added to every utility shown; decides nothing",
                        .symbol = "β",
                        .equation = "HCCT eq. (9)"},
    ParameterDescriptor{.name = "similarity",
                        .type = ParameterType::Word,
                        .defaultWord = "cosine",
                        .words = kSimilarityWords,
                        .meaning = "cosine of update and group update, or the share of equal signs",
                        .symbol = "s(i, C)",
                        .equation = "HCCT eq. (8)"},
    ParameterDescriptor{.name = "repartitionEvery",
                        .title = "Form groups every",
                        .type = ParameterType::Integer,
                        .minimum = 0,
                        .maximum = 1e9,
                        .defaultNumber = 1,
                        .unit = "rounds",
                        .meaning = "Groups are formed anew every so many rounds; 0: once, before "
                                   "the second round",
                        .equation = "HCCT Algorithm 1"},
    ParameterDescriptor{.name = "bootstrap",
                        .title = "First round",
                        .type = ParameterType::Word,
                        .defaultWord = "independent",
                        .words = kBootstrapWords,
                        .meaning =
                            "The first round, which has no updates to go by: everybody alone "
                            "(paper) or all together (released code)",
                        .equation = "HCCT Algorithm 1, line 4",
                        .profileCodeWord = "global"},
    ParameterDescriptor{.name = "fixedGroups",
                        .title = "Fixed number of groups",
                        .type = ParameterType::Integer,
                        .minimum = 0,
                        .maximum = 1e9,
                        .defaultNumber = 0,
                        .unit = "groups",
                        .meaning = "Merge until exactly so many groups are left, gain or loss; 0: "
                                   "the number is a result",
                        .symbol = "K*",
                        .equation = "HCCT Figs. 5 and 6"},
    ParameterDescriptor{.name = "newcomerProbe",
                        .title = "Newcomers start from",
                        .type = ParameterType::Word,
                        .defaultWord = "mean",
                        .words = kProbeWords,
                        .meaning =
                            "A client that arrives trains first from the mean of the groups' "
                            "models, or from the initial model at the first learning rate",
                        .equation = "HCCT §7.3",
                        .profileCodeWord = "init"},
    ParameterDescriptor{.name = "newcomerMode",
                        .title = "Newcomers join by",
                        .type = ParameterType::Word,
                        .defaultWord = "greedy",
                        .words = kNewcomerModes,
                        .meaning = "It then joins the group with the largest benefit (by cosine), "
                                   "or waits for the next partition",
                        .equation = "HCCT eqs. (15), (16), §7.3",
                        .profileCodeWord = "repartition"},
};

inline constexpr ParameterDescriptor kSimIncludeBuffers{
    .name = "simIncludeBuffers",
    .title = "Compare buffers too",
    .type = ParameterType::Boolean,
    .defaultNumber = 0,
    .meaning = "Compare running statistics and batch counters of batch-norm too, as the released "
               "code does; the counters make all clients look alike",
    .equation = "HCCT eq. (8)",
    .profileCodeNumber = 1};

/// The common table and what a variant adds.
template <typename... More>
constexpr std::array<ParameterDescriptor, kHcctCommon.size() + sizeof...(More)>
withCommonHcct(const More&... more)
{
    std::array<ParameterDescriptor, kHcctCommon.size() + sizeof...(More)> all;
    std::size_t next = 0;
    for (const ParameterDescriptor& parameter : kHcctCommon)
        all[next++] = parameter;
    ((all[next++] = more), ...);
    return all;
}

inline constexpr auto kHcctParameters = withCommonHcct(kSimIncludeBuffers);

inline constexpr auto kHcctEParameters = withCommonHcct(
    ParameterDescriptor{.name = "layerScore",
                        .type = ParameterType::Word,
                        .defaultWord = "between",
                        .words = kLayerScoreWords,
                        .meaning =
                            "How far updates differ in a layer: variance between clients over "
                            "mean absolute value, or the released code's pooled variance over "
                            "signed mean",
                        .equation = "HCCT eq. (19)",
                        .profileCodeWord = "official"},
    ParameterDescriptor{.name = "layer",
                        .title = "Layer compared",
                        .type = ParameterType::Integer,
                        .minimum = 0,
                        .maximum = 1000,
                        .defaultNumber = 0,
                        .meaning = "Compare this linear or convolutional layer, counted from 1; 0: "
                                   "the one with the largest score after the first round",
                        .symbol = "l*",
                        .equation = "HCCT eq. (20)"});

inline constexpr auto kHcctPParameters = withCommonHcct(
    kSimIncludeBuffers,
    kHeadLayersParameter,
    ParameterDescriptor{.name = "simScope",
                        .title = "Part compared",
                        .type = ParameterType::Word,
                        .defaultWord = "all",
                        .words = kSimScopeWords,
                        .meaning = "Compare whole updates (released code too) or their bodies only",
                        .equation = "HCCT eq. (8)"},
    ParameterDescriptor{.name = "headReaveragedAtStart",
                        .title = "Average heads at the start",
                        .type = ParameterType::Boolean,
                        .defaultNumber = 0,
                        .meaning =
                            "Each round starts from averaged heads, as in the released code; "
                            "otherwise a head never leaves its client",
                        .equation = "HCCT §5.1, FedPer",
                        .profileCodeNumber = 1});

inline constexpr NamedPart kHcct{
    .name = "hcct",
    .title = "HCCT",
    .meaning =
        "Groups form bottom-up while more data outweighs less likeness; each group trains one "
        "model.",
    .paper = "Sun, Kountouris, Zhang: How to Collaborate",
    .parameters = kHcctParameters};

inline constexpr NamedPart kHcctE{
    .name = "hcctE",
    .title = "HCCT-E",
    .meaning = "HCCT that compares updates in the one layer in which clients differ most.",
    .paper = "Sun, Kountouris, Zhang: How to Collaborate, §5.2",
    .parameters = kHcctEParameters};

inline constexpr NamedPart kHcctP{
    .name = "hcctP",
    .title = "HCCT-P",
    .meaning = "HCCT whose groups share all but the last layer, which stays with its client.",
    .paper = "Sun, Kountouris, Zhang: How to Collaborate, §5.1",
    .parameters = kHcctPParameters};

/// Groups clients greedily while some merge still raises the summed utility; groups then train one
/// model each. Benefit of a merge: HCCT eq. (15); choice of the pair: eq. (16); stop: eq. (17).
/// The number of groups is a result. HCCT-E compares updates in one layer only (eq. (20)), HCCT-P
/// keeps the last layers private (§5.1); both are this class with other parameters.
class Hcct final : public Algorithm
{
public:
    explicit Hcct(HcctParameters parameters);

    void start(Federation& federation) override;
    void round(Federation& federation, RoundReport& report) override;
    void setParameters(const ParameterSet& parameters) override
    {
        m_parameters.alpha = parameters.real("alpha");
    }
    [[nodiscard]] ModelsInUse models() const override { return m_models.inUse(); }
    [[nodiscard]] State state() const override;
    void restore(const State& state) override;

private:
    [[nodiscard]] std::vector<std::size_t> arrived(const Federation& federation) const;
    void formGroups(const Federation& federation,
                    std::span<const std::size_t> newcomers,
                    RoundReport& report);
    void shareWithinGroups(const Federation& federation, ModelRows& starts) const;
    void giveProbes(const Federation& federation,
                    std::span<const std::size_t> newcomers,
                    ModelRows& starts) const;
    [[nodiscard]] Trained train(Federation& federation,
                                const ModelRows& starts,
                                std::span<const std::size_t> newcomers,
                                RoundReport& report) const;
    void aggregate(const Federation& federation, const Trained& trained, Matrix& collaboration);
    void remember(const Federation& federation, const Trained& trained, RoundReport& report);
    void chooseLayer(const Trained& trained, RoundReport& report);
    void placeNewcomers(const Federation& federation,
                        std::span<const std::size_t> newcomers,
                        RoundReport& report);
    [[nodiscard]] ClientUpdates updates(const Federation& federation) const;

    HcctParameters m_parameters;
    UtilitySettings m_settings;
    std::optional<PersonalHead> m_head;
    std::vector<LayerColumns> m_layers;
    PersonalModels m_models;            ///< each client's copy of its group's model
    Groups m_groups;                    ///< of the clients that are here
    at::Tensor m_vectors;               ///< [N, L]: last updates, as far as they are compared
    std::vector<bool> m_known;          ///< whether a client has sent one
    std::optional<std::size_t> m_layer; ///< of m_layers
};

[[nodiscard]] std::unique_ptr<Algorithm> makeHcct(const RunPlan& plan);

} // namespace coterie
