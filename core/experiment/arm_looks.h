#pragma once

#include "core/base/json_node.h"

#include <cstddef>
#include <string>
#include <vector>

namespace coterie {

struct Experiment;

/// Which of the plots' looks each arm of an experiment has: a number that stands for a colour and,
/// where colours begin again, for another shape. A method has a look of its own, the same in every
/// experiment; of several arms of one method, or of methods whose looks share a colour, the first
/// has it and the others take what is free.
[[nodiscard]] std::vector<std::size_t> armLooks(const Experiment& experiment);
/// The same of an experiment's file, however wrong the rest of it is.
[[nodiscard]] std::vector<std::size_t> armLooks(const JsonNode& experiment);

/// How many colours there are before they begin again.
inline constexpr std::size_t kLookColours = 8;

} // namespace coterie
