#include "core/run/queue_items.h"

#include "core/run/failures.h"

#include <algorithm>
#include <utility>

namespace coterie {

bool QueueItems::holds(std::int64_t id) const
{
    return std::ranges::find(m_runs, id, &QueuedRun::id) != m_runs.end();
}

void QueueItems::add(QueuedRun run)
{
    m_runs.push_back(std::move(run));
    m_isChanged = true;
}

QueuedRun QueueItems::takeFirst()
{
    QueuedRun first = std::move(m_runs.front());
    m_runs.pop_front();
    m_isChanged = true;
    return first;
}

std::deque<QueuedRun> QueueItems::takeAll()
{
    m_isChanged |= !m_runs.empty();
    return std::exchange(m_runs, {});
}

void QueueItems::remove(std::int64_t id)
{
    if (std::erase_if(m_runs, [id](const QueuedRun& run) { return run.id == id; }) > 0)
        m_isChanged = true;
}

void QueueItems::arrange(const std::vector<std::int64_t>& first)
{
    arrangeRuns(m_runs, first);
    m_isChanged = true;
}

void QueueItems::countEdit()
{
    ++m_edits;
    m_isChanged = true;
}

std::vector<const RunPlan*> QueueItems::plans() const
{
    std::vector<const RunPlan*> plans;
    plans.reserve(m_runs.size());
    for (const QueuedRun& run : m_runs)
        plans.push_back(&run.plan);
    return plans;
}

std::optional<QueueChanged> QueueItems::news()
{
    if (!std::exchange(m_isChanged, false))
        return std::nullopt;
    auto waiting = std::make_shared<std::vector<WaitingRun>>();
    waiting->reserve(m_runs.size());
    for (const QueuedRun& run : m_runs)
        waiting->push_back({.id = run.id,
                            .experiment = run.experimentName,
                            .arm = run.plan.armName,
                            .seed = run.plan.seed,
                            .sweep = sweepLabel(run.plan),
                            .rounds = run.plan.rounds,
                            .roundsDone = run.roundsDone});
    return QueueChanged{.waiting = std::move(waiting), .edits = m_edits};
}

RunOutcome refused(const QueuedRun& run, const Error& refusal)
{
    const std::string sentence = refusal.sentence();
    if (run.resumed && refusal.kind == ErrorKind::TooMuch)
        return {.status = RunStatus::Stopped,
                .reason = notBegunReason(sentence),
                .roundsDone = run.roundsDone};
    return {.status = RunStatus::Failed, .reason = sentence, .roundsDone = run.roundsDone};
}

} // namespace coterie
