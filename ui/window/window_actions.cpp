#include "ui/window/window_actions.h"

#include "ui/frame/action_registry.h"
#include "ui/watch/dock_table.h"
#include "ui/window/page_actions.h"
#include "ui/words.h"

#include <QActionGroup>

namespace coterie::ui {

namespace {

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
                  say("&New experiment"),
                  say("Begin a small experiment of your own, with everything filled in"),
                  word("add"),
                  QKeySequence::New});
    registry.add({ActionId::OpenFile,
                  section,
                  word("file.open"),
                  say("&Open experiment…"),
                  say("Open an experiment file; it can also be dragged onto the window"),
                  word("open"),
                  QKeySequence::Open});
    registry.add({ActionId::SaveFile,
                  section,
                  word("file.save"),
                  say("&Save"),
                  say("Save the experiment to its file; a shipped or a new one asks for a name"),
                  word("save"),
                  QKeySequence::Save});
    registry.add({ActionId::SaveFileAs,
                  section,
                  word("file.saveAs"),
                  say("Save &as…"),
                  say("Save the experiment to another file"),
                  {},
                  QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_S)});
    registry.add(
        {ActionId::ImportDataFile,
         section,
         word("file.importData"),
         say("Import a &data file…"),
         say("A table (CSV), NumPy arrays, IDX or CIFAR binary files of your own, shown on "
             "the Data page")});
    registry.add(
        {ActionId::ImportDataFolder,
         section,
         word("file.importFolder"),
         say("Import a data &folder…"),
         say("A folder of PNG pictures, or a published data set that lies elsewhere, shown "
             "on the Data page")});
    registry.add({ActionId::Quit,
                  section,
                  word("file.quit"),
                  say("&Quit"),
                  say("Close the window; a run stops at a safe point and can be resumed"),
                  word("quit"),
                  QKeySequence(Qt::CTRL | Qt::Key_Q)});
}

void addEditActions(ActionRegistry& registry)
{
    const auto section = ActionSection::Edit;
    registry.add({ActionId::Undo,
                  section,
                  word("edit.undo"),
                  say("&Undo"),
                  say("Take back the last change of the experiment"),
                  word("undo"),
                  QKeySequence(Qt::CTRL | Qt::Key_Z)});
    registry.add({ActionId::Redo,
                  section,
                  word("edit.redo"),
                  say("&Redo"),
                  say("Make the change again that was taken back"),
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
                  say("&Run experiment"),
                  say("Run every arm and seed of the open experiment"),
                  word("run"),
                  QKeySequence(Qt::Key_F5)});
    registry.add({ActionId::RunQuickstart,
                  section,
                  word("run.quickstart"),
                  say("Run the &quickstart"),
                  say("Run a small experiment on drawn digits: less than half a minute"),
                  word("quickstart"),
                  QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Q)});
    registry.add({ActionId::PauseRun,
                  section,
                  word("run.pause"),
                  say("&Pause"),
                  say("Pause after the present round, or go on"),
                  word("pause"),
                  QKeySequence(Qt::Key_Space),
                  false,
                  onPage});
    registry.add({ActionId::StepRun,
                  section,
                  word("run.step"),
                  say("S&tep one round"),
                  say("Run one more round, then pause"),
                  word("step"),
                  QKeySequence(Qt::Key_Period),
                  false,
                  onPage});
    registry.add({ActionId::StopRun,
                  section,
                  word("run.stop"),
                  say("&Stop"),
                  say("Stop at the next safe point; the run can be resumed"),
                  word("stop"),
                  QKeySequence(Qt::SHIFT | Qt::Key_F5)});
    registry.add(
        {ActionId::ChangeSettings,
         section,
         word("run.settings"),
         say("&Change settings of the run"),
         say("Give the run that is going on another learning rate, other rounds or another "
             "setting of its method, from its next round on; the change is kept in its "
             "log"),
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
                  say("&Design"),
                  say("What to run"),
                  word("design"),
                  QKeySequence(Qt::CTRL | Qt::Key_1),
                  true});
    registry.add({ActionId::ShowWatch,
                  section,
                  word("view.watch"),
                  say("&Watch"),
                  say("Runs as they go, live or replayed"),
                  word("watch"),
                  QKeySequence(Qt::CTRL | Qt::Key_2),
                  true});
    registry.add({ActionId::ShowCompare,
                  section,
                  word("view.compare"),
                  say("&Compare"),
                  say("All stored runs"),
                  word("compare"),
                  QKeySequence(Qt::CTRL | Qt::Key_3),
                  true});
    registry.add({ActionId::ShowData,
                  section,
                  word("view.data"),
                  say("D&ata"),
                  say("Data sets and how they are split"),
                  word("data"),
                  QKeySequence(Qt::CTRL | Qt::Key_4),
                  true});
    auto* themes = new QActionGroup(&registry);
    for (const ActionSpec& spec : {ActionSpec{ActionId::ThemeSystem,
                                              section,
                                              word("view.theme.system"),
                                              say("Colo&urs of the system"),
                                              say("Light or dark as the desktop is"),
                                              word("system"),
                                              {},
                                              true},
                                   ActionSpec{ActionId::ThemeLight,
                                              section,
                                              word("view.theme.light"),
                                              say("&Light colours"),
                                              say("Dark on light"),
                                              word("light"),
                                              {},
                                              true},
                                   ActionSpec{ActionId::ThemeDark,
                                              section,
                                              word("view.theme.dark"),
                                              say("Dar&k colours"),
                                              say("Light on dark"),
                                              word("dark"),
                                              {},
                                              true}})
        themes->addAction(registry.add(spec));
}

