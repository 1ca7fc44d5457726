#include "ui/watch/swatch_delegate.h"

#include "ui/watch/plot_theme.h"
#include "ui/watch/run_list_model.h"

#include <QPainter>
#include <QWidget>

namespace coterie::ui {

namespace {

constexpr int kSwatchWidth = 26;

/// The same four shapes as the newest points of the curves.
void drawShape(QPainter& painter, QPointF centre, std::size_t armIndex)
{
    constexpr double kHalf = 3.5;
    switch (armIndex % 4) {
    case 0:
        painter.drawEllipse(centre, kHalf, kHalf);
        break;
    case 1:
        painter.drawRect(QRectF(centre.x() - kHalf, centre.y() - kHalf, 2 * kHalf, 2 * kHalf));
        break;
    case 2:
        painter.drawPolygon(QPolygonF{centre + QPointF(-kHalf, 0.755 * kHalf),
                                      centre + QPointF(kHalf, 0.755 * kHalf),
                                      centre + QPointF(0, -0.977 * kHalf)});
        break;
    default:
        painter.drawPolygon(QPolygonF{centre + QPointF(-kHalf, 0),
                                      centre + QPointF(0, kHalf),
                                      centre + QPointF(kHalf, 0),
                                      centre + QPointF(0, -kHalf)});
    }
}

} // namespace

void SwatchDelegate::paint(QPainter* painter,
                           const QStyleOptionViewItem& option,
                           const QModelIndex& index) const
{
    const QVariant arm = index.data(RunListModel::ArmIndexRole);
    QStyleOptionViewItem shifted = option;
    if (arm.isValid()) {
        // The row's background is drawn full width first, then the text beside the swatch.
        QStyleOptionViewItem bare = option;
        initStyleOption(&bare, index);
        bare.text.clear();
        bare.widget->style()->drawControl(QStyle::CE_ItemViewItem, &bare, painter, bare.widget);
        shifted.rect.adjust(kSwatchWidth, 0, 0, 0);
    }
    QStyledItemDelegate::paint(painter, shifted, index);
    if (!arm.isValid())
        return;
    const auto armIndex = static_cast<std::size_t>(arm.toInt());
    const QColor colour = PlotTheme::of(*option.widget).armColour(armIndex);
    const QPointF centre(option.rect.left() + 16.0, option.rect.center().y() + 0.5);
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(QPen(colour, 1.6));
    painter->drawLine(centre - QPointF(9, 0), centre + QPointF(9, 0));
    painter->setPen(Qt::NoPen);
    painter->setBrush(colour);
    drawShape(*painter, centre, armIndex);
    painter->restore();
}

QSize SwatchDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const QSize size = QStyledItemDelegate::sizeHint(option, index);
    return {size.width() + kSwatchWidth, size.height() + 8};
}

} // namespace coterie::ui
