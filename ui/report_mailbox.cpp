#include "ui/report_mailbox.h"

#include <utility>

namespace coterie::ui {

void ReportMailbox::runStarted(const RunHeader& header)
{
    post(header);
}

void ReportMailbox::roundFinished(std::int64_t run, const std::shared_ptr<const RoundReport>& report)
{
    RoundMeasured measured{.run = run, .measurements = measure(*report)}; // outside the lock
    const std::scoped_lock lock(m_mutex);
    m_contents.mail.emplace_back(std::move(measured));
    if (report->grouping || report->collaboration || report->similarity)
        m_contents.pictures[run] = report;
}

void ReportMailbox::runEnded(std::int64_t run, const RunOutcome& outcome)
{
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
