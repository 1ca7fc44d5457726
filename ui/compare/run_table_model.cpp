#include "ui/compare/run_table_model.h"

#include "core/collab/metric_infos.h"
#include "core/store/statistics.h"
#include "ui/frame/cell_delegate.h"
#include "ui/words.h"

#include <QDateTime>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <set>
#include <tuple>

namespace coterie::ui {

namespace {

constexpr int kNoParent = 0; ///< internal id of lines that stand at the top

/// "2026-11-20T13:34:38Z" in the user's own time, to the minute.
QString localTime(const std::string& utc)
{
    QDateTime time = QDateTime::fromString(toQString(utc), Qt::ISODate);
    if (!time.isValid())
        return toQString(utc);
    time.setTimeSpec(Qt::UTC);
    return time.toLocalTime().toString(QStringLiteral("yyyy-MM-dd hh:mm"));
}

/// What of a line a view shows: a change elsewhere needs no repaint.
bool looksAlike(const RunRow& one, const RunRow& other)
{
    return one.status == other.status && one.roundsDone == other.roundsDone
           && one.reason == other.reason && one.note == other.note && one.tags == other.tags
           && one.pinned == other.pinned && one.environment == other.environment;
}

QString tagsText(const RunRow& run)
{
    QStringList tags;
    for (const std::string& tag : run.tags)
        tags << toQString(tag);
    return tags.join(QStringLiteral(", "));
}

QString momentText(const MetricMoment& moment)
{
    switch (moment.when) {
    case MetricMoment::When::Newest:
        return RunTableModel::tr("last");
    case MetricMoment::When::Best:
        return RunTableModel::tr("best");
    case MetricMoment::When::AtRound:
        return RunTableModel::tr("round %1").arg(moment.round);
    }
    return {};
}

QString columnToolTip(int section)
{
    switch (section) {
    case RunTableModel::Number:
        return RunTableModel::tr("The run's number in the store; newer runs have greater ones");
    case RunTableModel::Experiment:
        return RunTableModel::tr("The experiment the run belongs to");
    case RunTableModel::Arm:
        return RunTableModel::tr("Which of the experiment's methods ran");
    case RunTableModel::Setting:
        return RunTableModel::tr("The values of this run where the experiment tries several");
    case RunTableModel::Seed:
        return RunTableModel::tr("What the run's random numbers were drawn from");
    case RunTableModel::State:
        return RunTableModel::tr("Runs that were stopped can be resumed");
    case RunTableModel::Rounds:
        return RunTableModel::tr("Rounds done, of those planned");
    case RunTableModel::LastError:
        return RunTableModel::tr(
            "Mean test error over clients after the newest round, 100 · (1 − accuracy); of "
            "the global model where clients have none of their own");
    case RunTableModel::BestError:
        return RunTableModel::tr("The same in the best round so far");
    case RunTableModel::TrainLoss:
        return RunTableModel::tr(
            "Mean training loss of the newest round; the pooled one of centralised training");
    case RunTableModel::Tags:
        return RunTableModel::tr("Words of your own, parted by commas; edit them in place");
    case RunTableModel::Note:
        return RunTableModel::tr("A line of your own; edit it in place");
    case RunTableModel::Created:
        return RunTableModel::tr("When the run began, in local time");
    case RunTableModel::Device:
        return RunTableModel::tr("Where it trained");
    default:
        return {};
    }
}

} // namespace

QString columnTitle(int column)
{
    switch (column) {
    case RunTableModel::Number:
        return RunTableModel::tr("Run");
    case RunTableModel::Experiment:
        return RunTableModel::tr("Experiment");
    case RunTableModel::Arm:
        return RunTableModel::tr("Arm");
    case RunTableModel::Setting:
        return RunTableModel::tr("Setting");
    case RunTableModel::Seed:
        return RunTableModel::tr("Seed");
    case RunTableModel::State:
        return RunTableModel::tr("State");
    case RunTableModel::Rounds:
        return RunTableModel::tr("Rounds");
    case RunTableModel::LastError:
        return RunTableModel::tr("Last error %");
    case RunTableModel::BestError:
        return RunTableModel::tr("Best error %");
    case RunTableModel::TrainLoss:
        return RunTableModel::tr("Train loss");
    case RunTableModel::Tags:
        return RunTableModel::tr("Tags");
    case RunTableModel::Note:
        return RunTableModel::tr("Note");
    case RunTableModel::Created:
        return RunTableModel::tr("Begun");
    case RunTableModel::Device:
        return RunTableModel::tr("Device");
    default:
        return {};
    }
}

RunTableModel::RunTableModel(QObject* parent)
    : QAbstractItemModel(parent)
{}

bool RunTableModel::isNumeric(int column) const
{
    switch (column) {
    case Number:
    case Seed:
    case Rounds:
    case LastError:
    case BestError:
    case TrainLoss:
        return true;
    default:
        return metricAt(column) != nullptr;
    }
}

const MetricColumn* RunTableModel::metricAt(int column) const
{
    const int place = column - FixedColumns;
    return place >= 0 && place < static_cast<int>(m_metrics.size())
               ? &m_metrics[static_cast<std::size_t>(place)]
               : nullptr;
}

const std::string* RunTableModel::settingText(const RunRow& run, int column) const
{
    const int place = column - FixedColumns - static_cast<int>(m_metrics.size());
    if (place < 0 || place >= static_cast<int>(m_shownSettings.size()))
        return nullptr;
    return m_settings->value(run.id, m_shownSettings[static_cast<std::size_t>(place)]);
}

QString RunTableModel::key(int column) const
{
    static const std::map<int, QString> kKeys{{Number, QStringLiteral("run")},
                                              {Experiment, QStringLiteral("experiment")},
                                              {Arm, QStringLiteral("arm")},
                                              {Setting, QStringLiteral("setting")},
                                              {Seed, QStringLiteral("seed")},
                                              {State, QStringLiteral("state")},
                                              {Rounds, QStringLiteral("rounds")},
                                              {LastError, QStringLiteral("error")},
                                              {BestError, QStringLiteral("best")},
                                              {TrainLoss, QStringLiteral("loss")},
                                              {Tags, QStringLiteral("tag")},
                                              {Note, QStringLiteral("note")},
                                              {Created, QStringLiteral("begun")},
                                              {Device, QStringLiteral("device")}};
    if (const auto known = kKeys.find(column); known != kKeys.end())
        return known->second;
    if (const MetricColumn* metric = metricAt(column))
        return toQString(metric->moment.metric);
    return title(column);
}

std::vector<RunTableModel::Group> RunTableModel::groupsOf(const std::vector<RunRow>& runs) const
{
    std::vector<Group> groups;
    if (m_grouping == Grouping::None)
        return groups;
    // By the experiment's content, in the order in which the groups' first runs were made.
    std::map<std::tuple<std::string, std::size_t, std::string, std::string>, std::size_t> placeOf;
    const bool byArm = m_grouping == Grouping::Arm;
    for (std::size_t row = 0; row < runs.size(); ++row) {
        const RunRow& run = runs[row];
        const auto [place, isNew] = placeOf.try_emplace({run.experimentHash,
                                                         byArm ? run.armIndex : 0,
                                                         byArm ? run.arm : std::string(),
                                                         byArm ? run.sweep : std::string()},
                                                        groups.size());
        if (isNew)
            groups.push_back({.experiment = toQString(run.experimentName),
                              .arm = byArm ? toQString(run.arm) : QString(),
                              .setting = byArm ? toQString(run.sweep) : QString(),
                              .armIndex = run.armIndex,
                              .rows = {}});
        groups[place->second].rows.push_back(row);
    }
    return groups;
}

void RunTableModel::setGrouping(Grouping grouping)
{
    if (grouping == m_grouping)
        return;
    beginResetModel();
    m_grouping = grouping;
    m_groups = groupsOf(m_runs);
    endResetModel();
}

void RunTableModel::setRuns(std::vector<RunRow> runs)
{
    m_lines.clear();
    std::vector<RunRow> sorted = std::move(runs);
    std::ranges::sort(sorted, {}, &RunRow::id);
    if (m_grouping == Grouping::None)
        return updateInPlace(std::move(sorted));
    std::vector<Group> groups = groupsOf(sorted);
    if (groups != m_groups || sorted.size() != m_runs.size()) {
        beginResetModel();
        m_runs = std::move(sorted);
        m_groups = std::move(groups);
        endResetModel();
        return;
    }
    const bool same = std::ranges::equal(m_runs, sorted, looksAlike);
    m_runs = std::move(sorted);
    if (!same)
        allChanged(0, columnCount() - 1);
}

void RunTableModel::updateInPlace(std::vector<RunRow> sorted)
{
    const auto byId = [](const RunRow& one, const RunRow& other) { return one.id < other.id; };
    for (std::size_t row = m_runs.size(); row-- > 0;) {
        if (std::binary_search(sorted.begin(), sorted.end(), m_runs[row], byId))
            continue;
        // A stretch that is gone goes at once: a filter behind this does its work once.
        std::size_t first = row;
        while (first > 0
               && !std::binary_search(sorted.begin(), sorted.end(), m_runs[first - 1], byId))
            --first;
        beginRemoveRows({}, static_cast<int>(first), static_cast<int>(row));
        m_runs.erase(m_runs.begin() + static_cast<std::ptrdiff_t>(first),
                     m_runs.begin() + static_cast<std::ptrdiff_t>(row) + 1);
        endRemoveRows();
        row = first;
    }
    // Those that came back stand between; those that are new stand at the end.
    for (std::size_t row = 0; row < sorted.size(); ++row) {
        if (row < m_runs.size() && m_runs[row].id == sorted[row].id) {
            const bool same = looksAlike(m_runs[row], sorted[row]);
            m_runs[row] = std::move(sorted[row]);
            if (!same)
                emit dataChanged(index(static_cast<int>(row), 0),
                                 index(static_cast<int>(row), columnCount() - 1));
            continue;
        }
        std::size_t last = row;
        while (last + 1 < sorted.size()
               && (row >= m_runs.size() || sorted[last + 1].id < m_runs[row].id))
            ++last;
        beginInsertRows({}, static_cast<int>(row), static_cast<int>(last));
        m_runs.insert(
            m_runs.begin() + static_cast<std::ptrdiff_t>(row),
            std::make_move_iterator(sorted.begin() + static_cast<std::ptrdiff_t>(row)),
            std::make_move_iterator(sorted.begin() + static_cast<std::ptrdiff_t>(last) + 1));
        endInsertRows();
        row = last;
    }
}

void RunTableModel::allChanged(int first, int last)
{
    m_lines.clear();
    if (rowCount() == 0)
        return;
    emit dataChanged(index(0, first), index(rowCount() - 1, last));
    for (int group = 0; group < static_cast<int>(m_groups.size()); ++group) {
        const QModelIndex parent = index(group, 0);
        emit dataChanged(index(0, first, parent), index(rowCount(parent) - 1, last, parent));
    }
}

/// Columns come and go under every group as well, but only those of the table itself can be told;
/// a proxy would go on with the groups' old ones.
void RunTableModel::tellGroupsOfColumns()
{
    if (m_grouping == Grouping::None)
        return;
    emit layoutAboutToBeChanged();
    emit layoutChanged();
}

void RunTableModel::setNumbers(const std::vector<RunNumbers>& numbers)
{
    bool changed = false;
    for (const RunNumbers& of : numbers) {
        RunNumbers& kept = m_numbers[of.run];
        changed = changed || kept != of;
        kept = of;
    }
    if (changed)
        allChanged(LastError, TrainLoss);
}

void RunTableModel::setSettings(std::shared_ptr<const RunSettings> settings,
                                std::vector<std::size_t> shown)
{
    const bool sameColumns = [&] {
        if (shown.size() != m_shownSettings.size())
            return false;
        for (std::size_t i = 0; i < shown.size(); ++i)
            if (settings->pointers()[shown[i]] != m_settings->pointers()[m_shownSettings[i]])
                return false;
        return true;
    }();
    if (sameColumns) {
        m_settings = std::move(settings);
        m_shownSettings = std::move(shown);
        return;
    }
    m_lines.clear();
    const int first = settingColumn(0);
    if (!m_shownSettings.empty()) {
        beginRemoveColumns({}, first, columnCount() - 1);
        m_shownSettings.clear();
        endRemoveColumns();
    }
    if (!shown.empty())
        beginInsertColumns({}, first, first + static_cast<int>(shown.size()) - 1);
    m_settings = std::move(settings);
    const bool any = !shown.empty();
    m_shownSettings = std::move(shown);
    if (any)
        endInsertColumns();
    tellGroupsOfColumns();
}

void RunTableModel::setMetricColumns(std::vector<MetricColumn> columns)
{
    const bool sameColumns =
        std::ranges::equal(columns, m_metrics, {}, &MetricColumn::moment, &MetricColumn::moment);
    if (sameColumns) {
        m_metrics = std::move(columns);
        if (!m_metrics.empty())
            allChanged(FixedColumns, FixedColumns + static_cast<int>(m_metrics.size()) - 1);
        return;
    }
    m_lines.clear();
    if (!m_metrics.empty()) {
        beginRemoveColumns({}, FixedColumns, FixedColumns + static_cast<int>(m_metrics.size()) - 1);
        m_metrics.clear();
        endRemoveColumns();
    }
    if (columns.empty())
        return tellGroupsOfColumns();
    beginInsertColumns({}, FixedColumns, FixedColumns + static_cast<int>(columns.size()) - 1);
    m_metrics = std::move(columns);
    endInsertColumns();
    tellGroupsOfColumns();
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
        return parent.isValid() ? 0 : static_cast<int>(m_runs.size());
    if (!parent.isValid())
        return static_cast<int>(m_groups.size());
    if (parent.internalId() != kNoParent || parent.column() != 0)
        return 0;
    return static_cast<int>(m_groups[static_cast<std::size_t>(parent.row())].rows.size());
}

int RunTableModel::columnCount(const QModelIndex&) const
{
    return FixedColumns + static_cast<int>(m_metrics.size() + m_shownSettings.size());
}

const RunRow* RunTableModel::runAt(const QModelIndex& index) const
{
    if (!index.isValid())
        return nullptr;
    const auto row = static_cast<std::size_t>(index.row());
    if (m_grouping == Grouping::None)
        return &m_runs[row];
    if (index.internalId() == kNoParent)
        return nullptr;
    return &m_runs[m_groups[static_cast<std::size_t>(index.internalId()) - 1].rows[row]];
}

QVariant RunTableModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    if (role == Qt::TextAlignmentRole)
        return int(Qt::AlignVCenter | (isNumeric(index.column()) ? Qt::AlignRight : Qt::AlignLeft));
    const RunRow* found = runAt(index);
    if (!found)
        return groupData(m_groups[static_cast<std::size_t>(index.row())], index.column(), role);
    const RunRow& run = *found;
    switch (role) {
    case Qt::DisplayRole:
    case Qt::EditRole:
        if (index.column() == Number && run.pinned && role == Qt::DisplayRole)
            return QStringLiteral("★ ") + text(run, Number);
        return text(run, index.column());
    case SortRole:
        return sortValue(run, index.column());
    case Qt::ToolTipRole:
        if (index.column() == Note && !run.note.empty())
            return toQString(run.note);
        return run.reason.empty() ? QVariant() : QVariant(toQString(run.reason));
    case RunRole:
        return qlonglong(run.id);
    case kArmIndexRole:
        return index.column() == Arm ? QVariant(int(run.armIndex)) : QVariant();
    case StatusRole:
        return int(run.status);
    case PinnedRole:
        return run.pinned;
    case LineRole:
        return lineOf(run);
    default:
        return {};
    }
}

