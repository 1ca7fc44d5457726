#pragma once

#include "core/algorithms/algorithm.h"

#include <array>
#include <span>
#include <string_view>
#include <vector>

namespace coterie {

struct MaxFlParameters
{
    bool canonical = false; ///< CanonicalMaxFl
    double thresholdFactor = 1;
    int warmupSteps = 100;
    double epsilon = 1e-2;
    double globalRate = 1; ///< η_g
};

inline constexpr std::array<std::string_view, 2> kMaxFlModes{"hcct", "canonical"};

inline constexpr std::array kMaxFlParameters{
    bind<&MaxFlParameters::canonical>(
        {.name = "mode",
         .title = "Variant",
         .words = kMaxFlModes,
         .meaning = "The method as HCCT describes and implements it, or as its authors do "
                    "(canonical)",
         .equation = "HCCT §7.1; MAXFL"}),
    bind<&MaxFlParameters::thresholdFactor>(
        {.name = "thresholdFactor",
         .minimum = 0,
         .meaning = "hcct: a client takes part if F_i(w) is below this times ‖v_i − w‖²; 0: no "
                    "client does. Before the first round, v_i learns alone for the E·T epochs of a "
                    "whole run, at the first round's learning rate",
         .equation = "HCCT §7.1"}),
    bind<&MaxFlParameters::warmupSteps>(
        {.name = "warmupSteps",
         .title = "Warm-up steps",
         .minimum = 1,
         .maximum = 1e9,
         .unit = "steps",
         .meaning = "canonical: local steps that set a client's threshold ρ_i",
         .symbol = "ρᵢ",
         .equation = "MAXFL"}),
    bind<&MaxFlParameters::epsilon>(
        {.name = "epsilon",
         .title = "Guard against zero",
         .minimum = 0,
         .minimumExcluded = true,
         .meaning = "canonical: keeps the division by the sum of the weights finite",
         .symbol = "ε",
         .equation = "MAXFL"}),
    bind<&MaxFlParameters::globalRate>({.name = "globalRate",
                                        .title = "Server's step",
                                        .minimum = 0,
                                        .meaning = "canonical: the server's step",
                                        .symbol = "η_g",
                                        .equation = "MAXFL"}),
};

/// q_i = sig(z_i)(1 − sig(z_i)): largest for clients for which the global model is about as good
/// as their own threshold.
[[nodiscard]] std::vector<double> appealWeights(std::span<const double> lossesAboveThreshold);

/// MAXFL as its authors have it (Cho et al. 2022; ALGORITHMS §6.3): all train, and the one global
/// model follows them by appealWeights() of z_i = F_i(w) − ρ_i, ρ_i being the loss of what client i
/// learns alone in a few steps.
class CanonicalMaxFl final : public GlobalModelAlgorithm
{
public:
    explicit CanonicalMaxFl(const MaxFlParameters& parameters);

    void start(Federation& federation) override;
    void round(Federation& federation, RoundReport& report) override;

private:
    void prepare(Federation& federation);

    MaxFlParameters m_parameters;
    std::vector<double> m_thresholds; ///< ρ_i
};

/// Only clients that find the global model appealing contribute, as HCCT describes and implements
/// it (ALGORITHMS §6.3): those with F_i(w) < ‖v_i − w‖², v_i being what client i learns alone in a
/// whole run, train together; the others alone. What MAXFL's authors do is CanonicalMaxFl.
class MaxFl final : public PersonalModelsAlgorithm
{
public:
    explicit MaxFl(const MaxFlParameters& parameters);

    void start(Federation& federation) override;
    void round(Federation& federation, RoundReport& report) override;
    [[nodiscard]] ModelsInUse models() const override { return m_models.inUse(&m_global); }
    void restore(const State& state) override;

private:
    void prepare(Federation& federation);
    [[nodiscard]] std::vector<int> appealed(Federation& federation, RoundReport& report) const;
    void aggregate(const Federation& federation,
                   const Trained& trained,
                   const std::vector<int>& together,
                   RoundReport& report);

    MaxFlParameters m_parameters;
    GlobalModel m_global; ///< w
    ModelRows m_alone;    ///< v_i
};

/// MaxFl or CanonicalMaxFl, according to the mode.
[[nodiscard]] std::unique_ptr<Algorithm> makeMaxFl(const NamedPart& part,
                                                   const ParameterSet& given);

inline constexpr MadePart<Algorithm> kMaxFl{
    {.name = "maxfl",
     .title = "MAXFL",
     .meaning = "Only clients that find the global model appealing, compared with what they reach "
                "alone, contribute to it.",
     .paper = "Cho et al. 2022, as used in HCCT",
     .parameters = kMaxFlParameters},
    &makeMaxFl};

} // namespace coterie
