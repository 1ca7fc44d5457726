#pragma once

#include <QByteArray>

#include <algorithm>
#include <ctime>

namespace coterie::tests {

/// Checks of speed have two margins. By default they test what docs/performance.md claims, on a
/// machine with nothing else to do. With COTERIE_TEST_MARGIN=wide, as in continuous integration,
/// they fail only where noise is no explanation.
[[nodiscard]] inline bool wideMargin()
{
    return qgetenv("COTERIE_TEST_MARGIN") == "wide";
}

/// The thread's own time: other programs do not count.
[[nodiscard]] inline double threadMilliseconds()
{
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return double(time.tv_sec) * 1e3 + double(time.tv_nsec) / 1e6;
}

/// How many times longer this thread takes to count, at this moment, than on the machine that the
/// limits were found on; at least 1. Neighbours on the same core slow down its own time too.
[[nodiscard]] inline double slowness()
{
    constexpr unsigned kSteps = 20'000'000;
    constexpr double kThere = 15; // ms
    const double before = threadMilliseconds();
    volatile unsigned number = 0;
    for (unsigned i = 0; i < kSteps; ++i)
        number = number + 1;
    return std::max(1.0, (threadMilliseconds() - before) / kThere);
}

/// What something that was just measured may take of its thread's time, in any unit.
[[nodiscard]] inline double allowed(double limit)
{
    return (wideMargin() ? 4 : 1) * slowness() * limit;
}

} // namespace coterie::tests
