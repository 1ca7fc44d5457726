#pragma once

#include <QByteArray>

#include <algorithm>
#include <ctime>
#include <limits>

namespace coterie::tests {

/// Whether a sanitizer watches the program under test, whose times and memory then mean nothing.
/// main.cpp knows: the other files of the tests are compiled once for all builds.
[[nodiscard]] bool underSanitizer();

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
/// limits were found on; from 1 to 8. Neighbours on the same core slow down its own time too. Of
/// three short counts the quickest tells; they are kept in registers, whatever the compiler does.
#if defined(__GNUC__) && !defined(__clang__)
[[gnu::optimize("O2")]]
#endif
[[nodiscard]] inline double
slowness()
{
    constexpr unsigned kSteps = 10'000'000;
    constexpr double kThere = 7; // ms
    double quickest = std::numeric_limits<double>::infinity();
    for (int count = 0; count < 3; ++count) {
        const double before = threadMilliseconds();
        unsigned number = 1;
        for (unsigned i = 0; i < kSteps; ++i) {
            number = 3 * number + i;
            asm volatile("" : "+r"(number)); // or nothing would be counted
        }
        quickest = std::min(quickest, threadMilliseconds() - before);
    }
    return std::clamp(quickest / kThere, 1.0, 8.0);
}

/// What something that was just measured may take of its thread's time, in any unit.
[[nodiscard]] inline double allowed(double limit)
{
    return (wideMargin() ? 4 : 1) * slowness() * limit;
}

} // namespace coterie::tests
