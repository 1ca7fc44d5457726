#include "ui/window/queue_link.h"

#include "ui/frame/notice_bar.h"
#include "ui/runs/run_controller.h"
#include "ui/runs/store_reader.h"
#include "ui/watch/queue_panel.h"
#include "ui/watch/watch_page.h"
#include "ui/words.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace coterie::ui {

QueueLink::QueueLink(RunController& controller,
                     StoreReader& reader,
                     WatchPage& watch,
                     QObject* parent)
    : QObject(parent)
    , m_controller(controller)
    , m_reader(reader)
    , m_watch(watch)
{
    constexpr int kSoon = 250; // ms
    m_soon.setSingleShot(true);
    m_soon.setInterval(kSoon);
    const auto readSoon = [this] {
        if (!m_soon.isActive())
            m_soon.start();
    };
    connect(&m_soon, &QTimer::timeout, &reader, &StoreReader::readStopped);
    connect(&reader, &StoreReader::stoppedRead, this, &QueueLink::take);
    connect(&controller, &RunController::waitingChanged, this, [this, readSoon] {
        m_watch.queue().showWaiting(m_controller.waiting());
        readSoon();
    });
    connect(&controller, &RunController::stateChanged, this, [this] {
        m_watch.setLeftBehind(m_controller.leftBehind());
    });
    connect(&controller, &RunController::runEnded, this, readSoon);
    connect(&controller, &RunController::queueEnded, this, readSoon);
    connect(&watch, &WatchPage::newestRequested, this, [this] { m_reader.readRounds({m_newest}); });
    connect(&watch.queue(), &QueuePanel::dropRequested, &controller, &RunController::drop);
    connect(&watch.queue(), &QueuePanel::arrangeRequested, &controller, &RunController::arrange);
    connect(&watch.queue(), &QueuePanel::resumeRequested, this, &QueueLink::resumeRequested);
    reader.readStopped();
}

void QueueLink::take(const StoppedRuns& stopped)
{
    m_newest = stopped.newest;
    m_watch.queue().showStopped(stopped.rows);
    m_watch.showStoredCount(m_newest > 0 ? stopped.stored : 0);
    if (!std::exchange(m_isTold, true) && !m_controller.isBusy())
        tell(stopped.rows);
}

void QueueLink::tell(const std::vector<RunRow>& rows)
{
    std::vector<std::int64_t> interrupted; // in the panel's order, which the user gave to them
    for (const std::int64_t run : m_watch.queue().stopped())
        if (std::ranges::find(rows, run, &RunRow::id)->isLeft)
            interrupted.push_back(run);
    if (interrupted.empty())
        return;
    m_watch.tellOfQueue(
        counted(std::ssize(interrupted),
                tr("A run was interrupted: the program ended while it ran or waited. It can go on "
                   "after its last stored round."),
                tr("%1 runs were interrupted: the program ended while they ran or waited. They can "
                   "go on after their last stored rounds.")),
        {{.text = counted(std::ssize(interrupted), tr("Resume"), tr("Resume all %1")),
          .tip = tr("Put them into the queue again"),
          .act = [this, interrupted] { emit resumeRequested(interrupted); }}});
}

} // namespace coterie::ui
