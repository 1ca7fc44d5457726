#pragma once

#include "core/run/queue_events.h"

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>

namespace coterie::cli {

/// Follows a queue; the three kinds in reporters.cpp decide how to print it. All members may be
/// called from any thread.
class RunReporter : public RunObserver
{
public:
    void observe(const QueueEvent& event) final;

    /// Redraws the progress line if it is due.
    void tick();
    /// A sentence of the program itself, such as what Ctrl-C does.
    void say(const std::string& sentence);

    [[nodiscard]] bool isOver() const;
    /// How many rounds, and beginnings and ends of runs, it has seen.
    [[nodiscard]] int news() const;

protected:
    // Called under the lock. A label is "FedAvg, seed 1", or empty if a run ended before it began.
    virtual void started(const RunHeader& header, const std::string& label) = 0;
    virtual void measured(std::int64_t run, const RoundReport& report) = 0;
    virtual void ended(const RunEnded& end, const std::string& label) = 0;
    virtual void tell(const std::string& sentence) = 0;
    virtual void redraw() {}
    virtual void finish() {}

    [[nodiscard]] const QueueProgress& progress() const { return m_progress; }

private:
    void noteNews();

    mutable std::mutex m_mutex;
    std::map<std::int64_t, std::string> m_labels;
    QueueProgress m_progress;
    int m_news = 0;
    std::string m_trouble; ///< the last one since the news
    bool m_over = false;
};

/// The kind that suits standard output.
[[nodiscard]] std::unique_ptr<RunReporter> makeReporter(bool json);

} // namespace coterie::cli
