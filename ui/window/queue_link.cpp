#include "ui/window/queue_link.h"

#include "ui/runs/run_controller.h"
#include "ui/watch/queue_panel.h"
#include "ui/watch/watch_page.h"
#include "ui/words.h"

#include <QSettings>
#include <QUrl>

#include <algorithm>
#include <set>
#include <utility>

namespace coterie::ui {

namespace {

QString orderKey(const QString& store)
{
    return QStringLiteral("queue/order/")
           + QString::fromLatin1(QUrl::toPercentEncoding(store)); // a slash would make a group
}

} // namespace

void rememberQueueOrder(const QString& store, const std::vector<std::int64_t>& runs)
{
    QStringList words;
    for (const std::int64_t run : runs)
        words << QString::number(run);
    QSettings().setValue(orderKey(store), words);
}

std::vector<std::int64_t> rememberedQueueOrder(const QString& store)
{
    std::vector<std::int64_t> runs;
    for (const QString& run : QSettings().value(orderKey(store)).toStringList())
        runs.push_back(run.toLongLong());
    return runs;
}

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
    connect(&m_soon, &QTimer::timeout, &reader, &StoreReader::readStopped);
    connect(&reader, &StoreReader::stoppedRead, this, &QueueLink::take);
    connectController();
    connect(&watch, &WatchPage::newestRequested, this, [this] { m_reader.readRounds({m_newest}); });
    connect(&watch, &WatchPage::allResumed, this, [this] { emit resumeRequested(m_stopped); });
    connect(&watch.queue(), &QueuePanel::dropRequested, &controller, &RunController::drop);
    connect(&watch.queue(), &QueuePanel::arrangeRequested, &controller, &RunController::arrange);
    connect(&watch.queue(), &QueuePanel::stoppedArranged, this, &QueueLink::arrangeStopped);
    connect(&watch.queue(), &QueuePanel::resumeRequested, this, &QueueLink::resumeRequested);
    reader.readStopped();
}

void QueueLink::connectController()
{
    connect(&m_controller, &RunController::waitingChanged, this, [this] {
        m_watch.queue().showWaiting(m_controller.waiting());
        remember();
        readSoon();
    });
    connect(&m_controller, &RunController::runStarted, this, [this](const RunHeader& header) {
        m_running = header.id;
        m_watch.queue().showBegun(header.id);
        remember();
    });
    connect(&m_controller, &RunController::runEnded, this, [this] {
        m_running.reset();
        readSoon();
    });
    connect(&m_controller, &RunController::stateChanged, this, [this] {
        m_watch.setLeftBehind(m_controller.leftBehind());
    });
    connect(&m_controller, &RunController::troubled, this, [this] {
        m_watch.queue().forgetWishes(); // one may have been refused
    });
    connect(&m_controller, &RunController::queueEnded, this, [this] {
        m_watch.queue().forgetWishes();
        readSoon();
    });
}

void QueueLink::readSoon()
{
    if (!m_soon.isActive())
        m_soon.start();
}

/// A stop empties the queue; its order is what matters then.
void QueueLink::remember() const
{
    using State = RunController::State;
    if (m_controller.state() != State::Running && m_controller.state() != State::Paused)
        return;
    std::vector<std::int64_t> order;
    if (m_running)
        order.push_back(*m_running);
    for (const WaitingRun& run : m_controller.waiting())
        order.push_back(run.id);
    if (order.empty()) // a queue that gives up is emptied too
        return;
    const QString store = pathText(m_reader.file());
    // Those that were stopped before keep their order behind it.
    for (const std::int64_t run : rememberedQueueOrder(store))
        if (std::ranges::find(order, run) == order.end()
            && std::ranges::find(m_stopped, run) != m_stopped.end())
            order.push_back(run);
    rememberQueueOrder(store, order);
}

void QueueLink::arrangeStopped(const std::vector<std::int64_t>& runs)
{
    const QString store = pathText(m_reader.file());
    std::vector<std::int64_t> order = rememberedQueueOrder(store);
    std::erase_if(order,
                  [&](std::int64_t run) { return std::ranges::find(runs, run) != runs.end(); });
    order.insert(order.end(), runs.begin(), runs.end());
    rememberQueueOrder(store, order);
    take(m_taken);
}

void QueueLink::take(StoppedRuns stopped)
{
    m_taken = stopped;
    m_newest = stopped.newest;
    const std::vector<std::int64_t> order = rememberedQueueOrder(pathText(m_reader.file()));
    arrangeRuns(stopped.rows, order);
    // What had begun comes before what waited, also if it was being prepared when it was stopped.
    const std::set<std::int64_t> known(order.begin(), order.end());
    std::ranges::stable_partition(stopped.rows, [&known](const RunRow& row) {
        return row.isBegun() && !known.contains(row.id);
    });
    m_stopped.clear();
    m_interrupted.clear();
    for (const RunRow& row : stopped.rows) {
        m_stopped.push_back(row.id);
        if (row.isLeft)
            m_interrupted.push_back(row.id);
    }
    m_watch.queue().showStopped(stopped.rows);
    m_watch.showStored(m_newest > 0 ? stopped.stored : 0, std::ssize(m_stopped));
    if (m_interrupted.empty())
        m_watch.tellOfQueue({});
    else if (!m_controller.isBusy() && !std::exchange(m_isTold, true))
        tellOfInterrupted();
}

void QueueLink::tellOfInterrupted()
{
    m_watch.tellOfQueue(
        counted(std::ssize(m_interrupted),
                tr("A run was interrupted: the program ended while it ran or waited. It can go on "
                   "after its last stored round."),
                tr("%1 runs were interrupted: the program ended while they ran or waited. They can "
                   "go on after their last stored rounds.")),
        {{.text = counted(std::ssize(m_interrupted), tr("Resume"), tr("Resume all %1")),
          .tip = tr("Put them into the queue again"),
          .act = [this] { emit resumeRequested(m_interrupted); }},
         {.text = tr("Show the queue"),
          .tip = tr("Open the list in which they can be moved and resumed one by one"),
          .act = [this] { m_watch.openQueue(); }}});
}

} // namespace coterie::ui
