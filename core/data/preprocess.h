#pragma once

#include "core/base/result.h"
#include "core/data/dataset.h"
#include "core/experiment/parameters.h"

#include <memory>
#include <span>

namespace coterie {

/// The steps that "preprocess" can list.
[[nodiscard]] std::span<const NamedPart> preprocessParts();

/// Whether a step measures the training samples, so that it needs the shards. Shards do not depend
/// on such steps.
[[nodiscard]] bool needsShards(std::span<const Part> steps);

/// The data set after these steps, one after another. Affine steps change no sample: all of them
/// together are one scale and offset per channel, so bytes stay bytes. The first starts with the
/// data set's own scale: 0 to 1 for bytes.
/// Without shards it stops before the first step that needs them; with them it begins there, and
/// `dataset` is what the call without them gave.
[[nodiscard]] Result<std::shared_ptr<const Dataset>>
preprocessed(std::shared_ptr<const Dataset> dataset,
             std::span<const Part> steps,
             const Shards* shards = nullptr);

} // namespace coterie