void addDockActions(ActionRegistry& registry)
{
    const auto section = ActionSection::View;
    for (const DockEntry& entry : dockTable())
        registry.add({.id = {},
                      .section = section,
                      .name = actionNameOf(entry),
                      .text = say("Panel: %1").arg(say(entry.title)),
                      .tooltip = say(entry.tip),
                      .checkable = true});
    registry.add({ActionId::ResetLayout,
                  section,
                  word("view.resetLayout"),
                  say("Reset la&yout"),
                  say("Put the panels of the Watch page back where they were at first"),
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
                  say("F&ollow the newest round"),
                  say("Keep the newest round in view; moving a plot or the time line ends it"),
                  word("follow"),
                  QKeySequence(Qt::CTRL | Qt::Key_E),
                  true});
    registry.add({ActionId::FitCurves,
                  section,
                  word("watch.fit"),
                  say("&Fit the curves"),
                  say("Show all of every curve"),
                  word("fit"),
                  QKeySequence(Qt::CTRL | Qt::Key_0)});
    registry.add({ActionId::LogarithmicAxis,
                  section,
                  word("watch.logarithmic"),
                  say("&Logarithmic value axis"),
                  say("Show values on a logarithmic axis"),
                  word("logarithmic"),
                  QKeySequence(Qt::CTRL | Qt::Key_L),
                  true});
    registry.add({ActionId::ShowClients,
                  section,
                  word("watch.clients"),
                  say("Show single &clients"),
                  say("Thin lines for the clients of the run chosen in the list"),
                  word("clients"),
                  QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_C),
                  true});
    registry.add({ActionId::ClearPicked,
                  section,
                  word("watch.clearPicked"),
                  say("Pick no cl&ient"),
                  say("Look at all clients alike again"),
                  {},
                  QKeySequence(Qt::Key_Escape),
                  false,
                  onPage});
    registry.add({ActionId::PreviousRound,
                  section,
                  word("watch.previous"),
                  say("&Previous round"),
                  say("Look at the round before"),
                  {},
                  QKeySequence(Qt::Key_Left),
                  false,
                  onPage});
    registry.add({ActionId::NextRound,
                  section,
                  word("watch.next"),
                  say("&Next round"),
                  say("Look at the round after"),
                  {},
                  QKeySequence(Qt::Key_Right),
                  false,
                  onPage});
    registry.add({ActionId::PlayRounds,
                  section,
                  word("watch.play"),
                  say("Pla&y the rounds"),
                  say("Show the rounds one after another, from the first if the newest is on "
                      "screen"),
                  word("replay"),
                  QKeySequence(Qt::Key_P),
                  true,
                  onPage});
}

