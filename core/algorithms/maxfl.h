#pragma once

#include "core/algorithms/algorithm.h"
#include "core/algorithms/personal_models.h"
#include "core/spec/descriptor.h"

#include <array>
#include <span>
#include <string_view>
#include <vector>

namespace coterie {

struct MaxFlParameters
{
    bool isCanonical = false;
    double thresholdFactor = 1;
    int warmupSteps = 100;
    double epsilon = 1e-2;
    double globalRate = 1;
};

/// q_i = sig(z_i)(1 − sig(z_i)): most for clients for whom the global model is about as good as
/// their own threshold.
[[nodiscard]] std::vector<double> appealWeights(std::span<const double> lossesAboveThreshold);

/// Only clients that find the global model appealing contribute (ALGORITHMS §6.3). As HCCT uses it:
/// those with F_i(w) < ‖v_i − w‖², v_i being what client i learns alone in a whole run, train
/// together; the others alone. Canonical: all train, weighted by appealWeights().
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
    void hcctRound(Federation& federation, RoundReport& report);
    void canonicalRound(Federation& federation, RoundReport& report);

    MaxFlParameters m_parameters;
    ModelRows m_global;               ///< w, one row
    PersonalModels m_models;          ///< w_i
    ModelRows m_alone;                ///< v_i; what is trained before the first round
    std::vector<double> m_thresholds; ///< ρ_i
};

[[nodiscard]] std::unique_ptr<Algorithm> makeMaxFl(const RunPlan& plan);

inline constexpr std::array<std::string_view, 2> kMaxFlModes{"hcct", "canonical"};

inline constexpr std::array kMaxFlParameters{
    ParameterDescriptor{.name = "mode",
                        .type = ParameterType::Word,
                        .defaultWord = "hcct",
                        .words = kMaxFlModes,
                        .meaning = "As HCCT describes and implements it, or as its authors do",
                        .equation = "ALGORITHMS §6.3"},
    ParameterDescriptor{.name = "thresholdFactor",
                        .minimum = 0,
                        .defaultNumber = 1,
                        .meaning = "hcct: a client takes part if F_i(w) is below this times "
                                   "‖v_i − w‖²; 0: nobody does",
                        .equation = "ALGORITHMS §6.3"},
    ParameterDescriptor{.name = "warmupSteps",
                        .type = ParameterType::Integer,
                        .minimum = 1,
                        .maximum = 1e9,
                        .defaultNumber = 100,
                        .unit = "steps",
                        .meaning = "canonical: local steps that set a client's threshold ρ_i",
                        .symbol = "ρᵢ",
                        .equation = "MAXFL"},
    ParameterDescriptor{.name = "epsilon",
                        .minimum = 0,
                        .minimumExcluded = true,
                        .defaultNumber = 1e-2,
                        .meaning = "canonical: keeps the weights from being divided by nothing",
                        .symbol = "ε",
                        .equation = "MAXFL"},
    ParameterDescriptor{.name = "globalRate",
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
