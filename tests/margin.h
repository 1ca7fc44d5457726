#pragma once

#include <QByteArray>

namespace coterie::test {

/// Checks of speed have two margins. By default they test what docs/performance.md claims, on a
/// machine with nothing else to do. With COTERIE_TEST_MARGIN=wide, as in continuous integration,
/// they fail only where noise is no explanation.
[[nodiscard]] inline bool wideMargin()
{
    return qgetenv("COTERIE_TEST_MARGIN") == "wide";
}

} // namespace coterie::test