void addCompareActions(ActionRegistry& registry)
{
    const auto section = ActionSection::Compare;
    const auto inTable = Qt::WidgetWithChildrenShortcut; // runs nobody sees must not be deleted
    registry.add({ActionId::OpenStoredRun,
                  section,
                  word("compare.open"),
                  say("&Watch the chosen runs"),
                  say("Show the stored curves of the chosen runs"),
                  word("watch"),
                  QKeySequence(Qt::CTRL | Qt::Key_Return)});
    registry.add({ActionId::ResumeStoredRun,
                  section,
                  word("compare.resume"),
                  say("&Resume the chosen runs"),
                  say("Go on from the checkpoints of runs that were stopped"),
                  word("resume"),
                  QKeySequence(Qt::CTRL | Qt::Key_R)});
    registry.add({ActionId::RefreshRuns,
                  section,
                  word("compare.refresh"),
                  say("Read the run list &again"),
                  say("See what other programs have stored meanwhile"),
                  word("refresh"),
                  QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_R)});
    registry.add({ActionId::FindRuns,
                  section,
                  word("compare.find"),
                  say("&Filter the runs"),
                  say("Type words that must occur in a run's line"),
                  word("search"),
                  QKeySequence::Find});
    registry.add({ActionId::CopyRuns,
                  section,
                  word("compare.copy"),
                  say("&Copy the chosen lines"),
                  say("Copy the chosen lines of the table, for a spreadsheet to paste"),
                  {},
                  QKeySequence::Copy,
                  false,
                  inTable});
    registry.add({ActionId::PinRuns,
                  section,
                  word("compare.pin"),
                  say("&Pin the chosen runs"),
                  say("Keep the chosen runs at the top of the table; once more lets them go"),
                  {},
                  QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_P),
                  false,
                  inTable});
    registry.add({ActionId::DeleteRuns,
                  section,
                  word("compare.delete"),
                  say("&Delete the chosen runs"),
                  say("Take the chosen runs out of the table; it can be undone"),
                  {},
                  QKeySequence::Delete,
                  false,
                  inTable});
    registry.add({ActionId::UndoRunEdit,
                  section,
                  word("compare.undo"),
                  say("&Undo the last change to runs"),
                  say("Bring back what was deleted, or the note, tags or pin as they were"),
                  {},
                  QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key_Z)});
    registry.add({ActionId::ExportRuns,
                  section,
                  word("compare.export"),
                  say("&Export runs…"),
                  say("Write the table as it is shown, or all numbers of the chosen runs as tidy "
                      "CSV or a bundle"),
                  {},
                  QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_E)});
    registry.add({ActionId::ExportRunTable,
                  section,
                  word("compare.exportTable"),
                  say("Export the &table as shown…"),
                  say("Write the lines and columns on screen, in their order, as CSV, LaTeX or "
                      "Markdown")});
    registry.add({ActionId::ExportBundle,
                  section,
                  word("compare.bundle"),
                  say("Export a &bundle…"),
                  say("Write the experiment, all numbers and a manifest into a folder that another "
                      "machine can rerun")});
}

void addHelpActions(ActionRegistry& registry)
{
    const auto section = ActionSection::Help;
    registry.add({ActionId::CommandPalette,
                  section,
                  word("help.commands"),
                  say("&Commands…"),
                  say("Find and do anything by typing its name"),
                  word("search"),
                  QKeySequence(Qt::CTRL | Qt::Key_K)});
    registry.add({ActionId::Manual,
                  section,
                  word("help.manual"),
                  say("&Manual"),
                  say("Read the guide and the reference in a window of their own"),
                  word("manual"),
                  QKeySequence(Qt::SHIFT | Qt::Key_F1)});
    registry.add(
        {ActionId::HelpOnFocus,
         section,
         word("help.focus"),
         say("&Help on what has the focus"),
         say("Say what the field, list or drawing is for that the keys go to now, and which "
             "keys it knows"),
         {},
         QKeySequence(Qt::Key_F1)});
    registry.add({ActionId::About,
                  section,
                  word("help.about"),
                  say("&About Coterie"),
                  say("What this program is"),
                  word("about")});
}

} // namespace

void addWindowActions(ActionRegistry& registry)
{
    addFileActions(registry);
    addEditActions(registry);
    addDesignActions(registry);
    addClientActions(registry);
    addRunActions(registry);
    addViewActions(registry);
    addDockActions(registry);
    addWatchActions(registry);
    addCompareActions(registry);
    addHelpActions(registry);
    registry.action(ActionId::Follow)->setChecked(true);
    registry.action(ActionId::ShowClients)->setChecked(true);
    // What their buttons say.
    registry.action(ActionId::ShowClients)->setIconText(say("Clients"));
    registry.action(ActionId::OpenStoredRun)->setIconText(say("Watch"));
    registry.action(ActionId::ResumeStoredRun)->setIconText(say("Resume"));
    registry.action(ActionId::LogarithmicAxis)->setIconText(say("Log axis"));
    registry.action(ActionId::FitCurves)->setIconText(say("Fit"));
    registry.action(ActionId::Quit)->setMenuRole(QAction::QuitRole);
}

} // namespace coterie::ui
