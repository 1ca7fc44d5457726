#include "core/algorithms/newcomers.h"

#include "core/collab/gain_agglomeration.h"

#include <algorithm>

namespace coterie {

void giveProbe(const Federation& federation,
               const Groups& groups,
               ModelRows& models,
               std::size_t newcomer)
{
    Contributors first; // of each group one, with the weight of all
    for (const std::vector<int>& group : groups) {
        const Contributors members = Contributors::everybody(federation, group);
        if (members.empty())
            continue;
        double size = 0;
        for (const double weight : members.weights)
            size += weight;
        first.clients.push_back(members.clients.front());
        first.rows.push_back(members.rows.front());
        first.weights.push_back(size);
    }
    const std::vector<int> self{static_cast<int>(newcomer)};
    shareMean(models, first, models, self, federation.bufferMode());
}

std::optional<std::size_t> bestGroupFor(std::size_t newcomer,
                                        const ClientUpdates& updates,
                                        const UtilitySettings& settings,
                                        const Groups& groups,
                                        RoundReport& report)
{
    const std::vector<std::size_t> clients = updates.comparable();
    std::vector<int> number(updates.known.size(), -1);
    std::vector<double> sizes;
    for (std::size_t k = 0; k < clients.size(); ++k) {
        number[clients[k]] = static_cast<int>(k);
        sizes.push_back(updates.sizes[clients[k]]);
    }
    if (number[newcomer] < 0)
        return std::nullopt;
    Groups known; // the groups as far as their members' updates are known
    std::vector<std::size_t> place;
    for (std::size_t group = 0; group < groups.size(); ++group) {
        std::vector<int> members;
        for (const int client : groups[group])
            if (number[static_cast<std::size_t>(client)] >= 0)
                members.push_back(number[static_cast<std::size_t>(client)]);
        if (members.empty())
            continue;
        known.push_back(std::move(members));
        place.push_back(group);
    }
    const std::vector<Gain> gains = joinGains(updates.gram(),
                                              sizes,
                                              known,
                                              static_cast<std::size_t>(number[newcomer]),
                                              settingsOf(settings, clients));
    const auto best = std::ranges::max_element(gains, {}, &Gain::total);
    const bool joins = best != gains.end() && best->total() > kSameGain;
    std::string told;
    for (std::size_t k = 0; k < gains.size(); ++k)
        told += (k == 0 ? "" : ", ") + std::string("group of client ")
                + std::to_string(groups[place[k]].front()) + ": " + shortestText(gains[k].total());
    report.events.push_back(
        {.severity = Severity::Information,
         .kind = "arrival",
         .client = static_cast<int>(newcomer),
         .sentence =
             "Client " + std::to_string(newcomer)
             + (joins
                    ? " joins the group of client "
                          + std::to_string(
                              groups[place[static_cast<std::size_t>(best - gains.begin())]].front())
                    : " stays alone")
             + "; benefits: " + told + "."});
    if (!joins)
        return std::nullopt;
    return place[static_cast<std::size_t>(best - gains.begin())];
}

} // namespace coterie
