#pragma once

#include "core/report/round_report.h"
#include "core/run/queue_events.h"
#include "ui/runs/round_measurements.h"

#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <variant>

namespace coterie::ui {

using ReportPointer = std::shared_ptr<const RoundReport>;

struct RunReport
{
    std::int64_t run = 0;
    ReportPointer report;
};

/// About how much memory a report holds; its matrices are nearly all of it.
[[nodiscard]] std::size_t bytesOf(const RoundReport& report);

/// The newest reports of live runs, up to a fixed amount of memory: the store may not hold them
/// yet, and they are looked at most.
class RecentReports
{
public:
    static constexpr std::size_t kLargest = std::size_t{48} << 20;

    explicit RecentReports(std::size_t largest = kLargest)
        : m_largest(largest)
    {}

    /// The newest is kept whatever its size.
    void add(RunReport report);
    /// Null if it is not here.
    [[nodiscard]] ReportPointer find(std::int64_t run, int round) const;
    [[nodiscard]] const std::deque<RunReport>& all() const { return m_reports; }
    [[nodiscard]] std::size_t bytes() const { return m_bytes; }

private:
    std::size_t m_largest;
    std::size_t m_bytes = 0;
    std::deque<RunReport> m_reports; ///< oldest first
};

struct RoundMeasured
{
    std::int64_t run = 0;
    RoundMeasurements measurements;
};

/// An event of the queue, with a round's numbers instead of its report.
using Mail = std::variant<RunHeader, RoundMeasured, PlanChanged, RunEnded, Trouble, QueueEnded>;

struct MailboxContents
{
    std::vector<Mail> mail;                ///< in the order it happened, nothing lost
    std::optional<QueueProgress> progress; ///< the newest
    std::optional<QueueChanged> waiting;   ///< the newest
    RecentReports reports;                 ///< without the oldest if they need too much memory
};

/// Filled by the queue's thread and emptied by the window's timer every 33 ms. It emits no signals:
/// one queued signal per report blocked the event loop for seconds in a fast run.
class ReportMailbox final : public RunObserver
{
public:
    void observe(const QueueEvent& event) override;

    /// Everything since the last call; the mailbox is empty afterwards. Called on the window's
    /// thread.
    [[nodiscard]] MailboxContents take();

private:
    std::mutex m_mutex;
    MailboxContents m_contents; // guarded by m_mutex
};

} // namespace coterie::ui
