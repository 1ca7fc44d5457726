#include "ui/window/main_window.h"

#include "core/base/json_values.h"
#include "core/run/card_ranks.h"
#include "core/run/environment.h"
#include "ui/compare/compare_page.h"
#include "ui/core_sentences.h"
#include "ui/data/data_page.h"
#include "ui/design/data_presence.h"
#include "ui/design/design_page.h"
#include "ui/design/run_check.h"
#include "ui/design/summary_panel.h"
#include "ui/frame/icons.h"
#include "ui/frame/notice_bar.h"
#include "ui/frame/small_widgets.h"
#include "ui/runs/opened_stores.h"
#include "ui/watch/watch_page.h"
#include "ui/window/command_palette.h"
#include "ui/window/file_notices.h"
#include "ui/window/help_menu.h"
#include "ui/window/manual.h"
#include "ui/window/mode_bar.h"
#include "ui/window/palette_figures.h"
#include "ui/window/palette_sources.h"
#include "ui/window/quickstart_tour.h"
#include "ui/window/run_dialogs.h"
#include "ui/window/run_on_slurm.h"
#include "ui/window/run_starter.h"
#include "ui/window/status_strip.h"
#include "ui/window/store_commands.h"
#include "ui/window/sufficient_dialog.h"
#include "ui/window/watched_figures.h"
#include "ui/window/window_actions.h"
#include "ui/window/window_dialogs.h"
#include "ui/window/window_runs.h"
#include "ui/words.h"

#include <QActionGroup>
#include <QCloseEvent>
#include <QDir>
#include <QMenuBar>
#include <QSettings>
#include <QStackedWidget>
#include <QStatusBar>
#include <QStatusTipEvent>

#include <algorithm>
#include <tuple>

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
    const ListMenus lists = fillMenuBar(*menuBar(), m_actions);
    m_files->fillMenu(lists.recent);
    connectActions();
    connectRuns();
    connectStores(lists.stores);
    connectDocument();
    m_tour = new QuickstartTour(*this, quickstartFile());
    restore();
    showState();
    showPage(Page::Watch);
    // Can load a driver.
    m_asking.run(
        [start = context.queue.rankStart] {
            const int most = mostRanksHere(start.count, start.countCards);
            return std::tuple(currentEnvironment(automaticDevice()).device, most, idleCard());
        },
        [this](const auto& found) {
            const auto& [device, most, idle] = found;
            const bool runsDecide = most > 1 && m_context.queue.rankStart.count == 0;
            m_status->setDevice(runsDecide
                                    ? tr("%1, up to %2 ranks").arg(toQString(device)).arg(most)
                                    : deviceText(device, most),
                                sentenceFromCore(idle.value_or("")));
        });
}

MainWindow::~MainWindow()
{
    delete m_notices; // it shows notices on a page
    delete m_slurm;   // it fills a list on a page
    // The pages use the models and the timer, which are members and would be destroyed first.
    delete takeCentralWidget();
    delete m_runs; // the pages showed its runs; the queue, a member, tells it nothing any more
}

void MainWindow::createPages()
{
    m_design = new DesignPage(m_document,
                              m_context.registry,
                              m_actions,
                              m_context.experimentsFolder,
                              m_context.dataFolders,
                              this);
    m_design->summary().setRanks(m_context.queue.rankStart);
    m_watch = new WatchPage(m_actions, m_timer, m_reader, this);
    m_compare = new ComparePage(m_reader, m_actions, this);
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
    m_palette->addSource(
        [this] { return figureEntries(m_document, *m_compare, m_design->templateHints()); });
    clickWithEnter(*this);
}

