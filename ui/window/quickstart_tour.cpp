#include "ui/window/quickstart_tour.h"

#include "ui/design/canvas/partition_editor.h"
#include "ui/design/design_page.h"
#include "ui/design/section_list.h"
#include "ui/runs/store_reader.h"
#include "ui/watch/transport_bar.h"
#include "ui/watch/watch_docks.h"
#include "ui/watch/watch_page.h"
#include "ui/window/main_window.h"
#include "ui/window/mode_bar.h"
#include "ui/window/status_strip.h"
#include "ui/words.h"

#include <QAction>
#include <QDir>
#include <QDockWidget>
#include <QFileInfo>
#include <QMenuBar>
#include <QPushButton>
#include <QSettings>
#include <QStackedWidget>
#include <QTreeView>

#include <utility>

namespace coterie::ui {

namespace {

const QString kOfferedKey = QStringLiteral("tour/offered");

QString stoppedText()
{
    return QuickstartTour::tr("The run was stopped. Resume in Watch continues it.");
}

} // namespace

QuickstartTour::QuickstartTour(MainWindow& window, QString quickstart)
    : QObject(&window)
    , m_window(window)
    , m_quickstart(std::move(quickstart))
{
    connect(
        window.actions().action(ActionId::Tour), &QAction::triggered, this, &QuickstartTour::begin);
    const auto refresh = [this] {
        if (m_tour)
            m_tour->refresh();
    };
    RunController& controller = window.controller();
    connect(&controller, &RunController::runStarted, this, [this] {
        if (m_window.controller().isBusy())
            m_ending.clear();
        if (m_offer) // who starts a run looks at it, and the offer would be in front
            m_offer->leave();
    });
    connect(&controller,
            &RunController::runEnded,
            this,
            [this](std::int64_t, const RunOutcome& outcome) {
                if (outcome.status == RunStatus::Finished)
                    ++m_finished;
                else if (outcome.status == RunStatus::Failed)
                    m_ending = tr("The run failed: %1").arg(toQString(outcome.reason));
                else
                    m_ending = stoppedText();
            });
    // A run that is stopped before its turn has no end of its own.
    connect(&controller, &RunController::queueEnded, this, [this] {
        if (m_ending.isEmpty() && !m_window.controller().leftBehind().empty())
            m_ending = stoppedText();
    });
    connect(&controller, &RunController::queueEnded, this, refresh);
    connect(&controller, &RunController::runEnded, this, refresh);
    connect(&controller, &RunController::stateChanged, this, refresh);
    connect(&window.document(), &ExperimentDocument::opened, this, refresh);
    connect(&window.document(), &ExperimentDocument::checkedChanged, this, refresh);
    connect(&window.document(), &ExperimentDocument::failed, this, refresh);
    for (const ActionId page :
         {ActionId::ShowDesign, ActionId::ShowWatch, ActionId::ShowCompare, ActionId::ShowData})
        connect(window.actions().action(page), &QAction::toggled, this, refresh);
}

void QuickstartTour::begin()
{
    QSettings().setValue(kOfferedKey, true);
    m_ending.clear();
    m_finished = 0;
    show(steps(), Tour::Focus::Take);
}

void QuickstartTour::offer()
{
    if (QSettings().value(kOfferedKey).toBool())
        return;
    StoreReader& reader = m_window.reader();
    connect(
        &reader,
        &StoreReader::stoppedRead,
        this,
        [this](const StoppedRuns& runs) {
            if (runs.stored == 0 && !m_tour && !m_window.controller().isBusy())
                offerNow();
        },
        Qt::SingleShotConnection);
    reader.readStopped();
}

void QuickstartTour::offerNow()
{
    QSettings().setValue(kOfferedKey, true);
    show({{.title = tr("New here?"),
           .text = tr("A tour of two minutes opens the quickstart, runs it and shows what to look "
                      "at. It is also in the Help menu."),
           .button = tr("Start the tour"),
           .act = [this] { begin(); },
           .next = tr("No, thanks")}},
         Tour::Focus::Leave);
    m_offer = m_tour;
}

void QuickstartTour::show(std::vector<TourStep> steps, Tour::Focus focus)
{
    if (m_tour)
        m_tour->leave();
    m_tour = new Tour(std::move(steps), m_window, [this]() -> QWidget* {
        return m_window.findChild<QStackedWidget*>(QStringLiteral("pages"))->currentWidget();
    });
    m_tour->begin(focus);
}

template <typename Widget>
std::function<QWidget*()> QuickstartTour::find(const char* name) const
{
    return [this, name = QString::fromLatin1(name)]() -> QWidget* {
        return m_window.findChild<Widget*>(name);
    };
}

void QuickstartTour::trigger(const char* action) const
{
    m_window.actions().action(QLatin1String(action))->trigger();
}

void QuickstartTour::bring(const char* dock) const
{
    trigger("view.watch");
    if (hasRuns())
        m_window.findChild<WatchDocks*>()->bring(dock);
}

bool QuickstartTour::hasRuns() const
{
    return m_window.findChild<WatchPage*>()->showsRuns();
}

bool QuickstartTour::isOpen() const
{
    return QFileInfo(m_window.document().path()) == QFileInfo(m_quickstart);
}

QString QuickstartTour::openState() const
{
    if (isOpen())
        return tr("The quickstart is open.");
    return m_window.document().isEmpty()
               ? QString()
               : tr("Another experiment is open, and the list shows its parts.");
}

QString QuickstartTour::runState() const
{
    const RunController& controller = m_window.controller();
    if (controller.state() == RunController::State::Paused)
        return tr("The run is paused. Resume continues it.");
    if (controller.isBusy())
        return tr("It runs. You can go on while it does.");
    if (!m_ending.isEmpty())
        return m_ending + u' ' + tr("You can run it again, or look at the rounds that it has.");
    if (m_finished > 0)
        return tr("The run has finished.");
    return isOpen() ? QString()
                    : tr("The quickstart is not open. Go back one or two steps to open it, or run "
                         "the experiment that is open.");
}

QString QuickstartTour::resultState() const
{
    if (hasRuns())
        return m_ending;
    return m_ending.isEmpty() ? tr("No run is on screen yet. Go back and press Run.")
                              : m_ending + u' ' + tr("Go back to run it again.");
}

TourStep QuickstartTour::runStep()
{
    const auto target = [this]() -> QWidget* {
        auto* run = m_window.findChild<QPushButton*>(QStringLiteral("runButton"));
        return run->isVisible() ? run : static_cast<QWidget*>(m_window.findChild<StatusStrip*>());
    };
    return {.title = tr("Run it"),
            .text = tr("Run trains every method of the experiment, one after another, and opens "
                       "Watch. The line at the bottom of the window shows the progress and has "
                       "the buttons to pause and stop. It takes less than half a minute."),
            .target = target,
            .show = [this] { trigger("view.design"); },
            .canShow = {},
            .state = [this] { return runState(); },
            .button = tr("Run", "verb"),
            .buttonNow =
                [this] {
                    const RunController& controller = m_window.controller();
                    return controller.state() == RunController::State::Paused ? tr("Resume")
                           : controller.isBusy()                              ? QString()
                                                                              : tr("Run", "verb");
                },
            .act =
                [this] {
                    const bool isPaused =
                        m_window.controller().state() == RunController::State::Paused;
                    trigger(isPaused ? "run.pause" : "run.start");
                }};
}

std::vector<TourStep> QuickstartTour::steps()
{
    const auto watch = [this](const char* dock) { return [this, dock] { bring(dock); }; };
    const auto onWatch = [this] { return hasRuns(); };
    const auto result = [this] { return resultState(); };
    std::vector<TourStep> steps;
    steps.push_back({.title = tr("Two minutes with Coterie"),
                     .text = tr("Who should collaborate with whom? Design sets up an experiment, "
                                "Watch shows it while it trains, Compare keeps every run, and Data "
                                "holds the data sets. Everything stays usable during the tour; Esc "
                                "closes it."),
                     .target = find<ModeBar>()});
    steps.push_back(
        {.title = tr("An experiment"),
         .text = tr("The quickstart has eight clients with drawn digits. They train the "
                    "same small network in two ways: each client alone, and all "
                    "together. This list leads through its parts; a tick means that a "
                    "part will run."),
         .target = find<SectionList>(),
         .show =
             [this] {
                 trigger("view.design");
                 if (m_window.document().isEmpty()) // nothing is lost, and there is a list
                     m_window.openFile(m_quickstart);
             },
         .canShow = [this] { return !m_window.document().isEmpty(); },
         .state = [this] { return openState(); },
         .button = tr("Open the quickstart"),
         .buttonNow = [this] { return isOpen() ? QString() : tr("Open the quickstart"); },
         .act =
             [this] {
                 trigger("view.design");
                 m_window.openFile(m_quickstart);
             }});
    steps.push_back({.title = tr("Who has what"),
                     .text = tr("Each bar is a client. Its length is the number of samples, its "
                                "colours are the digits. The clients differ in size and in their "
                                "mix of digits. Drag the end of a bar or a border between two "
                                "colours to change that; Ctrl+Z undoes it."),
                     .target = find<PartitionEditor>(),
                     .show =
                         [this] {
                             trigger("view.design");
                             trigger("design.clients");
                         },
                     .canShow = [this] { return !m_window.document().isEmpty(); },
                     .state =
                         [this] {
                             return m_window.document().isEmpty()
                                        ? tr("No experiment is open. Go back to open the "
                                             "quickstart.")
                                        : QString();
                         }});
    steps.push_back(runStep());
    steps.push_back(
        {.title = tr("Errors, round by round"),
         .text = tr("A thick line is the mean test error of a method, a thin one a "
                    "single client. Lower is better. The gap between Independent and "
                    "FedAvg is what the clients gain or lose by working together. Point "
                    "at a line for its value."),
         .target = find<QDockWidget>("curves"),
         .show = watch("curves"),
         .canShow = onWatch,
         .state = result});
    steps.push_back({.title = tr("Who takes from whom"),
                     .text = tr("Row i says how much client i takes from each client. Independent "
                                "is a diagonal; FedAvg repeats one row of client sizes. Every "
                                "other method lies between the two. Choose the run in the list "
                                "above."),
                     .target = find<QDockWidget>("matrix"),
                     .show = watch("matrix"),
                     .canShow = onWatch,
                     .state = result});
    steps.push_back(
        {.title = tr("Look back"),
         .text = tr("All panels show the same round. Drag the time line to see an "
                    "earlier one, also while a run continues; the Play button beside it "
                    "plays the rounds."),
         .target = find<TransportBar>(),
         .show = [this] { trigger("view.watch"); },
         .canShow = onWatch,
         .state = result});
    steps.push_back({.title = tr("Compare"),
                     .text = tr("Every run is kept here. Select the runs of the quickstart, with "
                                "Ctrl for the second: the tabs below show their curves, tests and "
                                "tables, and Export writes them to files."),
                     .target = find<QTreeView>("runTable"),
                     .show = [this] { trigger("view.compare"); },
                     .canShow = {},
                     .state = [this] { return m_ending; }});
    steps.push_back({.title = tr("And now"),
                     .text = tr("Help › Tutorials walks through each of the four papers in ten "
                                "minutes. Ctrl+K finds any command by its name, and F1 explains "
                                "what has the focus. Help › Tour repeats this tour."),
                     .target = [this]() -> QWidget* { return m_window.menuBar(); }});
    return steps;
}

} // namespace coterie::ui
