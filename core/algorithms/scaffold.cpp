#include "core/algorithms/scaffold.h"

#include "core/algorithms/aggregation.h"
#include "core/train/local_work.h"

#include <ATen/ATen.h>

namespace coterie {

std::optional<Error> Scaffold::problemWith(const RunPlan& plan, const Network&, std::size_t) const
{
    // (w − w_i)/(K_i·η) is a mean of gradients only where each step is one gradient times η.
    if (makeOptimizer(plan.local.optimizer)->memoryRows() == 0)
        return std::nullopt;
    return fail("/algorithm/name",
                "scaffold: needs SGD without momentum; with " + plan.local.optimizer.name
                    + " as it is set, control variates are not gradients")
        .error;
}

void Scaffold::start(Federation& federation)
{
    m_model.start(federation);
    const at::Tensor& row = m_model.row.parameters;
    m_server = at::zeros({row.size(1)}, row.options());
    m_clients = at::zeros({signedSize(federation.clients()), row.size(1)}, row.options());
}

void Scaffold::round(Federation& federation, RoundReport& report)
{
    const GradientTerm correction([&](const LocalPoint& point, at::Tensor& gradient) {
        gradient.sub_(rowsAt(point, m_clients)).add_(m_server); // ∇ − c_i + c
    });
    const Trained trained =
        federation.train(jobsFromOneModel(federation), m_model.row, report, {.term = &correction});
    if (trained.clients.empty())
        return;
    const at::Tensor model = m_model.row.parameters[0];
    at::Tensor changes = at::zeros_like(m_server); // Σ_S c_i' − c_i
    for (std::size_t j = 0; j < trained.clients.size(); ++j) {
        const double path = trained.results[j].steps * trained.jobRates[j]; // K_i η
        if (path == 0)
            continue; // no samples, so no gradient
        const at::Tensor end = trained.ends.parameters[signedSize(j)];
        const at::Tensor change = (model - end) / path - m_server; // c_i' − c_i
        m_clients[signedSize(trained.clients[j])].add_(change);
        changes.add_(change);
    }
    const std::vector<double> weights = participantWeights(federation, Aggregation::Uniform);
    ModelRows next = averaged(federation, trained.ends, weights);
    if (m_parameters.serverStep != 1) // w + η_g·mean_S(w_i − w)
        next.parameters = m_model.row.parameters
                          + m_parameters.serverStep * (next.parameters - m_model.row.parameters);
    m_model.row = next;
    m_server = m_server + changes / static_cast<double>(federation.clients()); // |S|/N · mean_S
    const double scalars = 2 * static_cast<double>(federation.facts().parameters); // and a variate
    reportAverage(federation, report, trained.clients, weights, scalars);
}

} // namespace coterie