QString RunTableModel::lineOf(const RunRow& run) const
{
    QString& line = m_lines[run.id];
    if (line.isEmpty())
        for (int column = 0; column < columnCount(); ++column)
            line += text(run, column) + QLatin1Char(' ');
    return line;
}

bool RunTableModel::setData(const QModelIndex& index, const QVariant& value, int role)
{
    const RunRow* run = runAt(index);
    if (!run || role != Qt::EditRole || value.toString() == text(*run, index.column()))
        return false;
    // The store decides; the line shows it when the store has been read again.
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
    const bool editable = runAt(index) && (index.column() == Note || index.column() == Tags);
    return editable ? usual | Qt::ItemIsEditable : usual;
}

QString RunTableModel::text(const RunRow& run, int column) const
{
    switch (column) {
    case Number:
        return QString::number(run.id);
    case Experiment:
        return toQString(run.experimentName);
    case Arm:
        return toQString(run.arm);
    case Setting:
        return toQString(run.sweep);
    case Seed:
        return QString::number(run.seed);
    case State:
        return statusText(run.status);
    case Rounds:
        return tr("%1 / %2").arg(run.roundsDone).arg(run.rounds);
    case LastError:
    case BestError:
    case TrainLoss:
        return cellText(number(run, column), column == TrainLoss ? 3 : 2);
    case Tags:
        return tagsText(run);
    case Note:
        return toQString(run.note);
    case Created:
        return localTime(run.created);
    case Device:
        return toQString(run.environment.device);
    default:
        break;
    }
    if (metricAt(column)) {
        const auto value = number(run, column);
        return value ? numberText(*value) : QStringLiteral("–");
    }
    const std::string* setting = settingText(run, column);
    return setting ? toQString(*setting) : QString();
}

