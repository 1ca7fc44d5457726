#include "core/algorithms/fed_dyn.h"

#include "core/algorithms/aggregation.h"

#include <ATen/ATen.h>

namespace coterie {

void FedDyn::start(Federation& federation)
{
    m_model.start(federation);
    const at::Tensor& row = m_model.row.parameters;
    m_server = at::zeros({row.size(1)}, row.options());
    m_clients = at::zeros({signedSize(federation.clients()), row.size(1)}, row.options());
}

void FedDyn::round(Federation& federation, RoundReport& report)
{
    const double alpha = m_parameters.alpha;
    // −⟨g_k, θ⟩ + α/2·‖θ − θᵗ‖². The proximal part comes first and in FedProx's own operations, so
    // that a first round, where g_k = 0, is FedProx(α) to the bit.
    const GradientTerm term([&](const LocalPoint& point, at::Tensor& gradient) {
        gradient.add_(point.weights, alpha).sub_(point.start, alpha);
        gradient.sub_(rowsAt(point, m_clients));
    });
    const Trained trained =
        federation.train(jobsFromOneModel(federation), m_model.row, report, {.term = &term});
    if (trained.clients.empty())
        return;
    const at::Tensor model = m_model.row.parameters[0];
    at::Tensor moved = at::zeros_like(m_server); // Σ_S θ_k − θᵗ
    for (std::size_t j = 0; j < trained.clients.size(); ++j) {
        const at::Tensor change = trained.ends.parameters[signedSize(j)] - model;
        m_clients[signedSize(trained.clients[j])].sub_(change, alpha); // g_k
        moved.add_(change);
    }
    m_server = m_server - moved * (alpha / static_cast<double>(federation.clients())); // h
    const std::vector<double> weights = participantWeights(federation, Aggregation::Uniform);
    ModelRows next = averaged(federation, trained.ends, weights);
    next.parameters = next.parameters - m_server / alpha; // θᵗ⁺¹ = mean_S θ_k − h/α
    m_model.row = next;
    reportAverage(federation, report, trained.clients, weights);
}

} // namespace coterie
