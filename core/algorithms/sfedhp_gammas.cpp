#include "core/algorithms/sfedhp_gammas.h"

#include "core/train/state_parts.h"

#include <algorithm>
#include <array>
#include <vector>

namespace coterie {

void SFedHpGammas::apply(const SFedHpParameters& parameters, double clientSparsity, int roundsDone)
{
    if (parameters.gammaPolicy == GammaPolicy::Constant)
        return;
    const bool sparse = clientSparsity < parameters.gammaSparsity;
    const bool late = roundsDone >= parameters.gammaRounds;
    const bool joint = parameters.gammaPolicy == GammaPolicy::Joint;
    if (joint ? sparse && late : sparse)
        client = std::min(client, parameters.gammaTiny);
    if (joint ? sparse && late : late)
        edge = std::min(edge, parameters.gammaTiny);
}

State SFedHpGammas::state() const
{
    return numbersState("gammas", std::array{client, edge});
}

void SFedHpGammas::restore(const State& state)
{
    const std::vector<double> stored = numbersOfState(state, "gammas");
    client = stored.at(0);
    edge = stored.at(1);
}

} // namespace coterie
