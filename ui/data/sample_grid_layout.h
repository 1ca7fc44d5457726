#pragma once

#include <QPoint>
#include <QRect>

namespace coterie::ui {

/// Where the samples of a grid lie: row after row, as many beside each other as fit.
struct SampleGridLayout
{
    int width = 0; ///< of the view
    int count = 0; ///< samples
    QSize cell{1, 1};
    int gap = 0;
    int margin = 0;

    [[nodiscard]] int columns() const;
    [[nodiscard]] int rows() const;
    [[nodiscard]] int height() const;
    /// In the coordinates of the whole grid, its top left corner at the origin.
    [[nodiscard]] QRect cellOf(int place) const;
    /// Which sample lies there; −1: none.
    [[nodiscard]] int placeAt(const QPoint& point) const;

    struct Range
    {
        int first = 0;
        int last = -1; ///< included; less than first: none

        bool operator==(const Range&) const = default;
    };
    /// The samples of which something lies between two heights.
    [[nodiscard]] Range between(int top, int bottom) const;
};

} // namespace coterie::ui
