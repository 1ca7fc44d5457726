#pragma once

#include "core/run/run_queue.h"

#include <chrono>
#include <string>

namespace coterie::cli {

/// "run 3 of 15, round 41 of 200, 1 min 50 s left"
[[nodiscard]] std::string progressText(const QueueProgress& progress);

/// The last line of a terminal, drawn anew while work goes on, at most ten times a second. What is
/// to stay on screen is printed above it. Not for several threads at once.
class ProgressLine
{
public:
    /// The new state of things; drawn now, or by the next tick() if the last drawing is too young.
    void show(const QueueProgress& progress, std::string news);
    /// Called every now and then, so that a held-back state appears.
    void tick();
    void printAbove(const std::string& text);
    void clear();

private:
    using Clock = std::chrono::steady_clock;

    void draw();

    std::string m_text; ///< empty: nothing to show
    double m_share = 0;
    bool m_drawn = false;
    bool m_stale = false;
    Clock::time_point m_drawnAt{};
};

} // namespace coterie::cli
