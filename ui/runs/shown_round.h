#pragma once

#include "ui/runs/report_mailbox.h"

#include <QObject>

#include <optional>
#include <set>

namespace coterie::ui {

/// Which clients the user has picked, in whatever view; every view shows the same ones. Nothing
/// picked means that all are looked at alike.
class ClientSelection final : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;

    void choose(std::set<int> clients);
    /// Adds a client, or takes it out again.
    void toggle(int client);
    void clear() { choose({}); }

    [[nodiscard]] const std::set<int>& clients() const { return m_clients; }
    [[nodiscard]] bool isEmpty() const { return m_clients.empty(); }
    [[nodiscard]] bool contains(int client) const { return m_clients.contains(client); }
    /// False for what should step back: something is picked, and it is not this client.
    [[nodiscard]] bool stands(int client) const { return isEmpty() || contains(client); }

signals:
    void changed();

private:
    std::set<int> m_clients;
};

class StoreReader;

/// The round that all structural views show: a run's newest, or the one the time line stands at.
/// A live report is at hand; an older one is fetched from the store while the present one stays on
/// screen.
class ShownRound final : public QObject
{
    Q_OBJECT

public:
    explicit ShownRound(StoreReader& reader, QObject* parent = nullptr);

    /// Which run, and which of its rounds; no round: the newest, for which a stored run names its
    /// last.
    void show(std::optional<std::int64_t> run, std::optional<int> round, int newest);
    /// Reports of live runs, oldest first.
    void offer(const std::deque<RunReport>& reports);
    void forgetLive() { m_recent.clear(); }

    /// Null before there is any.
    [[nodiscard]] const ReportPointer& report() const { return m_report; }
    [[nodiscard]] std::optional<std::int64_t> run() const { return m_run; }
    /// Whether another round than the one on screen is on its way.
    [[nodiscard]] bool isFetching() const { return m_fetching.has_value(); }

signals:
    void changed();

private:
    void take(ReportPointer report);
    void fetch(int round);

    StoreReader& m_reader;
    RecentReports m_recent;
    std::optional<std::int64_t> m_run;
    bool m_following = true;
    ReportPointer m_report;
    std::optional<int> m_fetching;
};

} // namespace coterie::ui
