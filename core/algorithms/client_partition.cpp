#include "core/algorithms/client_partition.h"

#include "core/collab/similarity.h"
#include "core/collab/utility_partition.h"

#include <algorithm>

namespace coterie {

Groups partitionClients(const ClientUpdates& updates,
                        const UtilitySettings& settings,
                        std::span<const std::size_t> present,
                        RoundReport& report)
{
    const std::size_t count = updates.known.size();
    const std::vector<std::size_t> clients = updates.comparable();
    std::vector<std::size_t> alone;
    std::ranges::set_difference(present, clients, std::back_inserter(alone));
    const std::vector<double> sizes = updates.comparableSizes();
    UtilitySettings chosen = settingsOf(settings, clients);
    if (chosen.fixedGroups > 0) // those who are alone anyway are groups too
        chosen.fixedGroups =
            chosen.fixedGroups > alone.size() ? chosen.fixedGroups - alone.size() : 1;
    const Matrix gram = updates.gram();
    Grouping grouping =
        updates.signs
            ? withRows(updates.comparableVectors(),
                       [&](const auto& rows) { return partitionBySigns(rows, sizes, chosen); })
            : partitionByUtility(gram, sizes, chosen);
    report.similarity =
        overAll(updates.signs ? updates.signAgreements() : cosineMatrix(gram), clients, count);
    report.gram = overAll(gram, clients, count);
    report.grouping = renumbered(std::move(grouping), clients, alone, count);
    return report.grouping->groups;
}

void reportUtilities(const ClientUpdates& updates,
                     const UtilitySettings& settings,
                     const Groups& groups,
                     RoundReport& report)
{
    const std::vector<std::size_t> clients = updates.comparable();
    std::vector<int> number(updates.known.size(), -1);
    for (std::size_t k = 0; k < clients.size(); ++k)
        number[clients[k]] = static_cast<int>(k);
    Groups numbered;
    for (const std::vector<int>& group : groups) {
        std::vector<int> members;
        for (const int client : group)
            if (const int known = number[static_cast<std::size_t>(client)]; known >= 0)
                members.push_back(known);
        if (!members.empty())
            numbered.push_back(std::move(members));
    }
    const std::vector<double> sizes = updates.comparableSizes();
    const UtilitySettings chosen = settingsOf(settings, clients);
    const std::vector<double> utility =
        updates.signs ? withRows(
            updates.comparableVectors(),
            [&](const auto& rows) { return utilitiesBySigns(rows, sizes, numbered, chosen); })
                      : utilities(report.gram ? blockOf(*report.gram, clients) : updates.gram(),
                                  sizes,
                                  numbered,
                                  chosen);
    NamedValues ofClients{.name = "utility", .values = {}};
    ofClients.values.resize(updates.known.size());
    for (std::size_t k = 0; k < clients.size(); ++k)
        ofClients.values[clients[k]] = utility[k];
    NamedValues ofGroups{.name = "utility", .values = {}};
    for (const std::vector<int>& group : groups) {
        double sum = 0;
        for (const int client : group)
            sum += ofClients.values[static_cast<std::size_t>(client)].value_or(0);
        ofGroups.values.emplace_back(sum);
    }
    report.clientValues.push_back(std::move(ofClients));
    report.groupValues.push_back(std::move(ofGroups));
}

} // namespace coterie
