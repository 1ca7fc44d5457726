#include "ui/watch/queue_panel.h"

#include "ui/frame/delegates.h"
#include "ui/frame/icons.h"
#include "ui/frame/small_widgets.h"
#include "ui/words.h"

#include <QAction>
#include <QHeaderView>
#include <QSettings>
#include <QTableView>
#include <QToolButton>

#include <algorithm>
#include <set>
#include <utility>

namespace coterie::ui {

namespace {

const QString kOrderKey = QStringLiteral("queue/order");
const QString kStoreKey = QStringLiteral("queue/store");

QString roundsText(int done, int planned)
{
    return WatchPanel::tr("%1 of %2").arg(done).arg(planned);
}

QString runName(const QString& experiment, const QString& label)
{
    return WatchPanel::tr("%1: %2").arg(experiment, label);
}

/// Puts the runs in the order that the user gave to them.
void putInOrder(std::vector<RunRow>& runs, const QString& store)
{
    const QSettings settings;
    if (settings.value(kStoreKey).toString() != store)
        return;
    std::vector<std::int64_t> order;
    for (const QString& run : settings.value(kOrderKey).toStringList())
        order.push_back(run.toLongLong());
    arrangeRuns(runs, order);
}

} // namespace

void QueueModel::setRuns(const std::vector<WaitingRun>& waiting, const std::vector<RunRow>& stopped)
{
    beginResetModel();
    m_lines.clear();
    m_waiting = static_cast<int>(waiting.size());
    for (const WaitingRun& run : waiting)
        m_lines.push_back({.run = run.id,
                           .waits = true,
                           .name = runName(toQString(run.experiment), toQString(run.label)),
                           .rounds = roundsText(run.roundsDone, run.rounds),
                           .state = m_lines.empty() ? tr("next") : tr("waits"),
                           .tip = tr("It begins when those before it have ended.")});
    for (const RunRow& row : stopped) {
        const RunTitle title = titleOf(row);
        m_lines.push_back({.run = row.id,
                           .waits = false,
                           .name = runName(title.experiment, title.fullLabel()),
                           .rounds = roundsText(row.roundsDone, row.rounds),
                           .state = row.isNotBegun() ? tr("not begun") : statusText(row.status),
                           .tip = toQString(row.reason)});
    }
    endResetModel();
}

std::vector<std::int64_t> QueueModel::order() const
{
    std::vector<std::int64_t> runs;
    for (const Line& line : m_lines)
        if (line.waits)
            runs.push_back(line.run);
    return runs;
}

std::vector<std::int64_t> QueueModel::stopped() const
{
    std::vector<std::int64_t> runs;
    for (const Line& line : m_lines)
        if (!line.waits)
            runs.push_back(line.run);
    return runs;
}

int QueueModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_lines.size());
}

int QueueModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant QueueModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || index.row() >= rowCount())
        return {};
    const Line& line = m_lines[static_cast<std::size_t>(index.row())];
    switch (role) {
    case Qt::DisplayRole:
        return index.column() == Run      ? line.name
               : index.column() == Rounds ? line.rounds
                                          : line.state;
    case Qt::TextAlignmentRole:
        return headerData(index.column(), Qt::Horizontal, role);
    case Qt::ToolTipRole:
        return tr("%1\nRun %2, %3. %4").arg(line.name).arg(line.run).arg(line.state, line.tip);
    case RunRole:
        return qlonglong(line.run);
    case WaitsRole:
        return line.waits;
    default:
        return {};
    }
}

QVariant QueueModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return int(Qt::AlignVCenter | (section == Rounds ? Qt::AlignRight : Qt::AlignLeft));
    if (role == Qt::DisplayRole)
        return section == Run ? tr("Run") : section == Rounds ? tr("Rounds") : tr("State");
    if (role == Qt::ToolTipRole)
        return section == Run      ? tr("The experiment, the method and the seed")
               : section == Rounds ? tr("How many rounds are stored, of those planned")
                                   : tr("Whether it waits for its turn or can be resumed");
    return {};
}

