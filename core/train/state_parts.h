#pragma once

#include "core/report/matrix.h"
#include "core/train/model_rows.h"
#include "core/train/state.h"

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace coterie {

/// What algorithms keep, as parts of a State, and back. Each pair of functions is the inverse of
/// the other.
[[nodiscard]] State
rowsState(const std::string& name, const std::string& buffersName, const ModelRows& rows);
[[nodiscard]] ModelRows
rowsOfState(const State& state, const std::string& name, const std::string& buffersName);

[[nodiscard]] State numbersState(const std::string& name, std::span<const double> numbers);
/// Empty if the state has no such part.
[[nodiscard]] std::vector<double> numbersOfState(const State& state, const std::string& name);

[[nodiscard]] State placesState(const std::string& name, std::span<const std::size_t> places);
[[nodiscard]] std::vector<std::size_t> placesOfState(const State& state, const std::string& name);

/// The states of an algorithm's parts as one.
[[nodiscard]] State joined(State first, const State& second);

} // namespace coterie
