#include "ui/runs/report_mailbox.h"

#include "core/base/overloaded.h"

#include <ranges>
#include <utility>

namespace coterie::ui {

std::size_t bytesOf(const RoundReport& report)
{
    std::size_t numbers = 0;
    for (const std::optional<Matrix>* matrix : {&report.similarity, &report.gram})
        numbers += *matrix ? (*matrix)->values.size() : 0;
    std::size_t bytes = sizeof report + numbers * sizeof(double);
    bytes += report.collaboration ? report.collaboration->bytes() : 0;
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

ReportPointer RecentReports::find(std::int64_t run, int round) const
{
    for (const RunReport& known : m_reports | std::views::reverse)
        if (known.run == run && known.report->round == round)
            return known.report;
    return nullptr;
}

void ReportMailbox::observe(const QueueEvent& event)
{
    std::visit(Overloaded{[this](const RoundFinished& round) {
                              RoundMeasured measured{.run = round.run,
                                                     .measurements = measure(*round.report)};
                              const std::scoped_lock lock(m_mutex);
                              m_contents.mail.emplace_back(std::move(measured));
                              m_contents.reports.add({.run = round.run, .report = round.report});
                          },
                          [this](const QueueProgress& progress) {
                              const std::scoped_lock lock(m_mutex);
                              m_contents.progress = progress;
                          },
                          [this](const QueueChanged& changed) {
                              const std::scoped_lock lock(m_mutex);
                              m_contents.waiting = changed;
                          },
                          [this](const auto& other) {
                              const std::scoped_lock lock(m_mutex);
                              m_contents.mail.emplace_back(other);
                          }},
               event);
}

MailboxContents ReportMailbox::take()
{
    MailboxContents taken;
    const std::scoped_lock lock(m_mutex);
    std::swap(taken, m_contents);
    return taken;
}

} // namespace coterie::ui
