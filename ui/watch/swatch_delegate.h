#pragma once

#include <QStyledItemDelegate>

namespace coterie::ui {

/// Draws an arm's colour and shape before its name, as the plots draw its line and newest point.
class SwatchDelegate final : public QStyledItemDelegate
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
