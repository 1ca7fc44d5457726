#pragma once

#include "core/spec/parameter_set.h"

#include <QString>

namespace coterie::ui {

/// The data set as an experiment file writes it at /data/dataset: its name alone, or an object with
/// its parameters.
[[nodiscard]] QString datasetJson(const Part& dataset);

} // namespace coterie::ui
