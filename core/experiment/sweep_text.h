#pragma once

#include "core/experiment/experiment.h"

#include <string>
#include <string_view>
#include <vector>

namespace coterie {

/// "alpha = 10, seed = 3": what a sweep sets, for a person. A setting is called by its last word,
/// and by more of its pointer where two would be called alike.
[[nodiscard]] std::string sweepText(const std::vector<SweepPoint>& sweep);

/// The last `words` words of a JSON pointer: "optimizer/learningRate".
[[nodiscard]] std::string_view pointerTail(std::string_view pointer, std::size_t words);

} // namespace coterie
