#pragma once

#include "ui/data/dataset_card.h"

#include <QAbstractListModel>

namespace coterie::ui {

/// The cards of the data sets, one a row.
class CatalogueModel final : public QAbstractListModel
{
    Q_OBJECT

public:
    enum Role
    {
        NameRole = Qt::UserRole,
        CardRow, ///< the row itself: a delegate asks card() for all the rest
    };

    using QAbstractListModel::QAbstractListModel;

    void setCards(std::vector<DatasetCard> cards);
    /// Puts a card before all others, or replaces the one of its kind.
    void putFirst(const DatasetCard& card);
    void remove(DatasetCard::Kind kind);
    /// Replaces the card of this name, if there is one.
    void setCard(const DatasetCard& card);
    [[nodiscard]] const DatasetCard& card(int row) const;
    [[nodiscard]] int rowOf(const QString& name) const; ///< −1: there is none
    /// What a download says of itself, shown in place of the card's state; empty: nothing.
    void setNews(const QString& name, const QString& news);
    [[nodiscard]] QString news(int row) const;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;

private:
    std::vector<DatasetCard> m_cards;
    std::vector<QString> m_news;
};

} // namespace coterie::ui