QVariant RunTableModel::groupData(const Group& group, int column, int role) const
{
    switch (role) {
    case Qt::DisplayRole:
        return groupText(group, column);
    case Qt::FontRole: {
        QFont font;
        font.setWeight(QFont::DemiBold);
        return font;
    }
    case kArmIndexRole:
        return column == Arm && m_grouping == Grouping::Arm ? QVariant(int(group.armIndex))
                                                            : QVariant();
    case SortRole: {
        if (column == Number || column == Rounds)
            return qlonglong(m_runs[group.rows.front()].id);
        if (!isNumeric(column))
            return groupText(group, column);
        double sum = 0;
        int known = 0;
        for (const std::size_t row : group.rows)
            if (const auto value = number(m_runs[row], column)) {
                sum += *value;
                ++known;
            }
        return known > 0 ? QVariant(sum / known) : QVariant();
    }
    default:
        return {};
    }
}

QString RunTableModel::groupText(const Group& group, int column) const
{
    const auto runs = static_cast<qsizetype>(group.rows.size());
    switch (column) {
    case Number:
        return counted(runs, tr("1 run"), tr("%1 runs"));
    case Experiment:
        return group.experiment;
    case Arm:
        return group.arm;
    case Setting:
        return group.setting;
    case Seed: {
        std::set<std::uint64_t> seeds;
        for (const std::size_t row : group.rows)
            seeds.insert(m_runs[row].seed);
        return counted(static_cast<qsizetype>(seeds.size()), tr("1 seed"), tr("%1 seeds"));
    }
    case State: {
        const auto finished = std::ranges::count_if(group.rows, [this](std::size_t row) {
            return m_runs[row].status == RunStatus::Finished;
        });
        return finished == runs ? statusText(RunStatus::Finished)
                                : tr("%1 of %2 finished").arg(finished).arg(runs);
    }
    default:
        break;
    }
    if (!isNumeric(column) || column == Rounds)
        return {};
    std::vector<double> values;
    for (const std::size_t row : group.rows)
        if (const auto value = number(m_runs[row], column))
            values.push_back(*value);
    const auto spread = spreadOf(values);
    if (!spread)
        return QStringLiteral("–");
    const QString mean = numberText(spread->mean);
    return spread->runs > 1 ? tr("%1 ± %2").arg(mean, QString::number(spread->deviation, 'g', 2))
                            : mean;
}

