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
    static const QStringList kSigns = QStringLiteral(": = < <= > >=").split(u' '); // as in Kind
    condition.kind = static_cast<Kind>(kSigns.indexOf(match.captured(2)));
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
    if (condition.kind == Kind::Equal)
        return isNumber && !std::isnan(condition.number)
                   ? number == condition.number
                   : value.toString().compare(condition.text, Qt::CaseInsensitive) == 0;
    const bool isAbove = condition.kind == Kind::Greater || condition.kind == Kind::AtLeast;
    const bool mayEqual = condition.kind == Kind::AtMost || condition.kind == Kind::AtLeast;
    return isNumber
           && ((isAbove ? number > condition.number : number < condition.number)
               || (mayEqual && number == condition.number));
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
        if (m_model.cells().words(column).identity == *m_sorted.by) {
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
        m_sorted.by = m_model.cells().words(column).identity;
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
    int byTitle = -1;
    int byEnd = -1; // "alpha" for "algorithm/alpha", if it is unique
    int ends = 0;
    for (int column = 0; column < m_model.columnCount(); ++column) {
        const ColumnWords words = m_model.cells().words(column);
        if (isCalled(words.key) || isCalled(QString(words.key).replace(u'/', u' ')))
            return column;
        if (byTitle < 0 && isCalled(words.title))
            byTitle = column;
        if (words.key.endsWith(u'/' + key, Qt::CaseInsensitive)) {
            byEnd = column;
            ++ends;
        }
    }
    return byTitle >= 0 ? byTitle : ends == 1 ? byEnd : -1;
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

const RunFilterProxy::SortKey& RunFilterProxy::keyOf(const QModelIndex& cell) const
{
    if (m_keysColumn != cell.column()) {
        m_keys.clear();
        m_keysColumn = cell.column();
    }
    constexpr int kRowBits = 32;
    const quint64 line = (static_cast<quint64>(cell.internalId()) << kRowBits)
                         | static_cast<quint64>(static_cast<quint32>(cell.row()));
    const auto [kept, isNew] = m_keys.try_emplace(line);
    SortKey& key = kept->second;
    if (!isNew)
        return key;
    key.pinned = cell.data(RunTableModel::PinnedRole).toBool();
    const QVariant value = cell.data(RunTableModel::SortRole);
    key.isNumber = value.isValid() && value.typeId() != QMetaType::QString;
    if (key.isNumber)
        key.number = value.toDouble();
    else
        key.text = value.toString();
    key.rank = !value.isValid() ? 2 : std::isnan(key.number) ? 1 : 0;
    return key;
}

bool RunFilterProxy::lessThan(const QModelIndex& left, const QModelIndex& right) const
{
    const SortKey& one = keyOf(left); // references into a map stay valid
    const SortKey& other = keyOf(right);
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
