#include "core/algorithms/sfedhp_tier.h"

namespace coterie {
namespace {

constexpr double kPlainBytesPerNumber = 4;

} // namespace

void describeTier(const SFedHpTier& tier,
                  const Edges& all,
                  const SparseLinks& links,
                  std::size_t clients,
                  RoundReport& report)
{
    for (const LinkBits* bits :
         {&tier.toClients, &tier.fromClients, &tier.fromCloud, &tier.toCloud})
        bits->report(report);

    const EdgeRound& edges = tier.edges;
    std::vector<double> residuals;
    for (const std::size_t client : edges.clients)
        residuals.push_back(tier.prox.residuals()[client]);
    const double model = kPlainBytesPerNumber * static_cast<double>(tier.models.parameters.size(1));
    const std::vector<double> clientBytes(edges.clients.size(), model * tier.edgeRounds);
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

void describeGlobal(double sparsity, double gamma1, double gamma2, RoundReport& report)
{
    report.clientValues.push_back({.name = "globalSparsity", .values = {sparsity}});
    report.clientValues.push_back({.name = "gamma1", .values = {gamma1}});
    report.clientValues.push_back({.name = "gamma2", .values = {gamma2}});
}

} // namespace coterie
