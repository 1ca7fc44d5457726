#pragma once

namespace coterie {

/// Called by a thread that computes: from now on it gives way to the program's other threads, so
/// that a window answers while a run takes all cores. Failing does no harm.
void giveWayToOtherThreads();

} // namespace coterie
