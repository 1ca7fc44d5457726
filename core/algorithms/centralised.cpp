#include "core/algorithms/centralised.h"

#include "core/algorithms/aggregation.h"

#include <numeric>

namespace coterie {

void Centralised::round(Federation& federation, RoundReport& report)
{
    const LocalJob everything{.client = federation.pooledClient()};
    m_model.row = federation.train({&everything, 1}, m_model.row, report).ends;

    std::vector<std::size_t> everybody(federation.clients());
    std::iota(everybody.begin(), everybody.end(), std::size_t{0});
    report.participants.assign(everybody.begin(), everybody.end());
    report.collaboration = oneModelForAll(federation.clients(), everybody, federation.sizes());
}

std::unique_ptr<Algorithm> makeCentralised(const RunPlan&)
{
    return std::make_unique<Centralised>();
}

} // namespace coterie
