#pragma once

#include "core/algorithms/sfedhp_parameters.h"
#include "core/train/state.h"

namespace coterie {

/// γ₁ and γ₂, how much clients and edges are pushed towards zeros, as of this round (sFedHP §V-B).
struct SFedHpGammas
{
    double client = 0; ///< γ₁
    double edge = 0;   ///< γ₂

    /// Where the policy says so they become tiny, for good.
    void apply(const SFedHpParameters& parameters, double clientSparsity, int roundsDone);
    [[nodiscard]] State state() const;
    void restore(const State& state);
};

} // namespace coterie
