#include "ui/views/matrix_layout.h"

#include <algorithm>

namespace coterie::ui {

namespace {

constexpr double kBarWidth = 12;
constexpr double kBesideCells = 14;
constexpr double kAboveCells = 10;
constexpr double kRightOfNumbers = 8;
constexpr double kLeastCellLines =
    9; ///< of text, as high and wide must the cells be to have titles

QRectF cellsOf(const QSizeF& size, const MatrixMeasures& measures, bool squares, double title)
{
    const double left = measures.numberWidth + kBesideCells + title;
    const double right =
        kBesideCells + kBarWidth + kBesideBar + measures.valueWidth + kRightOfNumbers + title;
    const double bottom = measures.lineHeight + 12 + title;
    QRectF cells(left,
                 kAboveCells,
                 std::max(1.0, size.width() - left - right),
                 std::max(1.0, size.height() - kAboveCells - bottom));
    if (squares) {
        const double side = std::min(cells.width(), cells.height());
        cells.setSize({side, side});
    }
    return cells;
}

} // namespace

MatrixLayout layOutMatrix(const QSizeF& size, const MatrixMeasures& measures, bool squares)
{
    MatrixLayout layout;
    const double line = measures.lineHeight;
    const QRectF titled = cellsOf(size, measures, squares, line + 2);
    const bool hasTitles = std::min(titled.width(), titled.height()) >= kLeastCellLines * line;
    layout.cells = hasTitles ? titled : cellsOf(size, measures, squares, 0);
    const QRectF& cells = layout.cells;
    layout.bar = QRectF(cells.right() + kBesideCells, cells.top(), kBarWidth, cells.height());
    if (!hasTitles)
        return layout;
    layout.rowTitle = QRectF(4, cells.top(), line, cells.height());
    layout.columnTitle = QRectF(cells.left(), cells.bottom() + line + 6, cells.width(), line);
    layout.valueTitle = QRectF(layout.bar.right() + kBesideBar + measures.valueWidth + 4,
                               cells.top(),
                               line,
                               cells.height());
    return layout;
}

} // namespace coterie::ui
