#pragma once

#include <QStyledItemDelegate>

class QTableView;
class QTreeView;

namespace coterie::ui {

/// A cell with this role shows the arm's colour and shape before its text.
inline constexpr int kLookRole = Qt::UserRole + 100;
/// Beside it: which of those that share the colour it is; see lookOf(). Absent: the first.
inline constexpr int kVariantRole = Qt::UserRole + 101;

/// A cell with this role shows a group's colour before its text, as a square: groups are no lines.
inline constexpr int kGroupColourRole = Qt::UserRole + 103;

/// Cells with air at both sides and a soft selection that leaves colours legible. Where the model
/// names an arm, its colour and shape stand before the text as the plots draw its line.
class CellDelegate final : public QStyledItemDelegate
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

/// The look that all tables share: this delegate, no grid, whole rows, a quiet header.
void dressTable(QTableView& table);
void dressTree(QTreeView& tree);
/// The background of a selected cell: soft, so that what is on it stays legible.
[[nodiscard]] QColor softSelection(const QPalette& palette);

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
