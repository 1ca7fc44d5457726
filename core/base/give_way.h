#pragma once

namespace coterie {

/// Lowers the priority of the calling thread below the program's other threads, so that the window
/// responds while work behind it uses all cores. A failure has no effect.
void giveWayToOtherThreads();

} // namespace coterie