void MainWindow::connectActions()
{
    const auto when = [this](ActionId id, auto slot) {
        connect(m_actions.action(id), &QAction::triggered, this, slot);
    };
    when(ActionId::Quit, &QWidget::close);
    when(ActionId::ImportDataFile, [this] { importData(false); });
    when(ActionId::ImportDataFolder, [this] { importData(true); });
    when(ActionId::RunQuickstart, &MainWindow::runQuickstart);
    when(ActionId::SufficientClusters, [this] { showSufficientClusters(*this); });
    when(ActionId::CommandPalette, [this] { m_palette->popUp(); });
    connectHelpActions(*this, m_context.commandLine);
    connectThemeActions(m_actions, m_theme);
    connectEditActions(m_actions, m_document.undoStack());
}

void MainWindow::connectRuns()
{
    m_starter = new RunStarter(m_document, *m_design, this);
    m_runs = new WindowRuns({.actions = m_actions,
                             .controller = m_controller,
                             .reader = m_reader,
                             .document = m_document,
                             .files = *m_files,
                             .starter = *m_starter,
                             .design = *m_design,
                             .watch = *m_watch,
                             .compare = *m_compare,
                             .status = *m_status},
                            m_context.queue.storeFile,
                            m_context.dataFolders,
                            this);
    m_dialogs = new RunDialogs(
        *m_compare, *m_watch, *m_runs, m_actions, m_reader.files(), m_context.dataFolders, this);
    m_slurm = new RunOnSlurm({.actions = m_actions,
                              .runs = *m_runs,
                              .document = m_document,
                              .starter = *m_starter,
                              .design = *m_design,
                              .watch = *m_watch,
                              .compare = *m_compare,
                              .status = *m_status},
                             m_context.queue,
                             m_context.dataFolders,
                             m_context.experimentsFolder,
                             this);
    new WatchedFigures(*m_watch, *m_compare, m_reader, this);
    connect(m_runs, &WindowRuns::watchWanted, this, [this] {
        const bool remembers = m_watch->focusWidget();
        showPage(Page::Watch);
        if (!remembers && m_watch->focusWidget()) // Qt takes the first button there is
            m_watch->takeKeys();
    });
    connect(m_runs, &WindowRuns::resumed, this, [this] { m_closing = false; });
    connect(m_watch, &WatchPage::quickstartRequested, this, &MainWindow::runQuickstart);
    connect(m_compare, &ComparePage::quickstartRequested, this, &MainWindow::runQuickstart);
    connect(&m_controller, &RunController::runStarted, this, [this](const RunHeader& header) {
        m_asking.cancel();
        m_status->setDevice(deviceText(header.environment.device, m_context.queue.rankStart.count));
    });
    connect(&m_controller, &RunController::queueEnded, this, [this] {
        if (m_closing)
            close();
    });
}

void MainWindow::connectStores(QMenu* menu)
{
    m_stores = new OpenedStores(m_reader, this);
    (new StoreCommands(*m_stores, m_actions, this))->fillMenu(menu);
    connect(m_stores, &OpenedStores::opened, this, [this](const QString& sentence) {
        showPage(Page::Compare);
        m_compare->say(sentence);
    });
    connect(m_stores, &OpenedStores::troubled, m_watch, &WatchPage::showTrouble);
    connect(m_stores, &OpenedStores::troubled, m_compare, &ComparePage::say);
    connect(m_stores, &OpenedStores::closed, m_runs, &WindowRuns::dropStore);
    connect(m_stores, &OpenedStores::closed, m_dialogs, &RunDialogs::dropStore);
    m_stores->openRemembered();
}

