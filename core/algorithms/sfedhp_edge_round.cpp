#include "core/algorithms/sfedhp_edge_round.h"

#include "core/algorithms/edge_step.h"
#include "core/algorithms/sfedhp_tier.h"

#include <ATen/ATen.h>
#include <cstddef>
#include <vector>

namespace coterie {

void playEdgeRound(Federation& federation, int r, SFedHpTier& tier, RoundReport& report)
{
    const SFedHpParameters& parameters = tier.parameters;
    const ModelRows centres = tier.links.sent(tier.centres); // as the clients see φ_i
    tier.toClients.add(tier.links.bits(centres), tier.edges.placeOfClient);
    const bool goesOn = r > 0 && parameters.thetaInit == ThetaStart::Previous;
    std::vector<LocalJob> jobs = tier.edges.jobs();
    for (std::size_t row = 0; row < jobs.size(); ++row) {
        jobs[row].startRow = goesOn ? row : jobs[row].startRow;
        jobs[row].steps = parameters.innerSteps;
        jobs[row].firstStep = static_cast<std::size_t>(r);
    }
    const LocalTask solve{
        .term = &tier.prox,
        .anchors = &centres,
        .stepsPerBatch = parameters.innerSteps,
        .optimizer = parameters.innerSolver == InnerSolver::Nesterov ? &tier.nesterov : nullptr};
    tier.thetas = federation.train(jobs, goesOn ? tier.thetas : centres, report, solve).ends; // (8)

    const ModelRows sent = tier.links.sent(tier.thetas);
    tier.fromClients.add(tier.links.bits(sent));
    tier.means = edgeAverages(tier.edges, sent, federation.bufferMode());
    const EdgeStep step{.lambda1 = parameters.lambda1,
                        .lambda2 = parameters.lambda2,
                        .gamma = tier.gammas.edge,
                        .rho = parameters.rho,
                        .rate = parameters.edgeLearningRate};
    const at::Tensor& w = tier.models.parameters;
    tier.centres = {.parameters = step.centres(tier.means.parameters, w),
                    .buffers = tier.means.buffers}; // (10)
    tier.models = {.parameters = step.models(w, tier.centres.parameters),
                   .buffers = tier.means.buffers}; // (11)
}

} // namespace coterie
