#pragma once

#include "core/spec/experiment.h"
#include "core/spec/random_stream.h"

namespace coterie {

/// A valid experiment over the sample registry in which every setting may or may not be said, swept
/// or overridden.
[[nodiscard]] Experiment randomExperiment(RandomStream& stream);

} // namespace coterie
