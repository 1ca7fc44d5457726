#include "ui/watch/river_panel.h"

#include "ui/views/group_river_view.h"

#include <algorithm>

namespace coterie::ui {

namespace {

/// The number of clients, from the run's facts or else from its groups.
std::size_t clientsOf(const RunCurves& run)
{
    if (!run.facts.trainSamples.empty() || run.groups.empty())
        return run.facts.trainSamples.size();
    int last = -1;
    for (const std::vector<int>& group : run.groups.front().groups)
        last = std::max(last, group.empty() ? -1 : group.back());
    return std::size_t(last + 1);
}

/// Whether these are the first rounds of the run: a resumed run may begin later than its stored
/// record.
bool isBeginning(const std::vector<RiverRound>& known, const RunCurves& run)
{
    return !known.empty() && known.size() <= run.groups.size()
           && known.front().round == run.groups.front().round
           && known.back().round == run.groups[known.size() - 1].round;
}

} // namespace

RiverPanel::RiverPanel(const WatchSubject& subject, QWidget* parent)
    : StructurePanel(subject, parent)
    , m_view(new GroupRiverView(this))
{
    setView(m_view, QStringLiteral("groupRiver"));
    m_view->setToolTip(tr("Double-click a round to look at it"));
    connect(m_view, &GroupRiverView::roundChosen, this, &RiverPanel::roundChosen);
}

PlainTable RiverPanel::table() const
{
    PlainTable table;
    table.header = {tr("Round"), tr("Client"), tr("Group")};
    for (const RiverRound& round : m_view->rounds())
        for (std::size_t client = 0; client < round.colourOfClient.size(); ++client) {
            const int colour = round.colourOfClient[client];
            table.rows.push_back(
                {round.round, int(client), colour < 0 ? QVariant() : QVariant(colour + 1)});
        }
    addNames(table, 1, m_view->clientNames());
    return table;
}

/// Adds only the new rounds: a run of thousands is drawn thirty times per second.
void RiverPanel::show(const RunCurves* run, const RoundReport* report)
{
    const std::optional<std::int64_t> id = run ? std::optional(run->title.id) : std::nullopt;
    const std::vector<RiverRound>& known = m_view->rounds();
    const bool continues = run && id == m_shownRun && isBeginning(known, *run);
    m_shownRun = id;
    const std::size_t clients = run ? clientsOf(*run) : 0;
    std::vector<RiverRound> rounds;
    for (std::size_t index = continues ? known.size() : 0; run && index < run->groups.size();
         ++index) {
        const RoundGroups& formed = run->groups[index];
        rounds.push_back({formed.round, formed.ofClients(formed.colours, clients)});
    }
    if (continues)
        m_view->addRounds(rounds);
    else
        m_view->setRounds(std::move(rounds));
    m_view->setRoundShown(run ? std::optional(roundOf(*run, report)) : std::nullopt);
}

} // namespace coterie::ui
