#include "ui/compare/run_filter.h"

#include "ui/compare/run_table_model.h"
#include "ui/words.h"

#include <QRegularExpression>
#include <QStringList>

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace coterie::ui {

namespace {

using Condition = RunFilter::Condition;
using Kind = Condition::Kind;

/// Words separated by spaces, except within double quotes, which are removed.
QStringList wordsOf(const QString& typed)
{
    QStringList words;
    QString word;
    bool quoted = false;
    for (const QChar letter : typed) {
        if (letter == QLatin1Char('"'))
            quoted = !quoted;
        else if (letter.isSpace() && !quoted) {
            if (!word.isEmpty())
                words << word;
            word.clear();
        } else
            word += letter;
    }
    if (!word.isEmpty())
        words << word;
    return words;
}

Kind kindOf(const QString& sign)
{
    if (sign == QLatin1String(":"))
        return Kind::Contains;
    if (sign == QLatin1String("<"))
        return Kind::Less;
    if (sign == QLatin1String("<="))
        return Kind::AtMost;
    if (sign == QLatin1String(">"))
        return Kind::Greater;
    return sign == QLatin1String(">=") ? Kind::AtLeast : Kind::Equal;
}

Condition conditionOf(const QString& word, const std::function<bool(const QString&)>& isColumn)
{
    static const QRegularExpression kPattern(QStringLiteral("^([^<>=:]+)(<=|>=|<|>|=|:)(.+)$"));
    Condition plain;
    plain.text = word;
    const QRegularExpressionMatch match = kPattern.match(word);
    if (!match.hasMatch() || !isColumn(match.captured(1).toLower()))
        return plain;
    Condition condition;
    condition.column = match.captured(1).toLower();
    condition.kind = kindOf(match.captured(2));
    condition.text = match.captured(3);
    bool isNumber = false;
    condition.number = condition.text.toDouble(&isNumber);
    if (!isNumber) {
        condition.number = std::nan("");
        if (condition.kind != Kind::Contains && condition.kind != Kind::Equal)
            return plain;
    }
    return condition;
}

bool holds(const Condition& condition, const QVariant& value)
{
    if (value.typeId() == QMetaType::QStringList)
        return std::ranges::any_of(value.toStringList(),
                                   [&](const QString& word) { return holds(condition, word); });
    if (condition.kind == Kind::Contains)
        return value.toString().contains(condition.text, Qt::CaseInsensitive);
    bool isNumber = false;
    const double number = value.isValid() ? value.toDouble(&isNumber) : 0;
    switch (condition.kind) {
    case Kind::Contains:
        break;
    case Kind::Equal:
        return isNumber && !std::isnan(condition.number)
                   ? number == condition.number
                   : value.toString().compare(condition.text, Qt::CaseInsensitive) == 0;
    case Kind::Less:
        return isNumber && number < condition.number;
    case Kind::AtMost:
        return isNumber && number <= condition.number;
    case Kind::Greater:
        return isNumber && number > condition.number;
    case Kind::AtLeast:
        return isNumber && number >= condition.number;
    }
    return false;
}

} // namespace

RunFilter::RunFilter(const QString& typed, const std::function<bool(const QString&)>& isColumn)
{
    std::size_t plain = 0; // the number of plain words before this one
    for (const QString& word : wordsOf(typed)) {
        Condition condition = conditionOf(word, isColumn);
        // A title can be several words; the longest match wins.
        for (std::size_t taken = plain; taken > 0; --taken) {
            QStringList title;
            for (auto one = m_conditions.end() - std::ptrdiff_t(taken); one != m_conditions.end();
                 ++one)
                title << one->text;
            Condition whole = conditionOf((title << word).join(u' '), isColumn);
            if (whole.column.isEmpty())
                continue;
            m_conditions.resize(m_conditions.size() - taken);
            condition = std::move(whole);
            break;
        }
        plain = condition.column.isEmpty() ? plain + 1 : 0;
        m_conditions.push_back(std::move(condition));
    }
}

bool RunFilter::accepts(const std::function<QString()>& line,
                        const std::function<QVariant(const QString&)>& value) const
{
    return std::ranges::all_of(m_conditions, [&](const Condition& condition) {
        return condition.column.isEmpty() ? line().contains(condition.text, Qt::CaseInsensitive)
                                          : holds(condition, value(condition.column));
    });
}

RunFilterProxy::RunFilterProxy(RunTableModel& model, QObject* parent)
    : QSortFilterProxyModel(parent)
    , m_model(model)
{
    setSortRole(RunTableModel::SortRole);
    setDynamicSortFilter(true);
    setRecursiveFilteringEnabled(true);
    // Connected before the proxy's own slots, which sort again.
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

/// Qt loses the sort column when columns are added or removed while the filter hides rows, and when
/// the column itself is removed.
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
    // A number can be copied from the screen.
    m_filter =
        RunFilter(withPlainMinus(typed), [this](const QString& key) { return columnOf(key) >= 0; });
    findFilterColumns();
    // Not invalidateFilter(), which removes every range of rows by itself: with ten thousand runs,
    // half of them scattered, it took seconds.
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
    // "alpha" for "algorithm/alpha", if it is unique.
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
        return false; // a group is shown for its runs only
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
    const SortKey& one = keptKeyOf(left); // references into a map stay valid
    const SortKey& other = keptKeyOf(right);
    if (one.pinned != other.pinned) // pinned first in both orders
        return one.pinned == (sortOrder() == Qt::AscendingOrder);
    // NaN, then missing values, last in both orders.
    if (one.rank != other.rank)
        return (one.rank < other.rank) == (sortOrder() == Qt::AscendingOrder);
    if (one.rank != 0)
        return false;
    if (one.isNumber != other.isNumber) // a setting can be a number in some runs only
        return one.isNumber;
    return one.isNumber ? one.number < other.number
                        : one.text.compare(other.text, Qt::CaseInsensitive) < 0;
}

} // namespace coterie::ui
