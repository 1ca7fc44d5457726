#include "ui/watch/run_list.h"

#include "ui/frame/delegates.h"
#include "ui/frame/small_widgets.h"
#include "ui/watch/curve_lines.h"
#include "ui/watch/metric_info.h"
#include "ui/words.h"

#include <QHeaderView>

#include <algorithm>
#include <array>

namespace coterie::ui {

void RunListModel::setRuns(const RunViewModel* runs)
{
    if (m_runs == runs)
        return;
    beginResetModel();
    if (m_runs)
        disconnect(m_runs, nullptr, this, nullptr);
    m_runs = runs;
    m_rows = runs ? int(runs->runs().size()) : 0;
    if (runs) {
        connect(runs, &RunViewModel::cleared, this, [this] {
            beginResetModel();
            m_rows = 0;
            endResetModel();
        });
        connect(runs, &RunViewModel::runBegun, this, [this](int index) {
            beginInsertRows({}, index, index);
            ++m_rows;
            endInsertRows();
            announce(0, index); // with runs of several experiments each line names its experiment
        });
        connect(runs, &RunViewModel::runChanged, this, [this](int row) { announce(row, row); });
    }
    endResetModel();
}

void RunListModel::setRound(std::optional<int> round)
{
    if (m_round == round)
        return;
    m_round = round;
    if (m_rows > 0)
        announce(0, m_rows - 1);
}

void RunListModel::announce(int firstRow, int lastRow)
{
    emit dataChanged(index(firstRow, Arm), index(lastRow, Loss));
}

int RunListModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : m_rows;
}

int RunListModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant RunListModel::data(const QModelIndex& index, int role) const
{
    if (!m_runs || !index.isValid() || index.row() >= m_rows)
        return {};
    const RunCurves& run = m_runs->runs()[std::size_t(index.row())];
    switch (role) {
    case Qt::DisplayRole:
        return text(run, index.column());
    case Qt::TextAlignmentRole:
        return headerData(index.column(), Qt::Horizontal, role);
    case Qt::ToolTipRole: {
        const QString state = withTrueMinus(run.stateWords());
        return tr("%1\n%2: %3").arg(run.title.experiment, run.title.fullLabel(), state);
    }
    case RunRole:
        return qlonglong(run.title.id);
    case kLookRole:
        return index.column() == Arm ? QVariant(int(run.title.look)) : QVariant();
    case kVariantRole:
        return int(run.title.sweepPlace);
    default:
        return {};
    }
}

QString RunListModel::text(const RunCurves& run, int column) const
{
    const int round = m_round ? std::min(*m_round, run.round) : run.round;
    const auto number = [&](Metric metric, int decimals) {
        const std::optional<Curve::Point> point = run.metrics[std::size_t(metric)].mean.at(round);
        const QString value =
            cellText(point ? std::optional(point->value) : std::nullopt, decimals);
        return point && point->round != round
                   ? tr("round %1: %2").arg(countText(qint64(point->round)), value)
                   : value;
    };
    if (column == Arm) { // the user's own name or the arm first: the end is elided
        QStringList words{run.title.label()};
        if (!run.title.name.isEmpty())
            words.prepend(run.title.name);
        if (m_runs->experiments().size() > 1)
            words << run.title.experiment;
        const QString first = words.takeFirst();
        return words.isEmpty() ? first : tr("%1 (%2)").arg(first, words.join(QStringLiteral(", ")));
    }
    if (column == Seed)
        return QString::number(run.title.seed);
    if (column == Round)
        return round < 0 ? QStringLiteral("–") : QString::number(round);
    return column == Error ? number(Metric::TestError, 2) : number(Metric::TrainLoss, 3);
}

QVariant RunListModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount)
        return {};
    static const std::array<std::pair<const char*, const char*>, ColumnCount> kHeads{{
        {QT_TRANSLATE_NOOP("coterie", "Arm"),
         QT_TRANSLATE_NOOP("coterie", "A method of the experiment, with the colour of its curve")},
        {QT_TRANSLATE_NOOP("coterie", "Seed"),
         QT_TRANSLATE_NOOP("coterie", "The seed of the run's random numbers")},
        {QT_TRANSLATE_NOOP("coterie", "Round"),
         QT_TRANSLATE_NOOP("coterie",
                           "The round of these numbers: the one on screen, or the run's newest. "
                           "A number of an earlier round says so")},
        {QT_TRANSLATE_NOOP("coterie", "Error %"), infoOf(Metric::TestError).explanation},
        {QT_TRANSLATE_NOOP("coterie", "Training loss"), infoOf(Metric::TrainLoss).explanation},
    }};
    const auto& [title, tip] = kHeads[std::size_t(section)];
    if (role == Qt::TextAlignmentRole)
        return int(Qt::AlignVCenter | (section == Arm ? Qt::AlignLeft : Qt::AlignRight));
    return role == Qt::DisplayRole   ? QVariant(say(title))
           : role == Qt::ToolTipRole ? QVariant(say(tip))
                                     : QVariant();
}

RunList::RunList(const WatchSubject&, QWidget* parent)
    : QTableView(parent)
    , m_runs(new RunListModel(this))
{
    named(this, "runList", tr("Runs on screen"));
    setToolTip(tr("Select a run to see its clients and how they work together"));
    setModel(m_runs);
    dressTable(*this);
    setSelectionMode(QAbstractItemView::SingleSelection);
    horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    horizontalHeader()->setSectionResizeMode(RunListModel::Arm, QHeaderView::Stretch);
    connect(selectionModel(), &QItemSelectionModel::currentRowChanged, this, &RunList::runChosen);
}

std::optional<std::int64_t> RunList::chosenRun() const
{
    const QModelIndex current = currentIndex();
    if (!current.isValid())
        return std::nullopt;
    return current.data(RunListModel::RunRole).toLongLong();
}

} // namespace coterie::ui