void MainWindow::connectDocument()
{
    connect(m_starter, &RunStarter::waiting, this, [this] {
        m_status->setMessage(tr("Checking the experiment before it runs"));
    });
    connect(m_starter, &RunStarter::refused, this, [this] {
        m_status->setMessage(tr("Nothing was run because the experiment has problems"));
        showPage(Page::Design);
        m_design->showFirstProblem();
    });
    connect(&m_design->runCheck(), &RunCheck::changed, this, &MainWindow::showState);
    connect(m_design, &DesignPage::fileChosen, this, &MainWindow::openFile);
    connect(&m_design->dataPresence(), &DataPresence::changed, this, &MainWindow::showState);
    connect(m_design, &DesignPage::datasetWanted, this, [this](const QString& name) {
        showPage(Page::Data);
        m_data->choose(name);
    });
    connect(m_files, &FileCommands::openingBegun, this, [this] {
        m_useWhenOpened = {};
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
    connect(&m_document, &ExperimentDocument::saved, this, &MainWindow::showState);
    connect(&m_document, &ExperimentDocument::edited, this, &MainWindow::showState);
    connect(m_data, &DataPage::useRequested, this, &MainWindow::useDataset);
    for (const auto mayHaveCome : {&DataPage::lookingBegun, &DataPage::datasetFound})
        connect(m_data, mayHaveCome, &m_design->dataPresence(), &DataPresence::look);
    connect(m_data, &DataPage::datasetFound, m_design, &DesignPage::reloadTemplates);
    connect(m_data, &DataPage::datasetMended, m_design, &DesignPage::readDataAgain);
    connect(&m_document, &ExperimentDocument::checkedChanged, this, [this] {
        const auto& clients = m_document.checked().clients;
        m_data->setExperiment(clients ? std::optional(clients->run) : std::nullopt);
        showState();
    });
    connect(&m_document, &ExperimentDocument::opened, this, [this] {
        if (const auto use = std::exchange(m_useWhenOpened, {}))
            use();
    });
    connect(&m_document, &ExperimentDocument::failed, this, [this] { m_useWhenOpened = {}; });
}

void MainWindow::showPage(Page page)
{
    const auto index = static_cast<std::size_t>(page);
    m_actions.action(kPageActions[index])->setChecked(true);
    m_pages->setCurrentIndex(static_cast<int>(index));
}

void MainWindow::openFile(const QString& path)
{
    if (path.endsWith(QStringLiteral(".sqlite"), Qt::CaseInsensitive))
        m_stores->open({path});
    else
        m_files->open(path);
}

/// Changes the data set of the open experiment, or of the quickstart if none is open. Data that
/// have clients keep them.
void MainWindow::useDataset(const JsonNode& dataset, bool hasClients)
{
    if (m_document.isEmpty()) {
        openFile(quickstartFile());
        m_useWhenOpened = [this, dataset, hasClients] { useDataset(dataset, hasClients); };
        return;
    }
    std::vector<JsonChange> changes{{.pointer = "/data/dataset", .value = dataset}};
    const auto& root = m_document.json();
    if (hasClients && root && textAt(*root, "/data/partition/scheme") != "natural")
        changes.push_back(
            {.pointer = "/data/partition", .value = jsonObject({{"scheme", "natural"}})});
    (void)m_document.apply(tr("Change the data set"), changes);
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

void MainWindow::runQuickstart()
{
    m_files->open(quickstartFile(), [this] { m_starter->startWhenOpened(); });
}

void MainWindow::showState()
{
    m_runs->showState();
    m_slurm->showState();
    m_actions.action(ActionId::SaveFile)->setEnabled(m_document.isModified() || m_document.isNew());
    m_actions.action(ActionId::SaveFileAs)->setEnabled(!m_document.isEmpty());
    const std::shared_ptr<const Experiment>& open = m_document.checked().experiment;
    const QString name = open ? toQString(open->name) : QFileInfo(m_document.path()).fileName();
    setWindowTitle(name.isEmpty() ? tr("Coterie") : tr("%1[*] – Coterie").arg(name));
    setWindowModified(m_document.isModified());
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
    resize(onScreen(*this, {1280, 820}));
    restoreGeometry(settings.value(QStringLiteral("window/geometry")).toByteArray());
    restoreState(settings.value(QStringLiteral("window/state")).toByteArray(), kLayoutVersion);
}

} // namespace coterie::ui
