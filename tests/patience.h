#pragma once

#include <QTest>

/// How long QTRY_VERIFY and QTRY_COMPARE wait, in ms: Qt's own 5 s are over before a busy machine,
/// or a sanitizer's program, has done what takes a second here. Nobody waits longer than it takes.
inline constexpr int kTryMilliseconds = 60'000;

#undef QTRY_VERIFY
#define QTRY_VERIFY(expression) QTRY_VERIFY_WITH_TIMEOUT(expression, kTryMilliseconds)
#undef QTRY_VERIFY2
#define QTRY_VERIFY2(expression, message)                                                          \
    QTRY_VERIFY2_WITH_TIMEOUT(expression, message, kTryMilliseconds)
#undef QTRY_COMPARE
#define QTRY_COMPARE(expression, expected)                                                         \
    QTRY_COMPARE_WITH_TIMEOUT(expression, expected, kTryMilliseconds)
