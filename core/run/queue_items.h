#pragma once

#include "core/run/prepare_run.h"
#include "core/run/waiting_runs.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

namespace coterie {

/// The runs that wait for their turn in a queue. Belongs to the queue's thread.
class QueueItems
{
public:
    [[nodiscard]] bool empty() const { return m_runs.empty(); }
    [[nodiscard]] std::size_t size() const { return m_runs.size(); }
    [[nodiscard]] bool holds(std::int64_t id) const;

    void add(QueuedRun run);
    /// There must be one.
    [[nodiscard]] QueuedRun takeFirst();
    [[nodiscard]] std::deque<QueuedRun> takeAll();
    /// Without a run of this number, nothing happens.
    void remove(std::int64_t id);
    /// See arrangeRuns().
    void arrange(const std::vector<std::int64_t>& first);
    /// A user's request is done, whether it changed anything or not.
    void countEdit();

    [[nodiscard]] std::vector<const RunPlan*> plans() const;
    /// What has changed since the last call; nothing: nothing.
    [[nodiscard]] std::optional<QueueChanged> news();

private:
    std::deque<QueuedRun> m_runs;
    bool m_isChanged = false; ///< since the last news
    std::size_t m_edits = 0;
};

/// How a run ends that is refused as its turn comes. It has failed; but one that goes on, and lacks
/// only memory or disk, waits to be resumed.
[[nodiscard]] RunOutcome refused(const QueuedRun& run, const Error& refusal);

} // namespace coterie
