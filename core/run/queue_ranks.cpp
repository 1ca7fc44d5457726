#include "core/run/queue_ranks.h"

#include "core/run/prepare_run.h"
#include "core/run/run.h"
#include "core/run/run_queue.h"
#include "core/train/run_stopped.h"
#include "core/train/worker_pool.h"

#include <utility>

namespace coterie {

QueueRanks::QueueRanks(const QueueOptions& options)
    : m_options(options)
{}

Result<std::unique_ptr<Run>>
QueueRanks::prepare(const QueuedRun& run, RunData& data, const std::filesystem::path& store)
{
    return prepareRun(run, data, threads(), m_options.device, group(), store);
}

/// Of this process; nothing: it plays alone.
RankGroup* QueueRanks::group()
{
    if (m_options.ranks || m_options.rankStart.count < 2)
        return m_options.ranks;
    if (!m_started) {
        Result<std::unique_ptr<StartedRanks>> started = StartedRanks::start(m_options.rankStart);
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
    if (m_options.ranks || start.count < 2)
        return workerCount(m_options.threads);
    return workerCount(threadsOfRank(start.threads, static_cast<std::size_t>(start.count)));
}

} // namespace coterie