QVariant RunTableModel::sortValue(const RunRow& run, int column) const
{
    switch (column) {
    case Number:
        return qlonglong(run.id);
    case Seed:
        return qulonglong(run.seed);
    case Rounds:
        return run.roundsDone;
    case Created:
        return toQString(run.created);
    default:
        break;
    }
    if (isNumeric(column)) {
        const auto value = number(run, column);
        return value ? QVariant(*value) : QVariant();
    }
    if (const std::string* setting = settingText(run, column)) {
        bool isNumber = false;
        const double value = toQString(*setting).toDouble(&isNumber);
        return isNumber ? QVariant(value) : QVariant(toQString(*setting));
    }
    return text(run, column);
}

std::optional<double> RunTableModel::number(const RunRow& run, int column) const
{
    if (const MetricColumn* metric = metricAt(column)) {
        const auto found = metric->values.find(run.id);
        return found == metric->values.end() ? std::nullopt : std::optional(found->second);
    }
    if (column == Seed)
        return static_cast<double>(run.seed);
    const auto found = m_numbers.find(run.id);
    if (found == m_numbers.end())
        return std::nullopt;
    const HeadlineNumbers& numbers = found->second.numbers;
    return column == LastError   ? numbers.testError
           : column == BestError ? numbers.bestTestError
           : column == TrainLoss ? numbers.trainLoss
                                 : std::nullopt;
}

