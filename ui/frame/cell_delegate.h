#pragma once

#include <QStyledItemDelegate>

namespace coterie::ui {

/// A cell with this role shows the arm's colour and shape before its text.
inline constexpr int kArmIndexRole = Qt::UserRole + 100;

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

} // namespace coterie::ui
