#include "ui/data/catalogue_model.h"

#include <algorithm>

namespace coterie::ui {

void CatalogueModel::setCards(std::vector<DatasetCard> cards)
{
    beginResetModel();
    m_cards = std::move(cards);
    m_news.assign(m_cards.size(), {});
    endResetModel();
}

void CatalogueModel::putFirst(const DatasetCard& card)
{
    const auto same = std::ranges::find(m_cards, card.kind, &DatasetCard::kind);
    if (same != m_cards.end()) {
        *same = card;
        const QModelIndex changed = index(static_cast<int>(same - m_cards.begin()));
        emit dataChanged(changed, changed);
        return;
    }
    beginInsertRows({}, 0, 0);
    m_cards.insert(m_cards.begin(), card);
    m_news.insert(m_news.begin(), QString());
    endInsertRows();
}

void CatalogueModel::remove(DatasetCard::Kind kind)
{
    const auto found = std::ranges::find(m_cards, kind, &DatasetCard::kind);
    if (found == m_cards.end())
        return;
    const int row = static_cast<int>(found - m_cards.begin());
    beginRemoveRows({}, row, row);
    m_cards.erase(found);
    m_news.erase(m_news.begin() + row);
    endRemoveRows();
}

void CatalogueModel::setCard(const DatasetCard& card)
{
    const int row = rowOf(card.name);
    if (row < 0)
        return;
    m_cards[static_cast<std::size_t>(row)] = card;
    emit dataChanged(index(row), index(row));
}

const DatasetCard& CatalogueModel::card(int row) const
{
    return m_cards.at(static_cast<std::size_t>(row));
}

int CatalogueModel::rowOf(const QString& name) const
{
    const auto found = std::ranges::find(m_cards, name, &DatasetCard::name);
    return found == m_cards.end() ? -1 : static_cast<int>(found - m_cards.begin());
}

void CatalogueModel::setNews(const QString& name, const QString& news)
{
    const int row = rowOf(name);
    if (row < 0 || m_news[static_cast<std::size_t>(row)] == news)
        return;
    m_news[static_cast<std::size_t>(row)] = news;
    emit dataChanged(index(row), index(row));
}

QString CatalogueModel::news(int row) const
{
    return m_news.at(static_cast<std::size_t>(row));
}

int CatalogueModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_cards.size());
}

QVariant CatalogueModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const DatasetCard& card = m_cards[static_cast<std::size_t>(index.row())];
    switch (role) {
    case Qt::DisplayRole:
        return card.title;
    case Qt::ToolTipRole:
        return card.meaning;
    case Qt::AccessibleTextRole: {
        QStringList words{card.title, card.stateText(), card.facts, card.lastLine()};
        words.removeAll(QString());
        return words.join(QStringLiteral(", "));
    }
    case NameRole:
        return card.name;
    case CardRow:
        return index.row();
    default:
        return {};
    }
}

} // namespace coterie::ui
