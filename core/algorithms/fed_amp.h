#pragma once

#include "core/algorithms/algorithm.h"
#include "core/algorithms/model_sets.h"
#include "core/experiment/parameters.h"

#include <array>
#include <optional>

namespace coterie {

struct FedAmpParameters
{
    struct Heuristic
    {
        double selfWeight = 0.5; ///< ξ_ii
        double sharpness = 10;   ///< s
    };
    std::optional<Heuristic> heuristic; ///< HeurFedAMP; without it FedAMP
    double sigma = 1;
    double step = 1; ///< α_K
    double pull = 1; ///< λ
};

/// Attentive message passing: the cloud mixes for every client a model u_i of those like its own,
/// and the client trains near it (Huang et al. 2021, Algorithms 1 and 2; ALGORITHMS §7.7). The pull
/// λ/(2α_K)·‖w − u_i‖² is part of the gradient; a public library detaches it by mistake.
class FedAmp final : public Algorithm
{
public:
    explicit FedAmp(const FedAmpParameters& parameters);

    void start(Federation& federation) override { m_personal.start(federation); }
    void round(Federation& federation, RoundReport& report) override;
    void setParameters(const ParameterSet& parameters) override
    {
        m_parameters.pull = parameters.real("lambda");
    }
    [[nodiscard]] ModelsInUse models() const override { return m_personal.inUse(); }
    [[nodiscard]] State state() const override { return m_personal.state(); }
    void restore(const State& state) override { m_personal.restore(state); }

private:
    /// ξ over the clients that have joined; those who have not keep to themselves.
    [[nodiscard]] Matrix weights(const Federation& federation) const;

    FedAmpParameters m_parameters;
    PersonalModels m_personal; ///< w_i
};

[[nodiscard]] std::unique_ptr<Algorithm> makeFedAmp(const RunPlan& plan);
[[nodiscard]] std::unique_ptr<Algorithm> makeHeurFedAmp(const RunPlan& plan);

inline constexpr ParameterDescriptor kFedAmpStep{.name = "cloudStep",
                                                 .type = ParameterType::Real,
                                                 .minimum = 0,
                                                 .minimumExcluded = true,
                                                 .defaultNumber = 1,
                                                 .meaning = "Length of the cloud's step; a longer "
                                                            "one pulls clients less",
                                                 .symbol = "α_K",
                                                 .equation = "FedAMP eq. (4)"};
inline constexpr ParameterDescriptor kFedAmpPull{.name = "lambda",
                                                 .title = "Pull of the cloud's mix",
                                                 .type = ParameterType::Real,
                                                 .minimum = 0,
                                                 .defaultNumber = 1,
                                                 .meaning = "How near a client stays to the model "
                                                            "the cloud mixed for it",
                                                 .symbol = "λ",
                                                 .equation = "FedAMP eq. (1)",
                                                 .live = true};

inline constexpr std::array kFedAmpParameters{
    ParameterDescriptor{.name = "sigma",
                        .title = "Reach of attention",
                        .type = ParameterType::Real,
                        .minimum = 0,
                        .minimumExcluded = true,
                        .defaultNumber = 1,
                        .meaning = "Squared distance at which attention has fallen to 1/e",
                        .symbol = "σ",
                        .equation = "FedAMP eq. (2)"},
    kFedAmpStep,
    kFedAmpPull,
};

inline constexpr std::array kHeurFedAmpParameters{
    ParameterDescriptor{.name = "selfWeight",
                        .title = "Weight of the own model",
                        .type = ParameterType::Real,
                        .minimum = 0,
                        .maximum = 1,
                        .defaultNumber = 0.5,
                        .meaning = "Share of a client's own model in its mix",
                        .symbol = "ξ_ii",
                        .equation = "HeurFedAMP; α in sFedHP"},
    ParameterDescriptor{.name = "sharpness",
                        .type = ParameterType::Real,
                        .minimum = 0,
                        .minimumExcluded = true,
                        .defaultNumber = 10,
                        .meaning = "How much more a model of similar direction counts",
                        .symbol = "s",
                        .equation = "HeurFedAMP eq. (11)"},
    kFedAmpStep,
    kFedAmpPull,
};

inline constexpr NamedPart kFedAmp{.name = "fedamp",
                                   .title = "FedAMP",
                                   .meaning = "Every client trains near a mix of all models in "
                                              "which those close to its own count most. A "
                                              "sampler chooses who trains; its weights, and being "
                                              "drawn twice, change no mix.",
                                   .paper = "Huang et al. 2021",
                                   .parameters = kFedAmpParameters};
inline constexpr NamedPart kHeurFedAmp{.name = "heurfedamp",
                                       .title = "HeurFedAMP",
                                       .meaning = "FedAMP for deep networks: closeness is the "
                                                  "cosine, and a client's own share is given. A "
                                                  "sampler chooses who trains; its weights, and "
                                                  "being drawn twice, change no mix.",
                                       .paper = "Huang et al. 2021",
                                       .parameters = kHeurFedAmpParameters};

} // namespace coterie
