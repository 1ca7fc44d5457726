#pragma once

#include "core/algorithms/anchor_term.h"
#include "core/algorithms/edges.h"
#include "core/algorithms/nesterov.h"
#include "core/algorithms/sfedhp_gammas.h"
#include "core/algorithms/sfedhp_parameters.h"
#include "core/algorithms/sparse_links.h"

#include <cstddef>
#include <utility>

namespace coterie {

/// The moving parts of a round of sFedHP, beside what holds still during it.
struct SFedHpTier
{
    SFedHpTier(const SFedHpParameters& method,
               const SparseLinks& between,
               const SFedHpGammas& now,
               EdgeRound takingPart,
               std::size_t clients)
        : parameters(method)
        , links(between)
        , gammas(now)
        , nesterov(method.innerSteps)
        , edges(std::move(takingPart))
        , prox({.pull = method.lambda1,
                .decay = method.weightDecayTheta,
                .gamma = now.client,
                .rho = method.rho,
                .stopBelow = method.nu,
                .steps = method.innerSteps},
               clients)
        , toClients(Link::ServerToClient, edges.clients)
        , fromClients(Link::ClientToServer, edges.clients)
        , fromCloud(Link::CloudToEdge, edges.edges)
        , toCloud(Link::EdgeToCloud, edges.edges)
    {}

    const SFedHpParameters& parameters;
    const SparseLinks& links;
    const SFedHpGammas& gammas;
    const Nesterov nesterov;
    EdgeRound edges;
    ModelRows models;  ///< w_i, one row per edge
    ModelRows centres; ///< φ_i
    ModelRows means;   ///< θ̄_i, as the edges received them
    ModelRows thetas;  ///< θ_ij, one row per client
    AnchorTerm prox;   ///< what H adds to ℓ
    LinkBits toClients;
    LinkBits fromClients;
    LinkBits fromCloud;
    LinkBits toCloud;
};

/// Traffic as the code of the links has it, and beside it plainBytesUp and plainBytesDown: the same
/// transmissions as whole models of 32-bit numbers. clientValues: sparsity of θ, proxResidual
/// ‖∇H‖². groupValues, one per edge server: sparsity of φ, sentSparsity of the w_i that
/// goes to the cloud, distanceToCentre ‖w_i − φ_i‖,
/// distanceToClients ‖φ_i − θ̄_i‖.
void describeTier(const SFedHpTier& tier,
                  const Edges& all,
                  std::size_t clients,
                  RoundReport& report);

/// What the smooth ℓ1 penalty adds to H and to the edges' problem, where it does: "penalty" among
/// clientValues, γ₁φ_ρ(θ_ij), and groupValues, γ₂φ_ρ(w_i).
void describePenalties(const SFedHpTier& tier,
                       const Edges& all,
                       std::size_t clients,
                       RoundReport& report);

} // namespace coterie
