#include "ui/watch/watch_page.h"

#include "ui/frame/action_registry.h"
#include "ui/frame/cell_delegate.h"
#include "ui/frame/empty_state.h"
#include "ui/frame/icons.h"
#include "ui/watch/curve_panel.h"
#include "ui/watch/run_list_model.h"
#include "ui/watch/transport_bar.h"
#include "ui/watch/watch_head.h"
#include "ui/words.h"

#include <QAction>
#include <QHeaderView>
#include <QLabel>
#include <QSplitter>
#include <QStackedWidget>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace coterie::ui {

WatchPage::WatchPage(ActionRegistry& actions, RefreshTimer& timer, QWidget* parent)
    : QWidget(parent)
    , m_actions(actions)
    , m_timer(timer)
    , m_stack(new QStackedWidget(this))
{
    m_empty = new EmptyState(
        {.icon = QStringLiteral("quickstart"),
         .title = tr("Watch clients learn together"),
         .text = tr("The quickstart trains eight clients on drawn digits, twice: once each client "
                    "alone (Independent), once averaging their models every round (FedAvg). "
                    "It takes less than half a minute.\n\n"
                    "You will see one line per method: the mean test error of the clients falls "
                    "round by round, and the gap between the two lines is what the clients "
                    "gain by working together. The thin lines are the single clients."),
         .button = tr("Run the quickstart"),
         .tip = m_actions.action(ActionId::RunQuickstart)->toolTip(),
         .buttonIcon = QStringLiteral("quickstart")},
        this);
    m_empty->setObjectName(QStringLiteral("welcome"));
    connect(m_empty, &EmptyState::buttonClicked, this, &WatchPage::quickstartRequested);

    buildHead();
    buildBody();
    auto* page = new QWidget(this);
    auto* pageLayout = new QVBoxLayout(page);
    pageLayout->setContentsMargins({});
    pageLayout->setSpacing(0);
    pageLayout->addWidget(m_head);
    pageLayout->addWidget(m_trouble);
    pageLayout->addWidget(m_body, 1);
    pageLayout->addWidget(m_transport);
    m_stack->addWidget(m_empty);
    m_stack->addWidget(page);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->addWidget(m_stack);
    connectActions();
}

WatchPage::~WatchPage()
{
    m_timer.forget(*this);
}

void WatchPage::buildHead()
{
    m_head = new WatchHead(m_actions, this);
    connect(m_head, &WatchHead::liveRequested, this, &WatchPage::liveRequested);

    m_trouble = new QWidget(this);
    m_trouble->setObjectName(QStringLiteral("trouble"));
    m_troubleText = new QLabel(m_trouble);
    m_troubleText->setWordWrap(true);
    m_troubleText->setTextInteractionFlags(Qt::TextSelectableByMouse
                                           | Qt::TextSelectableByKeyboard);
    auto* sign = new QLabel(m_trouble);
    sign->setPixmap(icon(QStringLiteral("warning")).pixmap(20, 20));
    auto* close = new QToolButton(m_trouble);
    close->setIcon(icon(QStringLiteral("close")));
    close->setAutoRaise(true);
    close->setAccessibleName(tr("Close this message"));
    close->setToolTip(tr("Close this message"));
    connect(close, &QToolButton::clicked, m_trouble, &QWidget::hide);
    auto* troubleLayout = new QHBoxLayout(m_trouble);
    troubleLayout->setContentsMargins(16, 6, 10, 6);
    troubleLayout->addWidget(sign);
    troubleLayout->addWidget(m_troubleText, 1);
    troubleLayout->addWidget(close);
    m_trouble->setBackgroundRole(QPalette::ToolTipBase);
    m_trouble->setAutoFillBackground(true);
    m_trouble->hide();
}

void WatchPage::buildBody()
{
    m_panels = {new CurvePanel(Metric::TestError, m_timer, this),
                new CurvePanel(Metric::TrainLoss, m_timer, this)};
    auto* plots = new QSplitter(Qt::Vertical, this);
    plots->setChildrenCollapsible(false);
    for (CurvePanel* panel : m_panels) {
        plots->addWidget(panel);
        connect(panel, &CurvePanel::followingEnded, this, [this] {
            m_actions.action(ActionId::Follow)->setChecked(false);
        });
    }
    plots->setStretchFactor(0, 3);
    plots->setStretchFactor(1, 2);

    m_listModel = new RunListModel(this);
    m_list = new QTableView(this);
    m_list->setObjectName(QStringLiteral("runList"));
    m_list->setAccessibleName(tr("Runs on screen"));
    m_list->setToolTip(tr("Choose a run to see its single clients as thin lines"));
    m_list->setModel(m_listModel);
    dressTable(*m_list);
    m_list->setSelectionMode(QAbstractItemView::SingleSelection);
    m_list->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    m_list->horizontalHeader()->setSectionResizeMode(RunListModel::Arm, QHeaderView::Stretch);
    connect(m_list->selectionModel(),
            &QItemSelectionModel::currentRowChanged,
            this,
            &WatchPage::chooseClients);

    m_log = new QLabel(this);
    m_log->setObjectName(QStringLiteral("log"));
    m_log->setWordWrap(true);
    m_log->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    m_log->setForegroundRole(QPalette::PlaceholderText);
    m_log->setContentsMargins(12, 8, 12, 12);
    auto* side = new QWidget(this);
    auto* sideLayout = new QVBoxLayout(side);
    sideLayout->setContentsMargins({});
    sideLayout->addWidget(m_list, 1);
    sideLayout->addWidget(m_log);
    side->setAutoFillBackground(true);
    side->setBackgroundRole(QPalette::Base);
    side->setMinimumWidth(400);

    m_body = new QSplitter(Qt::Horizontal, this);
    m_body->setChildrenCollapsible(false);
    m_body->addWidget(plots);
    m_body->addWidget(side);
    m_body->setStretchFactor(0, 3);
    m_body->setStretchFactor(1, 1);
    m_body->setSizes({860, 440});

    m_transport = new TransportBar({.pause = m_actions.action(ActionId::PauseRun),
                                    .step = m_actions.action(ActionId::StepRun),
                                    .stop = m_actions.action(ActionId::StopRun),
                                    .follow = m_actions.action(ActionId::Follow)},
                                   this);
    connect(m_transport, &TransportBar::roundChosen, this, [this](std::optional<int> round) {
        m_actions.action(ActionId::Follow)->setChecked(false);
        showRound(round);
    });
}

