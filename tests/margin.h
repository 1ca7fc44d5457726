#pragma once

#include <QByteArray>

#include <ctime>

namespace coterie::tests {

/// Checks of speed have two margins. By default they test what docs/performance.md claims, on a
/// machine with nothing else to do. With COTERIE_TEST_MARGIN=wide, as in continuous integration,
/// they fail only where noise is no explanation.
[[nodiscard]] inline bool wideMargin()
{
    return qgetenv("COTERIE_TEST_MARGIN") == "wide";
}

/// What something may take, in any unit.
[[nodiscard]] inline double allowed(double limit)
{
    return wideMargin() ? 4 * limit : limit;
}

/// The thread's own time: other programs do not count.
[[nodiscard]] inline double threadMilliseconds()
{
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return double(time.tv_sec) * 1e3 + double(time.tv_nsec) / 1e6;
}

} // namespace coterie::tests
