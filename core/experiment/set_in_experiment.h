#pragma once

#include "core/base/result.h"
#include "core/experiment/parameters.h"

#include <string>
#include <string_view>

namespace coterie {

/// setInJson() for an experiment. Where it gives a part another name ("/data/dataset/name=mnist"),
/// the former part's parameters stay if the new one has them too, and go otherwise.
[[nodiscard]] Result<std::string> setInExperiment(std::string_view json,
                                                  std::string_view pointer,
                                                  std::string_view value,
                                                  const Registry& registry);

} // namespace coterie
