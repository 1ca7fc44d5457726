#pragma once

#include <QStyledItemDelegate>

class QTableView;
class QTreeView;

namespace coterie::ui {

/// The arm whose colour and shape are shown before the text.
inline constexpr int kLookRole = Qt::UserRole + 100;
/// Which of the lines that share that colour it is; see lookOf(). Default: the first.
inline constexpr int kVariantRole = Qt::UserRole + 101;

/// The group whose colour is shown before the text, as a square because groups have no line.
inline constexpr int kGroupColourRole = Qt::UserRole + 103;

/// Cells with padding and a soft selection that keeps colours legible. An arm's colour and shape
/// are drawn before its text, as in the plots. The current cell has a frame once the keyboard has
/// moved the focus.
class CellDelegate : public QStyledItemDelegate
{
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter,
               const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option,
                                 const QModelIndex& index) const override;
    /// What is being typed stays when the cell changes meanwhile.
    void setEditorData(QWidget* editor, const QModelIndex& index) const override;
};

/// The look of all tables: CellDelegate, no grid, whole rows, a plain header.
void dressTable(QTableView& table);
void dressTree(QTreeView& tree);
/// The background of a selected cell.
[[nodiscard]] QColor softSelection(const QPalette& palette);

/// A list entry's note, shown beside its text.
inline constexpr int kNoteRole = Qt::UserRole + 102;

/// List entries with padding: the text at the left and, if there is room, a fainter note at the
/// right.
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
