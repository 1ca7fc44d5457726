#include "ui/compare/run_table_model.h"

#include "ui/frame/cell_delegate.h"
#include "ui/words.h"

#include <QDateTime>
#include <QLocale>

#include <algorithm>
#include <cmath>

namespace coterie::ui {

namespace {

bool isNumeric(int column)
{
    switch (column) {
    case RunTableModel::Number:
    case RunTableModel::Seed:
    case RunTableModel::Rounds:
    case RunTableModel::LastError:
    case RunTableModel::BestError:
    case RunTableModel::TrainLoss:
        return true;
    default:
        return false;
    }
}

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
           && one.environment == other.environment;
}

} // namespace

RunTableModel::RunTableModel(QObject* parent)
    : QAbstractTableModel(parent)
{}

void RunTableModel::setRuns(const std::vector<RunRow>& runs)
{
    const auto byId = [](const RunRow& one, const RunRow& other) { return one.id < other.id; };
    std::vector<RunRow> sorted = runs;
    std::sort(sorted.begin(), sorted.end(), byId);

    for (std::size_t row = m_runs.size(); row-- > 0;) {
        if (std::binary_search(sorted.begin(), sorted.end(), m_runs[row], byId))
            continue;
        const int gone = static_cast<int>(row);
        beginRemoveRows({}, gone, gone);
        m_runs.erase(m_runs.begin() + gone);
        endRemoveRows();
    }
    // Keys only grow, so new runs stand at the end.
    for (std::size_t row = 0; row < m_runs.size(); ++row) {
        const bool same = looksAlike(m_runs[row], sorted[row]);
        m_runs[row] = sorted[row];
        if (!same)
            emit dataChanged(index(static_cast<int>(row), 0),
                             index(static_cast<int>(row), ColumnCount - 1));
    }
    if (sorted.size() > m_runs.size()) {
        beginInsertRows({}, static_cast<int>(m_runs.size()), static_cast<int>(sorted.size()) - 1);
        m_runs.insert(m_runs.end(),
                      sorted.begin() + static_cast<std::ptrdiff_t>(m_runs.size()),
                      sorted.end());
        endInsertRows();
    }
}

void RunTableModel::setNumbers(const std::vector<RunNumbers>& numbers)
{
    bool changed = false;
    for (const RunNumbers& of : numbers) {
        RunNumbers& kept = m_numbers[of.run];
        changed = changed || kept != of;
        kept = of;
    }
    if (changed && !m_runs.empty())
        emit dataChanged(index(0, LastError), index(rowCount() - 1, TrainLoss));
}

int RunTableModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_runs.size());
}

int RunTableModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant RunTableModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    const RunRow& run = m_runs[static_cast<std::size_t>(index.row())];
    switch (role) {
    case Qt::DisplayRole:
        return text(run, index.column());
    case SortRole:
        return sortValue(run, index.column());
    case Qt::TextAlignmentRole:
        return int(Qt::AlignVCenter | (isNumeric(index.column()) ? Qt::AlignRight : Qt::AlignLeft));
    case Qt::ToolTipRole:
        return run.reason.empty() ? QVariant() : QVariant(toQString(run.reason));
    case RunRole:
        return qlonglong(run.id);
    case kArmIndexRole:
        return index.column() == Arm ? QVariant(int(run.armIndex)) : QVariant();
    case StatusRole:
        return int(run.status);
    default:
        return {};
    }
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
    case Created:
        return localTime(run.created);
    case Device:
        return toQString(run.environment.device);
    default:
        return {};
    }
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
    case LastError:
    case BestError:
    case TrainLoss: {
        const auto value = number(run, column);
        return value ? QVariant(*value) : QVariant();
    }
    case Created:
        return toQString(run.created);
    default:
        return text(run, column);
    }
}

std::optional<double> RunTableModel::number(const RunRow& run, int column) const
{
    const auto found = m_numbers.find(run.id);
    if (found == m_numbers.end())
        return std::nullopt;
    const HeadlineNumbers& numbers = found->second.numbers;
    return column == LastError   ? numbers.testError
           : column == BestError ? numbers.bestTestError
                                 : numbers.trainLoss;
}

QVariant RunTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return int(Qt::AlignVCenter | (isNumeric(section) ? Qt::AlignRight : Qt::AlignLeft));
    if (role == Qt::ToolTipRole)
        return headerToolTip(section);
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Number:
        return tr("Run");
    case Experiment:
        return tr("Experiment");
    case Arm:
        return tr("Arm");
    case Setting:
        return tr("Setting");
    case Seed:
        return tr("Seed");
    case State:
        return tr("State");
    case Rounds:
        return tr("Rounds");
    case LastError:
        return tr("Last error %");
    case BestError:
        return tr("Best error %");
    case TrainLoss:
        return tr("Train loss");
    case Created:
        return tr("Begun");
    case Device:
        return tr("Device");
    default:
        return {};
    }
}

QString RunTableModel::headerToolTip(int section)
{
    switch (section) {
    case Number:
        return tr("The run's number in the store; newer runs have greater ones");
    case Experiment:
        return tr("The experiment the run belongs to");
    case Arm:
        return tr("Which of the experiment's methods ran");
    case Setting:
        return tr("The values of this run where the experiment tries several");
    case Seed:
        return tr("What the run's random numbers were drawn from");
    case State:
        return tr("Runs that were stopped can be resumed");
    case Rounds:
        return tr("Rounds done, of those planned");
    case LastError:
        return tr("Mean test error over clients after the newest round, 100 · (1 − accuracy); of "
                  "the global model where clients have none of their own");
    case BestError:
        return tr("The same in the best round so far");
    case TrainLoss:
        return tr("Mean training loss of the newest round; the pooled one of centralised training");
    case Created:
        return tr("When the run began, in local time");
    case Device:
        return tr("Where it trained");
    default:
        return {};
    }
}

RunFilterProxy::RunFilterProxy(QObject* parent)
    : QSortFilterProxyModel(parent)
{
    setSortRole(RunTableModel::SortRole);
    setSortCaseSensitivity(Qt::CaseInsensitive);
    setDynamicSortFilter(true);
}

void RunFilterProxy::setTyped(const QString& typed)
{
    if (m_typed == typed)
        return;
    m_typed = typed;
    invalidateFilter();
}

bool RunFilterProxy::filterAcceptsRow(int row, const QModelIndex& parent) const
{
    if (m_typed.isEmpty())
        return true;
    QString line;
    for (int column = 0; column < RunTableModel::ColumnCount; ++column)
        line += sourceModel()->index(row, column, parent).data().toString() + QLatin1Char(' ');
    return matchesWords(line, m_typed);
}

bool RunFilterProxy::lessThan(const QModelIndex& left, const QModelIndex& right) const
{
    const QVariant one = left.data(sortRole());
    const QVariant other = right.data(sortRole());
    // Runs without the number, and NaN, stand behind all numbers; Qt's own order of NaN is none at
    // all.
    const auto rank = [](const QVariant& value) {
        if (!value.isValid())
            return 2;
        return value.typeId() == QMetaType::Double && std::isnan(value.toDouble()) ? 1 : 0;
    };
    if (rank(one) != rank(other))
        return rank(one) < rank(other);
    return rank(one) == 0 && QSortFilterProxyModel::lessThan(left, right);
}

} // namespace coterie::ui
