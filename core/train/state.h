#pragma once

#include <ATen/core/Tensor.h>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace coterie {

/// One named part of the state that an algorithm, sampler or objective keeps between rounds. The
/// first dimension counts clients (or models) where the piece is large, so that a checkpoint can
/// store only the rows that changed.
struct StatePart
{
    std::string name;
    at::Tensor values; ///< any type and shape; shares the owner's storage
    /// The owner never writes to these values again: the next round has new ones. A checkpoint
    /// shares them while it writes. It must copy others, which delays the run.
    bool lasting = false;
};

using State = std::vector<StatePart>;

/// The part of that name; an undefined tensor if the state has none.
[[nodiscard]] at::Tensor statePart(const State& state, const std::string& name);

/// Numbers as a part of a State, and back.
[[nodiscard]] State numbersState(const std::string& name, std::span<const double> numbers);
/// Empty if the state has no such part.
[[nodiscard]] std::vector<double> numbersOfState(const State& state, const std::string& name);

[[nodiscard]] State placesState(const std::string& name, std::span<const std::size_t> places);
[[nodiscard]] std::vector<std::size_t> placesOfState(const State& state, const std::string& name);

/// Two states as one.
[[nodiscard]] State joined(State first, const State& second);

} // namespace coterie
