#pragma once

#include <QStyledItemDelegate>

namespace coterie::ui {

class CatalogueModel;

/// Draws a data set's card: title and state, its facts, sample pictures, licence.
class CardDelegate final : public QStyledItemDelegate
{
    Q_OBJECT

public:
    explicit CardDelegate(const CatalogueModel& model, QObject* parent = nullptr);

    void paint(QPainter* painter,
               const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option,
                                 const QModelIndex& index) const override;

private:
    const CatalogueModel& m_model;
};

} // namespace coterie::ui
