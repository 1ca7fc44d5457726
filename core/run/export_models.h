#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <filesystem>

namespace coterie {

class RunStore;

/// Writes the models that a run ended with for PyTorch, into a new or an empty folder:
/// global.safetensors, group_0.safetensors …, client_07.safetensors …; models.csv, which tells who
/// uses which; and model.py, whose class Model takes their state. Needs neither the data set nor
/// Python. If nothing is kept of the run, the error says why and what to do.
[[nodiscard]] Result<void>
exportModels(RunStore& store, std::int64_t run, const std::filesystem::path& folder);

} // namespace coterie
