#pragma once

#include "core/algorithms/algorithm.h"
#include "core/algorithms/gradient_probe.h"
#include "core/base/matrix.h"

#include <array>

namespace coterie {

struct CoboParameters
{
    double pull = 0.05;       ///< ρ
    double weightRate = 0.01; ///< γ
    double pairShare = 0;     ///< 0: all pairs of at most 20 clients, else 2/N
    std::size_t innerIterations = 50;
};

inline constexpr std::array kCoboParameters{
    bind<&CoboParameters::pull>(
        {.name = "rho",
         .title = "Pull of agreeing models",
         .minimum = 0,
         .meaning = "Strength of the pull of a model towards those that it agrees with",
         .symbol = "ρ",
         .equation = "CoBo eq. (2)",
         .live = true}),
    bind<&CoboParameters::weightRate>(
        {.name = "gamma",
         .title = "Step of the weights",
         .minimum = 0,
         .meaning = "Step along the inner product of two clients' gradients",
         .symbol = "γ",
         .equation = "CoBo eq. (3)"}),
    bind<&CoboParameters::pairShare>(
        {.name = "pairShare",
         .title = "Chance of a pair",
         .minimum = 0,
         .maximum = 1,
         .meaning = "Chance that a refresh compares a pair of clients; 0: all pairs of at most 20 "
                    "clients, else 2/N",
         .equation = "CoBo Algorithm 1"}),
    bind<&CoboParameters::innerIterations>(kInnerIterationsParameter),
};

/// Models are pulled towards those of clients whose gradients agree half-way between them:
/// x_i ← x_i − η(g_i(x_i) + ρ Σ_k w_ik (x_i − x_k)), where w_ik = w_ki grows with
/// ⟨∇F_i(z), ∇F_k(z)⟩ at z = (x_i+x_k)/2 (Hashemi et al. 2024, Algorithm 1; ALGORITHMS §7.2).
/// All-for-one's released code drops the pull and forgets w at every round; this does neither.
class Cobo final : public Configured<PersonalModelsAlgorithm, CoboParameters>
{
public:
    explicit Cobo(const CoboParameters& parameters)
        : Configured(parameters)
    {
        keeps("optimizer/", m_optimizer);
        keeps("weights", m_weights.values);
    }

    void start(Federation& federation) override
    {
        m_models.start(federation);
        m_weights = Matrix(federation.clients(), federation.clients(), 1.0);
        m_optimizer.start(federation, federation.clients());
    }
    void round(Federation& federation, RoundReport& report) override;

private:
    /// Returns the number of pairs that it compared.
    std::size_t refresh(Federation& federation, GradientProbe& probe, std::size_t step);

    RowOptimizer m_optimizer;
    Matrix m_weights; ///< w, symmetric, 1 at first
};

inline constexpr auto kCobo = madeAs<Algorithm, Cobo, CoboParameters>(
    {.name = "cobo",
     .title = "CoBo",
     .meaning = "Pulls two models together if their clients' gradients agree half-way between "
                "them.",
     .paper = "Hashemi et al. 2024",
     .parameters = kCoboParameters});

} // namespace coterie