std::vector<std::int64_t>
movedInOrder(std::vector<std::int64_t> order, const std::vector<std::int64_t>& chosen, int step)
{
    const std::set<std::int64_t> moving(chosen.begin(), chosen.end());
    const auto moveUp = [&](auto first, auto last) {
        for (auto place = first; place != last; ++place)
            if (place != first && moving.contains(*place) && !moving.contains(*std::prev(place)))
                std::iter_swap(place, std::prev(place));
    };
    if (step < 0)
        moveUp(order.begin(), order.end());
    else
        moveUp(order.rbegin(), order.rend());
    return order;
}

QueuePanel::QueuePanel(const WatchSubject&, QWidget* parent)
    : QWidget(parent)
    , m_model(new QueueModel(this))
    , m_table(named(new QTableView(this), "queueTable", tr("Runs that wait or can be resumed")))
    , m_summary(named(new QLabel(this), "queueSummary"))
{
    m_table->setToolTip(tr("The runs that wait, in the order in which they will begin, and below "
                           "them those that were stopped"));
    m_table->setModel(m_model);
    dressTable(*m_table);
    m_table->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    m_table->horizontalHeader()->setSectionResizeMode(QueueModel::Run, QHeaderView::Stretch);
    m_summary->setForegroundRole(QPalette::PlaceholderText);
    m_summary->setWordWrap(true);

    auto* layout = columnIn(this, 4, {8, 6, 8, 6});
    layout->addWidget(m_summary);
    layout->addWidget(m_table, 1);
    auto* buttons = new QWidget(this);
    rowIn(buttons, 4);
    buttons->setObjectName(QStringLiteral("queueButtons"));
    layout->addWidget(buttons);
    m_up = addButton(QStringLiteral("up"),
                     tr("Earlier"),
                     tr("Move the selected waiting runs one place up"),
                     Qt::ALT | Qt::Key_Up,
                     &QueuePanel::up);
    m_down = addButton(QStringLiteral("down"),
                       tr("Later"),
                       tr("Move the selected waiting runs one place down"),
                       Qt::ALT | Qt::Key_Down,
                       &QueuePanel::down);
    m_drop = addButton(QStringLiteral("close"),
                       tr("Take out"),
                       tr("Take the selected waiting runs out of the queue; they stay in the store "
                          "and can be resumed"),
                       QKeySequence::Delete,
                       &QueuePanel::drop);
    static_cast<QHBoxLayout*>(buttons->layout())->addStretch(1);
    m_resume = addButton(QStringLiteral("resume"),
                         tr("Resume"),
                         tr("Put the selected stopped runs into the queue again"),
                         Qt::ALT | Qt::Key_Return,
                         &QueuePanel::resumeChosen);
    m_resumeAll = addButton(QStringLiteral("resume"),
                            tr("Resume all"),
                            tr("Put all stopped runs into the queue again, in this order"),
                            {},
                            &QueuePanel::resumeAll);
    connect(m_table->selectionModel(),
            &QItemSelectionModel::selectionChanged,
            this,
            &QueuePanel::offer);
    connect(m_table, &QTableView::doubleClicked, this, [this](const QModelIndex& index) {
        if (!index.data(QueueModel::WaitsRole).toBool())
            resumeChosen();
    });
    refill();
}

QAction* QueuePanel::addButton(const QString& iconName,
                               const QString& text,
                               const QString& tip,
                               const QKeySequence& keys,
                               void (QueuePanel::*act)())
{
    auto* action = new QAction(icon(iconName), text, this);
    action->setShortcut(keys);
    action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    action->setToolTip(
        keys.isEmpty() ? tip : tr("%1 (%2)").arg(tip, keys.toString(QKeySequence::NativeText)));
    connect(action, &QAction::triggered, this, act);
    addAction(action);
    auto* button = new QToolButton(this);
    button->setDefaultAction(action);
    button->setAutoRaise(true);
    button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    findChild<QWidget*>(QStringLiteral("queueButtons"))->layout()->addWidget(button);
    return action;
}

