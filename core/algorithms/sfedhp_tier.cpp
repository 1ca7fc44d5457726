#include "core/algorithms/sfedhp_tier.h"

#include "core/collab/smooth_l1.h"

#include <ATen/ATen.h>
#include <cstdint>
#include <span>

namespace coterie {
namespace {

constexpr double kPlainBytesPerNumber = 4;

/// γφ_ρ of each row.
std::vector<double> penalties(const at::Tensor& rows, double gamma, double rho)
{
    const at::Tensor numbers = rows.to(at::kCPU, at::kDouble).contiguous();
    const auto width = static_cast<std::size_t>(numbers.size(1));
    std::vector<double> values;
    for (std::int64_t row = 0; row < numbers.size(0); ++row)
        values.push_back(gamma * smoothL1(std::span(numbers[row].data_ptr<double>(), width), rho));
    return values;
}

} // namespace

void describePenalties(const SFedHpTier& tier,
                       const Edges& all,
                       std::size_t clients,
                       RoundReport& report)
{
    const SFedHpGammas& gammas = tier.gammas;
    const double rho = tier.parameters.rho;
    if (gammas.client > 0)
        report.clientValues.push_back(
            clientValues("penalty",
                         clients,
                         tier.edges.clients,
                         penalties(tier.thetas.parameters, gammas.client, rho)));
    if (gammas.edge > 0)
        report.groupValues.push_back(edgeValues(
            "penalty", all, tier.edges, penalties(tier.models.parameters, gammas.edge, rho)));
}

void describeTier(const SFedHpTier& tier,
                  const Edges& all,
                  std::size_t clients,
                  RoundReport& report)
{
    for (const LinkBits* bits :
         {&tier.toClients, &tier.fromClients, &tier.fromCloud, &tier.toCloud})
        bits->report(report);

    const EdgeRound& edges = tier.edges;
    const SparseLinks& links = tier.links;
    std::vector<double> residuals;
    for (const std::size_t client : edges.clients)
        residuals.push_back(tier.prox.residuals()[client]);
    const double model = kPlainBytesPerNumber * static_cast<double>(tier.models.parameters.size(1));
    const std::vector<double> clientBytes(edges.clients.size(), model * tier.parameters.edgeRounds);
    const std::vector<double> edgeBytes(edges.edges.size(), model);
    const auto ofClients = [&](const char* name, const std::vector<double>& values) {
        report.clientValues.push_back(clientValues(name, clients, edges.clients, values));
    };
    const auto ofEdges = [&](const char* name, const std::vector<double>& values) {
        report.groupValues.push_back(edgeValues(name, all, edges, values));
    };
    ofClients("sparsity", links.sparsity(tier.thetas));
    ofClients("proxResidual", residuals);
    ofEdges("sparsity", links.sparsity(tier.centres));
    ofEdges("sentSparsity", links.sparsity(tier.models));
    ofEdges("distanceToCentre", rowDistances(tier.models.parameters, tier.centres.parameters));
    ofEdges("distanceToClients", rowDistances(tier.centres.parameters, tier.means.parameters));
    for (const char* name : {"plainBytesUp", "plainBytesDown"}) {
        ofClients(name, clientBytes);
        ofEdges(name, edgeBytes);
    }
}

} // namespace coterie
