#include "ui/window/window_actions.h"

#include "ui/frame/action_registry.h"
#include "ui/window/client_actions.h"

#include <QActionGroup>

namespace coterie::ui {

namespace {

QString tr(const char* text)
{
    return ActionRegistry::tr(text);
}

QString word(const char* text)
{
    return QString::fromLatin1(text);
}

void addFileActions(ActionRegistry& registry)
{
    const auto section = ActionSection::File;
    registry.add({ActionId::NewExperiment,
                  section,
                  word("file.new"),
                  tr("&New experiment"),
                  tr("Begin a small experiment of your own, with everything filled in"),
                  word("add"),
                  QKeySequence::New});
    registry.add({ActionId::OpenFile,
                  section,
                  word("file.open"),
                  tr("&Open experiment…"),
                  tr("Open an experiment file; it can also be dragged onto the window"),
                  word("open"),
                  QKeySequence::Open});
    registry.add({ActionId::SaveFile,
                  section,
                  word("file.save"),
                  tr("&Save"),
                  tr("Save the experiment to its file; a shipped or a new one asks for a name"),
                  word("save"),
                  QKeySequence::Save});
    registry.add({ActionId::SaveFileAs,
                  section,
                  word("file.saveAs"),
                  tr("Save &as…"),
                  tr("Save the experiment to another file"),
                  {},
                  QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_S)});
    registry.add({ActionId::Quit,
                  section,
                  word("file.quit"),
                  tr("&Quit"),
                  tr("Close the window; a run stops at a safe point and can be resumed"),
                  word("quit"),
                  QKeySequence(Qt::CTRL | Qt::Key_Q)});
}

void addEditActions(ActionRegistry& registry)
{
    const auto section = ActionSection::Edit;
    registry.add({ActionId::Undo,
                  section,
                  word("edit.undo"),
                  tr("&Undo"),
                  tr("Take back the last change of the experiment"),
                  word("undo"),
                  QKeySequence(Qt::CTRL | Qt::Key_Z)});
    registry.add({ActionId::Redo,
                  section,
                  word("edit.redo"),
                  tr("&Redo"),
                  tr("Make the change again that was taken back"),
                  word("redo"),
                  QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Z)});
}

void addRunActions(ActionRegistry& registry)
{
    const auto section = ActionSection::Run;
    const auto onPage = Qt::WidgetWithChildrenShortcut;
    registry.add({ActionId::RunExperiment,
                  section,
                  word("run.start"),
                  tr("&Run experiment"),
                  tr("Run every arm and seed of the open experiment"),
                  word("run"),
                  QKeySequence(Qt::Key_F5)});
    registry.add({ActionId::RunQuickstart,
                  section,
                  word("run.quickstart"),
                  tr("Run the quick&start"),
                  tr("Run a small experiment on drawn digits: less than half a minute"),
                  word("quickstart"),
                  QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Q)});
    registry.add({ActionId::PauseRun,
                  section,
                  word("run.pause"),
                  tr("&Pause"),
                  tr("Pause after the present round, or go on"),
                  word("pause"),
                  QKeySequence(Qt::Key_Space),
                  false,
                  onPage});
    registry.add({ActionId::StepRun,
                  section,
                  word("run.step"),
                  tr("S&tep one round"),
                  tr("Run one more round, then pause"),
                  word("step"),
                  QKeySequence(Qt::Key_Period),
                  false,
                  onPage});
    registry.add({ActionId::StopRun,
                  section,
                  word("run.stop"),
                  tr("&Stop"),
                  tr("Stop at the next safe point; the run can be resumed"),
                  word("stop"),
                  QKeySequence(Qt::SHIFT | Qt::Key_F5)});
    registry.add({ActionId::ChangeLearningRate,
                  section,
                  word("run.learningRate"),
                  tr("Change the &learning rate"),
                  tr("Give the run that is going on another learning rate, from its next round on; "
                     "the change is kept in its log"),
                  word("adjust"),
                  QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_A),
                  true});
}

