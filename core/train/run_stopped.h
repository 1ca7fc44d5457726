#pragma once

#include <string>

namespace coterie {

/// Thrown where a round cannot go on and the run can be resumed: by Federation::train, gradients
/// and evaluate when the user has stopped the run, and by a group of ranks that has lost one. The
/// round loop catches it on the same thread; algorithms need no code for it.
struct RunStopped
{
    std::string cause = {}; ///< a sentence; empty: the user's wish
};

} // namespace coterie
