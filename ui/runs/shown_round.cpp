#include "ui/runs/shown_round.h"

#include "ui/runs/store_reader.h"

#include <utility>

namespace coterie::ui {

void ClientSelection::choose(std::set<int> clients)
{
    if (clients == m_clients)
        return;
    m_clients = std::move(clients);
    std::erase_if(m_places, [this](const auto& place) { return !contains(place.first); });
    std::set<std::size_t> taken;
    for (const auto& [client, place] : m_places)
        taken.insert(place);
    std::size_t next = 0;
    for (const int client : m_clients) {
        if (m_places.contains(client))
            continue;
        while (taken.contains(next))
            ++next;
        m_places[client] = next++;
    }
    emit changed();
}

void ClientSelection::toggle(int client)
{
    std::set<int> clients = m_clients;
    if (clients.erase(client) == 0)
        clients.insert(client);
    choose(std::move(clients));
}

ShownRound::ShownRound(StoreReader& reader, QObject* parent)
    : QObject(parent)
    , m_reader(reader)
{
    connect(&reader,
            &StoreReader::reportRead,
            this,
            [this](std::int64_t run, int round, const ReportPointer& report) {
                if (run != m_run || round != m_fetching)
                    return;
                m_fetching.reset();
                if (report)
                    take(report);
            });
    // Only the newest question is answered, so this is its answer; it may be asked again.
    connect(&reader, &StoreReader::reportFailed, this, [this] { m_fetching.reset(); });
}

void ShownRound::show(std::optional<std::int64_t> run, std::optional<int> round, int newest)
{
    const bool otherRun = run != m_run;
    m_run = run;
    m_following = !round;
    const std::optional<int> asked = std::exchange(m_fetching, {});
    if (!run || newest < 0)
        return take(nullptr);
    const int wanted = round.value_or(newest);
    if (!otherRun && m_report && m_report->round == wanted)
        return;
    if (ReportPointer known = m_recent.find(*run, wanted))
        return take(std::move(known));
    if (otherRun)
        take(nullptr);
    m_fetching = wanted;
    if (otherRun || asked != wanted)
        m_reader.readReport(*m_run, wanted);
}

void ShownRound::offer(const std::deque<RunReport>& reports)
{
    for (const RunReport& report : reports)
        m_recent.add(report);
    if (!m_run || !m_following)
        return;
    for (auto report = reports.rbegin(); report != reports.rend(); ++report)
        if (report->run == *m_run) {
            m_fetching.reset();
            return take(report->report);
        }
}

void ShownRound::take(ReportPointer report)
{
    if (report == m_report)
        return;
    m_report = std::move(report);
    emit changed();
}

} // namespace coterie::ui
