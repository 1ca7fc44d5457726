#include "core/algorithms/hcct_partition.h"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace coterie {

UtilitySettings HcctParameters::utility(std::span<const double> sizes) const
{
    UtilitySettings settings{.alpha = {alpha}, .beta = beta, .fixedGroups = fixedGroups};
    if (!clientAlphas.empty()) {
        if (clientAlphas.size() != sizes.size())
            throw std::invalid_argument("clientAlphas must have one number for each of the "
                                        + std::to_string(sizes.size()) + " clients (has "
                                        + std::to_string(clientAlphas.size()) + ")");
        settings.alpha = clientAlphas;
    }
    if (relativeAlpha) {
        std::vector<double> alphas(sizes.size());
        for (std::size_t i = 0; i < sizes.size(); ++i)
            alphas[i] = settings.alphaOf(i) * sizes[i];
        settings.alpha = alphas;
    }
    return settings;
}

UtilitySettings
settingsOf(const UtilitySettings& settings, std::span<const std::size_t> clients, std::size_t alone)
{
    UtilitySettings chosen = settings;
    if (settings.alpha.size() > 1) {
        chosen.alpha.clear();
        for (const std::size_t client : clients)
            chosen.alpha.push_back(settings.alpha[client]);
    }
    if (settings.fixedGroups > 0)
        chosen.fixedGroups = settings.fixedGroups > alone ? settings.fixedGroups - alone : 1;
    return chosen;
}

namespace {

/// Clients have a utility if their updates were compared.
std::vector<std::size_t> comparedClients(const RoundReport& report)
{
    std::vector<std::size_t> clients;
    const auto utility =
        std::ranges::find(report.clientValues, std::string("utility"), &NamedValues::name);
    if (utility == report.clientValues.end())
        return clients;
    for (std::size_t client = 0; client < utility->values.size(); ++client)
        if (utility->values[client])
            clients.push_back(client);
    return clients;
}

} // namespace

Result<Grouping> whatIf(const RunPlan& plan,
                        const FederationFacts& facts,
                        const RoundReport& report,
                        const WhatIf& change)
{
    const std::string place = "round " + std::to_string(report.round);
    if (!plan.algorithm.parameters.find("fixedGroups"))
        return fail(place,
                    "the run's algorithm, " + plan.algorithm.name + ", forms no groups by utility");
    if (!report.gram && report.grouping && !report.grouping->merges.empty())
        return fail(place,
                    "this round does not keep its Gram matrix; see keepMatricesEvery and "
                    "keepMatricesMegabytes");
    if (!report.gram || !report.grouping)
        return fail(place,
                    "this round formed no groups: the first one has no updates to compare, and a "
                    "later one may keep the groups of one before it; choose a round that formed "
                    "some");
    auto parameters = readParameters<HcctParameters>(kHcctCommon, plan.algorithm.parameters);
    if (parameters.comparesSigns)
        return fail(place, "the run compared signs, which the Gram matrix does not contain");

    const std::vector<double> sizes(facts.trainSamples.begin(), facts.trainSamples.end());
    const std::vector<std::size_t> clients = comparedClients(report);
    std::vector<double> ofClients;
    for (const std::size_t client : clients)
        ofClients.push_back(sizes[client]);
    std::vector<std::size_t> alone;
    for (const std::vector<int>& group : report.grouping->groups)
        for (const int member : group)
            if (!std::ranges::binary_search(clients, static_cast<std::size_t>(member)))
                alone.push_back(static_cast<std::size_t>(member));

    if (change.alpha) {
        parameters.alpha = *change.alpha;
        parameters.clientAlphas.clear();
    }
    parameters.fixedGroups = change.fixedGroups.value_or(parameters.fixedGroups);
    const UtilitySettings settings = settingsOf(parameters.utility(sizes), clients, alone.size());
    return renumbered(
        partitionByUtility(block(*report.gram, clients, clients), ofClients, settings),
        clients,
        alone,
        sizes.size());
}

} // namespace coterie