void addViewActions(ActionRegistry& registry)
{
    const auto section = ActionSection::View;
    registry.add({ActionId::ShowDesign,
                  section,
                  word("view.design"),
                  tr("&Design"),
                  tr("What to run"),
                  word("design"),
                  QKeySequence(Qt::CTRL | Qt::Key_1),
                  true});
    registry.add({ActionId::ShowWatch,
                  section,
                  word("view.watch"),
                  tr("&Watch"),
                  tr("Runs as they go, live or replayed"),
                  word("watch"),
                  QKeySequence(Qt::CTRL | Qt::Key_2),
                  true});
    registry.add({ActionId::ShowCompare,
                  section,
                  word("view.compare"),
                  tr("&Compare"),
                  tr("All stored runs"),
                  word("compare"),
                  QKeySequence(Qt::CTRL | Qt::Key_3),
                  true});
    registry.add({ActionId::ShowData,
                  section,
                  word("view.data"),
                  tr("D&ata"),
                  tr("Data sets and how they are split"),
                  word("data"),
                  QKeySequence(Qt::CTRL | Qt::Key_4),
                  true});
    auto* themes = new QActionGroup(&registry);
    for (const ActionSpec& spec : {ActionSpec{ActionId::ThemeSystem,
                                              section,
                                              word("view.theme.system"),
                                              tr("Colours of the &system"),
                                              tr("Light or dark as the desktop is"),
                                              word("system"),
                                              {},
                                              true},
                                   ActionSpec{ActionId::ThemeLight,
                                              section,
                                              word("view.theme.light"),
                                              tr("&Light colours"),
                                              tr("Dark on light"),
                                              word("light"),
                                              {},
                                              true},
                                   ActionSpec{ActionId::ThemeDark,
                                              section,
                                              word("view.theme.dark"),
                                              tr("Dar&k colours"),
                                              tr("Light on dark"),
                                              word("dark"),
                                              {},
                                              true}})
        themes->addAction(registry.add(spec));
}

void addDockActions(ActionRegistry& registry)
{
    const auto section = ActionSection::View;
    const auto add = [&](ActionId id, const char* name, const QString& text, const QString& tip) {
        registry.add({id, section, word(name), text, tip, {}, {}, true});
    };
    add(ActionId::ShowCurvesDock,
        "view.dock.curves",
        tr("Panel: &errors"),
        tr("Show or close the upper curves of the Watch page"));
    add(ActionId::ShowLossesDock,
        "view.dock.losses",
        tr("Panel: lo&sses"),
        tr("Show or close the lower curves of the Watch page"));
    add(ActionId::ShowRunsDock,
        "view.dock.runs",
        tr("Panel: &runs"),
        tr("Show or close the list of runs on screen"));
    add(ActionId::ShowDendrogramDock,
        "view.dock.dendrogram",
        tr("Panel: de&ndrogram"),
        tr("Show or close the merges of the round: who was joined with whom, and why"));
    add(ActionId::ShowMatrixDock,
        "view.dock.matrix",
        tr("Panel: &matrix"),
        tr("Show or close the matrices: collaboration weights, similarity, participation"));
    add(ActionId::ShowRiverDock,
        "view.dock.river",
        tr("Panel: &group river"),
        tr("Show or close the strip of who was in which group, round by round"));
    add(ActionId::ShowTopologyDock,
        "view.dock.topology",
        tr("Panel: &topology"),
        tr("Show or close the drawing of server, edge servers and clients"));
    add(ActionId::ShowClientsDock,
        "view.dock.clients",
        tr("Panel: &clients"),
        tr("Show or close the table of clients"));
    add(ActionId::ShowLogDock,
        "view.dock.log",
        tr("Panel: l&og"),
        tr("Show or close what happened, in sentences"));
    registry.add({ActionId::ResetLayout,
                  section,
                  word("view.resetLayout"),
                  tr("Reset la&yout"),
                  tr("Put the panels of the Watch page back where they were at first"),
                  {},
                  QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_L)});
}

void addWatchActions(ActionRegistry& registry)
{
    const auto section = ActionSection::Watch;
    const auto onPage = Qt::WidgetWithChildrenShortcut;
    registry.add({ActionId::Follow,
                  section,
                  word("watch.follow"),
                  tr("F&ollow the newest round"),
                  tr("Keep the newest round in view; moving a plot or the time line ends it"),
                  word("follow"),
                  QKeySequence(Qt::CTRL | Qt::Key_E),
                  true});
    registry.add({ActionId::FitCurves,
                  section,
                  word("watch.fit"),
                  tr("&Fit the curves"),
                  tr("Show all of every curve"),
                  word("fit"),
                  QKeySequence(Qt::CTRL | Qt::Key_0)});
    registry.add({ActionId::LogarithmicAxis,
                  section,
                  word("watch.logarithmic"),
                  tr("&Logarithmic value axis"),
                  tr("Show values on a logarithmic axis"),
                  word("logarithmic"),
                  QKeySequence(Qt::CTRL | Qt::Key_L),
                  true});
    registry.add({ActionId::ShowClients,
                  section,
                  word("watch.clients"),
                  tr("Show single &clients"),
                  tr("Thin lines for the clients of the run chosen in the list"),
                  word("clients"),
                  QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_C),
                  true});
    registry.add({ActionId::ClearPicked,
                  section,
                  word("watch.clearPicked"),
                  tr("Pick &no client"),
                  tr("Look at all clients alike again"),
                  {},
                  QKeySequence(Qt::Key_Escape),
                  false,
                  onPage});
    registry.add({ActionId::PreviousRound,
                  section,
                  word("watch.previous"),
                  tr("&Previous round"),
                  tr("Look at the round before"),
                  {},
                  QKeySequence(Qt::Key_Left),
                  false,
                  onPage});
    registry.add({ActionId::NextRound,
                  section,
                  word("watch.next"),
                  tr("&Next round"),
                  tr("Look at the round after"),
                  {},
                  QKeySequence(Qt::Key_Right),
                  false,
                  onPage});
}

