#pragma once

#include "core/experiment/parameters.h"

namespace coterie {

/// Everything that has a name in an experiment file, with its parameters. The program's only such
/// table.
[[nodiscard]] const Registry& registry();

} // namespace coterie
