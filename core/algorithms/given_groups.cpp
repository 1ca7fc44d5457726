#include "core/algorithms/given_groups.h"

#include "core/algorithms/aggregation.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <set>
#include <stdexcept>

namespace coterie {
namespace {

Groups trueGroups(const FederationFacts& facts)
{
    if (facts.trueGroup.empty())
        throw std::invalid_argument("groups: \"true\" needs a partition with true groups, and this "
                                    "one has none");
    std::map<int, std::vector<int>> members;
    for (std::size_t client = 0; client < facts.trueGroup.size(); ++client)
        members[facts.trueGroup[client]].push_back(static_cast<int>(client));
    Groups groups;
    for (auto& [group, clients] : members)
        groups.push_back(std::move(clients));
    std::ranges::sort(groups);
    return groups;
}

} // namespace

Groups groupsFromText(const std::string& text, std::size_t clients)
{
    Groups groups(1);
    std::set<int> named;
    const char* place = text.data();
    const char* const end = place + text.size();
    while (place != end) {
        if (*place == '|')
            groups.emplace_back();
        if (*place == '|' || *place == ' ' || *place == ',') {
            ++place;
            continue;
        }
        int client = 0;
        const auto [next, status] = std::from_chars(place, end, client);
        const bool exists =
            status == std::errc{} && client >= 0 && static_cast<std::size_t>(client) < clients;
        if (!exists || !named.insert(client).second)
            throw std::invalid_argument(
                "groups must list clients from 0 to " + std::to_string(clients - 1)
                + ", each once, with | between groups (is \"" + text + "\")");
        groups.back().push_back(client);
        place = next;
    }
    for (int client = 0; static_cast<std::size_t>(client) < clients; ++client)
        if (!named.contains(client))
            groups.push_back({client});
    std::erase_if(groups, [](const std::vector<int>& group) { return group.empty(); });
    for (std::vector<int>& group : groups)
        std::ranges::sort(group);
    std::ranges::sort(groups);
    return groups;
}

void GivenGroups::start(Federation& federation)
{
    m_groups = m_parameters.groups == "true"
                   ? trueGroups(federation.facts())
                   : groupsFromText(m_parameters.groups, federation.clients());
    m_models.start(federation);
}

void GivenGroups::round(Federation& federation, RoundReport& report)
{
    const Trained trained = federation.train(m_models.rows, report);
    m_models.keep(trained.clients, trained.ends);
    std::vector<ModelMean> means;
    report.collaboration = Collaboration::identity(federation.clients());
    for (const std::vector<int>& group : m_groups) {
        if (group.size() == 1)
            continue;
        const Contributors members = Contributors::trainedOnes(federation, trained, group);
        means.push_back(meanFor(group, members));
        fillBlock(*report.collaboration, group, members);
        countExchange(federation, report, members.clients);
    }
    ModelRows next = m_models.rows.clone();
    federation.giveMeans(trained.ends, means, next);
    m_models.rows = next;
    report.grouping = Grouping{.groups = m_groups, .stopReason = "The groups were given."};
}

constexpr MadePart<Algorithm> kGivenGroups = madeAs<Algorithm, GivenGroups, GivenGroupsParameters>(
    {.name = "groups",
     .title = "Given groups",
     .meaning = "Groups that are given and stay, each of which trains one model: a pattern to "
                "compare with, or the oracle.",
     .paper = "HCCT, Table 2",
     .parameters = kGivenGroupsParameters});

} // namespace coterie
