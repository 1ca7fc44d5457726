#pragma once

#include "core/algorithms/algorithm.h"
#include "core/algorithms/gradient_probe.h"
#include "core/algorithms/model_sets.h"
#include "core/base/matrix.h"
#include "core/experiment/parameters.h"
#include "core/train/optimizers.h"

#include <array>

namespace coterie {

struct CoboParameters
{
    double pull = 0.05;       ///< ρ
    double weightRate = 0.01; ///< γ
    double pairShare =
        0; ///< of the pairs a refresh looks at; 0: all of at most 20 clients, else 2/N
    std::size_t innerIterations = 50;
};

/// Models are pulled towards those of clients whose gradients agree half-way between them:
/// x_i ← x_i − η(g_i(x_i) + ρ Σ_k w_ik (x_i − x_k)), where w_ik = w_ki grows with
/// ⟨∇F_i(z), ∇F_k(z)⟩ at z = (x_i+x_k)/2 (Hashemi et al. 2024, Algorithm 1; ALGORITHMS §7.2).
/// All-for-one's released code drops the pull and forgets w at every round; this does neither.
class Cobo final : public Algorithm
{
public:
    explicit Cobo(const CoboParameters& parameters);

    void start(Federation& federation) override;
    void round(Federation& federation, RoundReport& report) override;
    void setParameters(const ParameterSet& parameters) override
    {
        m_parameters.pull = parameters.real("rho");
    }
    [[nodiscard]] ModelsInUse models() const override { return m_models.inUse(); }
    [[nodiscard]] State state() const override;
    void restore(const State& state) override;

private:
    /// Returns how many pairs it looked at.
    std::size_t refresh(Federation& federation, GradientProbe& probe, std::size_t step);

    CoboParameters m_parameters;
    PersonalModels m_models; ///< x
    Matrix m_weights;        ///< w, symmetric, 1 at first
    RowOptimizer m_optimizer;
};

[[nodiscard]] std::unique_ptr<Algorithm> makeCobo(const RunPlan& plan);

inline constexpr std::array kCoboParameters{
    ParameterDescriptor{.name = "rho",
                        .title = "Pull of agreeing models",
                        .type = ParameterType::Real,
                        .minimum = 0,
                        .defaultNumber = 0.05,
                        .meaning = "How hard a model is pulled towards those it agrees with",
                        .symbol = "ρ",
                        .equation = "CoBo eq. (2)",
                        .live = true},
    ParameterDescriptor{.name = "gamma",
                        .title = "Step of the weights",
                        .type = ParameterType::Real,
                        .minimum = 0,
                        .defaultNumber = 0.01,
                        .meaning = "Step along the inner product of two clients' gradients",
                        .symbol = "γ",
                        .equation = "CoBo eq. (3)"},
    ParameterDescriptor{.name = "pairShare",
                        .title = "Chance of a pair",
                        .type = ParameterType::Real,
                        .minimum = 0,
                        .maximum = 1,
                        .defaultNumber = 0,
                        .meaning = "Chance of a pair to be looked at in a refresh; 0: all pairs of "
                                   "at most 20 clients, else 2/N",
                        .equation = "CoBo Algorithm 1"},
    kInnerIterationsParameter,
};

inline constexpr NamedPart kCobo{.name = "cobo",
                                 .title = "CoBo",
                                 .meaning = "Pulls models together whose gradients agree half-way "
                                            "between them.",
                                 .paper = "Hashemi et al. 2024",
                                 .parameters = kCoboParameters};

} // namespace coterie
