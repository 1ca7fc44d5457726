#include "ui/runs/report_mailbox.h"

#include <utility>

namespace coterie::ui {

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
