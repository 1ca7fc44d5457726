#include "ui/watch/river_panel.h"

#include "ui/views/group_river_view.h"

namespace coterie::ui {

RiverPanel::RiverPanel(const WatchSubject& subject, QWidget* parent)
    : StructurePanel(subject, parent)
    , m_view(new GroupRiverView(this))
{
    setPicture(m_view, QStringLiteral("groupRiver"));
    m_view->setToolTip(tr("Double-click to look at a round"));
    connect(m_view, &GroupRiverView::clientsChosen, &selection(), &ClientSelection::choose);
    connect(m_view, &GroupRiverView::roundChosen, this, &RiverPanel::roundChosen);
}

PlainTable RiverPanel::table() const
{
    PlainTable table;
    table.header = {tr("Round"), tr("Client"), tr("Group")};
    for (const RiverRound& round : m_view->rounds())
        for (std::size_t client = 0; client < round.colourOfClient.size(); ++client) {
            const int colour = round.colourOfClient[client];
            table.rows.push_back({round.round,
                                  static_cast<int>(client),
                                  colour < 0 ? QVariant() : QVariant(colour + 1)});
        }
    return table;
}

void RiverPanel::show(const RunCurves* run, const RoundReport* report)
{
    std::vector<RiverRound> rounds;
    if (run) {
        std::size_t clients = run->facts.trainSamples.size();
        for (const RoundGroups& formed : run->groups)
            for (const std::vector<int>& group : formed.groups)
                if (!group.empty())
                    clients = std::max(clients, static_cast<std::size_t>(group.back()) + 1);
        for (const RoundGroups& formed : run->groups) {
            RiverRound round{.round = formed.round,
                             .colourOfClient = std::vector<int>(clients, -1)};
            for (std::size_t group = 0; group < formed.groups.size(); ++group)
                for (const int client : formed.groups[group])
                    round.colourOfClient[static_cast<std::size_t>(client)] = formed.colours[group];
            rounds.push_back(std::move(round));
        }
    }
    m_view->setRounds(std::move(rounds));
    m_view->setSelected(selection().clients());
    m_view->setRoundShown(run ? std::optional(roundOf(*run, report)) : std::nullopt);
}

} // namespace coterie::ui
