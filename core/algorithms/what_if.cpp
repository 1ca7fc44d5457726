#include "core/algorithms/what_if.h"

#include "core/algorithms/hcct_partition.h"
#include "core/collaboration/utility_partition.h"

#include <algorithm>
#include <string>
#include <vector>

namespace coterie {
namespace {

/// Those whose updates were compared have a utility.
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
    if (!report.gram || !report.grouping)
        return fail(place,
                    "no groups were formed in it, so no Gram matrix is stored; the first "
                    "round has no updates to go by");
    const HcctParameters parameters = HcctParameters::of(plan.algorithm.parameters);
    if (parameters.comparesSigns)
        return fail(place, "the run compared signs, which the Gram matrix does not tell");

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

    HcctParameters changed = parameters;
    if (change.alpha) {
        changed.alpha = *change.alpha;
        changed.clientAlphas.clear();
    }
    changed.fixedGroups = change.fixedGroups.value_or(parameters.fixedGroups);
    UtilitySettings settings = settingsOf(changed.utility(sizes), clients);
    if (settings.fixedGroups > 0) // as in partitionClients()
        settings.fixedGroups =
            settings.fixedGroups > alone.size() ? settings.fixedGroups - alone.size() : 1;
    return renumbered(partitionByUtility(blockOf(*report.gram, clients), ofClients, settings),
                      clients,
                      alone,
                      sizes.size());
}

} // namespace coterie
