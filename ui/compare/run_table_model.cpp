#include "ui/compare/run_table_model.h"

#include "ui/client_texts.h"
#include "ui/compare/dragged_runs.h"
#include "ui/core_sentences.h"
#include "ui/frame/delegates.h"
#include "ui/words.h"

#include <QMimeData>

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

namespace coterie::ui {

namespace {

constexpr int kNoParent = 0; ///< internal id of top-level rows

/// Whether a view shows both alike, so that no repaint is needed.
bool looksAlike(const RunRow& one, const RunRow& other)
{
    return one.status == other.status && one.rounds == other.rounds
           && one.roundsDone == other.roundsDone && one.hasRounds == other.hasRounds
           && one.reason == other.reason && one.note == other.note && one.tags == other.tags
           && one.folder == other.folder && one.name == other.name && one.pinned == other.pinned
           && one.environment == other.environment && one.changes == other.changes
           && one.branch == other.branch;
}

ArmLook aloneOf(const RunRow& run)
{
    return {.look = run.look, .variant = run.sweepPlace};
}

bool haveTheSameRuns(const std::vector<RunRow>& one, const std::vector<RunRow>& other)
{
    return std::ranges::equal(one, other, {}, &RunRow::id, &RunRow::id);
}

auto placeIn(auto& rows, std::size_t row)
{
    return rows.begin() + static_cast<std::ptrdiff_t>(row);
}

/// Invalid for the dash of a missing value.
QVariant unlessDash(const QString& text)
{
    return text == QStringLiteral("–") ? QVariant() : QVariant(text);
}

} // namespace

void RunTableModel::setGrouping(Grouping grouping)
{
    if (grouping == m_grouping)
        return;
    beginResetModel();
    m_grouping = grouping;
    m_groups = groupRuns(*m_runs, m_grouping);
    endResetModel();
}

void RunTableModel::setRuns(std::vector<RunRow> runs)
{
    std::ranges::sort(runs, {}, &RunRow::id);
    setRuns(std::make_shared<const std::vector<RunRow>>(std::move(runs)));
}

void RunTableModel::setRuns(SharedRuns runs)
{
    m_cells.forgetLines();
    if (m_grouping == Grouping::None)
        return updateInPlace(runs);
    std::vector<RunGroup> groups = groupRuns(*runs, m_grouping);
    if (groups != m_groups || !haveTheSameRuns(*runs, *m_runs)) {
        beginResetModel();
        m_runs = std::move(runs);
        m_groups = std::move(groups);
        endResetModel();
        return;
    }
    const bool same = std::ranges::equal(*m_runs, *runs, looksAlike);
    m_runs = std::move(runs);
    if (!same)
        allChanged(0, columnCount() - 1);
}

/// The list is taken over as it is. Only where runs have come or gone between others, its rows
/// change one by one in a copy, as views and proxies follow each step.
void RunTableModel::updateInPlace(const SharedRuns& sorted)
{
    if (m_runs->empty() && !sorted->empty()) {
        beginInsertRows({}, 0, static_cast<int>(sorted->size()) - 1);
        m_runs = sorted;
        endInsertRows();
        return;
    }
    const SharedRuns before = m_runs;
    if (!haveTheSameRuns(*before, *sorted)) {
        const auto changing = std::make_shared<std::vector<RunRow>>(*before);
        m_runs = changing;
        removeGone(*changing, *sorted);
        insertNew(*changing, *sorted);
    }
    m_runs = sorted;
    auto known = before->begin(); // both lists ascend
    for (std::size_t row = 0; row < sorted->size(); ++row) {
        const RunRow& now = (*sorted)[row];
        while (known != before->end() && known->id < now.id)
            ++known;
        if (known != before->end() && known->id == now.id && !looksAlike(*known, now))
            emit dataChanged(index(static_cast<int>(row), 0),
                             index(static_cast<int>(row), columnCount() - 1));
    }
}

void RunTableModel::removeGone(std::vector<RunRow>& runs, const std::vector<RunRow>& now)
{
    const auto isGone = [&](std::size_t row) {
        return !std::ranges::binary_search(now, runs[row].id, {}, &RunRow::id);
    };
    for (std::size_t row = runs.size(); row-- > 0;) {
        if (!isGone(row))
            continue;
        std::size_t first = row;
        while (first > 0 && isGone(first - 1)) // a range at once, so that a proxy filters once
            --first;
        beginRemoveRows({}, static_cast<int>(first), static_cast<int>(row));
        runs.erase(placeIn(runs, first), placeIn(runs, row + 1));
        endRemoveRows();
        row = first;
    }
}

/// Restored runs are inserted between, new ones at the end.
void RunTableModel::insertNew(std::vector<RunRow>& runs, const std::vector<RunRow>& now)
{
    for (std::size_t row = 0; row < now.size(); ++row) {
        if (row < runs.size() && runs[row].id == now[row].id)
            continue;
        std::size_t last = row;
        while (last + 1 < now.size() && (row >= runs.size() || now[last + 1].id < runs[row].id))
            ++last;
        beginInsertRows({}, static_cast<int>(row), static_cast<int>(last));
        runs.insert(placeIn(runs, row), placeIn(now, row), placeIn(now, last + 1));
        endInsertRows();
        row = last;
    }
}

void RunTableModel::allChanged(int first, int last)
{
    m_cells.forgetLines();
    if (rowCount() == 0)
        return;
    emit dataChanged(index(0, first), index(rowCount() - 1, last));
    for (int group = 0; group < static_cast<int>(m_groups.size()); ++group) {
        const QModelIndex parent = index(group, 0);
        emit dataChanged(index(0, first, parent), index(rowCount(parent) - 1, last, parent));
    }
}

void RunTableModel::setNumbers(const std::vector<RunNumbers>& numbers)
{
    if (m_cells.setNumbers(numbers))
        allChanged(LastError, TrainLoss);
}

/// Removes columns and inserts others in their place; `set` fills the model with none, then with
/// the new ones.
template <typename Set>
void RunTableModel::replaceColumns(int first, int before, int now, Set set)
{
    if (before > 0) {
        beginRemoveColumns({}, first, first + before - 1);
        set(false);
        endRemoveColumns();
    }
    if (now > 0) {
        beginInsertColumns({}, first, first + now - 1);
        set(true);
        endInsertColumns();
    }
    if (m_grouping == Grouping::None)
        return;
    // Columns also change inside every group, but Qt's signals cover only the top level; a proxy
    // would keep the old ones there.
    emit layoutAboutToBeChanged();
    emit layoutChanged();
}

void RunTableModel::setSettings(std::shared_ptr<const RunSettings> settings,
                                std::vector<std::size_t> shown)
{
    static const RunSettings kNone;
    const RunSettings* before = m_cells.settings();
    if (settings.get() == before && shown == m_cells.shownSettings())
        return; // at each letter of a filter
    const bool sameDesigns = settings->hasDistinctionsOf(before ? *before : kNone);
    if (m_cells.showsSettings(*settings, shown)) {
        m_cells.setSettings(std::move(settings), std::move(shown), *m_runs);
        if (!sameDesigns)
            allChanged(Setting, Setting);
        return;
    }
    const int first = m_cells.settingColumn(0);
    replaceColumns(first, columnCount() - first, static_cast<int>(shown.size()), [&](bool anew) {
        m_cells.setSettings(settings, anew ? shown : std::vector<std::size_t>(), *m_runs);
    });
    if (!sameDesigns)
        allChanged(Setting, Setting);
}

void RunTableModel::setMetricColumns(std::vector<MetricColumn> columns)
{
    const std::vector<MetricColumn>& present = m_cells.metrics();
    if (!std::ranges::equal(columns, present, {}, &MetricColumn::moment, &MetricColumn::moment))
        return replaceColumns(FixedColumns,
                              static_cast<int>(present.size()),
                              static_cast<int>(columns.size()),
                              [&](bool anew) {
                                  m_cells.setMetrics(anew ? std::move(columns)
                                                          : std::vector<MetricColumn>());
                              });
    m_cells.setMetrics(std::move(columns));
    if (!present.empty())
        allChanged(FixedColumns, m_cells.settingColumn(0) - 1);
}

void RunTableModel::setShownTogether(const std::set<std::int64_t>& runs)
{
    std::vector<const RunRow*> rows;
    for (const RunRow& run : *m_runs)
        if (runs.contains(run.id))
            rows.push_back(&run);
    RunLooks looks = looksTogether(rows);
    if (looks == m_looks)
        return;
    const RunLooks before = std::exchange(m_looks, std::move(looks));
    std::vector<bool> isOther; // of each run
    for (const RunRow& run : *m_runs) {
        const auto known = before.find(run.id);
        const ArmLook was = known == before.end() ? aloneOf(run) : known->second;
        isOther.push_back(was != lookOf(run));
    }
    if (m_grouping == Grouping::None)
        return announceLooks({}, [&](std::size_t row) { return isOther[row]; });
    for (std::size_t group = 0; group < m_groups.size(); ++group)
        announceLooks(index(int(group), 0),
                      [&](std::size_t row) { return isOther[m_groups[group].rows[row]]; });
    announceLooks({}, [&](std::size_t group) {
        return std::ranges::any_of(m_groups[group].rows,
                                   [&](std::size_t row) { return isOther[row]; });
    });
}

/// Neighbours together; few runs look different when others are selected.
void RunTableModel::announceLooks(const QModelIndex& parent,
                                  const std::function<bool(std::size_t)>& isOther)
{
    const int rows = rowCount(parent);
    for (int row = 0; row < rows; ++row) {
        if (!isOther(std::size_t(row)))
            continue;
        const int first = row;
        while (row + 1 < rows && isOther(std::size_t(row + 1)))
            ++row;
        emit dataChanged(
            index(first, Arm, parent), index(row, Arm, parent), {kLookRole, kVariantRole});
    }
}

ArmLook RunTableModel::lookOf(const RunRow& run) const
{
    const auto found = m_looks.find(run.id);
    return found == m_looks.end() ? aloneOf(run) : found->second;
}

ArmLook RunTableModel::lookOf(const RunGroup& group) const
{
    const auto shown = std::ranges::find_if(
        group.rows, [this](std::size_t row) { return m_looks.contains((*m_runs)[row].id); });
    return lookOf((*m_runs)[shown == group.rows.end() ? group.rows.front() : *shown]);
}

QModelIndex RunTableModel::index(int row, int column, const QModelIndex& parent) const
{
    if (!hasIndex(row, column, parent))
        return {};
    return createIndex(
        row, column, static_cast<quintptr>(parent.isValid() ? parent.row() + 1 : kNoParent));
}

QModelIndex RunTableModel::parent(const QModelIndex& index) const
{
    if (!index.isValid() || index.internalId() == kNoParent)
        return {};
    return createIndex(static_cast<int>(index.internalId()) - 1, 0, quintptr(kNoParent));
}

int RunTableModel::rowCount(const QModelIndex& parent) const
{
    if (m_grouping == Grouping::None)
        return parent.isValid() ? 0 : static_cast<int>(m_runs->size());
    if (!parent.isValid())
        return static_cast<int>(m_groups.size());
    if (parent.internalId() != kNoParent || parent.column() != 0)
        return 0;
    return static_cast<int>(m_groups[static_cast<std::size_t>(parent.row())].rows.size());
}

int RunTableModel::columnCount(const QModelIndex&) const
{
    return m_cells.columnCount();
}

const RunRow* RunTableModel::runAt(const QModelIndex& index) const
{
    if (!index.isValid())
        return nullptr;
    const auto row = static_cast<std::size_t>(index.row());
    if (m_grouping == Grouping::None)
        return &(*m_runs)[row];
    if (index.internalId() == kNoParent)
        return nullptr;
    return &(*m_runs)[m_groups[static_cast<std::size_t>(index.internalId()) - 1].rows[row]];
}

const RunRow* RunTableModel::find(std::int64_t run) const
{
    const auto place = std::ranges::lower_bound(*m_runs, run, {}, &RunRow::id);
    return place == m_runs->end() || place->id != run ? nullptr : &*place;
}

QVariant RunTableModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    const int column = index.column();
    if (role == Qt::TextAlignmentRole)
        return headerData(column, Qt::Horizontal, role);
    const RunRow* run = runAt(index);
    return run ? runData(*run, column, role) : groupData(groupAt(index), column, role);
}

