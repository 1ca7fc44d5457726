#pragma once

#include <ATen/core/Tensor.h>
#include <string>
#include <vector>

namespace coterie {

/// One named piece of what an algorithm, sampler or objective keeps between rounds. The first
/// dimension counts clients (or models) where the piece is large, so that a checkpoint can store
/// only the rows that changed.
struct StatePart
{
    std::string name;
    at::Tensor values; ///< any type and shape; shares the owner's storage
    /// The owner never writes to these values again: the next round's are other ones. A checkpoint
    /// then shares them while it writes; others it has to copy, which holds up the run.
    bool lasting = false;
};

using State = std::vector<StatePart>;

/// The part of that name; an undefined tensor if the state has none.
[[nodiscard]] at::Tensor statePart(const State& state, const std::string& name);

} // namespace coterie
