#pragma once

#include "core/nn/model_entry.h"

#include <span>

namespace coterie {

/// The networks of the papers and of published code, in the words of an experiment file.
[[nodiscard]] std::span<const ModelEntry> shippedModels();

} // namespace coterie
