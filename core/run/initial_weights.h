#pragma once

#include "core/base/result.h"
#include "core/data/catalog.h"
#include "core/experiment/experiment.h"
#include "core/nn/network.h"
#include "core/train/model_rows.h"

#include <optional>

namespace coterie {

/// The row of weights that a plan's runs begin with, on the CPU and in the plan's precision;
/// nothing for a plan that draws them. The file must have the names and shapes of the network, as
/// an export of models has them, and the bytes that the plan knows it by. The error names all
/// tensors that are missing, too many or of another shape, with their layers.
[[nodiscard]] Result<std::optional<ModelRows>>
initialWeights(const RunPlan& plan, const Network& network, const DataFolders& folders);

} // namespace coterie
