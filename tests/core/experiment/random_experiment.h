#pragma once

#include "core/base/random_stream.h"
#include "core/experiment/experiment.h"

namespace coterie {

/// A valid experiment over the sample registry in which every setting may or may not be said, swept
/// or overridden.
[[nodiscard]] Experiment randomExperiment(RandomStream& stream);

} // namespace coterie
