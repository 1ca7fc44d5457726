#pragma once

#include "core/store/leases.h"
#include "core/store/run_store.h"

#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>

namespace coterie {

/// Where the runs of a queue are stored, also after the file was deleted. Belongs to the queue's
/// thread, except for file().
class QueueStore
{
public:
    explicit QueueStore(std::filesystem::path wanted);

    /// What is not open yet.
    [[nodiscard]] Result<void> open();
    /// For everything but the current run's rounds.
    [[nodiscard]] RunStore& rows() const { return *m_rows; }
    /// For those: the recorder writes on a thread of its own.
    [[nodiscard]] RunStore& sink() const { return *m_sink; }
    [[nodiscard]] RunLeases& leases() { return *m_leases; }

    /// Whether rows() belong to a deleted file: nothing may be read or written there any more.
    [[nodiscard]] bool isGone() const { return m_rows && m_rows->isGone(); }
    /// Whether it is open, but not in the file that it was asked for.
    [[nodiscard]] bool isElsewhere() const { return m_rows && m_rows->file() != m_wanted; }
    /// Whether runs of this file are to be found: it is in use, or can be.
    [[nodiscard]] bool holds(const std::filesystem::path& file) const;
    /// The same after close().
    [[nodiscard]] bool wouldHold(const std::filesystem::path& file) const;
    /// Closes it; open() makes a new one where it was asked for.
    void close();

    // Only while no round is recorded.

    /// Brings a store whose file was deleted to a new one; an error says so.
    [[nodiscard]] Result<void> rescue();
    /// Whether the sink has gone to another file, because its own was deleted.
    [[nodiscard]] bool sinkHasMoved() const { return m_sink && m_sink->file() != file(); }
    /// Brings everything to where the sink is.
    [[nodiscard]] Result<void> follow();

    /// Where the newest runs are. Thread-safe.
    [[nodiscard]] std::filesystem::path file() const;

private:
    void setFile(const std::filesystem::path& file);

    const std::filesystem::path m_wanted;
    std::unique_ptr<RunStore> m_rows;
    std::unique_ptr<RunStore> m_sink;
    std::optional<RunLeases> m_leases;
    mutable std::mutex m_mutex; ///< guards what follows
    std::filesystem::path m_file;
};

} // namespace coterie
