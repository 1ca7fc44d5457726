#pragma once

#include "core/base/result.h"
#include "core/collaboration/utility_partition.h"
#include "core/experiment/experiment.h"
#include "core/experiment/parameters.h"
#include "core/report/round_report.h"
#include "core/report/run_record.h"

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace coterie {

enum class LayerScore
{
    Between, ///< variance between clients over mean absolute value, of weight and bias together
    Official ///< released code: variance of all values over their signed mean, weight plus bias
};

/// Of HCCT, HCCT-E and HCCT-P; optional members belong to one of them.
struct HcctParameters
{
    double alpha = 1;
    std::vector<double> clientAlphas; ///< one per client instead of alpha; empty: alpha for all
    bool relativeAlpha = false;       ///< α_i = alpha · D_i
    double beta = 0;
    bool comparesSigns = false;
    int repartitionEvery = 1; ///< 0: once, before the second round
    bool startsGlobal = false;
    std::size_t fixedGroups = 0;
    bool probesInitialModel = false; ///< newcomers train from w⁰ and not from the groups' mean
    bool newcomersWait = false;      ///< for the next partition, instead of joining at once
    bool includesBuffers = false;
    bool measuresGradients = false; ///< ‖∇J_i‖², which costs one more pass over the data

    std::optional<LayerScore> layerScore = {}; ///< HCCT-E
    std::size_t layer = 0; ///< HCCT-E: counted from 1; 0: the one with the largest score

    std::optional<std::size_t> headLayers = {}; ///< HCCT-P
    bool comparesBodies = false;
    bool averagesHeadsAtStart = false;

    [[nodiscard]] UtilitySettings utility(std::span<const double> sizes) const;
};

inline constexpr std::array<std::string_view, 2> kAlphaModes{"absolute", "relative"};
inline constexpr std::array<std::string_view, 2> kSimilarityWords{"cosine", "sign"};
inline constexpr std::array<std::string_view, 2> kBootstrapWords{"independent", "global"};
inline constexpr std::array<std::string_view, 2> kProbeWords{"mean", "init"};
inline constexpr std::array<std::string_view, 2> kNewcomerModes{"greedy", "repartition"};

/// Parameters of HCCT, HCCT-E and HCCT-P.
inline constexpr std::array kHcctCommon{
    bind<&HcctParameters::alpha>(
        {.name = "alpha",
         .title = "Data hunger",
         .range = atLeast(0),
         .meaning = "Value of more data to a client: a larger α gives larger groups. Not used if "
                    "each client has its own",
         .symbol = "α",
         .equation = "HCCT eq. (9)",
         .live = true}),
    bind<&HcctParameters::clientAlphas>(
        {.name = "clientAlphas",
         .title = "Data hunger by client",
         .range = atLeast(0),
         .meaning = "One α per client instead of one for all; empty: alpha",
         .symbol = "αᵢ",
         .equation = "HCCT eq. (9)"}),
    bind<&HcctParameters::relativeAlpha>(
        {.name = "alphaMode",
         .title = "Data hunger is",
         .words = kAlphaModes,
         .meaning = "relative: α is a multiple of the client's own number of samples "
                    "(the released code's alpha = −1 is relative with alpha = 1)",
         .symbol = "αᵢ = αDᵢ",
         .equation = "HCCT eq. (9)"}),
    bind<&HcctParameters::beta>({.name = "beta",
                                 .title = "Added to utilities",
                                 .range = atLeast(0),
                                 .meaning = "Added to every reported utility; it changes no group",
                                 .symbol = "β",
                                 .equation = "HCCT eq. (9)"}),
    bind<&HcctParameters::comparesSigns>(
        {.name = "similarity",
         .words = kSimilarityWords,
         .meaning = "Cosine of update and group update, or the share of equal signs",
         .symbol = "s(i, C)",
         .equation = "HCCT eq. (8)"}),
    bind<&HcctParameters::repartitionEvery>(
        {.name = "repartitionEvery",
         .title = "Form groups every",
         .range = between(0, 1e9),
         .unit = "rounds",
         .meaning = "Rounds between two partitions into groups; 0: one partition, before the "
                    "second round",
         .equation = "HCCT Algorithm 1"}),
    bind<&HcctParameters::startsGlobal>(
        {.name = "bootstrap",
         .title = "First round",
         .words = kBootstrapWords,
         .meaning = "Groups of the first round, in which there are no updates yet: every client "
                    "alone (paper) or all together (released code)",
         .equation = "HCCT Algorithm 1, line 4",
         .profileCodeWord = "global"}),
    bind<&HcctParameters::fixedGroups>(
        {.name = "fixedGroups",
         .title = "Fixed number of groups",
         .range = between(0, 1e9),
         .unit = "groups",
         .meaning = "Merges until exactly this many groups are left, with gain or loss; 0: the "
                    "number is a result",
         .symbol = "K*",
         .equation = "HCCT Figs. 5 and 6"}),
    bind<&HcctParameters::probesInitialModel>(
        {.name = "newcomerProbe",
         .title = "Newcomers start from",
         .words = kProbeWords,
         .meaning = "A client that arrives trains first from the mean of the groups' models, or "
                    "from the initial weights at the first learning rate (init)",
         .equation = "HCCT §7.3",
         .profileCodeWord = "init"}),
    bind<&HcctParameters::newcomersWait>(
        {.name = "newcomerMode",
         .title = "Newcomers join by",
         .words = kNewcomerModes,
         .meaning = "A newcomer then joins the group with the largest benefit (by cosine), or "
                    "waits for the next partition",
         .equation = "HCCT eqs. (15), (16), §7.3",
         .profileCodeWord = "repartition"}),
    bind<&HcctParameters::measuresGradients>(
        {.name = "gradientNorms",
         .title = "Measure gradients",
         .meaning = "Also measures, before local work, the squared norm of every participant's "
                    "gradient over its whole training set",
         .symbol = "‖∇Jᵢ(wᵢ)‖²",
         .equation = "HCCT Theorem 2"}),
};

/// The settings for some of the clients only. `alone` others are groups of their own, which count
/// in a fixed number of groups.
[[nodiscard]] UtilitySettings settingsOf(const UtilitySettings& settings,
                                         std::span<const std::size_t> clients,
                                         std::size_t alone = 0);

/// What to change of a recorded partition.
struct WhatIf
{
    std::optional<double> alpha = {};            ///< for all clients
    std::optional<std::size_t> fixedGroups = {}; ///< 0: as many as gain

    bool operator==(const WhatIf&) const = default;
};

/// The groups and merges that a round of an HCCT run would have formed, from its stored Gram matrix
/// and the clients' sizes, without training; with nothing changed, the recorded ones. An error if
/// the round formed no groups, or if the similarity is no function of the Gram matrix.
[[nodiscard]] Result<Grouping> whatIf(const RunPlan& plan,
                                      const FederationFacts& facts,
                                      const RoundReport& report,
                                      const WhatIf& change);

} // namespace coterie
