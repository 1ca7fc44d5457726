#pragma once

#include "ui/runs/store_reader.h"

#include <QObject>
#include <QTimer>

#include <optional>
#include <vector>

namespace coterie::ui {

class RunController;
class WatchPage;

/// The order in which the queue of this store was last seen, the running run first, as the settings
/// keep it: in it the runs are resumed that the end of the program interrupted.
void rememberQueueOrder(const QString& store, const std::vector<std::int64_t>& runs);
[[nodiscard]] std::vector<std::int64_t> rememberedQueueOrder(const QString& store);

/// Between the queue and the Watch page's list of it: what waits, and which stored runs can be
/// resumed. At the start it tells of runs that a kill or a power cut interrupted.
class QueueLink final : public QObject
{
    Q_OBJECT

public:
    QueueLink(RunController& controller,
              StoreReader& reader,
              WatchPage& watch,
              QObject* parent = nullptr);

signals:
    /// Runs of the reader's store.
    void resumeRequested(const std::vector<std::int64_t>& runs);

private:
    void connectController();
    void readSoon();
    void take(StoppedRuns stopped);
    void remember() const;
    void arrangeStopped(const std::vector<std::int64_t>& runs);
    void tellOfInterrupted();

    RunController& m_controller;
    StoreReader& m_reader;
    WatchPage& m_watch;
    QTimer m_soon;             ///< reads the stopped runs again
    std::int64_t m_newest = 0; ///< of the stored runs
    std::optional<std::int64_t> m_running;
    StoppedRuns m_taken;                     ///< as last read
    std::vector<std::int64_t> m_stopped;     ///< in the order in which they would be resumed
    std::vector<std::int64_t> m_interrupted; ///< of these
    bool m_isTold = false;                   ///< of the interrupted ones
};

} // namespace coterie::ui
