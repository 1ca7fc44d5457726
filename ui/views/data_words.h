#pragma once

#include "core/data/dataset.h"

#include <QString>

namespace coterie::ui {

/// "60,000 + 10,000 test samples", "samples as needed for 20 clients".
[[nodiscard]] QString samplesText(const Dataset& dataset);
/// "28×28 grey", "32×32 in colour", "scans of 48×60×48", "13 features".
[[nodiscard]] QString shapeText(const SampleShape& shape);
/// "10 classes", "a number to predict", "a mask".
[[nodiscard]] QString answerText(const Dataset& dataset);
/// All of it in one line, with the number of domains if there are any; then a line for each note.
[[nodiscard]] QString factsText(const Dataset& dataset);
/// The name of a class or domain, or its number.
[[nodiscard]] QString nameOf(const std::vector<std::string>& names, std::int32_t number);
/// The answer of a sample: the name of its class or its target; empty for a mask.
[[nodiscard]] QString labelText(const Dataset& dataset, const Samples& samples, std::int32_t index);

} // namespace coterie::ui
