#pragma once

#include <QRectF>

namespace coterie::ui {

inline constexpr double kBesideBar = 6; ///< pixels between the colour bar and its numbers

/// What the words of a matrix need, in pixels.
struct MatrixMeasures
{
    double lineHeight = 0;
    double numberWidth = 0; ///< of a row's or column's number
    double valueWidth = 0;  ///< of a number beside the colour bar
};

/// Where a matrix's parts stand. Titles are left out, all three, where the cells need the room.
struct MatrixLayout
{
    QRectF cells;
    QRectF bar;         ///< of the colours
    QRectF rowTitle;    ///< left of the rows' numbers, read upwards; empty: none
    QRectF columnTitle; ///< below the columns' numbers
    QRectF valueTitle;  ///< right of the colour bar's numbers, read upwards
};

/// `squares`: cells of equal width and height make a square matrix of clients.
[[nodiscard]] MatrixLayout
layOutMatrix(const QSizeF& size, const MatrixMeasures& measures, bool squares);

} // namespace coterie::ui
