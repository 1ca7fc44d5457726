#pragma once

#include "core/algorithms/algorithm.h"
#include "core/algorithms/model_sets.h"
#include "core/experiment/parameters.h"

#include <array>
#include <span>
#include <string_view>
#include <vector>

namespace coterie {

struct CanonicalMaxFlParameters
{
    int warmupSteps = 100;
    double epsilon = 1e-2;
    double globalRate = 1;
};

/// q_i = sig(z_i)(1 − sig(z_i)): most for clients for whom the global model is about as good as
/// their own threshold.
[[nodiscard]] std::vector<double> appealWeights(std::span<const double> lossesAboveThreshold);

/// MAXFL as its authors have it (Cho et al. 2022; ALGORITHMS §6.3): all train, and the one global
/// model follows them by appealWeights() of z_i = F_i(w) − ρ_i, ρ_i being the loss of what client i
/// learns alone in a few steps.
class CanonicalMaxFl final : public Algorithm
{
public:
    explicit CanonicalMaxFl(const CanonicalMaxFlParameters& parameters)
        : m_parameters(parameters)
    {}

    void start(Federation& federation) override;
    void round(Federation& federation, RoundReport& report) override;
    [[nodiscard]] ModelsInUse models() const override { return m_model.inUse(); }
    [[nodiscard]] State state() const override;
    void restore(const State& state) override;

private:
    void prepare(Federation& federation);

    CanonicalMaxFlParameters m_parameters;
    GlobalModel m_model;              ///< w
    std::vector<double> m_thresholds; ///< ρ_i
};

struct MaxFlParameters
{
    double thresholdFactor = 1;
};

/// Only clients that find the global model appealing contribute, as HCCT describes and implements
/// it (ALGORITHMS §6.3): those with F_i(w) < ‖v_i − w‖², v_i being what client i learns alone in a
/// whole run, train together; the others alone. What MAXFL's authors do is CanonicalMaxFl.
class MaxFl final : public Algorithm
{
public:
    explicit MaxFl(const MaxFlParameters& parameters)
        : m_parameters(parameters)
    {}

    void start(Federation& federation) override;
    void round(Federation& federation, RoundReport& report) override;
    [[nodiscard]] ModelsInUse models() const override;
    [[nodiscard]] State state() const override;
    void restore(const State& state) override;

private:
    void prepare(Federation& federation);
    [[nodiscard]] std::vector<int> appealed(Federation& federation, RoundReport& report) const;
    void aggregate(const Federation& federation,
                   const Trained& trained,
                   const std::vector<int>& together,
                   RoundReport& report);

    MaxFlParameters m_parameters;
    ModelRows m_global;      ///< w, one row
    PersonalModels m_models; ///< w_i
    ModelRows m_alone;       ///< v_i
};

/// MaxFl, or CanonicalMaxFl where the mode says so.
[[nodiscard]] std::unique_ptr<Algorithm> makeMaxFl(const RunPlan& plan);

inline constexpr std::array<std::string_view, 2> kMaxFlModes{"hcct", "canonical"};

inline constexpr std::array kMaxFlParameters{
    ParameterDescriptor{.name = "mode",
                        .title = "Variant",
                        .type = ParameterType::Word,
                        .defaultWord = "hcct",
                        .words = kMaxFlModes,
                        .meaning = "As HCCT describes and implements it, or as its authors do",
                        .equation = "HCCT §7.1; MAXFL"},
    ParameterDescriptor{.name = "thresholdFactor",
                        .minimum = 0,
                        .defaultNumber = 1,
                        .meaning =
                            "hcct: a client takes part if F_i(w) is below this times "
                            "‖v_i − w‖²; 0: nobody does. v_i: what it learns alone, before the "
                            "first round, in the E·T epochs of a whole run, all at the first "
                            "round's learning rate",
                        .equation = "HCCT §7.1"},
    ParameterDescriptor{.name = "warmupSteps",
                        .title = "Warm-up steps",
                        .type = ParameterType::Integer,
                        .minimum = 1,
                        .maximum = 1e9,
                        .defaultNumber = 100,
                        .unit = "steps",
                        .meaning = "canonical: local steps that set a client's threshold ρ_i",
                        .symbol = "ρᵢ",
                        .equation = "MAXFL"},
    ParameterDescriptor{.name = "epsilon",
                        .title = "Guard against zero",
                        .minimum = 0,
                        .minimumExcluded = true,
                        .defaultNumber = 1e-2,
                        .meaning = "canonical: keeps the weights from being divided by nothing",
                        .symbol = "ε",
                        .equation = "MAXFL"},
    ParameterDescriptor{.name = "globalRate",
                        .title = "Server's step",
                        .minimum = 0,
                        .defaultNumber = 1,
                        .meaning = "canonical: the server's step",
                        .symbol = "η_g",
                        .equation = "MAXFL"}};

inline constexpr NamedPart kMaxFl{
    .name = "maxfl",
    .title = "MAXFL",
    .meaning =
        "Only clients that find the global model appealing, measured against what they reach "
        "alone, contribute to it.",
    .paper = "Cho et al. 2022, as used in HCCT",
    .parameters = kMaxFlParameters};

} // namespace coterie
