#include "ui/compare/run_tree.h"

#include "core/store/run_looks.h"
#include "core/store/statistics.h"
#include "ui/compare/compare_words.h"
#include "ui/compare/frozen_columns.h"
#include "ui/compare/run_choice.h"
#include "ui/compare/run_filter.h"
#include "ui/compare/run_table_model.h"
#include "ui/frame/delegates.h"
#include "ui/words.h"

#include <QHeaderView>
#include <QKeyEvent>
#include <QPainter>
#include <QScrollBar>

#include <algorithm>
#include <functional>
#include <map>
#include <numeric>
#include <set>
#include <tuple>
#include <utility>

namespace coterie::ui {

namespace {

std::vector<double>
numbersOf(const RunGroup& group, std::span<const RunRow> runs, const RunCells& cells, int column)
{
    std::vector<double> values;
    for (const std::size_t row : group.rows)
        if (const auto value = cells.number(runs[row], column))
            values.push_back(*value);
    return values;
}

std::vector<const RunRow*> rowsOf(const RunGroup& group, std::span<const RunRow> runs)
{
    std::vector<const RunRow*> rows;
    for (const std::size_t row : group.rows)
        rows.push_back(&runs[row]);
    return rows;
}

} // namespace

std::vector<RunGroup> groupRuns(std::span<const RunRow> runs, RunGrouping grouping)
{
    std::vector<RunGroup> groups;
    if (grouping == RunGrouping::None)
        return groups;
    using Key = std::tuple<std::string, std::size_t, std::string, std::string>;
    std::map<Key, std::size_t> placeOf;
    const bool byArm = grouping == RunGrouping::Arm;
    for (std::size_t row = 0; row < runs.size(); ++row) {
        const RunRow& run = runs[row];
        const auto [place, isNew] =
            placeOf.try_emplace({byArm ? designKey(run) : run.experimentDesign,
                                 byArm ? run.armIndex : 0,
                                 byArm ? run.arm : std::string(),
                                 byArm ? run.sweep : std::string()},
                                groups.size());
        if (isNew)
            groups.push_back({.ofArm = byArm, .rows = {}});
        groups[place->second].rows.push_back(row);
    }
    return groups;
}

QString
groupText(const RunGroup& group, std::span<const RunRow> runs, const RunCells& cells, int column)
{
    const auto count = std::ssize(group.rows);
    const RunRow& first = runs[group.rows.front()];
    switch (column) {
    case RunColumns::Number:
        return counted(count, say("1 run"), say("%1 runs"));
    case RunColumns::Experiment:
        return toQString(first.experimentName);
    case RunColumns::Arm:
        return group.ofArm ? toQString(first.arm) : QString();
    case RunColumns::Setting:
        if (group.ofArm)
            return cells.design(first);
        return cells.commonDesign(rowsOf(group, runs));
    case RunColumns::Seed: {
        std::set<std::uint64_t> seeds;
        for (const std::size_t row : group.rows)
            seeds.insert(runs[row].seed);
        return counted(std::ssize(seeds), say("1 seed"), say("%1 seeds"));
    }
    case RunColumns::State: {
        const auto finished = std::ranges::count_if(
            group.rows, [&](std::size_t row) { return runs[row].status == RunStatus::Finished; });
        return finished == count
                   ? statusText(RunStatus::Finished)
                   : say("%1 of %2 finished").arg(countText(finished), countText(count));
    }
    default:
        break;
    }
    if (!cells.isNumeric(column) || column == RunColumns::Rounds)
        return {};
    const auto spread = spreadOf(numbersOf(group, runs, cells, column));
    if (!spread)
        return QStringLiteral("–");
    return spreadText(*spread, cells.decimals(column));
}

QVariant groupSortValue(const RunGroup& group,
                        std::span<const RunRow> runs,
                        const RunCells& cells,
                        int column)
{
    if (column == RunColumns::Number || column == RunColumns::Rounds)
        return cells.sortValue(runs[group.rows.front()], RunColumns::Number);
    if (!cells.isNumeric(column))
        return groupText(group, runs, cells, column);
    const std::vector<double> values = numbersOf(group, runs, cells, column);
    const double sum = std::accumulate(values.begin(), values.end(), 0.0);
    return values.empty() ? QVariant() : QVariant(sum / static_cast<double>(values.size()));
}

namespace {

/// The number of rows measured for a column's width, visible ones first. Qt's default of 1,000
/// blocks the window for too long.
constexpr int kMeasuredLines = 60;

} // namespace

RunTree::RunTree(const RunTableModel& model, RunFilterProxy& proxy, QWidget* parent)
    : QTreeView(parent)
    , m_model(model)
    , m_proxy(proxy)
{
    dressTree(*this);
    setModel(&proxy);
    m_lines = new RunLines(&proxy, this);
    setSelectionModel(m_lines);
    constexpr int kNames = 3; // run, experiment, arm
    m_frozen = new FrozenColumns(*this, kNames);
    header()->setResizeContentsPrecision(kMeasuredLines);
    // The header lost its arrow together with the column.
    connect(&proxy, &RunFilterProxy::orderRestored, this, [this](int column, Qt::SortOrder order) {
        const QSignalBlocker sorted(header());
        header()->setSortIndicator(column, order);
    });
    connect(&proxy,
            &QAbstractItemModel::columnsInserted,
            this,
            [this](const QModelIndex& of, int first, int last) {
                if (of.isValid())
                    return;
                for (int column = first; column <= last; ++column) // the header has them at its end
                    m_fittedColumns.remove(titleOf(column));
                fitColumns();
            });
}

QSet<QString> RunTree::laterColumns() const
{
    QSet<QString> titles;
    for (int column = RunTableModel::FixedColumns; column < m_model.columnCount(); ++column)
        titles << titleOf(column);
    return titles;
}

QString RunTree::titleOf(int column) const
{
    return m_model.headerData(column, Qt::Horizontal, Qt::DisplayRole).toString();
}

bool RunTree::event(QEvent* event)
{
    if (event->type() == QEvent::ShortcutOverride
        && static_cast<QKeyEvent*>(event)->key() == Qt::Key_F2
        && currentIndex().flags().testFlag(Qt::ItemIsEditable)) {
        event->accept();
        return true;
    }
    return QTreeView::event(event);
}

void RunTree::drawBranches(QPainter* painter, const QRect& rect, const QModelIndex& index) const
{
    // As soft as the row; the style paints the full accent colour.
    if (selectionModel()->isSelected(index))
        painter->fillRect(rect, softSelection(palette()));
    QTreeView::drawBranches(painter, rect, index);
}

/// Whatever the filter hides of it.
QString RunTree::groupName(int row) const
{
    QStringList words;
    for (const int column : {RunTableModel::Experiment, RunTableModel::Arm, RunTableModel::Setting})
        words << m_proxy.mapToSource(m_proxy.index(row, column)).data().toString();
    return words.join(QLatin1Char('\n'));
}

QSet<QString> RunTree::collapsedGroups() const
{
    QSet<QString> groups;
    if (m_model.grouping() == RunTableModel::Grouping::None)
        return groups;
    for (int row = 0; row < m_proxy.rowCount(); ++row)
        if (!isExpanded(m_proxy.index(row, 0)))
            groups << groupName(row);
    return groups;
}

void RunTree::expandAllBut(const QSet<QString>& groups)
{
    if (m_model.grouping() == RunTableModel::Grouping::None)
        return;
    expandAll();
    for (int row = 0; row < m_proxy.rowCount(); ++row)
        if (groups.contains(groupName(row)))
            collapse(m_proxy.index(row, 0));
}

int RunTree::wantedWidth(int column) const
{
    const int contents = std::max(sizeHintForColumn(column), header()->sectionSizeHint(column));
    const int most = std::max(300, viewport()->width() / 3); // a name is cut only without room
    constexpr int kLeastLetters = 24; // of a note, which says nothing by its first word
    const int least = column == RunColumns::Note ? kLeastLetters * fontMetrics().averageCharWidth()
                      : column == RunColumns::Tags ? 80
                                                   : 56;
    return std::clamp(contents + 4, least, std::max(least, most));
}

void RunTree::fitColumn(int column)
{
    setColumnWidth(column, wantedWidth(column));
    m_widths[column] = columnWidth(column);
}

void RunTree::widenWords()
{
    for (const int column : {RunTableModel::Number,
                             RunTableModel::Experiment,
                             RunTableModel::Arm,
                             RunTableModel::Note})
        widen(column);
}

void RunTree::widen(int column)
{
    const int before = columnWidth(column);
    if (m_widths[column] != before)
        return; // the user's
    if (const int wanted = wantedWidth(column); wanted > before)
        setColumnWidth(column, wanted);
    m_widths[column] = columnWidth(column);
}

void RunTree::fitDesigns()
{
    if (!m_fitted || isColumnHidden(RunTableModel::Setting))
        return;
    // A fork tells its run apart from others of its name, which had no setting before.
    std::exchange(m_fittedDesigns, true) ? widen(RunTableModel::Setting)
                                         : fitColumn(RunTableModel::Setting);
}

void RunTree::setShown(int column, bool shown)
{
    if (shown != isColumnHidden(column))
        return;
    setColumnHidden(column, !shown);
    if (shown && m_fitted)
        fitColumn(column);
}

void RunTree::refitColumns()
{
    m_fitted = false;
    fitColumns();
}

void RunTree::fitColumns()
{
    if (m_model.runs().empty())
        return;
    for (int column = RunTableModel::FixedColumns; column < m_model.columnCount(); ++column) {
        if (m_fittedColumns.contains(titleOf(column)))
            continue;
        fitColumn(column);
        // Beside the other numbers, because at the far end they are easily missed.
        const int from = header()->visualIndex(column);
        if (const int to = header()->visualIndex(RunTableModel::Created); from > to)
            header()->moveSection(from, to);
    }
    m_fittedColumns = laterColumns();
    if (m_fitted)
        return widenWords();
    m_fitted = true;
    for (int column = 0; column < RunTableModel::FixedColumns; ++column)
        fitColumn(column);
    int rounds = 0;
    for (const RunRow& run : m_model.runs())
        rounds = std::max(rounds, run.rounds);
    // Leaves room for more digits and for longer states.
    for (const auto& [column, text] :
         {std::pair(RunTableModel::Rounds, tr("%1 / %1").arg(countText(rounds))),
          std::pair(RunTableModel::State, notBegunText())})
        setColumnWidth(column,
                       std::max(fontMetrics().horizontalAdvance(text) + 28, columnWidth(column)));
}

void RunTree::selectAll()
{
    m_lines->addWhile([this] { QTreeView::selectAll(); });
}

void RunTree::scrollTo(const QModelIndex& index, ScrollHint hint)
{
    QScrollBar& sideways = *horizontalScrollBar();
    const int before = sideways.value();
    const bool stays = index.isValid() && m_frozen->isFrozen(index.column());
    QTreeView::scrollTo(index, hint);
    if (stays) { // it is in sight anyway
        sideways.setValue(before);
        return;
    }
    const QRect cell = visualRect(index);
    if (const int covered = m_frozen->frozenWidth();
        sideways.value() > 0 && cell.isValid() && cell.left() < covered)
        sideways.setValue(sideways.value() - (covered - cell.left()));
}

void RunTree::showRun(std::int64_t run)
{
    const QModelIndexList lines = m_proxy.match(m_proxy.index(0, 0),
                                                RunTableModel::RunRole,
                                                qlonglong(run),
                                                1,
                                                Qt::MatchExactly | Qt::MatchRecursive);
    if (lines.isEmpty())
        return; // not listed
    selectionModel()->setCurrentIndex(lines.front(), QItemSelectionModel::NoUpdate);
    scrollTo(lines.front());
}

PlainTable RunTree::shownTable(bool chosenOnly) const
{
    PlainTable table;
    std::vector<int> columns; // in their order on screen
    for (int place = 0; place < header()->count(); ++place)
        if (const int column = header()->logicalIndex(place); !isColumnHidden(column)) {
            columns.push_back(column);
            table.header << m_proxy.headerData(column, Qt::Horizontal, Qt::DisplayRole).toString();
        }
    const std::function<void(const QModelIndex&)> addLines = [&](const QModelIndex& parent) {
        for (int row = 0; row < m_proxy.rowCount(parent); ++row) {
            const QModelIndex line = m_proxy.index(row, 0, parent);
            if (!chosenOnly || selectionModel()->isSelected(line)) {
                std::vector<QVariant> cells;
                for (const int column : columns)
                    cells.push_back(line.siblingAtColumn(column).data(RunTableModel::ExactRole));
                table.rows.push_back(std::move(cells));
            }
            if (isExpanded(line))
                addLines(line);
        }
    };
    addLines({});
    return table;
}

} // namespace coterie::ui
