#include "ui/frame/note_delegate.h"

#include <QFontMetrics>
#include <QPainter>

namespace coterie::ui {

namespace {

constexpr int kNoteEdge = 10;
constexpr int kNoteGap = 24; // a text and its note

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
