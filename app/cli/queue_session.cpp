#include "app/cli/queue_session.h"

#include "app/cli/output.h"

#include <chrono>
#include <csignal>
#include <ctime>
#include <pthread.h>
#include <unistd.h>

namespace coterie::cli {

namespace {

using Clock = std::chrono::steady_clock;
constexpr std::chrono::milliseconds kTick{50};
constexpr std::chrono::seconds kRetryAfter{10};
constexpr int kRetries = 30;

/// Interrupting signals are not handled but taken from a queue, so that everything happens on an
/// ordinary thread. Threads inherit the mask: this must exist before any of them begins.
class SignalQueue
{
public:
    SignalQueue()
    {
        sigemptyset(&m_signals);
        sigaddset(&m_signals, SIGINT);
        sigaddset(&m_signals, SIGTERM);
        sigaddset(&m_signals, SIGHUP);
        pthread_sigmask(SIG_BLOCK, &m_signals, &m_before);
    }
    ~SignalQueue() { pthread_sigmask(SIG_SETMASK, &m_before, nullptr); }
    SignalQueue(const SignalQueue&) = delete;
    SignalQueue& operator=(const SignalQueue&) = delete;

    /// Whether one came within a tick.
    [[nodiscard]] bool wait() const
    {
        const timespec limit{.tv_sec = 0, .tv_nsec = std::chrono::nanoseconds(kTick).count()};
        return sigtimedwait(&m_signals, nullptr, &limit) > 0;
    }

private:
    sigset_t m_signals{};
    sigset_t m_before{};
};

/// The store commits whole transactions, so leaving at once loses only what was not yet committed.
[[noreturn]] void leaveAtOnce(RunReporter& reporter)
{
    reporter.say("ended at once; what was committed is kept");
    _exit(kInterrupted);
}

} // namespace

SessionEnd followQueue(const QueueOptions& options,
                       RunReporter& reporter,
                       const std::function<void(RunQueue&)>& start)
{
    const SignalQueue signals;
    RunQueue queue(options, reporter);
    start(queue);

    bool interrupted = false;
    bool refused = false;
    int retries = 0;
    bool waiting = false;
    Clock::time_point waitingSince{};
    while (!reporter.isOver()) {
        if (signals.wait()) {
            if (interrupted)
                leaveAtOnce(reporter);
            interrupted = true;
            reporter.say("stopping at the next safe point; press Ctrl-C again to end at once");
            queue.stop();
        }
        reporter.tick();
        // Nobody but a refusal pauses this queue.
        if (!queue.isPaused() || interrupted || refused) {
            waiting = false;
        } else if (!waiting) {
            waiting = true;
            waitingSince = Clock::now();
            reporter.say("the run waits and tries again every 10 s; Ctrl-C stops it");
        } else if (Clock::now() - waitingSince >= kRetryAfter) {
            waiting = false;
            if (++retries > kRetries) {
                refused = true;
                queue.stop();
            } else {
                queue.proceed();
            }
        }
    }
    queue.waitUntilIdle();
    if (interrupted)
        return SessionEnd::Interrupted;
    return refused ? SessionEnd::Refused : SessionEnd::Completed;
}

} // namespace coterie::cli
