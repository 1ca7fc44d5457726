#pragma once

#include "core/base/json_node.h"

#include <cstddef>
#include <vector>

namespace coterie {

struct Experiment;

/// The look of each arm in plots: a number that means a colour and, once colours repeat, also a
/// shape. A method has the same look in every experiment. If several arms would have the same
/// colour, the first one gets it and the others get free ones.
[[nodiscard]] std::vector<std::size_t> armLooks(const Experiment& experiment);
/// The same for an experiment file, even if other parts of it are invalid.
[[nodiscard]] std::vector<std::size_t> armLooks(const JsonNode& experiment);

/// The number of different colours.
inline constexpr std::size_t kLookColours = 8;

} // namespace coterie
