#include "core/algorithms/sfedhp.h"

#include "core/algorithms/aggregation.h"
#include "core/base/indices.h"
#include "core/metrics/metric_values.h"

#include <ATen/ATen.h>

namespace coterie {

SFedHp::SFedHp(const SFedHpParameters& parameters)
    : Configured(parameters)
    , m_links({.code = parameters.isSparse() ? parameters.code : SparseCode::Dense,
               .bitsPerNumber = parameters.bitsPerNumber,
               .zeroTolerance = parameters.zeroTol,
               .prunes = parameters.isSparse() && parameters.pruneOnSend})
    , m_gammas{.both = {parameters.gamma1, parameters.gamma2}}
{
    keeps("personal/", m_personal);
    keeps("edgeModels", m_centres, "edgeBuffers");
    keeps("gammas", m_gammas.both);
}

std::optional<Error>
SFedHp::problemWith(const RunPlan& plan, const Network&, std::size_t clients) const
{
    const std::size_t edges = edgeCount(plan.clients.edges, clients);
    if (static_cast<std::size_t>(m_parameters.selectedEdges) <= edges)
        return std::nullopt;
    return Error{.place = "/algorithm/selectedEdges",
                 .found = std::to_string(m_parameters.selectedEdges),
                 .allowed = "at most " + std::to_string(edges) + ", the number of edge servers"};
}

void SFedHp::start(Federation& federation)
{
    m_edges = Edges(federation);
    m_model.start(federation);
    m_personal.start(federation);
    m_centres = federation.initialModels(m_edges.count());
}

void SFedHp::round(Federation& federation, RoundReport& report)
{
    EdgeRound edges(
        m_edges, federation.participants(), participantWeights(federation, Aggregation::Uniform));
    if (edges.clients.empty())
        return;
    std::vector<std::size_t> selected =
        drawnPlaces(federation,
                    edges.edges.size(),
                    static_cast<std::size_t>(m_parameters.selectedEdges)); // S^t
    if (m_parameters.trainSelectedOnly) {
        edges = edges.only(selected);
        selected = indices(selected.size());
    }
    SFedHpTier tier(m_parameters, m_links, m_gammas, edges, federation.clients());
    const ModelRows received = m_links.sent(m_model.row);
    const std::vector<std::size_t> fromCloud(edges.edges.size(), 0);
    tier.models = received.select(fromCloud); // w_i = φ_i = w
    tier.centres = tier.models.clone();
    for (int r = 0; r < m_parameters.edgeRounds; ++r)
        playEdgeRound(federation, r, tier, report);

    const ModelRows before = m_model.row;
    const ModelRows uploaded = m_links.sent(tier.models);
    const ModelRows mean =
        averaged(federation, uploaded.select(selected), std::vector<double>(selected.size(), 1.0));
    m_model.row = mixedBy(m_parameters.beta, before, mean); // w = (1−β)w + (β/S) Σ_{S^t} w_i
    keep(tier);
    federation.concludeTraining(edges.clients,
                                before,
                                std::vector<std::size_t>(edges.clients.size(), 0),
                                tier.thetas,
                                report);

    report.collaboration = twoLevels(
        federation.clients(), edges.only(selected), std::vector<double>(selected.size(), 1.0));
    tier.fromCloud.add(m_links.bits(received), fromCloud);
    tier.toCloud.add(m_links.bits(uploaded));
    describeTier(tier, m_edges, federation.clients(), report);
    describePenalties(tier, m_edges, federation.clients(), report);
    report.metrics["globalSparsity"] = m_links.sparsity(m_model.row).front();
    report.metrics["gamma1"] = m_gammas.client();
    report.metrics["gamma2"] = m_gammas.edge();
    m_gammas.apply(
        m_parameters, meanOf(m_links.sparsity(tier.thetas)), federation.roundIndex() + 1);
}

void SFedHp::keep(const SFedHpTier& tier)
{
    m_personal.keep(tier.edges.clients, tier.thetas);
    m_centres = tier.edges.replaced(m_centres, tier.centres);
}

} // namespace coterie