QVariant RunTableModel::runData(const RunRow& run, int column, int role) const
{
    switch (role) {
    case Qt::DisplayRole:
        if (column == Number && run.pinned)
            return QStringLiteral("★ ") + m_cells.text(run, Number);
        return m_cells.text(run, column);
    case Qt::EditRole:
        return m_cells.text(run, column);
    case SortRole:
        return m_cells.sortValue(run, column);
    case ExactRole:
        return m_cells.exact(run, column);
    case Qt::ToolTipRole:
        if (column == Note && !run.note.empty())
            return asWrappedTip(toQString(run.note));
        if (const QString changes = m_cells.changes(run, column); !changes.isEmpty())
            return changes;
        if (!run.store.empty() && (column == Note || column == Tags))
            return otherStoreText(run.store);
        if (column == Number && run.branch)
            return tr("Fork of %1").arg(toQString(originText(*run.branch)));
        return run.reason.empty() ? QVariant() : QVariant(reasonFromCore(run.reason));
    case RunRole:
        return qlonglong(run.id);
    case kLookRole:
        return column == Arm ? QVariant(int(lookOf(run).look)) : QVariant();
    case kVariantRole:
        return int(lookOf(run).variant);
    case StatusRole:
        return int(run.status);
    case PinnedRole:
        return run.pinned;
    default:
        return {};
    }
}

