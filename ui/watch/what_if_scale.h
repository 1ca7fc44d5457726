#pragma once

namespace coterie::ui {

/// Where a slider that multiplies stands: its middle is the recorded value itself, bit for bit, and
/// every kStepsPerDecade steps are a factor of ten, three of them to each side.
inline constexpr int kStepsPerDecade = 50;
inline constexpr int kLargestStep = 3 * kStepsPerDecade;

/// `recorded` times ten to the step's share of a decade; a recorded 0 gives 1 as its middle step's
/// neighbour would be 0 for ever, so steps then multiply 1 and only the middle is 0.
[[nodiscard]] double valueAtStep(double recorded, int step);
/// The step nearest to a value, for a slider that follows a typed number.
[[nodiscard]] int stepOfValue(double recorded, double value);

} // namespace coterie::ui
