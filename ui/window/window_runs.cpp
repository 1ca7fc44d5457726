#include "ui/window/window_runs.h"

#include "core/algorithms/registry.h"
#include "core/base/try.h"
#include "core/experiment/experiment_json.h"
#include "core/experiment/external_command.h"
#include "core/experiment/module_settings.h"
#include "core/run/command_folder.h"
#include "core/run/load_module.h"
#include "core/store/plan_settings.h"
#include "core/store/run_store.h"
#include "ui/compare/compare_page.h"
#include "ui/core_sentences.h"
#include "ui/design/data_presence.h"
#include "ui/design/design_page.h"
#include "ui/design/experiment_document.h"
#include "ui/design/run_check.h"
#include "ui/design/summary_panel.h"
#include "ui/frame/action_registry.h"
#include "ui/runs/store_reader.h"
#include "ui/watch/watch_head.h"
#include "ui/watch/watch_page.h"
#include "ui/window/command_consents.h"
#include "ui/window/file_commands.h"
#include "ui/window/pause_button.h"
#include "ui/window/queue_link.h"
#include "ui/window/queue_notice.h"
#include "ui/window/run_branches.h"
#include "ui/window/run_starter.h"
#include "ui/window/status_strip.h"
#include "ui/words.h"

#include <QAction>

#include <algorithm>
#include <set>