QVariant RunTableModel::groupData(const RunGroup& group, int column, int role) const
{
    const RunRow& first = (*m_runs)[group.rows.front()];
    switch (role) {
    case Qt::DisplayRole:
        return groupText(group, *m_runs, m_cells, column);
    case ExactRole:
        if (column == Setting)
            return group.ofArm ? m_cells.exact(first, Setting) : QVariant(QString());
        return unlessDash(groupText(group, *m_runs, m_cells, column));
    case SortRole:
        return groupSortValue(group, *m_runs, m_cells, column);
    case Qt::FontRole: {
        QFont font;
        font.setWeight(QFont::DemiBold);
        return font;
    }
    case kLookRole:
        return column == Arm && group.ofArm ? QVariant(int(lookOf(group).look)) : QVariant();
    case kVariantRole:
        return group.ofArm ? int(lookOf(group).variant) : 0;
    default:
        return {};
    }
}

bool RunTableModel::setData(const QModelIndex& index, const QVariant& value, int role)
{
    const RunRow* run = runAt(index);
    if (!run || role != Qt::EditRole || value.toString() == m_cells.text(*run, index.column()))
        return false;
    // The row changes once the store has been read again.
    if (index.column() == Note) {
        emit noteTyped(run->id, value.toString().trimmed());
        return true;
    }
    if (index.column() != Tags)
        return false;
    QStringList tags;
    for (const QString& tag : value.toString().split(QLatin1Char(','), Qt::SkipEmptyParts))
        if (const QString plain = tag.simplified(); !plain.isEmpty() && !tags.contains(plain))
            tags << plain;
    emit tagsTyped(run->id, tags);
    return true;
}

