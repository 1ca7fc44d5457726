#include "ui/data/sample_grid_layout.h"

#include <algorithm>

namespace coterie::ui {

int SampleGridLayout::columns() const
{
    return std::max(1, (width - 2 * margin + gap) / (cell.width() + gap));
}

int SampleGridLayout::rows() const
{
    return (count + columns() - 1) / columns();
}

int SampleGridLayout::height() const
{
    return rows() == 0 ? 0 : 2 * margin + rows() * (cell.height() + gap) - gap;
}

QRect SampleGridLayout::cellOf(int place) const
{
    const int column = place % columns();
    const int row = place / columns();
    return {QPoint(margin + column * (cell.width() + gap), margin + row * (cell.height() + gap)),
            cell};
}

int SampleGridLayout::placeAt(const QPoint& point) const
{
    if (point.x() < margin || point.y() < margin)
        return -1;
    const int column = (point.x() - margin) / (cell.width() + gap);
    const int row = (point.y() - margin) / (cell.height() + gap);
    const int place = row * columns() + column;
    return column < columns() && place < count && cellOf(place).contains(point) ? place : -1;
}

SampleGridLayout::Range SampleGridLayout::between(int top, int bottom) const
{
    if (count == 0 || bottom < top)
        return {};
    const int step = cell.height() + gap;
    const int firstRow = std::clamp((top - margin) / step, 0, rows() - 1);
    const int lastRow = std::clamp((bottom - margin) / step, 0, rows() - 1);
    return {firstRow * columns(), std::min(count, (lastRow + 1) * columns()) - 1};
}

} // namespace coterie::ui
