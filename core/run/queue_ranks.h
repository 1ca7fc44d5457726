#pragma once

#include "core/run/started_ranks.h"

#include <cstddef>
#include <filesystem>
#include <memory>

namespace coterie {

class Run;
class RunData;
struct QueuedRun;
struct QueueOptions;

/// The ranks that play a queue's runs: those that it was given, or those that it starts before its
/// first run and ends when it has no more. So new ones play what is resumed after one was lost.
class QueueRanks
{
public:
    /// The options outlive it.
    explicit QueueRanks(const QueueOptions& options);

    /// As prepareRun(), at all of them, and with as many as suit the run where nobody has said how
    /// many. Throws RunStopped with a sentence if they cannot be started.
    [[nodiscard]] Result<std::unique_ptr<Run>>
    prepare(const QueuedRun& run, RunData& data, const std::filesystem::path& store);
    /// Of this process.
    [[nodiscard]] std::size_t threads() const;
    /// Ends those that were started.
    void end() { m_started.reset(); }

private:
    [[nodiscard]] RankGroup* group();

    const QueueOptions& m_options;
    int m_count; ///< of the run's ranks, where this starts them
    std::unique_ptr<StartedRanks> m_started;
};

} // namespace coterie
