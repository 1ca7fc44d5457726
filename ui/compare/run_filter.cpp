#include "ui/compare/run_filter.h"

#include "ui/compare/run_table_model.h"
#include "ui/frame/delegates.h"
#include "ui/numbers.h"
#include "ui/words.h"

#include <QCollator>
#include <QSet>
#include <QStringList>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <ranges>
#include <string>

namespace coterie::ui {

RunFilterProxy::RunFilterProxy(RunTableModel& model, QObject* parent)
    : QSortFilterProxyModel(parent)
    , m_model(model)
{
    setSortRole(RunTableModel::SortRole);
    setDynamicSortFilter(true);
    setRecursiveFilteringEnabled(true);
    // Connected before the proxy's own slots, which sort again.
    connect(&model, &QAbstractItemModel::modelReset, this, &RunFilterProxy::forgetValues);
    connect(&model, &QAbstractItemModel::dataChanged, this, &RunFilterProxy::forgetValues);
    connect(&model, &QAbstractItemModel::rowsInserted, this, &RunFilterProxy::forgetValues);
    connect(&model, &QAbstractItemModel::rowsRemoved, this, &RunFilterProxy::forgetValues);
    for (const auto moved :
         {&QAbstractItemModel::columnsInserted, &QAbstractItemModel::columnsRemoved})
        connect(&model, moved, this, &RunFilterProxy::forgetValues);
    // Before the views, which ask for the new ones.
    connect(this, &QAbstractItemModel::modelReset, this, &RunFilterProxy::forgetList);
    connect(this, &QAbstractItemModel::layoutChanged, this, &RunFilterProxy::forgetList);
    connect(this, &QAbstractItemModel::rowsInserted, this, &RunFilterProxy::forgetList);
    connect(this, &QAbstractItemModel::rowsRemoved, this, &RunFilterProxy::forgetList);
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

void RunFilterProxy::sortBy(const ColumnIdentity& column, Qt::SortOrder order)
{
    m_sorted = {.by = column, .order = order};
    QSortFilterProxyModel::sort(-1, order);
    restoreOrder();
}

bool RunFilterProxy::isInFolder(const RunRow& run) const
{
    return !m_folder || (m_folder->empty() ? run.folder.empty() : isWithin(run.folder, *m_folder));
}

void RunFilterProxy::setFolder(const std::optional<std::string>& folder)
{
    if (m_folder == folder)
        return;
    m_folder = folder;
    filterAnew();
}

void RunFilterProxy::setTyped(const QString& typed, bool isDone)
{
    if (m_typed == typed && m_isDone == isDone)
        return;
    m_typed = typed;
    m_isDone = isDone;
    if (parse())
        filterAnew();
}

/// Not by invalidateFilter(), which removes every range of rows by itself: with ten thousand runs,
/// half of them scattered, it took seconds.
void RunFilterProxy::filterAnew()
{
    if (m_model.grouping() != RunTableModel::Grouping::None)
        forgetValues(); // the groups' are of their listed runs
    invalidate();
}

namespace {

/// Whether a metric that it asks for has no column any more.
bool lacksColumn(const FilterQuery& query, const RunCells& cells)
{
    return std::ranges::any_of(query.conditions(), [&cells](const FilterQuery::Condition& each) {
        if (!each.column || !std::holds_alternative<MetricMoment>(*each.column))
            return false;
        for (int column = 0; column < cells.settingColumn(0); ++column)
            if (cells.words(column).identity == *each.column)
                return false;
        return true;
    });
}

} // namespace

/// Whether another query is in force now.
bool RunFilterProxy::parse()
{
    // A number can be copied from the screen.
    FilterQuery query(withPlainMinus(m_typed), FilterNames(m_model.cells()));
    m_problem = query.problem();
    m_isInForce =
        !m_problem
        && (m_isDone || !query.mayGoOn() || acceptsAny(query) || !acceptsAny(query.withoutLast()));
    if (!m_isInForce && !m_problem)
        m_problem = FilterProblem{
            .begin = 0,
            .length = 0,
            .sentence = tr("No run has the word “%1”. Press Enter to search for it, or "
                           "continue, as in alpha>=10.")
                            .arg(query.conditions().back().text)};
    if (!m_isInForce) // what stands before the unfinished word is a query of its own
        query = m_problem->length == 0 ? query.withoutLast() : FilterQuery();
    const bool staysAsItWas =
        !m_isInForce && query.isEmpty() && !lacksColumn(m_query, m_model.cells());
    if (staysAsItWas || query.conditions() == m_query.conditions())
        return false;
    m_query = std::move(query);
    return true;
}

bool RunFilterProxy::readSettings()
{
    const bool mayChange = parse() || !filterSettings().empty();
    if (mayChange)
        filterAnew();
    return mayChange;
}

void RunFilterProxy::readNames()
{
    if (parse())
        filterAnew();
}

std::vector<std::size_t> RunFilterProxy::filterSettings() const
{
    std::vector<std::size_t> settings;
    const RunSettings* known = m_model.cells().settings();
    for (const FilterQuery::Condition& condition : m_query.conditions())
        if (known && condition.column)
            if (const auto* pointer = std::get_if<std::string>(&*condition.column))
                if (const auto setting = known->find(*pointer))
                    settings.push_back(*setting);
    return settings;
}

bool RunFilterProxy::accepts(const FilterQuery& query, const RunRow& run) const
{
    return query.isEmpty()
           || query.accepts([&] { return m_model.cells().line(run); },
                            [&](const ColumnIdentity& column) { return valueOf(run, column); });
}

bool RunFilterProxy::acceptsAny(const FilterQuery& query) const
{
    return std::ranges::any_of(m_model.runs(),
                               [&](const RunRow& run) { return accepts(query, run); });
}

QVariant RunFilterProxy::valueOf(const RunRow& run, const ColumnIdentity& column) const
{
    const RunCells& cells = m_model.cells();
    if (const auto* pointer = std::get_if<std::string>(&column)) {
        const RunSettings* settings = cells.settings();
        const auto setting = settings ? settings->find(*pointer) : std::nullopt;
        return setting ? cells.settingFilterValue(run, *setting) : QVariant();
    }
    if (const int* fixed = std::get_if<int>(&column))
        return cells.filterValue(run, *fixed);
    for (int place = RunTableModel::FixedColumns; place < cells.settingColumn(0); ++place)
        if (cells.words(place).identity == column)
            return cells.filterValue(run, place);
    return {}; // the metric's column was removed
}

QStringList RunFilterProxy::valuesOf(const ColumnIdentity& column) const
{
    constexpr qsizetype kMost = 200;
    constexpr std::ptrdiff_t kMostRuns = 2000;
    QStringList values;
    QSet<QString> known;
    if (const int* fixed = std::get_if<int>(&column); !fixed || !m_model.cells().isNumeric(*fixed))
        for (const RunRow& run : m_model.runs() | std::views::reverse // the newest are enough
                                     | std::views::take(kMostRuns)) {
            QVariant value = valueOf(run, column);
            if (fixed && *fixed == RunTableModel::Tags && run.tags.size() > 1)
                value = value.toStringList().first(qsizetype(run.tags.size())); // not the cell
            const QStringList texts = value.typeId() == QMetaType::QStringList
                                          ? value.toStringList()
                                          : QStringList{value.toString()};
            for (const QString& text : texts)
                if (!text.isEmpty() && values.size() < kMost && !known.contains(text)) {
                    known.insert(text);
                    values << text;
                }
        }
    values.removeIf([&known](const QString& text) { // 0.5, as 0,5 is on screen
        const QString shown = localNumbers(text);
        return shown != text && known.contains(shown);
    });
    QCollator order;
    order.setNumericMode(true);
    std::ranges::sort(values, order);
    return values;
}

FilterCompletion RunFilterProxy::completions(const QString& typed, int place) const
{
    return completionsAt(withPlainMinus(typed),
                         place,
                         FilterNames(m_model.cells()),
                         [this](const ColumnIdentity& column) { return valuesOf(column); });
}

void RunFilterProxy::forgetValues()
{
    m_keys.clear();
    m_shownGroups.clear();
}

void RunFilterProxy::forgetList()
{
    m_listed.reset();
    m_shownGroups.clear();
    ++m_listing;
}

const std::vector<std::int64_t>& RunFilterProxy::listedRuns() const
{
    if (m_listed)
        return *m_listed;
    ++m_walks;
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
    return m_listed.emplace(std::move(runs));
}

bool RunFilterProxy::filterAcceptsRow(int row, const QModelIndex& parent) const
{
    const QModelIndex line = m_model.index(row, 0, parent);
    const RunRow* run = m_model.runAt(line);
    if (!run)
        return false; // a group is shown for its runs only
    return isInFolder(*run) && accepts(m_query, *run);
}

QVariant RunFilterProxy::data(const QModelIndex& index, int role) const
{
    const QModelIndex cell = mapToSource(index);
    const bool isOfRuns = role == Qt::DisplayRole || role == RunTableModel::ExactRole
                          || role == RunTableModel::SortRole || role == kLookRole
                          || role == kVariantRole;
    if (!isOfRuns || !cell.isValid() || m_model.runAt(cell))
        return m_model.data(cell, role);
    const auto [kept, isNew] = m_shownGroups.try_emplace(cell.row());
    ShownGroup& group = kept->second;
    if (isNew)
        group.runs = listedOf(index.siblingAtColumn(0));
    if (role == kLookRole || role == kVariantRole)
        return m_model.groupData(group.runs, cell.column(), role);
    const auto [value, isUnknown] = group.cells.try_emplace({cell.column(), role});
    if (isUnknown) {
        ++m_summedCells;
        value->second = m_model.groupData(group.runs, cell.column(), role);
    }
    return value->second;
}

RunGroup RunFilterProxy::listedOf(const QModelIndex& line) const
{
    const RunGroup& all = m_model.groupAt(mapToSource(line));
    const int listed = rowCount(line);
    if (listed == 0 || std::size_t(listed) == all.rows.size())
        return all;
    RunGroup shown{.ofArm = all.ofArm, .rows = {}};
    for (int row = 0; row < listed; ++row)
        shown.rows.push_back(all.rows[std::size_t(mapToSource(this->index(row, 0, line)).row())]);
    std::ranges::sort(shown.rows); // its first run speaks for it in any order
    return shown;
}

QMimeData* RunFilterProxy::mimeData(const QModelIndexList& indexes) const
{
    QModelIndexList lines;
    for (const QModelIndex& index : indexes) {
        const QModelIndex line = index.siblingAtColumn(0);
        if (m_model.runAt(mapToSource(line)))
            lines << line;
        else
            for (int row = 0; row < rowCount(line); ++row)
                lines << this->index(row, 0, line);
    }
    return QSortFilterProxyModel::mimeData(lines);
}

/// While rows are being sorted the proxy has none to ask.
QVariant RunFilterProxy::sortValueOf(const QModelIndex& cell) const
{
    if (m_model.runAt(cell))
        return cell.data(RunTableModel::SortRole);
    const RunGroup& all = m_model.groupAt(cell);
    RunGroup listed{.ofArm = all.ofArm, .rows = {}};
    const QModelIndex group = cell.siblingAtColumn(0);
    for (std::size_t line = 0; line < all.rows.size(); ++line)
        if (filterAcceptsRow(int(line), group))
            listed.rows.push_back(all.rows[line]);
    return m_model.groupData(
        listed.rows.empty() ? all : listed, cell.column(), RunTableModel::SortRole);
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
    const QVariant value = sortValueOf(cell);
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