QVariant RunTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount())
        return {};
    switch (role) {
    case Qt::TextAlignmentRole:
        return int(Qt::AlignVCenter | (isNumeric(section) ? Qt::AlignRight : Qt::AlignLeft));
    case Qt::DisplayRole: {
        const MetricColumn* metric = metricAt(section);
        return metric ? tr("%1, %2").arg(title(section), momentText(metric->moment))
                      : title(section);
    }
    case Qt::ToolTipRole:
        return tr("%1\nIn the filter: %2").arg(meaning(section), key(section));
    default:
        return {};
    }
}

std::size_t RunTableModel::settingAt(int column) const
{
    return m_shownSettings[static_cast<std::size_t>(column - FixedColumns) - m_metrics.size()];
}

QString RunTableModel::title(int column) const
{
    if (column < FixedColumns)
        return columnTitle(column);
    if (const MetricColumn* metric = metricAt(column))
        return fieldName(metric->moment.metric);
    return toQString(m_settings->title(settingAt(column)));
}

QString RunTableModel::meaning(int column) const
{
    if (column < FixedColumns)
        return columnToolTip(column);
    if (const MetricColumn* metric = metricAt(column)) {
        const MetricInfo* info = findMetric(metric->moment.metric);
        return info ? toQString(info->meaning) : title(column);
    }
    return toQString(m_settings->pointers()[settingAt(column)]);
}

} // namespace coterie::ui
