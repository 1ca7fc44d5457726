#include "ui/watch/watch_page.h"

#include "ui/frame/action_registry.h"
#include "ui/frame/empty_state.h"
#include "ui/frame/notice_bar.h"
#include "ui/frame/small_widgets.h"
#include "ui/runs/store_reader.h"
#include "ui/watch/curve_panel.h"
#include "ui/watch/findings_panel.h"
#include "ui/watch/live_change_panel.h"
#include "ui/watch/queue_panel.h"
#include "ui/watch/run_list.h"
#include "ui/watch/transport_bar.h"
#include "ui/watch/watch_docks.h"
#include "ui/watch/watch_head.h"
#include "ui/words.h"

#include <QAbstractButton>
#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QDockWidget>
#include <QKeyEvent>
#include <QStackedWidget>

#include <algorithm>

namespace coterie::ui {

namespace {

/// What the page shows.
enum Content
{
    kWelcome,
    kRuns,
    kStored
};

/// Qt does not ask buttons and sliders whether they need a key that is also a shortcut.
bool hasUseFor(const QWidget* widget, const QKeyEvent& event)
{
    if (event.modifiers() != Qt::NoModifier)
        return false;
    if (event.key() == Qt::Key_Space)
        return qobject_cast<const QAbstractButton*>(widget)
               || qobject_cast<const QComboBox*>(widget);
    const bool isSideways = event.key() == Qt::Key_Left || event.key() == Qt::Key_Right;
    return isSideways && qobject_cast<const QAbstractSlider*>(widget);
}

} // namespace

WatchPage::WatchPage(ActionRegistry& actions,
                     RefreshTimer& timer,
                     StoreReader& reader,
                     QWidget* parent)
    : QWidget(parent)
    , m_actions(actions)
    , m_timer(timer)
    , m_stack(new QStackedWidget(this))
    , m_trouble(new NoticeBar(this, NoticeBar::Kind::Warning, QStringLiteral("troubleText")))
    , m_interrupted(new NoticeBar(this, NoticeBar::Kind::Plain, QStringLiteral("interruptedText")))
    , m_shown(reader)
{
    auto* empty = new EmptyState(
        {.icon = QStringLiteral("quickstart"),
         .title = tr("Watch clients learn together"),
         .text = tr("The quickstart trains eight clients on drawn digits with two methods: each "
                    "client alone (Independent), and averaging all models in every round (FedAvg). "
                    "It takes a few seconds.\n\n"
                    "You will see one line per method: the mean test error of the clients, which "
                    "falls round by round. The gap between the lines is what the clients gain or "
                    "lose by working together. The thin lines are single clients.\n\n"
                    "Then design your own experiment (Ctrl+1): choose clients, data and methods. "
                    "Compare (Ctrl+3) keeps every run. Data (Ctrl+4) shows, imports and downloads "
                    "data sets."),
         .button = tr("Run the quickstart"),
         .tip = m_actions.action(ActionId::RunQuickstart)->toolTip(),
         .buttonIcon = QStringLiteral("quickstart")},
        this);
    empty->setObjectName(QStringLiteral("welcome"));
    connect(empty, &EmptyState::buttonClicked, this, &WatchPage::quickstartRequested);

    m_storedRuns = new EmptyState({.icon = QStringLiteral("watch"),
                                   .title = tr("No run on screen"),
                                   .text = {},
                                   .button = tr("Show the newest run"),
                                   .tip = tr("Open the newest stored run on this page"),
                                   .buttonIcon = QStringLiteral("replay"),
                                   .otherTip = tr("Put all stopped runs into the queue again")},
                                  this);
    m_storedRuns->setObjectName(QStringLiteral("storedRuns"));
    connect(m_storedRuns, &EmptyState::buttonClicked, this, &WatchPage::newestRequested);
    connect(m_storedRuns, &EmptyState::otherClicked, this, &WatchPage::allResumed);

    m_head = new WatchHead(m_actions, this);
    connect(m_head, &WatchHead::liveRequested, this, &WatchPage::liveRequested);
    connect(m_head, &WatchHead::resumeRequested, this, &WatchPage::resumeRequested);
    connect(m_head, &WatchHead::resumeOffered, this, &WatchPage::resumeOffered);
    connect(m_head, &WatchHead::figureChosen, this, &WatchPage::figureChosen);
    m_trouble->setObjectName(QStringLiteral("trouble"));
    const WatchSubject subject{.timer = m_timer, .shown = m_shown, .selection = m_selection};
    m_docks =
        new WatchDocks([&](const DockEntry& entry) { return entry.make(subject, this); }, this);
    m_curves = m_docks->findChildren<CurvePanel*>();
    m_structure = m_docks->findChildren<StructurePanel*>();
    m_list = m_docks->findChild<RunList*>();
    m_queue = m_docks->findChild<QueuePanel*>();
    for (const CurvePanel* panel : m_curves)
        connect(panel, &CurvePanel::followingEnded, this, [this] {
            m_actions.action(ActionId::Follow)->setChecked(false);
        });
    for (const StructurePanel* panel : m_structure)
        connect(panel, &StructurePanel::roundChosen, this, &WatchPage::choosePlace);
    auto* findings = m_docks->findChild<FindingsPanel*>();
    connect(findings, &FindingsPanel::wanted, &reader, &StoreReader::readFindings);
    connect(&reader, &StoreReader::findingsRead, findings, &FindingsPanel::setFindings);
    connect(findings, &FindingsPanel::panelChosen, m_docks, &WatchDocks::bring);
    connect(m_list, &RunList::runChosen, this, [this] {
        chooseClients();
        lookAtRun();
    });
    m_transport = new TransportBar(m_actions, this);
    connect(m_transport, &TransportBar::roundChosen, this, &WatchPage::showPlace);
    m_change = new LiveChangePanel(this);
    m_change->hide();
    connect(m_change, &LiveChangePanel::changeChosen, this, &WatchPage::changeChosen);
    m_docks->restoreLayout();
    auto* page = new QWidget(this);
    auto* pageLayout = columnIn(page, 0);
    pageLayout->addWidget(m_head);
    pageLayout->addWidget(m_docks, 1);
    pageLayout->addWidget(m_change);
    pageLayout->addWidget(m_transport);
    m_stack->addWidget(empty);
    m_stack->addWidget(page);
    m_stack->addWidget(m_storedRuns);
    auto* layout = columnIn(this, 0);
    layout->addWidget(m_stack);
    connectActions();
    connect(&m_shown, &ShownRound::changed, this, &WatchPage::offerView);
    connect(&reader, &StoreReader::reportFailed, this, &WatchPage::showTrouble);
}

void WatchPage::choosePlace(std::optional<int> round)
{
    m_transport->play(false);
    showPlace(round);
}

void WatchPage::showPlace(std::optional<int> round)
{
    m_actions.action(ActionId::Follow)->setChecked(false);
    showRound(round);
}

const RunCurves* WatchPage::chosenRun() const
{
    const std::optional<std::int64_t> run = m_list->chosenRun();
    return m_runs && run ? m_runs->find(*run) : nullptr;
}

void WatchPage::lookAtRun()
{
    const std::optional<std::int64_t> run = m_list->chosenRun();
    if (const RunCurves* chosen = chosenRun()) {
        if (m_experiment && *m_experiment != chosen->title.experiment)
            m_selection.clear(); // these are other clients
        m_experiment = chosen->title.experiment;
    }
    for (StructurePanel* panel : m_structure)
        panel->setRun(m_runs, run);
    askForReport();
    m_transport->setRun(chosenRun());
    emit chosenRunChanged();
}

int WatchPage::chosenRound() const
{
    const RunCurves* run = chosenRun();
    const int newest = run ? std::max(0, run->round) : 0;
    return std::min(m_round.value_or(newest), newest);
}

/// Of the run's newest round if it has not reached the round on screen.
void WatchPage::askForReport()
{
    const RunCurves* curves = chosenRun();
    const std::optional<int> round =
        m_round && curves ? std::optional(std::min(*m_round, curves->round)) : m_round;
    m_shown.show(m_list->chosenRun(), round, curves ? curves->round : -1);
}

/// The dendrogram is empty for methods that form no groups; the matrix is not.
void WatchPage::offerView()
{
    const RoundReport* report = m_shown.report().get();
    const std::optional<std::int64_t> run = m_shown.run();
    const RunCurves* curves = m_runs && run ? m_runs->find(*run) : nullptr;
    if (!curves || !report || report->round == 0) // no method has formed groups in round 0
        return;
    const bool areJoined = curves->groupsAt(report->round) || report->samplingClusters;
    m_docks->offer(areJoined ? "dendrogram" : "matrix");
}

void WatchPage::saveLayout() const
{
    m_docks->saveLayout();
}

void WatchPage::connectActions()
{
    for (std::size_t index = 0; index < dockTable().size(); ++index) {
        QDockWidget* dock = m_docks->docks()[index];
        QAction* action = m_actions.action(actionNameOf(dockTable()[index]));
        action->setChecked(!dock->isHidden());
        connect(
            action, &QAction::triggered, this, [this, dock](bool show) { showDock(*dock, show); });
        // The dock's own switch is also off while the whole page is hidden.
        connect(dock->toggleViewAction(), &QAction::toggled, this, [this, dock, action] {
            action->setChecked(!dock->isHidden());
            if (dock->isHidden() && m_opened.erase(dock) > 0) // closed
                refresh();
        });
    }
    const auto on = [this](ActionId id, auto signal, auto slot) {
        connect(m_actions.action(id), signal, this, slot);
    };
    on(ActionId::Follow, &QAction::toggled, &WatchPage::setFollowing);
    on(ActionId::ShowClients, &QAction::toggled, &WatchPage::chooseClients);
    on(ActionId::LogarithmicAxis, &QAction::toggled, [this](bool logarithmic) {
        for (CurvePanel* panel : m_curves)
            panel->setLogarithmic(logarithmic);
    });
    on(ActionId::FitCurves, &QAction::triggered, [this] {
        for (CurvePanel* panel : m_curves)
            panel->fit();
    });
    on(ActionId::PreviousRound, &QAction::triggered, [this] { moveRound(-1); });
    on(ActionId::NextRound, &QAction::triggered, [this] { moveRound(1); });
    on(ActionId::ResetLayout, &QAction::triggered, [this] { m_docks->resetLayout(); });
    on(ActionId::ClearPicked, &QAction::triggered, [this] { m_selection.clear(); });
    on(ActionId::ChangeSettings, &QAction::toggled, [this](bool shown) {
        m_change->setVisible(shown);
        if (shown)
            m_change->beginTyping();
    });
    // Only on this page: in a text field of another page these keys edit.
    for (const ActionId id : {ActionId::PreviousRound,
                              ActionId::NextRound,
                              ActionId::ClearPicked,
                              ActionId::PlayRounds,
                              ActionId::PauseRun,
                              ActionId::StepRun})
        addAction(m_actions.action(id));
    m_list->setContextMenuPolicy(Qt::ActionsContextMenu);
    for (const ActionId id :
         {ActionId::WatchedAsDesign, ActionId::ForkWatched, ActionId::ShowParent})
        m_list->addAction(m_actions.action(id));
}

/// A panel that is not on screen, whatever the switch of its dock says, is shown.
void WatchPage::showDock(QDockWidget& dock, bool show)
{
    const bool isElsewhere = window()->isVisible() && !isVisible(); // another page is in front
    const bool isFirst = !showsRuns();
    if (isFirst || isElsewhere || m_docks->isBehind(dock))
        show = true;
    if (show && (isFirst || !m_opened.empty()))
        m_opened.insert(&dock);
    if (isFirst || isElsewhere) {
        emit panelWanted();
        refresh();
    }
    dock.setVisible(show);
    if (show)
        dock.raise();
    const auto place = std::ranges::find(m_docks->docks(), &dock) - m_docks->docks().begin();
    m_actions.action(actionNameOf(dockTable()[std::size_t(place)]))->setChecked(show);
    m_docks->saveLayout();
}

void WatchPage::openQueue()
{
    showDock(*m_docks->findChild<QDockWidget*>(QStringLiteral("queue")), true);
}

void WatchPage::showRuns(const RunViewModel* runs, bool replayed)
{
    if (m_runs)
        disconnect(m_runs, nullptr, this, nullptr);
    m_runs = runs;
    m_replayed = replayed;
    m_list->runs().setRuns(runs);
    for (CurvePanel* panel : m_curves)
        panel->setModel(runs);
    m_actions.action(ActionId::Follow)->setChecked(true);
    setFollowing(true);
    if (runs) {
        connect(runs, &RunViewModel::cleared, this, &WatchPage::markDirty);
        connect(runs, &RunViewModel::runChanged, this, &WatchPage::markDirty);
        connect(runs, &RunViewModel::runBegun, this, [this](int index) {
            // A user who looks back at a run stays there.
            if (m_actions.action(ActionId::Follow)->isChecked()
                || !m_list->currentIndex().isValid())
                m_list->selectRow(index);
            markDirty();
        });
        if (!runs->isEmpty())
            m_list->selectRow(int(runs->runs().size()) - 1);
    }
    lookAtRun();
    refresh();
}

void WatchPage::setTitle(const QString& title)
{
    m_head->setTitle(title);
    refresh();
}

void WatchPage::showTrouble(const QString& sentence)
{
    m_trouble->say(sentence);
    placeMessages();
}

void WatchPage::setLeftBehind(const std::vector<std::int64_t>& runs)
{
    m_head->setLeftBehind(runs);
}

void WatchPage::setFigures(const QStringList& titles)
{
    m_head->setFigures(titles);
}

void WatchPage::showStored(qsizetype stored, qsizetype stopped)
{
    m_storedRuns->setText(
        tr("%1\n\nCompare (Ctrl+3) lists them: a double click there opens a run on this page, "
           "where the time line goes through its rounds.")
            .arg(counted(stored, tr("One run is stored."), tr("%1 runs are stored."))));
    m_storedRuns->setOther(
        stopped == 0
            ? QString()
            : counted(stopped, tr("Resume the stopped run"), tr("Resume %1 stopped runs")));
    m_hasStoredRuns = stored > 0;
    refresh();
}

void WatchPage::tellOfQueue(const QString& sentence, const std::vector<NoticeBar::Choice>& choices)
{
    m_interrupted->say(sentence, choices);
    placeMessages();
}

bool WatchPage::showsRuns() const
{
    return m_stack->currentIndex() == kRuns;
}

/// Over the panels, not over the time line. A trouble comes before what was interrupted, which the
/// queue lists anyway.
void WatchPage::placeMessages()
{
    QWidget& area = showsRuns() ? *m_docks : static_cast<QWidget&>(*m_stack);
    m_trouble->floatOver(area);
    m_interrupted->floatOver(area);
    if (!m_trouble->isHidden())
        m_interrupted->hide();
}

void WatchPage::refuseChange(const Error& why)
{
    m_change->refuse(why);
}

void WatchPage::setRunState(RunController::State state)
{
    m_state = state;
    refresh();
}

void WatchPage::refresh()
{
    const bool anything = m_runs && !m_runs->isEmpty();
    m_stack->setCurrentIndex(anything || isLive() || !m_opened.empty() ? kRuns
                             : m_hasStoredRuns                         ? kStored
                                                                       : kWelcome);
    // Else the keys would still press the button that began the runs, now or when the page is back.
    if (QWidget* focus = focusWidget();
        focus && m_stack->isAncestorOf(focus) && !m_stack->currentWidget()->isAncestorOf(focus)) {
        if (window()->focusWidget() == focus)
            m_stack->currentWidget()->setFocus();
        else
            focus->clearFocus();
    }
    placeMessages();
    m_head->showRuns(m_runs, m_replayed, m_state);
    showLiveChange();
    if (!anything)
        return emit chosenRunChanged();
    m_transport->setRounds(m_runs->newestRound(), m_runs->roundsPlanned());
    m_transport->setRun(chosenRun());
    emit chosenRunChanged();
    const RunCurves* run = chosenRun();
    const RoundReport* report = m_shown.report().get();
    const bool isCut = run && report && run->status != RunStatus::Running
                       && report->round > run->round; // by a stop
    // The history of a resumed run comes after the run has begun.
    const bool isMissing = run && run->round >= 0 && !report;
    if (m_round || isCut || isMissing)
        askForReport(); // the run may have reached it, or the store may have it, by now
}

void WatchPage::showLiveChange()
{
    const RunCurves* running = nullptr;
    const bool takesChanges =
        m_state == RunController::State::Running || m_state == RunController::State::Paused;
    if (m_runs && !m_replayed && takesChanges)
        for (const RunCurves& run : m_runs->runs())
            if (run.status == RunStatus::Running)
                running = &run;
    m_change->setRun(running);
    QAction* change = m_actions.action(ActionId::ChangeSettings);
    change->setEnabled(m_change->hasRun());
    if (!m_change->hasRun())
        change->setChecked(false);
}

bool WatchPage::event(QEvent* event)
{
    // Qt asks the parents of the focused widget whether the key is meant for them.
    if (event->type() == QEvent::ShortcutOverride
        && hasUseFor(QApplication::focusWidget(), *static_cast<QKeyEvent*>(event))) {
        event->accept();
        return true;
    }
    return QWidget::event(event);
}

void WatchPage::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    markDirty();
}

void WatchPage::takeKeys()
{
    m_stack->currentWidget()->setFocus();
}

void WatchPage::setFollowing(bool following)
{
    for (CurvePanel* panel : m_curves)
        panel->setFollowing(following);
    if (following) {
        m_transport->play(false);
        showRound(std::nullopt);
    }
}

void WatchPage::showRound(std::optional<int> round)
{
    m_round = round;
    lookAtRun();
    m_transport->setRound(round);
    m_list->runs().setRound(round);
    for (CurvePanel* panel : m_curves)
        panel->setCursorRound(round);
}

void WatchPage::moveRound(int steps)
{
    if (!m_runs || m_runs->isEmpty())
        return;
    const int from = m_transport->round().value_or(m_transport->shownRound());
    choosePlace(std::clamp(from + steps, 0, m_runs->newestRound()));
}

void WatchPage::chooseClients()
{
    const bool clients = m_actions.action(ActionId::ShowClients)->isChecked();
    for (CurvePanel* panel : m_curves)
        panel->setDetailed(m_list->chosenRun(), clients);
}

} // namespace coterie::ui
