#pragma once

#include "app/cli/run_reporter.h"

#include <functional>

namespace coterie::cli {

/// How a queue's session in a terminal came to its end.
enum class SessionEnd
{
    Completed,   ///< every run came to an end of its own, good or bad
    Interrupted, ///< by SIGINT, SIGTERM or SIGHUP, at a safe point
    Refused,     ///< the store or the data refused for too long
};

/// Runs a queue to its end. The first interrupting signal stops it at its next safe point, the
/// second ends the program at once. While the store refuses (a full disk) the queue waits and tries
/// again for some minutes, so that space can be made.
[[nodiscard]] SessionEnd followQueue(const QueueOptions& options,
                                     RunReporter& reporter,
                                     const std::function<void(RunQueue&)>& start);

} // namespace coterie::cli
