#include "ui/frame/delegates.h"

#include "ui/frame/plot_theme.h"

#include <QHeaderView>
#include <QLineEdit>
#include <QPainter>
#include <QTableView>
#include <QTreeView>
#include <QWidget>

namespace coterie::ui {

namespace {

constexpr int kCellPadding = 6;
constexpr int kSwatchWidth = 32;
constexpr int kSquareWidth = 18;
constexpr int kTextInset = kCellPadding + 3; // the style's own padding included

/// A header in the window's colours, aligned with the cells. A style sheet could do the same, but
/// would keep the colours of the first theme.
class PlainHeader final : public QHeaderView
{
public:
    explicit PlainHeader(QWidget* parent)
        : QHeaderView(Qt::Horizontal, parent)
    {
        setSectionsClickable(true);
        setMinimumHeight(fontMetrics().height() + 14);
    }

protected:
    void paintSection(QPainter* painter, const QRect& section, int column) const override
    {
        painter->save();
        painter->fillRect(section, palette().color(QPalette::Window));
        painter->setPen(palette().color(QPalette::Mid));
        painter->drawLine(section.bottomLeft(), section.bottomRight());
        painter->setPen(palette().color(QPalette::WindowText));
        const QString words = model()->headerData(column, orientation()).toString();
        const int alignment =
            model()->headerData(column, orientation(), Qt::TextAlignmentRole).toInt();
        QRect drawn;
        painter->drawText(
            section.adjusted(kTextInset, 0, -kTextInset, 0), alignment, words, &drawn);
        if (isSortIndicatorShown() && sortIndicatorSection() == column)
            drawArrow(*painter, drawn, (alignment & Qt::AlignRight) != 0);
        painter->restore();
    }

    [[nodiscard]] QSize sectionSizeFromContents(int column) const override
    {
        const QString words = model()->headerData(column, orientation()).toString();
        const int arrow = isSortIndicatorShown() ? kArrowRoom : 0;
        return {fontMetrics().horizontalAdvance(words) + arrow + 2 * kTextInset + 2,
                fontMetrics().height() + 14};
    }

private:
    static constexpr int kArrowRoom = 14;

    /// On the side where it keeps the title aligned with the cells.
    void drawArrow(QPainter& painter, const QRect& words, bool before) const
    {
        const double x = before ? words.left() - 8.0 : words.right() + 9.0;
        const double tip = sortIndicatorOrder() == Qt::AscendingOrder ? -2.5 : 2.5;
        const QPointF middle(x, words.center().y() + 1);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setBrush(painter.pen().color());
        painter.setPen(Qt::NoPen);
        painter.drawPolygon(QPolygonF{
            middle + QPointF(-4, -tip), middle + QPointF(4, -tip), middle + QPointF(0, tip)});
    }
};

} // namespace

void CellDelegate::paint(QPainter* painter,
                         const QStyleOptionViewItem& option,
                         const QModelIndex& index) const
{
    const QPalette& palette = option.palette;
    QStyleOptionViewItem cell = option;
    // Opaque, because the table has already painted the row in the accent colour.
    if (option.state & QStyle::State_Selected)
        painter->fillRect(option.rect, softSelection(palette));
    else if (option.features & QStyleOptionViewItem::Alternate)
        painter->fillRect(option.rect, palette.color(QPalette::AlternateBase));
    cell.state &= ~(QStyle::State_Selected | QStyle::State_MouseOver | QStyle::State_HasFocus);
    cell.features &= ~QStyleOptionViewItem::Alternate;
    cell.rect.adjust(kCellPadding, 0, -kCellPadding, 0);
    const auto seen = [&](const QColor& colour) {
        return option.state & QStyle::State_Selected ? seenOn(softSelection(palette), colour)
                                                     : colour;
    };
    if (const QVariant arm = index.data(kLookRole); arm.isValid()) {
        const auto look = static_cast<std::size_t>(arm.toInt());
        const QPointF centre(cell.rect.left() + kSwatchWidth / 2.0 - 2,
                             cell.rect.center().y() + 0.5);
        const auto variant = static_cast<std::size_t>(index.data(kVariantRole).toInt());
        const PlotTheme theme = PlotTheme::of(*option.widget);
        LineLook line = lookOf(theme, look, variant);
        line.colour = seen(line.colour);
        drawArmSwatch(*painter, centre, look, line, variant);
        cell.rect.adjust(kSwatchWidth, 0, 0, 0);
    }
    if (const QVariant group = index.data(kGroupColourRole); group.isValid()) {
        constexpr double kSide = 10;
        const double top = cell.rect.top() + (cell.rect.height() - kSide) / 2;
        const PlotTheme theme = PlotTheme::of(*option.widget);
        painter->fillRect(QRectF(cell.rect.left() + 2, top, kSide, kSide),
                          seen(theme.armColour(groupLook(group.toInt()))));
        cell.rect.adjust(kSquareWidth, 0, 0, 0);
    }
    QStyledItemDelegate::paint(painter, cell, index);
    if (option.state.testFlag(QStyle::State_HasFocus)
        && option.state.testFlag(QStyle::State_KeyboardFocusChange)) {
        painter->save();
        painter->setPen(palette.color(QPalette::Highlight));
        painter->setBrush(Qt::NoBrush);
        painter->drawRect(option.rect.adjusted(0, 0, -1, -1));
        painter->restore();
    }
}

void CellDelegate::setEditorData(QWidget* editor, const QModelIndex& index) const
{
    const auto* line = qobject_cast<const QLineEdit*>(editor);
    if (!line || !line->isModified())
        QStyledItemDelegate::setEditorData(editor, index);
}

QSize CellDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const int swatch = index.data(kLookRole).isValid()          ? kSwatchWidth
                       : index.data(kGroupColourRole).isValid() ? kSquareWidth
                                                                : 0;
    QStyleOptionViewItem cell = option; // wrapped text gets the width that paint() gives it
    cell.rect.adjust(kCellPadding + swatch, 0, -kCellPadding, 0);
    const QSize size = QStyledItemDelegate::sizeHint(cell, index);
    return {size.width() + swatch + 2 * kCellPadding, size.height() + 8};
}

