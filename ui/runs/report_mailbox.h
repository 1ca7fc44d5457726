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

/// A report and the run it belongs to.
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
    void clear();
    /// Null if it is not here.
    [[nodiscard]] ReportPointer find(std::int64_t run, int round) const;
    [[nodiscard]] ReportPointer newest(std::int64_t run) const;
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

/// What a queue tells, with a round's numbers instead of its report.
using Mail = std::variant<RunHeader, RoundMeasured, PlanChanged, RunEnded, Trouble, QueueEnded>;

struct MailboxContents
{
    std::vector<Mail> mail;                ///< in the order it happened, nothing lost
    std::optional<QueueProgress> progress; ///< the newest
    RecentReports reports; ///< whole ones; the oldest are left out where they would fill memory
};

/// Where the queue's thread leaves its reports and the window's timer fetches them. Nothing is
/// signalled: one queued signal per report starved the event loop for seconds in a fast run;
/// emptied every 33 ms it stays free.
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