Qt::ItemFlags RunTableModel::flags(const QModelIndex& index) const
{
    const Qt::ItemFlags usual = QAbstractItemModel::flags(index);
    if (!index.isValid())
        return usual;
    const RunRow* run = runAt(index);
    const auto isOwn = [this](std::size_t row) { return (*m_runs)[row].store.empty(); };
    const bool isOfOthers =
        run ? !run->store.empty()
            : std::ranges::none_of(m_groups[static_cast<std::size_t>(index.row())].rows, isOwn);
    if (isOfOthers)
        return usual;
    const bool isTyped = run && (index.column() == Note || index.column() == Tags);
    return (isTyped ? usual | Qt::ItemIsEditable : usual) | Qt::ItemIsDragEnabled;
}

QStringList RunTableModel::mimeTypes() const
{
    return {draggedRunsType()};
}

QMimeData* RunTableModel::mimeData(const QModelIndexList& indexes) const
{
    std::set<std::int64_t> runs;
    for (const QModelIndex& index : indexes) {
        if (index.column() != 0)
            continue;
        if (const RunRow* run = runAt(index))
            runs.insert(run->id);
        else
            for (const std::size_t row : m_groups[static_cast<std::size_t>(index.row())].rows)
                runs.insert((*m_runs)[row].id);
    }
    std::erase_if(runs, isOfOtherStore); // which are in no folder of one's own
    QStringList numbers;
    for (const std::int64_t run : runs)
        numbers << QString::number(run);
    auto* dragged = new QMimeData;
    dragged->setData(draggedRunsType(), numbers.join(u',').toLatin1());
    return dragged;
}

QVariant RunTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount())
        return {};
    switch (role) {
    case Qt::TextAlignmentRole:
        return int(Qt::AlignVCenter
                   | (m_cells.isRightAligned(section) ? Qt::AlignRight : Qt::AlignLeft));
    case Qt::DisplayRole:
        return m_cells.words(section).head();
    case Qt::ToolTipRole: {
        const ColumnWords words = m_cells.words(section);
        return tr("%1\nName in the filter: %2").arg(words.meaning, words.key);
    }
    default:
        return {};
    }
}

} // namespace coterie::ui
