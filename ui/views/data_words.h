#pragma once

#include "core/data/dataset.h"

#include <QString>

namespace coterie::ui {

/// "60,000 + 10,000 test samples", "samples without end from 20 clients".
[[nodiscard]] QString samplesText(const Dataset& dataset);
/// "28×28 grey", "32×32 in colour", "scans of 48×60×48", "13 features".
[[nodiscard]] QString shapeText(const SampleShape& shape);
/// "10 classes", "a number to be met", "a mask".
[[nodiscard]] QString answerText(const Dataset& dataset);
/// All of it in one line, with the number of domains where there are any.
[[nodiscard]] QString factsText(const Dataset& dataset);
/// A class or domain as the data set calls it, its number where it has no name.
[[nodiscard]] QString nameOf(const std::vector<std::string>& names, std::int32_t number);
/// What a sample's answer is: its class's name, its target; empty for a mask.
[[nodiscard]] QString labelText(const Dataset& dataset, const Samples& samples, std::int32_t index);

} // namespace coterie::ui