void WatchPage::connectActions()
{
    connect(m_actions.action(ActionId::Follow), &QAction::toggled, this, &WatchPage::setFollowing);
    connect(m_actions.action(ActionId::ShowClients),
            &QAction::toggled,
            this,
            &WatchPage::chooseClients);
    connect(m_actions.action(ActionId::LogarithmicAxis),
            &QAction::toggled,
            this,
            [this](bool logarithmic) {
                for (CurvePanel* panel : m_panels)
                    panel->setLogarithmic(logarithmic);
            });
    connect(m_actions.action(ActionId::FitCurves), &QAction::triggered, this, [this] {
        for (CurvePanel* panel : m_panels)
            panel->fit();
    });
    connect(m_actions.action(ActionId::PreviousRound), &QAction::triggered, this, [this] {
        moveRound(-1);
    });
    connect(
        m_actions.action(ActionId::NextRound), &QAction::triggered, this, [this] { moveRound(1); });
    // These keys mean something else in a text field of another page.
    for (const ActionId id :
         {ActionId::PreviousRound, ActionId::NextRound, ActionId::PauseRun, ActionId::StepRun})
        addAction(m_actions.action(id));
}

void WatchPage::showRuns(const RunViewModel* runs, bool replayed)
{
    if (m_runs)
        disconnect(m_runs, nullptr, this, nullptr);
    m_runs = runs;
    m_replayed = replayed;
    m_listModel->setRuns(runs);
    for (CurvePanel* panel : m_panels)
        panel->setModel(runs);
    m_actions.action(ActionId::Follow)->setChecked(true);
    setFollowing(true);
    if (runs) {
        connect(runs, &RunViewModel::cleared, this, &WatchPage::markDirty);
        connect(runs, &RunViewModel::runChanged, this, &WatchPage::markDirty);
        connect(runs, &RunViewModel::runBegun, this, [this](int index) {
            m_list->selectRow(index);
            markDirty();
        });
        if (!runs->isEmpty())
            m_list->selectRow(static_cast<int>(runs->runs().size()) - 1);
    }
    refresh();
}

void WatchPage::setTitle(const QString& title, const QString& lookFor)
{
    m_head->setTitle(title, lookFor);
    refresh();
}

void WatchPage::showTrouble(const QString& sentence)
{
    m_troubleText->setText(sentence);
    m_trouble->setVisible(!sentence.isEmpty());
}

void WatchPage::setRunState(RunController::State state)
{
    m_state = state;
    refresh();
}

void WatchPage::refresh()
{
    const bool anything = m_runs && !m_runs->isEmpty();
    m_stack->setCurrentIndex(anything || isLive() ? 1 : 0);
    m_head->showRuns(m_runs, m_replayed, m_state);
    if (!anything)
        return;
    m_transport->setRounds(m_runs->newestRound(), m_runs->roundsPlanned());
    QStringList lines;
    for (const RunCurves& run : m_runs->runs()) {
        if (run.status == RunStatus::Failed || run.status == RunStatus::Stopped)
            lines
                << tr("%1: %2. %3").arg(run.title.fullLabel(), statusText(run.status), run.reason);
        if (run.status == RunStatus::Stopped && !isLive())
            lines << tr("To go on with it, choose it on the Compare page and press Ctrl+R.");
        for (const RunEvent& event : run.events)
            lines << tr("%1. %2").arg(run.title.fullLabel(), event.sentence());
    }
    constexpr qsizetype kShownLines = 6;
    m_log->setVisible(!lines.isEmpty());
    m_log->setText(
        lines.mid(std::max<qsizetype>(0, lines.size() - kShownLines)).join(QLatin1Char('\n')));
}

void WatchPage::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    markDirty();
}

void WatchPage::setFollowing(bool following)
{
    for (CurvePanel* panel : m_panels)
        panel->setFollowing(following);
    if (following)
        showRound(std::nullopt);
}

void WatchPage::showRound(std::optional<int> round)
{
    m_transport->setRound(round);
    m_listModel->setRound(round);
    for (CurvePanel* panel : m_panels)
        panel->setCursorRound(round);
}

void WatchPage::moveRound(int steps)
{
    if (!m_runs || m_runs->isEmpty())
        return;
    const int newest = m_runs->newestRound();
    const int round = std::clamp(m_transport->round().value_or(newest) + steps, 0, newest);
    m_actions.action(ActionId::Follow)->setChecked(false);
    showRound(round);
}

void WatchPage::chooseClients()
{
    std::optional<std::int64_t> run;
    const QModelIndex current = m_list->currentIndex();
    if (current.isValid() && m_actions.action(ActionId::ShowClients)->isChecked())
        run = current.data(RunListModel::RunRole).toLongLong();
    for (CurvePanel* panel : m_panels)
        panel->setClientsOf(run);
}

} // namespace coterie::ui
