#pragma once

namespace coterie::ui {

inline constexpr int kSmallestFont = 7; ///< points
inline constexpr int kLargestFont = 20;

/// The size of the desktop's font, in points.
[[nodiscard]] int desktopFontPoints();

/// Gives the program's font this size, in points; 0: the desktop's. Windows on screen follow at
/// once, also the headings and buttons whose font has a size of its own.
void setFontPoints(int points);

} // namespace coterie::ui
