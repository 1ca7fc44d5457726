#include "ui/compare/run_filter_proxy.h"

#include "ui/compare/run_table_model.h"
#include "ui/true_minus.h"
#include "ui/words.h"

#include <cmath>

namespace coterie::ui {

RunFilterProxy::RunFilterProxy(RunTableModel& model, QObject* parent)
    : QSortFilterProxyModel(parent)
    , m_model(model)
{
    setSortRole(RunTableModel::SortRole);
    setDynamicSortFilter(true);
    setRecursiveFilteringEnabled(true);
    // Before the proxy itself hears of a change and sorts anew.
    connect(&model, &QAbstractItemModel::modelReset, this, &RunFilterProxy::forgetKeys);
    connect(&model, &QAbstractItemModel::dataChanged, this, &RunFilterProxy::forgetKeys);
    connect(&model, &QAbstractItemModel::rowsInserted, this, &RunFilterProxy::forgetKeys);
    connect(&model, &QAbstractItemModel::rowsRemoved, this, &RunFilterProxy::forgetKeys);
    for (const auto moved :
         {&QAbstractItemModel::columnsInserted, &QAbstractItemModel::columnsRemoved})
        connect(&model, moved, this, [this] {
            forgetKeys();
            findFilterColumns();
        });
    setSourceModel(&model);
    for (const auto changed :
         {&QAbstractItemModel::columnsInserted, &QAbstractItemModel::columnsRemoved})
        connect(&model, changed, this, &RunFilterProxy::restoreOrder);
}

/// Qt forgets what was sorted by when columns come or go whose lines the filter has changed, and
/// when that column itself goes, though it may come back.
void RunFilterProxy::restoreOrder()
{
    if (sortColumn() >= 0 || !m_sorted.by)
        return;
    for (int column = 0; column < m_model.columnCount(); ++column)
        if (m_model.identity(column) == *m_sorted.by) {
            QSortFilterProxyModel::sort(column, m_sorted.order);
            return emit orderRestored(column, m_sorted.order);
        }
}

void RunFilterProxy::sort(int column, Qt::SortOrder order)
{
    m_sorted.order = order;
    if (column < 0)
        m_sorted.by.reset();
    else
        m_sorted.by = m_model.identity(column);
    QSortFilterProxyModel::sort(column, order);
}

void RunFilterProxy::setTyped(const QString& typed)
{
    if (m_typed == typed)
        return;
    m_typed = typed;
    // A number may have been copied from the screen.
    m_filter =
        RunFilter(withPlainMinus(typed), [this](const QString& key) { return columnOf(key) >= 0; });
    findFilterColumns();
    // Not invalidateFilter(): it takes out every stretch of lines by itself, and of ten thousand
    // runs, every other one of which goes, that took seconds.
    invalidate();
}

void RunFilterProxy::findFilterColumns()
{
    m_filterColumns.clear();
    for (const RunFilter::Condition& condition : m_filter.conditions())
        if (const int column = columnOf(condition.column); column >= 0)
            m_filterColumns[condition.column] = column;
}

int RunFilterProxy::columnOf(const QString& key) const
{
    const auto isCalled = [&](const QString& name) {
        return name.compare(key, Qt::CaseInsensitive) == 0;
    };
    for (int column = 0; column < m_model.columnCount(); ++column)
        if (isCalled(m_model.key(column))
            || isCalled(m_model.key(column).replace(QLatin1Char('/'), QLatin1Char(' '))))
            return column;
    for (int column = 0; column < m_model.columnCount(); ++column)
        if (isCalled(m_model.title(column)))
            return column;
    // "alpha" for "algorithm/alpha", where there is no other.
    int only = -1;
    for (int column = 0; column < m_model.columnCount(); ++column)
        if (m_model.key(column).endsWith(QLatin1Char('/') + key, Qt::CaseInsensitive)) {
            if (only >= 0)
                return -1;
            only = column;
        }
    return only;
}

std::vector<std::int64_t> RunFilterProxy::listedRuns() const
{
    std::vector<std::int64_t> runs;
    const auto addAll = [&](const QModelIndex& parent) {
        for (int row = 0; row < rowCount(parent); ++row)
            if (const RunRow* run = m_model.runAt(mapToSource(index(row, 0, parent))))
                runs.push_back(run->id);
    };
    addAll({});
    if (m_model.grouping() != RunTableModel::Grouping::None)
        for (int group = 0; group < rowCount(); ++group)
            addAll(index(group, 0));
    return runs;
}

bool RunFilterProxy::filterAcceptsRow(int row, const QModelIndex& parent) const
{
    const QModelIndex line = m_model.index(row, 0, parent);
    if (!m_model.runAt(line))
        return false; // a group is there for its runs alone
    if (m_filter.isEmpty())
        return true;
    return m_filter.accepts(
        [&] { return line.data(RunTableModel::LineRole).toString(); },
        [&](const QString& key) -> QVariant {
            const auto column = m_filterColumns.find(key);
            if (column == m_filterColumns.end())
                return {};
            return line.siblingAtColumn(column->second).data(RunTableModel::FilterRole);
        });
}

RunFilterProxy::SortKey RunFilterProxy::keyOf(const QModelIndex& cell)
{
    SortKey key;
    key.pinned = cell.data(RunTableModel::PinnedRole).toBool();
    const QVariant value = cell.data(RunTableModel::SortRole);
    switch (value.typeId()) {
    case QMetaType::UnknownType:
        key.rank = 2;
        break;
    case QMetaType::QString:
        key.text = value.toString();
        break;
    default:
        key.isNumber = true;
        key.number = value.toDouble();
        key.rank = std::isnan(key.number) ? 1 : 0;
    }
    return key;
}

const RunFilterProxy::SortKey& RunFilterProxy::keptKeyOf(const QModelIndex& cell) const
{
    if (m_keysColumn != cell.column()) {
        m_keys.clear();
        m_keysColumn = cell.column();
    }
    constexpr int kRowBits = 32;
    const quint64 line = (static_cast<quint64>(cell.internalId()) << kRowBits)
                         | static_cast<quint64>(static_cast<quint32>(cell.row()));
    const auto known = m_keys.find(line);
    return known != m_keys.end() ? known->second : m_keys.emplace(line, keyOf(cell)).first->second;
}

bool RunFilterProxy::lessThan(const QModelIndex& left, const QModelIndex& right) const
{
    const SortKey& one = keptKeyOf(left); // a map's values stay where they are
    const SortKey& other = keptKeyOf(right);
    if (one.pinned != other.pinned) // on top in both orders
        return one.pinned == (sortOrder() == Qt::AscendingOrder);
    // Runs without the value, and NaN, stand behind all others, in both orders.
    if (one.rank != other.rank)
        return (one.rank < other.rank) == (sortOrder() == Qt::AscendingOrder);
    if (one.rank != 0)
        return false;
    if (one.isNumber != other.isNumber) // a setting may be a number in some runs only
        return one.isNumber;
    return one.isNumber ? one.number < other.number
                        : one.text.compare(other.text, Qt::CaseInsensitive) < 0;
}

} // namespace coterie::ui
