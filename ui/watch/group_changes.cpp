#include "ui/watch/group_changes.h"

#include "ui/runs/run_view_model.h"
#include "ui/say.h"
#include "ui/views/merge_words.h"
#include "ui/words.h"

#include <map>
#include <vector>

namespace coterie::ui {

namespace {

constexpr int kMostNamed = 6;   ///< clients of one change
constexpr int kMostChanges = 4; ///< told one by one

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

QString GroupChanges::tell(const RoundGroups& formed)
{
    QStringList changes;
    std::size_t moved = 0;
    std::map<int, std::vector<int>> left; // by the number of the group
    for (std::size_t group = 0; group < formed.groups.size(); ++group) {
        const std::vector<int>& members = formed.groups[group];
        const int colour = formed.colours[group];
        const bool isAlone = members.size() == 1;
        std::vector<int> joined;
        for (const int client : members) {
            const auto was = m_places.find(client);
            const bool wasInOne = was != m_places.end() && !was->second.isAlone;
            if (isAlone && wasInOne)
                left[was->second.colour].push_back(client);
            else if (!isAlone && !(wasInOne && was->second.colour == colour))
                joined.push_back(client);
        }
        if (joined.empty())
            continue;
        moved += joined.size();
        const QString name = groupName(colour, members.size(), false);
        changes << (joined.size() == members.size()
                        ? say("%1 formed %2").arg(clientsInWords(joined), name)
                        : say("%1 joined %2").arg(clientsInWords(joined), name));
    }
    for (const auto& [colour, clients] : left) {
        moved += clients.size();
        changes << say("%1 left %2").arg(clientsInWords(clients), groupName(colour, 2, false));
    }
    for (std::size_t group = 0; group < formed.groups.size(); ++group)
        for (const int client : formed.groups[group])
            m_places[client] = {.colour = formed.colours[group],
                                .isAlone = formed.groups[group].size() == 1};
    if (changes.size() > kMostChanges)
        return say("%1 changed their groups; there are %2 now")
            .arg(counted(static_cast<qsizetype>(moved), say("1 client"), say("%1 clients")),
                 groupsText(static_cast<qsizetype>(formed.groups.size())));
    return changes.join(QStringLiteral("; "));
}

} // namespace coterie::ui
