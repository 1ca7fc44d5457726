#include "ui/runs/run_controller.h"

#include "core/base/overloaded.h"
#include "core/run/environment.h"
#include "ui/refresh_timer.h"
#include "ui/words.h"

#include <algorithm>
#include <utility>

namespace coterie::ui {

RunController::RunController(QueueOptions options, RefreshTimer& timer, QObject* parent)
    : QObject(parent)
    , m_options(std::move(options))
    , m_timer(timer)
{
    connect(&timer, &RefreshTimer::ticked, this, &RunController::deliver);
}

RunController::~RunController() = default;

void RunController::start(const Experiment& experiment,
                          const std::vector<RunPlan>& plans,
                          const CommandConsent& commands)
{
    if (plans.empty())
        return;
    for (const RunPlan& plan : plans)
        if (const Result<void> there =
                checkDevice(m_options.device.empty() ? plan.device : m_options.device);
            !there)
            return emit troubled(toQString(there.error().sentence()));
    begin();
    m_queue->add(experiment, plans, commands);
}

void RunController::resume(const std::vector<std::int64_t>& runs,
                           const std::filesystem::path& store,
                           const CommandConsent& commands)
{
    if (runs.empty())
        return;
    begin();
    m_queue->resume(runs, store, commands);
}

std::filesystem::path RunController::store() const
{
    return m_queue ? m_queue->storeFile() : m_options.storeFile;
}

void RunController::begin()
{
    if (!m_queue)
        m_queue = std::make_unique<RunQueue>(m_options, m_mailbox);
    m_ending = false;
    m_leftBehind.clear();
    m_timer.setLive(true);
    // Runs that are requested while others are being stopped start after them.
    if (m_state == State::Idle || m_state == State::Stopping) {
        m_queue->proceed(); // else a pause of earlier runs would remain
        setState(State::Running);
    }
}

void RunController::drop(const std::vector<std::int64_t>& runs)
{
    if (!isBusy())
        return;
    m_queue->drop(runs);
    ++m_edits;
    std::erase_if(m_waiting, [&](const WaitingRun& run) {
        return std::ranges::find(runs, run.id) != runs.end();
    });
    emit waitingChanged();
}

void RunController::arrange(const std::vector<std::int64_t>& runs)
{
    if (!isBusy())
        return;
    m_queue->arrange(runs);
    ++m_edits;
    arrangeRuns(m_waiting, runs);
    emit waitingChanged();
}

void RunController::take(const QueueChanged& changed)
{
    if (changed.edits < m_edits)
        return;
    m_waiting = *changed.waiting;
    emit waitingChanged();
}

void RunController::pause()
{
    if (m_state != State::Running)
        return;
    m_queue->pause();
    setState(State::Paused);
}

void RunController::proceed()
{
    if (m_state != State::Paused)
        return;
    m_queue->proceed();
    setState(State::Running);
}

void RunController::step()
{
    if (m_state != State::Running && m_state != State::Paused)
        return;
    m_queue->stepOneRound();
    setState(State::Paused);
}

void RunController::stop()
{
    if (m_state == State::Idle || m_state == State::Stopping)
        return;
    m_queue->stop();
    setState(State::Stopping);
}

void RunController::change(const LiveChange& change)
{
    if (m_state != State::Running && m_state != State::Paused)
        return;
    if (const Result<void> taken = m_queue->change(change); !taken)
        emit changeRefused(taken.error());
}

void RunController::deliver()
{
    const MailboxContents contents = m_mailbox.take();
    const Overloaded deliverOne{
        [this](const RoundMeasured& round) { emit roundMeasured(round.run, round.measurements); },
        [this](const RunHeader& header) { emit runStarted(header); },
        [this](const PlanChanged& changed) {
            emit planChanged(changed.run, changed.plan, changed.toCome);
        },
        [this](const RunEnded& ended) { emit runEnded(ended.run, ended.outcome); },
        [this](const Trouble& trouble) {
            if (m_state == State::Running && m_queue && m_queue->isPaused())
                setState(State::Paused); // the store refused: the queue waits for the disk
            emit troubled(toQString(trouble.sentence));
        },
        [this](const QueueEnded& ended) {
            m_ending = true;
            m_leftBehind = ended.leftBehind;
        }};
    for (const Mail& mail : contents.mail)
        std::visit(deliverOne, mail);
    if (!contents.reports.all().empty())
        emit reportsArrived(contents.reports.all());
    if (contents.waiting)
        take(*contents.waiting);
    if (contents.progress && isBusy())
        emit progressed(*contents.progress);
    // The queue reports its end a moment before it is idle.
    if (m_ending && m_queue && m_queue->isIdle()) {
        m_ending = false;
        m_timer.setLive(false);
        setState(State::Idle);
        emit queueEnded();
    }
}

void RunController::setState(State state)
{
    if (m_state == state)
        return;
    m_state = state;
    emit stateChanged();
}

} // namespace coterie::ui
