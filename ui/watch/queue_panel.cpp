#include "ui/watch/queue_panel.h"

#include "ui/core_sentences.h"
#include "ui/frame/delegates.h"
#include "ui/frame/icons.h"
#include "ui/frame/small_widgets.h"
#include "ui/watch/remote_tasks.h"
#include "ui/words.h"

#include <QAction>
#include <QHeaderView>
#include <QTableView>
#include <QToolButton>

#include <algorithm>
#include <set>
#include <utility>

namespace coterie::ui {

namespace {

using Kind = QueueModel::Line::Kind;

QString roundsText(int done, int planned)
{
    return WatchPanel::tr("%1 of %2").arg(done).arg(planned);
}

QString runName(const RunTitle& title)
{
    return WatchPanel::tr("%1: %2").arg(title.experiment, title.fullLabel());
}

} // namespace

void QueueModel::setLines(std::vector<Line> lines)
{
    beginResetModel();
    m_lines = std::move(lines);
    endResetModel();
}

std::vector<std::int64_t> QueueModel::runsOf(Line::Kind kind) const
{
    std::vector<std::int64_t> runs;
    for (const Line& line : m_lines)
        if (line.kind == kind)
            runs.push_back(line.run);
    return runs;
}

std::vector<std::int64_t> QueueModel::order() const
{
    return runsOf(Kind::Waits);
}

std::vector<std::int64_t> QueueModel::stopped() const
{
    return runsOf(Kind::IsStopped);
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
    case KindRole:
        return static_cast<int>(line.kind);
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
    , m_remote(new RemoteTasks(this))
{
    m_table->setToolTip(tr("The runs that wait, in the order in which they will begin, and below "
                           "them those that were stopped"));
    m_table->setModel(m_model);
    dressTable(*m_table);
    m_table->setTextElideMode(Qt::ElideMiddle); // runs differ at the end of their names
    m_table->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    m_table->horizontalHeader()->setResizeContentsPrecision(0); // only the lines in sight
    m_table->horizontalHeader()->setSectionResizeMode(QueueModel::Run, QHeaderView::Stretch);
    m_summary->setForegroundRole(QPalette::PlaceholderText);
    m_summary->setWordWrap(true);

    m_parts = columnIn(this, 8, {8, 6, 8, 6});
    auto* here = new QWidget(this);
    auto* layout = columnIn(here, 4);
    layout->addWidget(m_summary);
    layout->addWidget(m_table, 1);
    auto* buttons = new QWidget(here);
    rowIn(buttons, 4);
    buttons->setObjectName(QStringLiteral("queueButtons"));
    layout->addWidget(buttons);
    m_parts->addWidget(here, 1);
    m_parts->addWidget(m_remote, 1);
    m_up = addButton(QStringLiteral("up"),
                     tr("Earlier"),
                     tr("Move the selected runs one place up"),
                     Qt::ALT | Qt::Key_Up,
                     &QueuePanel::up);
    m_down = addButton(QStringLiteral("down"),
                       tr("Later"),
                       tr("Move the selected runs one place down"),
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
        if (index.data(QueueModel::KindRole).toInt() == static_cast<int>(Kind::IsStopped))
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
    for (const WaitingRun& run : waiting) {
        m_resumed.erase(run.id);
        std::erase_if(m_takenOut, [&run](const WaitingRun& out) { return out.id == run.id; });
    }
    refillWhenShown();
}

void QueuePanel::showStopped(const std::vector<RunRow>& stopped)
{
    m_stopped = stopped;
    for (const RunRow& row : m_stopped)
        m_names[row.id] = toQString(row.name);
    std::erase_if(m_takenOut, [&stopped](const WaitingRun& out) {
        return std::ranges::find(stopped, out.id, &RunRow::id) != stopped.end();
    });
    refillWhenShown();
}

void QueuePanel::showBegun(std::int64_t run)
{
    m_resumed.erase(run);
    std::erase_if(m_takenOut, [run](const WaitingRun& out) { return out.id == run; });
    std::erase_if(m_stopped, [run](const RunRow& row) { return row.id == run; });
    refillWhenShown();
}

void QueuePanel::forgetWishes()
{
    m_resumed.clear();
    m_takenOut.clear();
    refillWhenShown();
}

void QueuePanel::resumeAll()
{
    const std::vector<std::int64_t> all = m_model->stopped();
    if (all.empty())
        return;
    m_resumed.insert(all.begin(), all.end());
    refill();
    emit resumeRequested(all);
}

void QueuePanel::move(int step)
{
    if (const std::vector<std::int64_t> moving = chosen(Kind::Waits); !moving.empty())
        emit arrangeRequested(movedInOrder(m_model->order(), moving, step));
    if (const std::vector<std::int64_t> moving = chosen(Kind::IsStopped); !moving.empty())
        emit stoppedArranged(movedInOrder(m_model->stopped(), moving, step));
}

void QueuePanel::drop()
{
    const std::vector<std::int64_t> dropped = chosen(Kind::Waits);
    if (dropped.empty())
        return;
    for (const WaitingRun& run : m_waiting)
        if (std::ranges::find(dropped, run.id) != dropped.end())
            m_takenOut.push_back(run);
    emit dropRequested(dropped);
}

void QueuePanel::resumeChosen()
{
    const std::vector<std::int64_t> resumed = chosen(Kind::IsStopped);
    if (resumed.empty())
        return;
    m_resumed.insert(resumed.begin(), resumed.end());
    refill();
    emit resumeRequested(resumed);
}

std::vector<std::int64_t> QueuePanel::chosen(Kind kind) const
{
    std::vector<std::int64_t> runs;
    QModelIndexList rows = m_table->selectionModel()->selectedRows();
    std::ranges::sort(rows, {}, &QModelIndex::row);
    for (const QModelIndex& row : std::as_const(rows))
        if (row.data(QueueModel::KindRole).toInt() == static_cast<int>(kind))
            runs.push_back(row.data(QueueModel::RunRole).toLongLong());
    return runs;
}

void QueuePanel::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    if (m_isDirty)
        refill();
}

void QueuePanel::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    const bool isFlat = width() > 2 * height(); // one above the other, each has no line left
    m_parts->setDirection(isFlat ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
}

void QueuePanel::refillWhenShown()
{
    m_isDirty = true;
    if (isVisible())
        refill();
}

std::vector<QueueModel::Line> QueuePanel::lines() const
{
    std::vector<QueueModel::Line> lines;
    std::set<std::int64_t> listed;
    const auto addWaiting = [&](const WaitingRun& run, Kind kind, const QString& state) {
        if (!listed.insert(run.id).second)
            return;
        RunTitle title = titleOf(run);
        if (const auto known = m_names.find(run.id); known != m_names.end())
            title.name = known->second;
        lines.push_back({.run = run.id,
                         .kind = kind,
                         .name = runName(title),
                         .rounds = roundsText(run.roundsDone, run.rounds),
                         .state = state,
                         .tip = kind == Kind::Waits
                                    ? tr("It begins when those before it have ended.")
                                    : tr("It leaves the queue after the round under way.")});
    };
    for (const WaitingRun& run : m_waiting)
        addWaiting(run, Kind::Waits, lines.empty() ? tr("next") : tr("waits"));
    for (const WaitingRun& run : m_takenOut)
        addWaiting(run, Kind::WillBeTakenOut, tr("will be taken out"));
    for (const RunRow& row : m_stopped) {
        if (!listed.insert(row.id).second) // as last read: it may wait again since then
            continue;
        const bool returns = m_resumed.contains(row.id);
        lines.push_back({.run = row.id,
                         .kind = returns ? Kind::WillWait : Kind::IsStopped,
                         .name = runName(titleOf(row)),
                         .rounds = roundsText(row.roundsDone, row.rounds),
                         .state = returns            ? tr("will wait")
                                  : row.isNotBegun() ? tr("not begun")
                                                     : statusText(row.status),
                         .tip = returns ? tr("It enters the queue after the round under way.")
                                        : reasonFromCore(row.reason)});
    }
    return lines;
}

void QueuePanel::refill()
{
    m_isDirty = false;
    std::set<std::int64_t> kept;
    for (const QModelIndex& row : m_table->selectionModel()->selectedRows())
        kept.insert(row.data(QueueModel::RunRole).toLongLong());
    const std::int64_t current =
        m_table->currentIndex().data(QueueModel::RunRole).toLongLong(); // 0: none
    m_model->setLines(lines());
    keepChoice(kept, current);
    const auto waits = std::ssize(m_model->order());
    const auto can = std::ssize(m_model->stopped());
    m_summary->setText(
        m_model->rowCount() == 0
            ? tr("No run waits, and none was stopped. Runs that you start while others run "
                 "wait here for their turn.")
            : tr("%1, %2.").arg(
                waits == 0 ? tr("No run waits")
                           : counted(waits, tr("1 run waits"), tr("%1 runs wait")),
                can == 0 ? tr("none can be resumed")
                         : counted(can, tr("1 can be resumed"), tr("%1 can be resumed"))));
    offer();
}

/// The selection and the current line stay with their runs. Neighbours make one range, because
/// thousands of ranges are slow.
void QueuePanel::keepChoice(const std::set<std::int64_t>& chosen, std::int64_t current)
{
    QItemSelection selection;
    QModelIndex first;
    QModelIndex last;
    const auto close = [&] {
        if (first.isValid())
            selection.select(first, last);
        first = {};
    };
    for (int row = 0; row < m_model->rowCount(); ++row) {
        const QModelIndex index = m_model->index(row, 0);
        const std::int64_t run = index.data(QueueModel::RunRole).toLongLong();
        if (run == current)
            m_table->selectionModel()->setCurrentIndex(index, QItemSelectionModel::NoUpdate);
        if (!chosen.contains(run)) {
            close();
            continue;
        }
        if (!first.isValid())
            first = index;
        last = index;
    }
    close();
    m_table->selectionModel()->select(selection,
                                      QItemSelectionModel::Select | QItemSelectionModel::Rows);
}

void QueuePanel::offer()
{
    const std::vector<std::int64_t> waiting = chosen(Kind::Waits);
    const std::vector<std::int64_t> stopped = chosen(Kind::IsStopped);
    const auto canMove = [&](int step) { // the first go no further up, the last no further down
        const std::vector<std::int64_t> order = m_model->order();
        const std::vector<std::int64_t> ended = m_model->stopped();
        return movedInOrder(order, waiting, step) != order
               || movedInOrder(ended, stopped, step) != ended;
    };
    m_up->setEnabled(canMove(-1));
    m_down->setEnabled(canMove(1));
    m_drop->setEnabled(!waiting.empty());
    m_resume->setEnabled(!stopped.empty());
    m_resumeAll->setEnabled(!m_model->stopped().empty());
}

} // namespace coterie::ui
