#include "ui/runs/report_mailbox.h"

#include <algorithm>
#include <ranges>
#include <utility>

namespace coterie::ui {

std::size_t bytesOf(const RoundReport& report)
{
    std::size_t numbers = 0;
    for (const std::optional<Matrix>* matrix :
         {&report.collaboration, &report.similarity, &report.gram})
        numbers += *matrix ? (*matrix)->values.size() : 0;
    std::size_t bytes = sizeof report + numbers * sizeof(double);
    bytes += report.clients.size() * sizeof(ClientReport);
    for (const std::vector<NamedValues>* values : {&report.clientValues, &report.groupValues})
        for (const NamedValues& named : *values)
            bytes += named.values.size() * sizeof(std::optional<double>);
    bytes += report.traffic.size() * sizeof(Traffic);
    if (report.grouping)
        bytes +=
            report.grouping->merges.size() * sizeof(Merge) + report.clients.size() * sizeof(int);
    return bytes;
}

void RecentReports::add(RunReport report)
{
    m_bytes += bytesOf(*report.report);
    m_reports.push_back(std::move(report));
    while (m_bytes > m_largest && m_reports.size() > 1) {
        m_bytes -= bytesOf(*m_reports.front().report);
        m_reports.pop_front();
    }
}

void RecentReports::clear()
{
    m_reports.clear();
    m_bytes = 0;
}

ReportPointer RecentReports::find(std::int64_t run, int round) const
{
    for (const RunReport& known : m_reports | std::views::reverse)
        if (known.run == run && known.report->round == round)
            return known.report;
    return nullptr;
}

ReportPointer RecentReports::newest(std::int64_t run) const
{
    for (const RunReport& known : m_reports | std::views::reverse)
        if (known.run == run)
            return known.report;
    return nullptr;
}

void ReportMailbox::runStarted(const RunHeader& header)
{
    m_trackers.insert_or_assign(header.id, MetricTracker(header.facts));
    post(header);
}

void ReportMailbox::planChanged(std::int64_t run,
                                const std::shared_ptr<const RunPlan>& plan,
                                const std::vector<RecordedChange>& toCome)
{
    post(PlanChanged{.run = run, .plan = plan, .toCome = toCome});
}

void ReportMailbox::roundFinished(std::int64_t run,
                                  const std::shared_ptr<const RoundReport>& report)
{
    const auto tracker = m_trackers.find(run);
    const std::vector<NamedMetric> metrics =
        tracker == m_trackers.end() ? std::vector<NamedMetric>{} : tracker->second.add(*report);
    RoundMeasured measured{.run = run, .measurements = measure(*report, metrics)};
    const std::scoped_lock lock(m_mutex);
    m_contents.mail.push_back(std::move(measured));
    m_contents.reports.add({.run = run, .report = report});
}

void ReportMailbox::runEnded(std::int64_t run, const RunOutcome& outcome)
{
    m_trackers.erase(run);
    post(RunEnded{.run = run, .outcome = outcome});
}

void ReportMailbox::progressed(const QueueProgress& progress)
{
    const std::scoped_lock lock(m_mutex);
    m_contents.progress = progress;
}

void ReportMailbox::queueEnded()
{
    post(QueueEnded{});
}

void ReportMailbox::troubled(const std::string& sentence)
{
    post(Trouble{.sentence = sentence});
}

MailboxContents ReportMailbox::take()
{
    MailboxContents taken;
    const std::scoped_lock lock(m_mutex);
    std::swap(taken, m_contents);
    return taken;
}

void ReportMailbox::post(Mail mail)
{
    const std::scoped_lock lock(m_mutex);
    m_contents.mail.push_back(std::move(mail));
}

} // namespace coterie::ui
