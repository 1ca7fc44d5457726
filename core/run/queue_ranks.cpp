#include "core/run/queue_ranks.h"

#include "core/base/try.h"
#include "core/run/card_ranks.h"
#include "core/run/prepare_run.h"
#include "core/run/run.h"
#include "core/run/run_queue.h"
#include "core/train/rank_group.h"
#include "core/train/run_stopped.h"
#include "core/train/worker_pool.h"

#include <algorithm>
#include <utility>

namespace coterie {

QueueRanks::QueueRanks(const QueueOptions& options)
    : m_options(options)
    , m_count(std::max(1, options.rankStart.count))
{}

Result<std::unique_ptr<Run>>
QueueRanks::prepare(const QueuedRun& run, RunData& data, const std::filesystem::path& store)
{
    const RankStart& start = m_options.rankStart;
    CardRanks chosen;
    if (!m_options.ranks) {
        chosen = ranksOfRun(run.plan, m_options.device, start.count, start.countCards);
        m_count = chosen.count;
    }
    COTERIE_TRY(std::unique_ptr<Run> prepared,
                prepareRun(run, data, threads(), m_options.device, group(), store));
    if (!chosen.sentence.empty())
        prepared->note({.sentence = chosen.sentence});
    return prepared;
}

/// Of this process; nothing: it plays alone.
RankGroup* QueueRanks::group()
{
    if (m_options.ranks || m_count < 2)
        return m_options.ranks;
    if (m_started && m_started->group().count() != m_count)
        m_started.reset();
    if (!m_started) {
        RankStart wanted = m_options.rankStart;
        wanted.count = m_count;
        wanted.threads = threadsOfEach(m_options.rankStart, m_count);
        Result<std::unique_ptr<StartedRanks>> started = StartedRanks::start(wanted);
        if (!started)
            throw RunStopped{.cause =
                                 "The ranks cannot begin: " + started.error().complaint() + '.'};
        m_started = *std::move(started);
    }
    return &m_started->group();
}

std::size_t QueueRanks::threads() const
{
    const RankStart& start = m_options.rankStart;
    if (m_options.ranks || m_count < 2)
        return workerCount(m_options.threads);
    return workerCount(threadsOfEach(start, m_count));
}

} // namespace coterie
