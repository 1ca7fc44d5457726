#pragma once

#include "core/report/round_report.h"

#include <cstdint>
#include <deque>
#include <memory>

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

/// The newest reports of live runs, whole, as far as a fixed amount of memory reaches: what the
/// store may not hold yet, and what is looked at most.
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

} // namespace coterie::ui
