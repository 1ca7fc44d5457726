#pragma once

#include <QStyledItemDelegate>

namespace coterie::ui {

/// What is told of an entry beside its text. (Its neighbours are the roles of cell_delegate.h.)
inline constexpr int kNoteRole = Qt::UserRole + 102;

/// A list's entries with some air: the text at the left and, as far as there is room, its note at
/// the right and fainter.
class NoteDelegate final : public QStyledItemDelegate
{
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter,
               const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option,
                                 const QModelIndex& index) const override;
};

} // namespace coterie::ui
