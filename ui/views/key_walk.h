#pragma once

#include <QPointF>

#include <optional>
#include <set>
#include <span>

class QKeyEvent;
class QMouseEvent;

namespace coterie::ui {

/// Which way a key leads through what a painted view shows.
enum class KeyStep
{
    None,
    Left,
    Right,
    Up,
    Down,
    First,
    Last
};

/// Arrows, Home and End; with a modifier they mean something else.
[[nodiscard]] KeyStep keyStep(const QKeyEvent& event);

/// A cell among rows and columns; a list has one of either.
struct GridPlace
{
    int row = 0;
    int column = 0;

    bool operator==(const GridPlace&) const = default;
};

/// Where a step leads: from nowhere to the first cell, at a rim nowhere else, to the first and the
/// last cell by Home and End. Absent where there are no cells.
[[nodiscard]] std::optional<GridPlace>
walkGrid(std::optional<GridPlace> from, KeyStep step, int rows, int columns);

/// The same among things that stand anywhere: to the nearest that lies that way. What lies aside
/// counts as farther, so that a row is walked to its end before another one is taken.
[[nodiscard]] std::optional<std::size_t>
walkPoints(std::optional<std::size_t> from, KeyStep step, std::span<const QPointF> points);

/// What choosing clients does to those that are chosen already.
enum class Pick
{
    Only,  ///< these and no others
    Add,   ///< these as well
    Toggle ///< these as well, or not any more if all of them are
};

[[nodiscard]] std::set<int>
picked(const std::set<int>& before, std::span<const int> clients, Pick how);
/// With Ctrl a click adds.
[[nodiscard]] Pick pickOf(const QMouseEvent& event);

} // namespace coterie::ui