QColor softSelection(const QPalette& palette)
{
    return blend(palette.color(QPalette::Highlight),
                 palette.color(QPalette::Base),
                 isDark(palette) ? 0.35 : 0.16);
}

void dressTable(QTableView& table)
{
    table.setItemDelegate(new CellDelegate(&table));
    table.setShowGrid(false);
    table.setFrameShape(QFrame::NoFrame);
    table.setWordWrap(false);
    table.setTabKeyNavigation(false);
    table.setSelectionBehavior(QAbstractItemView::SelectRows);
    table.verticalHeader()->hide();
    table.verticalHeader()->setDefaultSectionSize(table.fontMetrics().height() + 14);
    table.setHorizontalHeader(new PlainHeader(&table)); // the table deletes the old one
}

void dressTree(QTreeView& tree)
{
    tree.setItemDelegate(new CellDelegate(&tree));
    tree.setFrameShape(QFrame::NoFrame);
    tree.setWordWrap(false);
    tree.setUniformRowHeights(true); // measures only visible rows
    tree.setAlternatingRowColors(true);
    tree.setSelectionBehavior(QAbstractItemView::SelectRows);
    tree.setHeader(new PlainHeader(&tree));
}

namespace {

constexpr int kNoteEdge = 10;
constexpr int kNoteGap = 24; // between text and note

} // namespace

void NoteDelegate::paint(QPainter* painter,
                         const QStyleOptionViewItem& option,
                         const QModelIndex& index) const
{
    QStyledItemDelegate::paint(painter, option, index);
    const bool chosen = option.state & QStyle::State_Selected;
    const QRect room = option.rect.adjusted(
        QStyledItemDelegate::sizeHint(option, index).width() + kNoteGap, 0, -kNoteEdge, 0);
    painter->save();
    painter->setFont(option.font);
    painter->setPen(
        option.palette.color(chosen ? QPalette::HighlightedText : QPalette::PlaceholderText));
    painter->drawText(room,
                      Qt::AlignRight | Qt::AlignVCenter,
                      option.fontMetrics.elidedText(
                          index.data(kNoteRole).toString(), Qt::ElideRight, room.width()));
    painter->restore();
}

QSize NoteDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const QString note = index.data(kNoteRole).toString();
    const int wide =
        note.isEmpty() ? 0 : kNoteGap + option.fontMetrics.horizontalAdvance(note) + kNoteEdge;
    return QStyledItemDelegate::sizeHint(option, index) + QSize(wide, 10);
}

} // namespace coterie::ui