void QueuePanel::showWaiting(const std::vector<WaitingRun>& waiting)
{
    m_waiting = waiting;
    refill();
}

void QueuePanel::showStopped(std::vector<RunRow> stopped)
{
    m_stopped = std::move(stopped);
    putInOrder(m_stopped, m_store);
    refill();
}

void QueuePanel::resumeAll()
{
    if (const std::vector<std::int64_t> all = m_model->stopped(); !all.empty())
        emit resumeRequested(all);
}

void QueuePanel::move(int step)
{
    const std::vector<std::int64_t> moving = chosen(true);
    if (moving.empty())
        return;
    const std::vector<std::int64_t> order = movedInOrder(m_model->order(), moving, step);
    QStringList words;
    for (const std::int64_t run : order)
        words << QString::number(run);
    QSettings settings;
    settings.setValue(kStoreKey, m_store);
    settings.setValue(kOrderKey, words);
    emit arrangeRequested(order);
}

void QueuePanel::drop()
{
    if (const std::vector<std::int64_t> dropped = chosen(true); !dropped.empty())
        emit dropRequested(dropped);
}

void QueuePanel::resumeChosen()
{
    if (const std::vector<std::int64_t> resumed = chosen(false); !resumed.empty())
        emit resumeRequested(resumed);
}

std::vector<std::int64_t> QueuePanel::chosen(bool waiting) const
{
    std::vector<std::int64_t> runs;
    QModelIndexList rows = m_table->selectionModel()->selectedRows();
    std::ranges::sort(rows, {}, &QModelIndex::row);
    for (const QModelIndex& row : std::as_const(rows))
        if (row.data(QueueModel::WaitsRole).toBool() == waiting)
            runs.push_back(row.data(QueueModel::RunRole).toLongLong());
    return runs;
}

/// The selection stays with its runs.
void QueuePanel::refill()
{
    std::set<std::int64_t> kept;
    for (const bool waiting : {true, false})
        for (const std::int64_t run : chosen(waiting))
            kept.insert(run);
    std::vector<RunRow> stopped;
    for (const RunRow& row : m_stopped) // as last read: one may wait again since then
        if (std::ranges::find(m_waiting, row.id, &WaitingRun::id) == m_waiting.end())
            stopped.push_back(row);
    m_model->setRuns(m_waiting, stopped);
    QItemSelection selection;
    for (int row = 0; row < m_model->rowCount(); ++row) {
        const QModelIndex index = m_model->index(row, 0);
        if (kept.contains(index.data(QueueModel::RunRole).toLongLong()))
            selection.select(index, index);
    }
    m_table->selectionModel()->select(selection,
                                      QItemSelectionModel::Select | QItemSelectionModel::Rows);
    const auto waits = static_cast<qsizetype>(m_waiting.size());
    const auto can = static_cast<qsizetype>(stopped.size());
    m_summary->setText(
        waits + can == 0
            ? tr("No run waits, and none was stopped. Runs that you start while others run "
                 "wait here for their turn.")
            : tr("%1, %2.").arg(
                waits == 0 ? tr("No run waits")
                           : counted(waits, tr("1 run waits"), tr("%1 runs wait")),
                can == 0 ? tr("none was stopped")
                         : counted(can, tr("1 can be resumed"), tr("%1 can be resumed"))));
    offer();
}

void QueuePanel::offer()
{
    const bool waits = !chosen(true).empty();
    for (QAction* action : {m_up, m_down, m_drop})
        action->setEnabled(waits);
    m_resume->setEnabled(!chosen(false).empty());
    m_resumeAll->setEnabled(!m_model->stopped().empty());
}

} // namespace coterie::ui