void addCompareActions(ActionRegistry& registry)
{
    const auto section = ActionSection::Compare;
    const auto inTable = Qt::WidgetWithChildrenShortcut; // runs nobody sees must not be deleted
    registry.add({ActionId::OpenStoredRun,
                  section,
                  word("compare.open"),
                  tr("&Watch the chosen runs"),
                  tr("Show the stored curves of the chosen runs"),
                  word("watch"),
                  QKeySequence(Qt::CTRL | Qt::Key_Return)});
    registry.add({ActionId::ResumeStoredRun,
                  section,
                  word("compare.resume"),
                  tr("&Resume the chosen runs"),
                  tr("Go on from the checkpoints of runs that were stopped"),
                  word("resume"),
                  QKeySequence(Qt::CTRL | Qt::Key_R)});
    registry.add({ActionId::RefreshRuns,
                  section,
                  word("compare.refresh"),
                  tr("Read the run list &again"),
                  tr("See what other programs have stored meanwhile"),
                  word("refresh"),
                  QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_R)});
    registry.add({ActionId::FindRuns,
                  section,
                  word("compare.find"),
                  tr("&Filter the runs"),
                  tr("Type words that must occur in a run's line"),
                  word("search"),
                  QKeySequence::Find});
    registry.add({ActionId::PinRuns,
                  section,
                  word("compare.pin"),
                  tr("&Pin the chosen runs"),
                  tr("Keep the chosen runs at the top of the table; once more lets them go"),
                  {},
                  QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_P),
                  false,
                  inTable});
    registry.add({ActionId::DeleteRuns,
                  section,
                  word("compare.delete"),
                  tr("&Delete the chosen runs"),
                  tr("Take the chosen runs out of the table; it can be undone"),
                  {},
                  QKeySequence::Delete,
                  false,
                  inTable});
    registry.add({ActionId::UndoRunEdit,
                  section,
                  word("compare.undo"),
                  tr("&Undo the last change to runs"),
                  tr("Bring back what was deleted, or the note, tags or pin as they were"),
                  {},
                  QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key_Z)});
    registry.add({ActionId::ExportRuns,
                  section,
                  word("compare.export"),
                  tr("&Export the chosen runs…"),
                  tr("Write all numbers of the chosen runs as tidy CSV, or a bundle"),
                  {},
                  QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_E)});
    registry.add({ActionId::ExportBundle,
                  section,
                  word("compare.bundle"),
                  tr("Export a &bundle…"),
                  tr("Write the experiment, all numbers and a manifest into a folder that another "
                     "machine can rerun")});
}

void addHelpActions(ActionRegistry& registry)
{
    const auto section = ActionSection::Help;
    registry.add({ActionId::CommandPalette,
                  section,
                  word("help.commands"),
                  tr("&Commands…"),
                  tr("Find and do anything by typing its name"),
                  word("search"),
                  QKeySequence(Qt::CTRL | Qt::Key_K)});
    registry.add(
        {ActionId::HelpOnFocus,
         section,
         word("help.focus"),
         tr("&Help on what has the focus"),
         tr("Say what the field, list or drawing is for that the keys go to now, and which "
            "keys it knows"),
         {},
         QKeySequence(Qt::Key_F1)});
    registry.add({ActionId::About,
                  section,
                  word("help.about"),
                  tr("&About Coterie"),
                  tr("What this program is"),
                  word("about")});
}

} // namespace

void addWindowActions(ActionRegistry& registry)
{
    addFileActions(registry);
    addEditActions(registry);
    addClientActions(registry);
    addRunActions(registry);
    addViewActions(registry);
    addDockActions(registry);
    addWatchActions(registry);
    addCompareActions(registry);
    addHelpActions(registry);
    registry.action(ActionId::Follow)->setChecked(true);
    registry.action(ActionId::ShowClients)->setChecked(true);
    registry.action(ActionId::Quit)->setMenuRole(QAction::QuitRole);
}

} // namespace coterie::ui
