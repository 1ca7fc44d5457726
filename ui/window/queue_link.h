#pragma once

#include "core/store/run_store.h"

#include <QObject>
#include <QTimer>

#include <vector>

namespace coterie::ui {

class RunController;
class StoreReader;
struct StoppedRuns;
class WatchPage;

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
    void take(const StoppedRuns& stopped);
    void tell(const std::vector<RunRow>& rows);

    RunController& m_controller;
    StoreReader& m_reader;
    WatchPage& m_watch;
    std::int64_t m_newest = 0; ///< of the stored runs
    QTimer m_soon;             ///< reads the stopped runs again
    bool m_isTold = false;     ///< of the interrupted ones
};

} // namespace coterie::ui
