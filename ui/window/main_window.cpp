#include "ui/window/main_window.h"

#include "core/run/environment.h"
#include "ui/compare/compare_page.h"
#include "ui/data/data_page.h"
#include "ui/design/data_presence.h"
#include "ui/design/design_page.h"
#include "ui/design/run_check.h"
#include "ui/design/summary_panel.h"
#include "ui/frame/icons.h"
#include "ui/frame/notice_bar.h"
#include "ui/frame/small_widgets.h"
#include "ui/watch/watch_head.h"
#include "ui/watch/watch_page.h"
#include "ui/window/command_palette.h"
#include "ui/window/file_notices.h"
#include "ui/window/help_menu.h"
#include "ui/window/manual.h"
#include "ui/window/mode_bar.h"
#include "ui/window/palette_figures.h"
#include "ui/window/palette_sources.h"
#include "ui/window/queue_link.h"
#include "ui/window/queue_notice.h"
#include "ui/window/quickstart_tour.h"
#include "ui/window/run_branches.h"
#include "ui/window/run_dialogs.h"
#include "ui/window/run_starter.h"
#include "ui/window/status_strip.h"
#include "ui/window/sufficient_dialog.h"
#include "ui/window/window_actions.h"
#include "ui/window/window_dialogs.h"
#include "ui/words.h"

#include <QActionGroup>
#include <QCloseEvent>
#include <QDir>
#include <QMenuBar>
#include <QSettings>
#include <QStackedWidget>
#include <QStatusBar>
#include <QStatusTipEvent>

