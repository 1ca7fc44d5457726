#include "ui/watch/group_changes.h"

#include "ui/runs/run_view_model.h"
#include "ui/say.h"
#include "ui/views/merge_words.h"
#include "ui/words.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <vector>

namespace coterie::ui {

namespace {

constexpr int kMostNamed = 6;   ///< clients of one change
constexpr int kMostChanges = 4; ///< told one by one

/// The group that a client is in.
struct Place
{
    int colour = 0;
    std::size_t members = 0;

    [[nodiscard]] bool isAlone() const { return members == 1; }
};

std::map<int, Place> placesIn(const RoundGroups& formed)
{
    std::map<int, Place> places;
    for (std::size_t group = 0; group < formed.groups.size(); ++group)
        for (const int client : formed.groups[group])
            places[client] = {.colour = formed.colours[group],
                              .members = formed.groups[group].size()};
    return places;
}

/// "client 3", "clients 3, 4 and 7", "12 clients".
QString clientsInWords(const std::vector<int>& clients)
{
    if (clients.size() == 1)
        return say("client %1").arg(clients.front());
    if (clients.size() > kMostNamed)
        return say("%1 clients").arg(countText(static_cast<qint64>(clients.size())));
    QStringList numbers;
    for (const int client : clients)
        numbers << QString::number(client);
    const QString last = numbers.takeLast();
    return say("clients %1 and %2").arg(numbers.join(QStringLiteral(", ")), last);
}

} // namespace

QString groupChangeText(const RoundGroups* before, const RoundGroups& now)
{
    if (before && before->groups == now.groups)
        return {};
    const std::map<int, Place> were = before ? placesIn(*before) : std::map<int, Place>();
    std::map<int, std::vector<int>> left; // by the number of the group
    QStringList changes;
    std::size_t moved = 0;
    for (std::size_t group = 0; group < now.groups.size(); ++group) {
        const std::vector<int>& members = now.groups[group];
        const int colour = now.colours[group];
        const auto stayed = [&](int client) {
            const auto was = were.find(client);
            return was != were.end() && !was->second.isAlone() && was->second.colour == colour;
        };
        if (members.size() == 1) {
            const auto was = were.find(members.front());
            if (was != were.end() && !was->second.isAlone())
                left[was->second.colour].push_back(members.front());
            continue;
        }
        std::vector<int> joined;
        std::ranges::remove_copy_if(members, std::back_inserter(joined), stayed);
        const bool isNew = joined.size() == members.size();
        if (joined.empty())
            continue;
        moved += joined.size();
        const QString name = groupName(colour, members.size(), false);
        changes << (isNew ? say("%1 formed %2").arg(clientsInWords(joined), name)
                          : say("%1 joined %2").arg(clientsInWords(joined), name));
    }
    for (const auto& [colour, clients] : left) {
        moved += clients.size();
        changes << say("%1 left %2").arg(clientsInWords(clients), groupName(colour, 2, false));
    }
    if (changes.size() > kMostChanges)
        return say("%1 changed their groups; there are %2 now")
            .arg(counted(static_cast<qsizetype>(moved), say("1 client"), say("%1 clients")),
                 groupsText(static_cast<qsizetype>(now.groups.size())));
    return changes.join(QStringLiteral("; "));
}

} // namespace coterie::ui