namespace coterie::ui {

namespace {

constexpr std::size_t kStartsOfRun = 2;

/// An experiment as it is agreed to, when it begins and when it goes on: what is stored has the
/// digests of the files of its weights besides.
std::string agreedText(std::string text)
{
    const Result<Experiment, Problems> read = parseExperiment(text, registry());
    if (!read)
        return text;
    Experiment experiment = *read;
    const auto forgetWeights = [](ModelSettings& model) {
        if (model.initial)
            model.initial->sha256.clear();
        if (model.model.name == kTorchScript)
            model.model.parameters.remove(kModuleDigest);
    };
    forgetWeights(experiment.model);
    for (Arm& arm : experiment.arms)
        if (arm.model)
            forgetWeights(*arm.model);
    return writeExperiment(experiment);
}

/// To these commands, where they were looked at and as they were then.
CommandConsent consentTo(std::span<const CommandStart> starts)
{
    CommandConsent consent{.given = true, .folder = {}};
    consent.agreed.emplace();
    for (const CommandStart& start : starts) {
        if (consent.folder.empty() && !isModuleLoad(start.command))
            consent.folder = start.folder;
        consent.agreed->push_back(start.files.digest);
    }
    return consent;
}

bool loadModules(const std::vector<RunPlan>& plans)
{
    return std::ranges::any_of(
        plans, [](const RunPlan& plan) { return !moduleLoadOf(plan.model).empty(); });
}

/// What each of these runs would start, in their order: a command, and then a module to load; no
/// words where there is none.
Result<CommandConsents::Commands> commandsIn(const StoreFiles& stores,
                                             const DataFolders& folders,
                                             const std::vector<std::int64_t>& runs)
{
    COTERIE_TRY(const auto store, RunStore::openAll(stores));
    CommandConsents::Commands all;
    for (const std::int64_t run : runs) {
        all.resize(all.size() + kStartsOfRun);
        const Result<RunRow> row = store->run(run); // the queue says what is wrong with others
        const Result<RunPlan, Problems> plan =
            parsePlan(row ? row->planJson : std::string(), registry());
        if (!row || !plan)
            continue;
        if (!runsForeignCode(*plan))
            continue;
        COTERIE_TRY(std::string text, store->experimentJson(row->experiment));
        CommandStart& command = all[all.size() - 2];
        command = {.experiment = row->experimentName,
                   .text = agreedText(std::move(text)),
                   .command = commandOf(plan->algorithm),
                   .folder = {}};
        CommandStart& load = all.back();
        load = command;
        load.command = moduleLoadOf(plan->model);
        if (!load.command.empty())
            load.folder = moduleFolder(load.command, folders);
        if (!command.command.empty()) {
            COTERIE_TRY(command.folder, commandFolderOf(*store, run));
        }
    }
    return all;
}

} // namespace

WindowRuns::WindowRuns(const Parts& parts,
                       std::filesystem::path store,
                       DataFolders folders,
                       QWidget* window)
    : QObject(window)
    , m_parts(parts)
    , m_store(std::move(store))
    , m_folders(std::move(folders))
    , m_consents(new CommandConsents(window))
    , m_pause(new PauseButton(parts.controller, parts.starter, parts.actions, this))
{
    connectConsents();
    connectWatch();
    connectRequests(window);
    connectQueue(window);
    m_parts.watch.showRuns(&m_live, false);
}

void WindowRuns::connectConsents()
{
    connect(m_consents, &CommandConsents::refused, this, [this] {
        m_parts.status.setMessage(tr("Nothing was run, because its program was not allowed"));
    });
    connect(m_consents, &CommandConsents::failed, &m_parts.watch, &WatchPage::showTrouble);
    connect(&m_parts.reader,
            &StoreReader::settingsRead,
            this,
            [this](const std::shared_ptr<const RunSettings>& settings) { m_settings = settings; });
}

void WindowRuns::connectWatch()
{
    WatchPage& watch = m_parts.watch;
    StoreReader& reader = m_parts.reader;
    connect(&watch, &WatchPage::liveRequested, this, &WindowRuns::showLive);
    connect(&watch, &WatchPage::panelWanted, this, &WindowRuns::watchWanted);
    connect(&watch, &WatchPage::changeChosen, &m_parts.controller, &RunController::change);
    connect(&m_parts.controller, &RunController::changeRefused, &watch, &WatchPage::refuseChange);
    connect(&watch, &WatchPage::resumeOffered, this, [this](bool offered) {
        m_offersResume = offered;
        showState();
    });
    connect(&m_parts.compare, &ComparePage::runsOpened, &reader, &StoreReader::readRounds);
    connect(&reader, &StoreReader::roundsRead, this, &WindowRuns::showStored);
    connect(&reader, &StoreReader::historiesRead, &m_live, &RunViewModel::putBefore);
    // What is read may be the first rounds on screen of a run that has ended.
    connect(&reader, &StoreReader::historiesRead, this, &WindowRuns::showState);
    connect(&reader, &StoreReader::historiesFailed, this, [this](const QString& sentence) {
        m_live.goWithoutHistory();
        m_parts.watch.showTrouble(sentence);
    });
    connect(&reader, &StoreReader::failed, &watch, &WatchPage::showTrouble);
}

void WindowRuns::connectRequests(QWidget* window)
{
    const auto resumeStored = [this](const std::vector<std::int64_t>& runs) {
        resume(runs, m_store);
    };
    connect(&m_parts.watch,
            &WatchPage::resumeRequested,
            this,
            [this](const std::vector<std::int64_t>& runs) {
                // Live runs are in another store if theirs was deleted meanwhile.
                resume(runs, m_parts.watch.isReplay() ? m_store : std::filesystem::path());
            });
    auto* queue = new QueueLink(m_parts.controller, m_parts.reader, m_parts.watch, window);
    connect(queue, &QueueLink::resumeRequested, this, resumeStored);
    connect(&m_parts.compare, &ComparePage::resumeRequested, this, resumeStored);
    auto* branches = new RunBranches(
        {m_parts.compare, m_parts.watch, m_parts.reader, m_parts.files}, m_parts.actions, window);
    connect(branches, &RunBranches::resumeRequested, this, resumeStored);
    connect(&m_parts.starter, &RunStarter::ready, this, &WindowRuns::start);
    const auto when = [this](ActionId id, auto slot) {
        connect(m_parts.actions.action(id), &QAction::triggered, this, slot);
    };
    when(ActionId::RunExperiment, [this] { m_parts.starter.start(); });
    when(ActionId::StepRun, [this] { m_parts.controller.step(); });
    when(ActionId::StopRun, [this] { m_parts.controller.stop(); });
}

void WindowRuns::connectQueue(QWidget* window)
{
    RunController* controller = &m_parts.controller;
    ComparePage* compare = &m_parts.compare;
    auto* notice = new QueueNotice(*window);
    connect(controller, &RunController::stateChanged, this, [this, notice] {
        showState();
        m_parts.compare.followPause(m_parts.controller.state() == RunController::State::Paused);
        if (m_parts.controller.isBusy())
            notice->begin();
    });
    connect(controller, &RunController::runStarted, this, [this](const RunHeader& header) {
        m_live.beginRun(titleOf(header),
                        header.facts,
                        std::make_shared<const RunPlan>(header.plan),
                        header.resumed,
                        header.toCome);
        if (header.resumed) // all that still wait: a newer request drops the answer to the older
            m_parts.reader.readHistories(m_live.waitingForHistory());
        m_parts.compare.followRun(header.id);
        m_parts.compare.refreshSoon();
    });
    connect(controller, &RunController::roundMeasured, &m_live, &RunViewModel::append);
    connect(controller, &RunController::roundMeasured, compare, [this] {
        if (m_parts.controller.state() == RunController::State::Paused) // the one that was running
            m_parts.compare.refreshSoon();
    });
    connect(controller, &RunController::planChanged, &m_live, &RunViewModel::setPlan);
    connect(controller, &RunController::planChanged, compare, &ComparePage::refreshSoon);
    connect(controller, &RunController::reportsArrived, &m_parts.watch, &WatchPage::offerReports);
    connect(controller,
            &RunController::runEnded,
            this,
            [this, notice](std::int64_t run, const RunOutcome& outcome) {
                notice->count(outcome.status);
                const bool isCut = outcome.status == RunStatus::Stopped && !outcome.lacksRounds;
                m_live.endRun(run,
                              outcome.status,
                              reasonFromCore(outcome.reason),
                              isCut ? std::optional(outcome.roundsDone) : std::nullopt);
                // The list of runs shows of which one, but not why.
                if (const RunCurves* failed = m_live.find(run);
                    failed && outcome.status == RunStatus::Failed && !outcome.reason.empty())
                    m_parts.watch.showTrouble(tr("%1: %2").arg(failed->title.fullLabel(),
                                                               reasonFromCore(outcome.reason)));
                m_parts.status.setMessage(
                    tr("The last run %1 after %2")
                        .arg(statusText(outcome.status),
                             counted(outcome.roundsDone, tr("1 round"), tr("%1 rounds"))));
                m_parts.compare.refreshSoon();
            });
    connect(controller, &RunController::progressed, &m_parts.status, &StatusStrip::setProgress);
    connect(controller, &RunController::troubled, &m_parts.watch, &WatchPage::showTrouble);
    connect(controller, &RunController::queueEnded, this, [this, notice] {
        notice->end();
        m_parts.compare.refreshSoon();
    });
}

/// Of runs that are not known, the store tells.
bool WindowRuns::mayStartCommand(const std::vector<std::int64_t>& runs,
                                 const StoreFiles& stores) const
{
    return std::ranges::any_of(runs, [&](std::int64_t id) {
        if (stores.own().empty()) {
            const auto live = std::ranges::find(
                m_live.runs(), id, [](const RunCurves& run) { return run.title.id; });
            return live == m_live.runs().end() || !live->plan || runsForeignCode(*live->plan);
        }
        const auto has = [&](const char* pointer) {
            const std::optional<std::size_t> setting =
                m_settings ? m_settings->find(pointer) : std::nullopt;
            return setting && m_settings->value(id, *setting) != nullptr;
        };
        return !has("/algorithm/name") || has("/algorithm/command") || has("/model/path");
    });
}

void WindowRuns::askAbout(const std::vector<std::int64_t>& runs,
                          const StoreFiles& stores,
                          std::function<void(std::vector<CommandConsent>)> go)
{
    if (!mayStartCommand(runs, stores))
        return go(std::vector<CommandConsent>(runs.size()));
    const StoreFiles asked = stores.own().empty() ? StoreFiles(m_parts.controller.store()) : stores;
    m_consents->ask(
        [asked, runs, folders = m_folders] { return commandsIn(asked, folders, runs); },
        [go = std::move(go)](const CommandConsents::Commands& allowed) {
            std::vector<CommandConsent> consents;
            for (std::size_t run = 0; run < allowed.size(); run += kStartsOfRun) {
                CommandConsents::Commands starts(
                    allowed.begin() + static_cast<std::ptrdiff_t>(run),
                    allowed.begin() + static_cast<std::ptrdiff_t>(run + kStartsOfRun));
                std::erase_if(starts,
                              [](const CommandStart& start) { return start.command.empty(); });
                consents.push_back(starts.empty() ? CommandConsent{} : consentTo(starts));
            }
            go(std::move(consents));
        });
}

void WindowRuns::resume(const std::vector<std::int64_t>& runs, const std::filesystem::path& store)
{
    // A copy: clearing the live runs changes the list.
    askAbout(runs, store, [this, runs, store](const std::vector<CommandConsent>& commands) {
        std::vector<Resumed> parts;
        for (std::size_t i = 0; i < runs.size(); ++i) {
            if (parts.empty() || parts.back().second != commands[i])
                parts.push_back({{}, commands[i]});
            parts.back().first.push_back(runs[i]);
        }
        goOn(parts, store);
    });
}

void WindowRuns::goOn(const std::vector<Resumed>& runs, const std::filesystem::path& store)
{
    if (!m_parts.controller.isBusy()) {
        std::vector<std::int64_t> all;
        for (const Resumed& part : runs)
            all.insert(all.end(), part.first.begin(), part.first.end());
        m_liveTitle = experimentsTitle(m_parts.compare.experimentsOf(all));
        m_live.clear();
    }
    m_wentOn = true;
    m_parts.watch.showTrouble({});
    for (const auto& [part, commands] : runs)
        m_parts.controller.resume(part, store, commands);
    emit resumed();
    showLive();
}

void WindowRuns::start()
{
    const CheckedExperiment& checked = m_parts.document.checked();
    const Experiment started = withoutOutlivedHints(
        *checked.experiment, m_parts.design.templateHints(), m_parts.document.registry());
    askToStart({.experiment = started, .plans = *checked.plans, .file = m_parts.document.path()},
               [this, started, plans = checked.plans](const CommandConsent& commands) {
                   const auto go = [=, this] { begin(started, *plans, commands); };
                   if (!loadModules(*plans))
                       return go();
                   m_parts.design.runCheck().allowModules(commands);
                   m_parts.starter.startAllowed(plans, go);
               });
}

void WindowRuns::askToStart(const Beginning& beginning,
                            std::function<void(const CommandConsent&)> go,
                            std::function<void(const QString& sentence)> refused)
{
    if (commandsOf(beginning.plans).empty())
        return go({});
    m_consents->ask(
        [beginning, folders = m_folders]() -> Result<CommandConsents::Commands> {
            CommandConsents::Commands all;
            const std::string text = agreedText(writeExperiment(beginning.experiment));
            for (const std::vector<std::string>& command : commandsOf(beginning.plans)) {
                const std::filesystem::path folder = isModuleLoad(command)
                                                         ? moduleFolder(command, folders)
                                                         : folderOfFile(beginning.file);
                all.push_back({.experiment = beginning.experiment.name,
                               .text = text,
                               .command = command,
                               .folder = folder,
                               .isOnCluster = beginning.isOnCluster});
            }
            return all;
        },
        [go = std::move(go)](const CommandConsents::Commands& allowed) { go(consentTo(allowed)); },
        std::move(refused));
}

void WindowRuns::begin(const Experiment& experiment,
                       const std::vector<RunPlan>& plans,
                       const CommandConsent& commands)
{
    if (!m_parts.controller.isBusy())
        m_live.clear();
    m_wentOn = false;
    m_liveTitle = toQString(experiment.name);
    m_live.setLookFor(m_liveTitle, toQString(experiment.lookFor));
    m_parts.watch.showTrouble({});
    m_parts.controller.start(experiment, plans, commands);
    showLive();
}

bool WindowRuns::replays() const
{
    if (m_parts.controller.isBusy())
        return false;
    return m_parts.watch.isReplay() ? m_stored.newestRound() > 0
                                    : m_live.newestRound() > 0 && !isOpenLive();
}

bool WindowRuns::isOpenLive() const
{
    const std::shared_ptr<const Experiment>& open = m_parts.document.checked().experiment;
    return !m_wentOn && open && toQString(open->name) == m_liveTitle;
}

void WindowRuns::showState()
{
    using State = RunController::State;
    const State state = m_parts.controller.state();
    const bool busy = m_parts.controller.isBusy();
    const bool runnable = m_parts.starter.mayRun();
    const bool isActive = state == State::Running || state == State::Paused;
    const ActionRegistry& actions = m_parts.actions;
    actions.action(ActionId::StepRun)->setEnabled(isActive);
    actions.action(ActionId::StopRun)->setEnabled(isActive);
    QAction* run = actions.action(ActionId::RunExperiment);
    run->setEnabled(runnable && state != State::Stopping);
    const std::optional<MissingData>& lacks = m_parts.design.dataPresence().missing();
    const QString missing = lacks ? lacks->sentence() : QString();
    setToolTip(*run, lacks ? missing : tr("Run every arm and seed of the open experiment"));
    m_pause->show({.mayRun = runnable,
                   .plays = replays(),
                   .again = m_offersResume && isOpenLive(),
                   .missing = missing});
    actions.action(ActionId::RunQuickstart)->setEnabled(!busy);
    m_parts.status.setState(state);
    m_parts.watch.setRunState(state);
    m_parts.design.summary().setBusy(busy);
}

void WindowRuns::showLive()
{
    m_parts.watch.showRuns(&m_live, false);
    m_parts.watch.setTitle(m_liveTitle);
    showState(); // the Space key plays or runs
    emit watchWanted();
}

void WindowRuns::dropStore(std::int64_t place)
{
    const auto isOfIt = [place](const RunCurves& run) {
        return storePlaceOf(run.title.id) == place;
    };
    std::vector<RunCurves> others = m_stored.runs();
    if (std::erase_if(others, isOfIt) == 0)
        return;
    m_stored.clear();
    m_stored.addRuns(others);
    if (m_parts.watch.runs() == &m_stored && others.empty())
        m_parts.watch.showRuns(&m_live, false);
    showState();
}

void WindowRuns::showStored(const std::vector<RunCurves>& read)
{
    m_pause->forgetEnd();
    // A store may have been closed while its runs were read.
    std::set<std::int64_t> open{0};
    for (const OtherStore& store : m_parts.reader.files().others())
        open.insert(store.place);
    std::vector<RunCurves> runs = read;
    std::erase_if(
        runs, [&open](const RunCurves& run) { return !open.contains(storePlaceOf(run.title.id)); });
    if (runs.empty())
        return;
    m_stored.clear();
    m_stored.addRuns(std::move(runs));
    m_parts.watch.showRuns(&m_stored, true);
    showState(); // the Space key plays or runs
    emit watchWanted();
}

} // namespace coterie::ui