namespace coterie::ui {

namespace {

constexpr int kLayoutVersion = 1;
constexpr std::array kPageActions{
    ActionId::ShowDesign, ActionId::ShowWatch, ActionId::ShowCompare, ActionId::ShowData};

} // namespace

MainWindow::MainWindow(const WindowContext& context, QWidget* parent)
    : QMainWindow(parent)
    , m_context(context)
    , m_controller(context.queue, m_timer)
    , m_document(context.registry)
    , m_reader(context.queue.storeFile)
{
    setObjectName(QStringLiteral("mainWindow"));
    setWindowTitle(tr("Coterie"));
    setWindowIcon(programIcon());
    takeDrops(*this, true, [this](const QString& path) { openFile(path); });
    addWindowActions(m_actions);
    m_files = new FileCommands(m_document, m_actions, context.experimentsFolder, this);
    createPages();
    m_files->fillMenu(fillMenuBar(*menuBar(), m_actions));
    connectActions();
    connectRuns();
    connectDocument();
    m_tour = new QuickstartTour(*this, quickstartFile());
    restore();
    showRunState();
    showPage(Page::Watch);
    m_asking.run([] { return automaticDevice(); }, // can load a driver
                 [this](const std::string& device) { m_status->setDevice(toQString(device)); });
}

MainWindow::~MainWindow()
{
    delete m_notices; // it shows notices on a page
    // The pages use the models and the timer, which are members and would be destroyed first.
    delete takeCentralWidget();
}

void MainWindow::createPages()
{
    m_design = new DesignPage(m_document,
                              m_context.registry,
                              m_actions,
                              m_context.experimentsFolder,
                              m_context.dataFolders,
                              this);
    m_watch = new WatchPage(m_actions, m_timer, m_reader, this);
    m_compare = new ComparePage(m_reader, m_actions, this);
    new RunDialogs(*m_compare, m_actions, m_context.queue.storeFile, m_context.dataFolders, this);
    m_data = new DataPage(m_context.catalog, m_context.dataFolders, this);
    m_pages = named(new QStackedWidget(this), "pages");
    auto* modes = new QActionGroup(this);
    QList<QAction*> modeActions;
    const std::array<QWidget*, kPageActions.size()> pages{m_design, m_watch, m_compare, m_data};
    for (std::size_t index = 0; index < pages.size(); ++index) {
        QAction* mode = m_actions.action(kPageActions[index]);
        modes->addAction(mode);
        modeActions << mode;
        m_pages->addWidget(pages[index]);
        pages[index]->setWhatsThis(pageHelp(index));
        connect(
            mode, &QAction::triggered, this, [this, index] { showPage(static_cast<Page>(index)); });
    }
    auto* centre = new QWidget(this);
    auto* layout = rowIn(centre, 0);
    m_modes = new ModeBar(modeActions, centre);
    layout->addWidget(m_modes);
    layout->addWidget(belowNotice(*m_pages, m_context.startTroubles, centre), 1);
    setCentralWidget(centre);

    m_status = new StatusStrip(
        {m_actions.action(ActionId::PauseRun), m_actions.action(ActionId::StopRun)}, this);
    statusBar()->addWidget(m_status, 1);
    statusBar()->setSizeGripEnabled(false);
    m_palette = new CommandPalette(m_actions.all(), this);
    addPaletteSources(*m_palette, *m_design, *m_compare, m_reader, [this](const QString& path) {
        openFile(path);
    });
    m_palette->addSource([this] {
        return figureEntries(m_document, *m_compare, *m_actions.action(ActionId::ShowCompare));
    });
    clickWithEnter(*this);
    m_watch->showRuns(&m_live, false);
}

void MainWindow::connectActions()
{
    const auto when = [this](ActionId id, auto slot) {
        connect(m_actions.action(id), &QAction::triggered, this, slot);
    };
    when(ActionId::Quit, &QWidget::close);
    when(ActionId::ImportDataFile, [this] { importData(false); });
    when(ActionId::ImportDataFolder, [this] { importData(true); });
    when(ActionId::RunExperiment, [this] { m_starter->start(); });
    when(ActionId::RunQuickstart, &MainWindow::runQuickstart);
    when(ActionId::PauseRun, &MainWindow::pauseOrProceed);
    when(ActionId::StepRun, [this] { m_controller.step(); });
    when(ActionId::StopRun, [this] { m_controller.stop(); });
    when(ActionId::SufficientClusters, [this] { showSufficientClusters(*this); });
    when(ActionId::CommandPalette, [this] { m_palette->popUp(); });
    connectHelpActions(*this, m_context.commandLine);
    connectThemeActions(m_actions, m_theme);
    connectEditActions(m_actions, m_document.undoStack(), *m_actions.action(ActionId::ShowDesign));
}

void MainWindow::connectRuns()
{
    connect(m_watch, &WatchPage::quickstartRequested, this, &MainWindow::runQuickstart);
    connect(m_compare, &ComparePage::quickstartRequested, this, &MainWindow::runQuickstart);
    connect(m_watch, &WatchPage::liveRequested, this, &MainWindow::showLive);
    connect(m_watch, &WatchPage::changeChosen, &m_controller, &RunController::change);
    connect(&m_controller, &RunController::changeRefused, m_watch, &WatchPage::refuseChange);
    connect(m_compare, &ComparePage::runsOpened, &m_reader, &StoreReader::readRounds);
    connect(
        m_watch, &WatchPage::resumeRequested, this, [this](const std::vector<std::int64_t>& runs) {
            // Live runs are in another store if theirs was deleted meanwhile.
            resumeRuns(runs,
                       m_watch->isReplay() ? m_context.queue.storeFile : std::filesystem::path());
        });
    connect(&m_reader, &StoreReader::roundsRead, this, &MainWindow::showStored);
    connect(&m_reader, &StoreReader::historiesRead, &m_live, &RunViewModel::putBefore);
    connect(&m_reader, &StoreReader::historiesFailed, this, [this](const QString& sentence) {
        m_live.goWithoutHistory();
        m_watch->showTrouble(sentence);
    });
    connect(&m_reader, &StoreReader::failed, m_watch, &WatchPage::showTrouble);

    const auto resume = [this](const std::vector<std::int64_t>& runs) {
        resumeRuns(runs, m_context.queue.storeFile);
    };
    auto* queue = new QueueLink(m_controller, m_reader, *m_watch, this);
    connect(queue, &QueueLink::resumeRequested, this, resume);
    connect(m_compare, &ComparePage::resumeRequested, this, resume);
    auto* branches = new RunBranches({*m_compare, *m_watch, m_reader, *m_files}, m_actions, this);
    connect(branches, &RunBranches::resumeRequested, this, resume);

    auto* notice = new QueueNotice(*this);
    connect(&m_controller, &RunController::stateChanged, this, [this, notice] {
        showRunState();
        m_compare->followPause(m_controller.state() == RunController::State::Paused);
        if (m_controller.isBusy())
            notice->begin();
    });
    connect(&m_controller, &RunController::runStarted, this, [this](const RunHeader& header) {
        m_live.beginRun(titleOf(header),
                        header.facts,
                        std::make_shared<const RunPlan>(header.plan),
                        header.resumed,
                        header.toCome);
        if (header
                .resumed) // all that still wait: a newer request drops the answer to the older one
            m_reader.readHistories(m_live.waitingForHistory());
        m_asking.cancel();
        m_status->setDevice(toQString(header.environment.device));
        m_compare->followRun(header.id);
        m_compare->refreshSoon();
    });
    connect(&m_controller, &RunController::roundMeasured, &m_live, &RunViewModel::append);
    connect(&m_controller, &RunController::roundMeasured, m_compare, [this] {
        if (m_controller.state() == RunController::State::Paused) // the round that was running
            m_compare->refreshSoon();
    });
    connect(&m_controller, &RunController::planChanged, &m_live, &RunViewModel::setPlan);
    connect(&m_controller, &RunController::planChanged, m_compare, &ComparePage::refreshSoon);
    connect(&m_controller, &RunController::reportsArrived, m_watch, &WatchPage::offerReports);
    connect(&m_controller,
            &RunController::runEnded,
            this,
            [this, notice](std::int64_t run, const RunOutcome& outcome) {
                notice->count(outcome.status);
                m_live.endRun(run, outcome.status, toQString(outcome.reason));
                m_status->setMessage(
                    tr("The last run %1 after %2")
                        .arg(statusText(outcome.status),
                             counted(outcome.roundsDone, tr("1 round"), tr("%1 rounds"))));
                m_compare->refreshSoon();
            });
    connect(&m_controller, &RunController::progressed, m_status, &StatusStrip::setProgress);
    connect(&m_controller, &RunController::troubled, m_watch, &WatchPage::showTrouble);
    connect(&m_controller, &RunController::queueEnded, this, [this, notice] {
        notice->end();
        m_compare->refreshSoon();
        if (m_closing)
            close();
    });
}

void MainWindow::connectDocument()
{
    m_starter = new RunStarter(m_document, *m_design, this);
    connect(m_starter, &RunStarter::ready, this, &MainWindow::startRun);
    connect(m_starter, &RunStarter::waiting, this, [this] {
        m_status->setMessage(tr("Checking the experiment before it runs"));
    });
    connect(m_starter, &RunStarter::refused, this, [this] {
        m_status->setMessage(tr("Nothing was run because the experiment has problems"));
        showPage(Page::Design);
        m_design->showFirstProblem();
    });
    connect(&m_design->runCheck(), &RunCheck::changed, this, &MainWindow::showRunState);
    connect(m_design, &DesignPage::fileChosen, this, &MainWindow::openFile);
    connect(&m_design->dataPresence(), &DataPresence::changed, this, &MainWindow::showRunState);
    connect(m_design, &DesignPage::datasetWanted, this, [this](const QString& name) {
        showPage(Page::Data);
        m_data->choose(name);
    });
    connect(m_files, &FileCommands::openingBegun, this, [this] {
        m_datasetWhenOpened.reset();
        m_starter->forget();
        showPage(Page::Design);
    });
    connect(m_files, &FileCommands::recentChanged, this, [this] {
        m_design->setRecentFiles(m_files->recent());
    });
    m_design->setRecentFiles(m_files->recent());
    m_notices = new FileNotices(m_document, m_actions, m_design->notices(), draftFolder(), this);
    connect(m_notices, &FileNotices::told, this, [this] { showPage(Page::Design); });
    connect(m_notices, &FileNotices::noticed, this, [this](const QString& sentence) {
        m_modes->mark(m_actions.action(ActionId::ShowDesign), sentence);
    });
    m_notices->offerDrafts();
    connect(&m_document, &ExperimentDocument::saved, this, &MainWindow::showRunState);
    connect(&m_document, &ExperimentDocument::edited, this, &MainWindow::showRunState);
    connect(m_data, &DataPage::useRequested, this, &MainWindow::useDataset);
    for (const auto mayHaveCome : {&DataPage::lookingBegun, &DataPage::datasetFound})
        connect(m_data, mayHaveCome, &m_design->dataPresence(), &DataPresence::look);
    connect(m_watch, &WatchPage::resumeOffered, this, [this](bool offered) {
        m_offersResume = offered;
        showRunState();
    });
    connect(m_data, &DataPage::datasetFound, m_design, &DesignPage::reloadTemplates);
    connect(m_data, &DataPage::datasetMended, m_design, &DesignPage::readDataAgain);
    connect(&m_document, &ExperimentDocument::checkedChanged, this, [this] {
        const auto& clients = m_document.checked().clients;
        m_data->setExperiment(clients ? std::optional(clients->run) : std::nullopt);
        showRunState();
    });
    connect(&m_document, &ExperimentDocument::opened, this, [this] {
        if (const auto dataset = std::exchange(m_datasetWhenOpened, {}))
            useDataset(*dataset);
    });
    connect(
        &m_document, &ExperimentDocument::failed, this, [this] { m_datasetWhenOpened.reset(); });
}

void MainWindow::showPage(Page page)
{
    const auto index = static_cast<std::size_t>(page);
    m_actions.action(kPageActions[index])->setChecked(true);
    m_pages->setCurrentIndex(static_cast<int>(index));
}

void MainWindow::openFile(const QString& path)
{
    m_files->open(path);
}

/// Changes the data set of the open experiment, or of the quickstart if none is open.
void MainWindow::useDataset(const JsonNode& dataset)
{
    if (m_document.isEmpty()) {
        openFile(quickstartFile());
        m_datasetWhenOpened = dataset;
        return;
    }
    (void)m_document.apply(tr("Change the data set"), {{"/data/dataset", dataset}});
    showPage(Page::Design); // it explains why if the text is not valid JSON
}

void MainWindow::openManual(const QString& document)
{
    if (!m_manual)
        m_manual = std::make_unique<Manual>(m_context.manualFolder);
    if (!document.isEmpty())
        m_manual->open(document);
    m_manual->popUp();
}

QString MainWindow::quickstartFile() const
{
    return QDir(m_context.experimentsFolder).filePath(QStringLiteral("quickstart.json"));
}

void MainWindow::importData(bool folder)
{
    showPage(Page::Data);
    m_data->askForImport(folder);
}

void MainWindow::resumeRuns(const std::vector<std::int64_t>& runs,
                            const std::filesystem::path& store)
{
    const std::vector<std::int64_t> wanted =
        runs; // a copy: clearing the live runs changes the list
    if (!m_controller.isBusy()) {
        m_liveTitle = experimentsTitle(m_compare->experimentsOf(wanted));
        m_live.clear();
    }
    m_watch->showTrouble({});
    m_closing = false; // resuming cancels a pending close
    m_controller.resume(wanted, store);
    showLive();
}

void MainWindow::startRun()
{
    const CheckedExperiment& checked = m_document.checked();
    if (!m_controller.isBusy())
        m_live.clear();
    const Experiment started =
        withoutOutlivedHints(*checked.experiment, m_design->templateHints(), m_context.registry);
    m_liveTitle = toQString(started.name);
    m_live.setLookFor(m_liveTitle, toQString(started.lookFor));
    m_watch->showTrouble({});
    m_controller.start(started, *checked.plans);
    showLive();
}

void MainWindow::runQuickstart()
{
    m_files->open(quickstartFile(), [this] { m_starter->startWhenOpened(); });
}

void MainWindow::pauseOrProceed()
{
    using State = RunController::State;
    const State state = m_controller.state();
    if (state == State::Running)
        m_controller.pause();
    else if (state == State::Paused)
        m_controller.proceed();
    else if (state == State::Idle && m_watch->isReplay()) // a stored run, not the open experiment
        m_actions.action(ActionId::PlayRounds)->trigger();
    else if (state == State::Idle && m_starter->mayRun())
        m_starter->start();
}

void MainWindow::showRunState()
{
    using State = RunController::State;
    const State state = m_controller.state();
    const bool busy = m_controller.isBusy();
    const std::optional<MissingData>& missing = m_design->dataPresence().missing();
    const bool runnable = m_starter->mayRun();
    const bool replays = !busy && m_watch->isReplay();
    const bool isActive = state == State::Running || state == State::Paused;
    const bool offersPause = state == State::Running;
    const CheckedExperiment& open = m_document.checked();
    const bool again =
        m_offersResume && open.experiment && toQString(open.experiment->name) == m_liveTitle;
    struct PauseWords
    {
        QString tip;
        QString text;
        QString iconText;
    };
    const PauseWords words =
        offersPause ? PauseWords{tr("Pause after the current round"), tr("&Pause"), tr("Pause")}
        : busy      ? PauseWords{tr("Resume the paused run"), tr("R&esume"), tr("Resume")}
        : replays   ? PauseWords{tr("Play the rounds of the stored run, or stop playing"),
                               tr("Pla&y the stored run"),
                               tr("Play")}
                    : PauseWords{missing ? missing->sentence() : tr("Run the open experiment"),
                               tr("Run &or pause"),
                               again ? tr("Run again") : tr("Run")};
    QAction* pause = m_actions.action(ActionId::PauseRun);
    coterie::ui::setToolTip(*pause, words.tip);
    pause->setText(words.text);
    pause->setIconText(words.iconText);
    pause->setIcon(icon(offersPause ? QStringLiteral("pause") : QStringLiteral("run")));
    pause->setEnabled(isActive || (state == State::Idle && (runnable || replays)));
    m_actions.action(ActionId::StepRun)->setEnabled(isActive);
    m_actions.action(ActionId::StopRun)->setEnabled(isActive);
    QAction* run = m_actions.action(ActionId::RunExperiment);
    run->setEnabled(runnable && state != State::Stopping);
    coterie::ui::setToolTip(
        *run, missing ? missing->sentence() : tr("Run every arm and seed of the open experiment"));
    m_actions.action(ActionId::RunQuickstart)->setEnabled(!busy);
    m_actions.action(ActionId::SaveFile)->setEnabled(m_document.isModified() || m_document.isNew());
    m_actions.action(ActionId::SaveFileAs)->setEnabled(!m_document.isEmpty());
    const QString name = open.experiment ? toQString(open.experiment->name)
                                         : QFileInfo(m_document.path()).fileName();
    setWindowTitle(name.isEmpty() ? tr("Coterie") : tr("%1[*] – Coterie").arg(name));
    setWindowModified(m_document.isModified());
    m_status->setState(state);
    m_watch->setRunState(state);
    m_design->summary().setBusy(busy);
}

void MainWindow::showLive()
{
    m_watch->showRuns(&m_live, false);
    m_watch->setTitle(m_liveTitle);
    showRunState(); // the Space key plays or runs
    showPage(Page::Watch);
}

void MainWindow::showStored(const std::vector<RunCurves>& runs)
{
    if (runs.empty())
        return;
    m_stored.clear();
    for (const RunCurves& run : runs)
        m_stored.addRun(run);
    m_watch->showRuns(&m_stored, true);
    showRunState(); // the Space key plays or runs
    showPage(Page::Watch);
}

bool MainWindow::event(QEvent* event)
{
    if (event->type() == QEvent::ThemeChange)
        m_theme.followDesktop();
    if (event->type() == QEvent::StatusTip) { // QStatusBar would print it over the progress
        m_status->setTip(static_cast<QStatusTipEvent*>(event)->tip());
        return true;
    }
    return QMainWindow::event(event);
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    const auto closeAgain = [this] { close(); };
    if (!m_controller.isBusy()) {
        // Not asked a second time, unless the experiment was edited since.
        const bool asked = std::exchange(m_closing, false) && m_discarded == m_document.text();
        if (!asked && !m_files->mayDropEdits(closeAgain))
            return event->ignore();
        QSettings settings;
        settings.setValue(QStringLiteral("window/geometry"), saveGeometry());
        settings.setValue(QStringLiteral("window/state"), saveState(kLayoutVersion));
        m_watch->saveLayout();
        m_manual.reset();
        return event->accept();
    }
    event->ignore();
    if (m_closing || !m_files->mayDropEdits(closeAgain) || !mayStopRun(*this))
        return;
    m_closing = true;
    m_discarded = m_document.text();
    m_controller.stop();
}

void MainWindow::restore()
{
    const QSettings settings;
    resize(1280, 820);
    restoreGeometry(settings.value(QStringLiteral("window/geometry")).toByteArray());
    restoreState(settings.value(QStringLiteral("window/state")).toByteArray(), kLayoutVersion);
}

} // namespace coterie::ui
