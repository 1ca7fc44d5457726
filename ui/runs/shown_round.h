#pragma once

#include "ui/runs/report_mailbox.h"

#include <QObject>

#include <cstddef>
#include <map>
#include <optional>
#include <set>

namespace coterie::ui {

/// The selected clients, the same in every view. With none selected all look alike.
class ClientSelection final : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;

    void choose(std::set<int> clients);
    /// Adds a client, or removes it.
    void toggle(int client);
    void clear() { choose({}); }

    [[nodiscard]] const std::set<int>& clients() const { return m_clients; }
    /// A place for each, from 0, which it keeps until it is selected no more: for its look.
    [[nodiscard]] const std::map<int, std::size_t>& places() const { return m_places; }
    [[nodiscard]] bool contains(int client) const { return m_clients.contains(client); }

signals:
    void changed();

private:
    std::set<int> m_clients;
    std::map<int, std::size_t> m_places;
};

class StoreReader;

/// The round that all structural views show: the newest of a run, or that of the time line. Recent
/// live reports are kept; an older one is fetched from the store, while the one before stays on
/// screen.
class ShownRound final : public QObject
{
    Q_OBJECT

public:
    explicit ShownRound(StoreReader& reader, QObject* parent = nullptr);

    /// Without a round the newest, whose number is `newest`.
    void show(std::optional<std::int64_t> run, std::optional<int> round, int newest);
    /// Reports of live runs, oldest first.
    void offer(const std::deque<RunReport>& reports);

    /// Null before there is any.
    [[nodiscard]] const ReportPointer& report() const { return m_report; }
    [[nodiscard]] std::optional<std::int64_t> run() const { return m_run; }
    /// Whether another round is being fetched.
    [[nodiscard]] bool isFetching() const { return m_fetching.has_value(); }

signals:
    void changed();

private:
    void take(ReportPointer report);

    StoreReader& m_reader;
    RecentReports m_recent;
    std::optional<std::int64_t> m_run;
    bool m_following = true;
    ReportPointer m_report;
    std::optional<int> m_fetching;
};

} // namespace coterie::ui
