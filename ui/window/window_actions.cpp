#include "ui/window/window_actions.h"

#include "ui/design/design_section.h"
#include "ui/frame/action_registry.h"
#include "ui/frame/theme.h"
#include "ui/watch/dock_table.h"
#include "ui/window/help_menu.h"
#include "ui/words.h"

#include <QActionGroup>
#include <QApplication>
#include <QLineEdit>
#include <QSettings>
#include <QUndoStack>

#include <array>

namespace coterie::ui {

namespace {

constexpr bool kCheckable = true;

/// Fills one section of the registry: an action's name, icon and key, then what it is called and
/// does.
class Section
{
public:
    /// With `WidgetWithChildrenShortcut`, the keys work while the page or drawing has the focus.
    Section(ActionRegistry& registry,
            ActionSection section,
            Qt::ShortcutContext context = Qt::WindowShortcut)
        : m_registry(registry)
        , m_spec{.section = section, .context = context}
    {}

    Section&
    add(ActionId id, const char* name, const char* icon = "", const QKeySequence& keys = {})
    {
        m_spec.id = id;
        m_spec.name = QString::fromLatin1(name);
        m_spec.icon = QString::fromLatin1(icon);
        m_spec.shortcut = keys;
        return *this;
    }
    QAction* says(const QString& text, const QString& tooltip, bool isCheckable = false)
    {
        m_spec.text = text;
        m_spec.tooltip = tooltip;
        m_spec.checkable = isCheckable;
        return m_registry.add(m_spec);
    }

private:
    ActionRegistry& m_registry;
    ActionSpec m_spec;
};

void addFileActions(ActionRegistry& registry)
{
    Section file(registry, ActionSection::File);
    file.add(ActionId::NewExperiment, "file.new", "add", QKeySequence::New)
        .says(say("&New experiment"),
              say("Create a small experiment with every setting filled in"));
    file.add(ActionId::OpenFile, "file.open", "open", QKeySequence::Open)
        .says(say("&Open experiment…"), say("Open an experiment file, or drop one on the window"));
    file.add(ActionId::SaveFile, "file.save", "save", QKeySequence::Save)
        .says(say("&Save"), say("Save the experiment; a new or shipped one asks for a file name"));
    file.add(ActionId::SaveFileAs, "file.saveAs", "", Qt::CTRL | Qt::SHIFT | Qt::Key_S)
        .says(say("Save &as…"), say("Save the experiment to another file"));
    file.add(ActionId::OpenStore, "file.openStore")
        .says(say("Open another s&tore…"),
              say("List the runs of other run stores beside your own, only to be read; or drop one "
                  "on the window"));
    file.add(ActionId::ImportDataFile, "file.importData")
        .says(say("Import a &data file…"),
              say("Import a CSV table, NumPy arrays, IDX or CIFAR binary files, or a plain text"));
    file.add(ActionId::ImportDataFolder, "file.importFolder")
        .says(say("Import a data &folder…"),
              say("Import a folder of pictures or with a file for each client, LEAF's files, or a "
                  "published data set stored elsewhere"));
    file.add(ActionId::Quit, "file.quit", "quit", Qt::CTRL | Qt::Key_Q)
        .says(say("&Quit"), say("Close the window; a run stops safely and can be resumed"))
        ->setMenuRole(QAction::QuitRole);
}

void addEditActions(ActionRegistry& registry)
{
    Section edit(registry, ActionSection::Edit);
    edit.add(ActionId::Undo, "edit.undo", "undo", Qt::CTRL | Qt::Key_Z)
        .says(say("&Undo"), say("Undo the last change of the experiment"));
    edit.add(ActionId::Redo, "edit.redo", "redo", Qt::CTRL | Qt::SHIFT | Qt::Key_Z)
        .says(say("&Redo"), say("Redo the change that was undone"))
        ->setShortcuts({Qt::CTRL | Qt::SHIFT | Qt::Key_Z, Qt::CTRL | Qt::Key_Y});
    edit.add(ActionId::Preferences, "edit.preferences", "adjust", Qt::CTRL | Qt::Key_Comma)
        .says(say("&Preferences…"),
              say("Choose run store, data folder, threads, ranks, font size and colours"))
        ->setMenuRole(QAction::PreferencesRole);
}

void addSectionActions(ActionRegistry& registry)
{
    struct Entry
    {
        const char* name;
        qsizetype letter = 0; ///< of the title: the one that chooses it in the menu
    };
    constexpr std::array kEntries{Entry{"design.overview"},
                                  Entry{"design.data"},
                                  Entry{"design.clients"},
                                  Entry{"design.model"},
                                  Entry{"design.local"},
                                  Entry{"design.arms"},
                                  Entry{"design.rounds"},
                                  Entry{"design.output", 1},
                                  Entry{"design.json"}};
    static_assert(kEntries.size() == kDesignSections);
    Section design(registry, ActionSection::Design);
    for (int place = 0; place < kDesignSections; ++place) {
        const auto section = static_cast<DesignSection>(place);
        const SectionWords words = wordsOf(section);
        const Entry& entry = kEntries[static_cast<std::size_t>(place)];
        design
            .add(sectionAction(section),
                 entry.name,
                 words.icon.toLatin1(),
                 Qt::ALT | static_cast<Qt::Key>(Qt::Key_1 + place))
            .says(QString(words.title).insert(entry.letter, QLatin1Char('&')), words.tip);
    }
}

void addDesignActions(ActionRegistry& registry)
{
    addSectionActions(registry);
    Section design(registry, ActionSection::Design);
    design.add(ActionId::AddArm, "design.addArm", "add")
        .says(say("Add a&n arm"), say("Add an arm after the others"));
    design.add(ActionId::CopyArm, "design.copyArm", "copy")
        .says(say("Cop&y the arm"), say("Copy the selected arm"));
    design.add(ActionId::ArmUp, "design.armUp", "up")
        .says(say("Move the arm u&p"), say("Move the selected arm up"));
    design.add(ActionId::ArmDown, "design.armDown", "down")
        .says(say("Move the arm do&wn"), say("Move the selected arm down"));
    design.add(ActionId::RemoveArm, "design.removeArm", "delete")
        .says(say("D&elete the arm"), say("Delete the selected arm"));
}

void addClientActions(ActionRegistry& registry)
{
    Section clients(registry, ActionSection::Clients, Qt::WidgetWithChildrenShortcut);
    clients.add(ActionId::CopyClients, "clients.copy", "", Qt::CTRL | Qt::Key_D)
        .says(say("&Copy"),
              say("Add new clients with as many samples of each kind as the selected ones"));
    clients.add(ActionId::SplitClients, "clients.split", "", Qt::CTRL | Qt::Key_T)
        .says(say("&Split"), say("Give half of each selected client's samples to a new client"));
    clients.add(ActionId::MergeClients, "clients.merge", "", Qt::CTRL | Qt::Key_M)
        .says(say("&Merge"), say("Give the samples of all selected clients to the first of them"));
    clients.add(ActionId::DeleteClients, "clients.delete", "", Qt::Key_Delete)
        .says(say("&Delete"), say("Delete the selected clients; their samples become unused"));
    clients.add(ActionId::ResetClients, "clients.reset", "", Qt::Key_Backspace)
        .says(say("&Revert"),
              say("Give the selected clients the samples that the partition scheme gives them"));
    clients.add(ActionId::SelectAllClients, "clients.selectAll", "", Qt::CTRL | Qt::Key_A)
        .says(say("Select &all"), say("Select every client"));
    clients.add(ActionId::TakeFromOthers, "clients.takeFromOthers", "", Qt::CTRL | Qt::Key_J)
        .says(say("&Take from others"),
              say("Take samples from all other clients, in proportion to what they have, when "
                  "no unused ones are left. Hold Shift while dragging to do the same."),
              kCheckable);

    clients.add(ActionId::NewEdge, "clients.newEdge", "", Qt::CTRL | Qt::SHIFT | Qt::Key_N)
        .says(say("New &edge server"), say("Connect the selected clients to a new edge server"));
    clients.add(ActionId::EdgeAbove, "clients.edgeAbove", "", Qt::ALT | Qt::Key_Up)
        .says(say("Move to the edge server a&bove"),
              say("Connect the selected clients to the edge server above theirs"));
    clients.add(ActionId::EdgeBelow, "clients.edgeBelow", "", Qt::ALT | Qt::Key_Down)
        .says(say("Move to the edge server belo&w"),
              say("Connect the selected clients to the edge server below theirs; below the last "
                  "one, to none"));
    clients.add(ActionId::RenameEdge, "clients.renameEdge", "", Qt::Key_F2)
        .says(say("Re&name the edge server"),
              say("Rename the edge server of the client that has the focus"));
    clients.add(ActionId::RemoveEdge, "clients.removeEdge")
        .says(say("Remo&ve the edge server"),
              say("Remove the edge server of the client that has the focus; its clients then "
                  "have none"));
    clients.add(ActionId::ArriveEarlier, "clients.earlier", "", Qt::ALT | Qt::Key_Left)
        .says(say("Join a round ear&lier"), say("Let the selected clients join one round earlier"));
    clients.add(ActionId::ArriveLater, "clients.later", "", Qt::ALT | Qt::Key_Right)
        .says(say("&Join a round later"), say("Let the selected clients join one round later"));
    clients.add(ActionId::ArriveAtStart, "clients.fromStart", "", Qt::ALT | Qt::Key_Home)
        .says(say("&From the start"), say("Let the selected clients join in the first round"));

    clients.add(ActionId::SaveClientsPicture, "clients.savePicture")
        .says(say("Save the &picture…"),
              say("Save the drawing of all clients and its legend as PNG, SVG or PDF"));
    clients.add(ActionId::CopyClientsPicture, "clients.copyPicture")
        .says(say("Copy the p&icture"),
              say("Copy the drawing of all clients and its legend to the clipboard"));
}

void addRunActions(ActionRegistry& registry)
{
    Section run(registry, ActionSection::Run);
    Section onPage(registry, ActionSection::Run, Qt::WidgetWithChildrenShortcut);
    run.add(ActionId::RunExperiment, "run.start", "run", Qt::Key_F5)
        .says(say("&Run experiment"), say("Run every arm and seed of the open experiment"));
    run.add(ActionId::RunOnSlurm, "run.slurm", "several")
        .says(say("Run on S&lurm…"), say("Let a cluster with Slurm compute the open experiment"))
        ->setEnabled(false); // until the window knows of Slurm and of an experiment
    run.add(ActionId::RunQuickstart,
            "run.quickstart",
            "quickstart",
            Qt::CTRL | Qt::SHIFT | Qt::Key_Q)
        .says(say("Run the &quickstart"),
              say("Run a small experiment on drawn digits; it takes less than half a minute"));
    onPage.add(ActionId::PauseRun, "run.pause", "pause", Qt::Key_Space)
        .says(say("&Pause"), say("Pause after the current round, or resume"));
    onPage.add(ActionId::StepRun, "run.step", "step", Qt::Key_Period)
        .says(say("S&tep one round"), say("Run one more round, then pause"));
    run.add(ActionId::StopRun, "run.stop", "stop", Qt::SHIFT | Qt::Key_F5)
        .says(say("&Stop"), say("Stop at the next safe point; the run can be resumed"));
    run.add(ActionId::ChangeSettings, "run.settings", "adjust", Qt::CTRL | Qt::SHIFT | Qt::Key_A)
        .says(say("&Change run settings"),
              say("Change the running run's settings, such as its learning rate or number of "
                  "rounds, from its next round"),
              kCheckable);
}

void addViewActions(ActionRegistry& registry)
{
    Section view(registry, ActionSection::View);
    view.add(ActionId::ShowDesign, "view.design", "design", Qt::CTRL | Qt::Key_1)
        .says(say("&Design"), say("Set up an experiment"), kCheckable);
    view.add(ActionId::ShowWatch, "view.watch", "watch", Qt::CTRL | Qt::Key_2)
        .says(say("&Watch"), say("Watch runs while they train, or replay them"), kCheckable);
    view.add(ActionId::ShowCompare, "view.compare", "compare", Qt::CTRL | Qt::Key_3)
        .says(say("&Compare"), say("Compare stored runs"), kCheckable);
    view.add(ActionId::ShowData, "view.data", "data", Qt::CTRL | Qt::Key_4)
        .says(say("D&ata"), say("Look at data sets, download and import them"), kCheckable);
    view.add(ActionId::ShowFolders, "view.folders")
        .says(say("S&how the folders of runs"),
              say("Show the folders beside the table of Compare"),
              kCheckable);
    view.add(ActionId::SufficientClusters, "view.sufficient")
        .says(say("Su&fficient clusters…"),
              say("Compute how many clients can collaborate at a precision, and what that gains "
                  "(All-for-one)"));
    const std::array themes{
        view.add(ActionId::ThemeSystem, "view.theme.system", "system")
            .says(say("Deskto&p theme"),
                  say("Use light or dark colours as the desktop does"),
                  kCheckable),
        view.add(ActionId::ThemeLight, "view.theme.light", "light")
            .says(say("&Light theme"), say("Use dark text on a light background"), kCheckable),
        view.add(ActionId::ThemeDark, "view.theme.dark", "dark")
            .says(say("Dar&k theme"), say("Use light text on a dark background"), kCheckable)};
    auto* group = new QActionGroup(&registry);
    for (QAction* theme : themes)
        group->addAction(theme);
}

void addDockActions(ActionRegistry& registry)
{
    for (const DockEntry& entry : dockTable())
        registry.add({.id = {},
                      .section = ActionSection::View,
                      .name = actionNameOf(entry),
                      .text = say("Panel: %1").arg(say(entry.title)),
                      .tooltip = say(entry.tip),
                      .checkable = true});
    Section(registry, ActionSection::View)
        .add(ActionId::ResetLayout, "view.resetLayout", "", Qt::CTRL | Qt::SHIFT | Qt::Key_L)
        .says(say("Reset la&yout"), say("Restore the first layout of the Watch page"));
}

void addWatchActions(ActionRegistry& registry)
{
    Section watch(registry, ActionSection::Watch);
    Section onPage(registry, ActionSection::Watch, Qt::WidgetWithChildrenShortcut);
    QAction* follow = watch.add(ActionId::Follow, "watch.follow", "follow", Qt::CTRL | Qt::Key_E)
                          .says(say("F&ollow the newest round"),
                                say("Keep the newest round in view; moving a plot or the time "
                                    "line turns this off"),
                                kCheckable);
    follow->setChecked(true);
    watch.add(ActionId::FitCurves, "watch.fit", "fit", Qt::CTRL | Qt::Key_0)
        .says(say("&Fit the curves"), say("Fit the axes to the curves"))
        ->setIconText(say("Fit"));
    QAction* logarithmic =
        watch
            .add(
                ActionId::LogarithmicAxis, "watch.logarithmic", "logarithmic", Qt::CTRL | Qt::Key_L)
            .says(say("&Logarithmic value axis"),
                  say("Show values on a logarithmic axis"),
                  kCheckable);
    logarithmic->setIconText(say("Log axis"));
    QAction* clients =
        watch
            .add(
                ActionId::ShowClients, "watch.clients", "clients", Qt::CTRL | Qt::SHIFT | Qt::Key_C)
            .says(say("Show single &clients"),
                  say("Show a thin line for each client of the run selected in the list"),
                  kCheckable);
    clients->setChecked(true);
    clients->setIconText(say("Clients"));
    onPage.add(ActionId::ClearPicked, "watch.clearPicked", "", Qt::Key_Escape)
        .says(say("Clear the cl&ient selection"), say("Deselect all clients"));
    onPage.add(ActionId::PreviousRound, "watch.previous", "", Qt::Key_Left)
        .says(say("&Previous round"), say("Show the previous round"));
    onPage.add(ActionId::NextRound, "watch.next", "", Qt::Key_Right)
        .says(say("&Next round"), say("Show the next round"));
    onPage.add(ActionId::PlayRounds, "watch.play", "replay", Qt::Key_P)
        .says(say("Pla&y the rounds"),
              say("Show one round after another, from the first if the newest is on screen"),
              kCheckable);
    watch.add(ActionId::WatchedAsDesign, "watch.design", "design")
        .says(say("Open as &design"), say("Open the selected run as an experiment in Design"));
    onPage.add(ActionId::ForkWatched, "watch.fork", "fork", Qt::CTRL | Qt::SHIFT | Qt::Key_F)
        .says(say("For&k after this round…"),
              say("Start a run that has the selected run's rounds up to the one on screen and "
                  "continues with other settings"));
    watch.add(ActionId::ShowParent, "watch.parent", "parent")
        .says(say("&Show the parent"), say("Show the run that the selected one was forked from"));
}

void addCompareActions(ActionRegistry& registry)
{
    Section compare(registry, ActionSection::Compare);
    // Only while the table has the focus: runs that are not on screen must not be deleted.
    Section inTable(registry, ActionSection::Compare, Qt::WidgetWithChildrenShortcut);
    compare.add(ActionId::OpenStoredRun, "compare.open", "watch", Qt::CTRL | Qt::Key_Return)
        .says(say("&Watch selected runs"), say("Show the stored curves of the selected runs"))
        ->setIconText(say("Watch"));
    compare.add(ActionId::ResumeStoredRun, "compare.resume", "resume", Qt::CTRL | Qt::Key_R)
        .says(say("&Resume selected runs"), say("Resume stopped runs from their checkpoints"))
        ->setIconText(say("Resume"));
    compare.add(ActionId::DiffRuns, "compare.difference", "", Qt::CTRL | Qt::SHIFT | Qt::Key_D)
        .says(
            say("Differe&nce of two runs…"),
            say("Show what differs between two selected runs: settings, curves, matrices, groups"));
    compare.add(ActionId::VerifyRuns, "compare.verify")
        .says(say("&Verify runs…"),
              say("Play the selected runs again, in Watch the one on screen, and say whether they "
                  "are the same to the bit"));
    compare.add(ActionId::RunAsDesign, "compare.design", "design")
        .says(say("&Open as design"), say("Open the selected run as an experiment in Design"));
    inTable.add(ActionId::ForkRun, "compare.fork", "fork", Qt::CTRL | Qt::SHIFT | Qt::Key_F)
        .says(say("For&k the selected run…"),
              say("Start a run that has the first rounds of the selected one and continues with "
                  "other settings"));
    compare
        .add(ActionId::RefreshRuns, "compare.refresh", "refresh", Qt::CTRL | Qt::SHIFT | Qt::Key_R)
        .says(say("Relo&ad the runs"),
              say("Reload the list, with runs that other programs have stored"));
    compare.add(ActionId::FindRuns, "compare.find", "search", QKeySequence::Find)
        .says(say("&Filter the runs"), say("Filter the runs by words in their rows"));
    compare.add(ActionId::SaveView, "compare.saveView")
        .says(say("&Save this view…"),
              say("Keep filter, folder, columns, order, metric and tab under a name"));
    inTable.add(ActionId::CopyRuns, "compare.copy", "", QKeySequence::Copy)
        .says(say("&Copy selected rows"),
              say("Copy the selected rows, to paste them into a spreadsheet"));
    inTable.add(ActionId::TagRuns, "compare.tags", "", Qt::CTRL | Qt::SHIFT | Qt::Key_T)
        .says(say("Edit ta&gs…"), say("Add tags to the selected runs or remove them"));
    inTable.add(ActionId::NameRuns, "compare.name", "", Qt::Key_F2)
        .says(say("Set a displa&y name…"), say("Give the selected runs a name of your own"));
    inTable.add(ActionId::MoveRuns, "compare.move", "", Qt::CTRL | Qt::SHIFT | Qt::Key_M)
        .says(say("Move t&he runs to a folder…"), say("Put the selected runs into a folder"));
    inTable.add(ActionId::PinRuns, "compare.pin", "", Qt::CTRL | Qt::SHIFT | Qt::Key_P)
        .says(say("&Pin or unpin selected runs"),
              say("Pin the selected runs to the top of the table, or unpin them"));
    inTable.add(ActionId::DeleteRuns, "compare.delete", "", QKeySequence::Delete)
        .says(say("&Delete selected runs"), say("Delete the selected runs; this can be undone"));
    compare.add(ActionId::UndoRunEdit, "compare.undo", "", Qt::CTRL | Qt::ALT | Qt::Key_Z)
        .says(say("&Undo the last change to runs"),
              say("Undo the last deletion, import, or change of a note, tag, name, pin, folder or "
                  "view"));
    compare
        .add(ActionId::RedoRunEdit, "compare.redo") // in the menu Edit
        .says(say("&Redo the last change to runs"),
              say("Redo the change to runs that was undone last"));
    compare.add(ActionId::ExportRuns, "compare.export", "", Qt::CTRL | Qt::SHIFT | Qt::Key_E)
        .says(say("&Export runs…"),
              say("Export the table, or all numbers of the selected runs as CSV or a bundle"));
    compare.add(ActionId::ExportRunTable, "compare.exportTable")
        .says(say("Export the &table as shown…"),
              say("Export the rows and columns on screen as CSV, LaTeX or Markdown"));
    compare.add(ActionId::ExportReport, "compare.report")
        .says(say("Wr&ite a report…"),
              say("Write the selected runs as one HTML or PDF file: question, federation, figures, "
                  "tables, what the numbers say, settings"));
    compare.add(ActionId::ExportTalk, "compare.talk")
        .says(say("Write a report for a ta&lk…"),
              say("Write one figure and three sentences of the selected runs as one HTML or PDF "
                  "file"));
    compare.add(ActionId::ExportBundle, "compare.bundle")
        .says(say("Export a &bundle…"),
              say("Export the experiments, all numbers and a manifest to a folder that another "
                  "computer can rerun"));
    compare.add(ActionId::ExportTensorBoard, "compare.tensorboard")
        .says(
            say("E&xport for TensorBoard…"),
            say("Export the metrics of the selected runs as event files, which TensorBoard shows"));
    compare.add(ActionId::ExportModels, "compare.models")
        .says(say("Save mode&ls…"),
              say("Save the models that the selected runs ended with, as files for PyTorch"));
    compare.add(ActionId::ImportBundle, "compare.import", "", Qt::CTRL | Qt::SHIFT | Qt::Key_I)
        .says(say("I&mport a bundle…"),
              say("Add the runs of a bundle, from whomever: all of it is checked, nothing of it is "
                  "run"));
}

constexpr std::array kThemes{std::pair{ActionId::ThemeSystem, ThemeChoice::System},
                             std::pair{ActionId::ThemeLight, ThemeChoice::Light},
                             std::pair{ActionId::ThemeDark, ThemeChoice::Dark}};

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
    for (const ActionSection section : {ActionSection::Design, ActionSection::Clients})
        for (QAction* action : registry.section(section))
            action->setEnabled(false); // until the page or the drawing says otherwise
}

void connectThemeActions(const ActionRegistry& actions, Theme& theme)
{
    const QString key = QStringLiteral("theme");
    const ThemeChoice last = themeFromWord(QSettings().value(key).toString());
    theme.choose(last);
    for (const auto& [id, choice] : kThemes) {
        QAction* action = actions.action(id);
        action->setChecked(choice == last);
        QObject::connect(action, &QAction::triggered, &theme, [&theme, key, chosen = choice] {
            theme.choose(chosen);
            QSettings().setValue(key, toWord(chosen));
        });
    }
}

void connectEditActions(ActionRegistry& actions, QUndoStack& stack)
{
    QAction* undo = actions.action(ActionId::Undo);
    QAction* redo = actions.action(ActionId::Redo);
    QAction* undoRunEdit = actions.action(ActionId::UndoRunEdit);
    QAction* redoRunEdit = actions.action(ActionId::RedoRunEdit);
    const QAction* design = actions.action(ActionId::ShowDesign);
    const QAction* compare = actions.action(ActionId::ShowCompare);
    const auto named = [](const QString& plain, const QString& step) {
        return step.isEmpty() ? plain : say("%1: %2").arg(plain, withinSentence(step));
    };
    const auto show = [=, &stack] {
        const bool inDesign = design->isChecked();
        const bool inCompare = compare->isChecked();
        undo->setEnabled(inDesign ? stack.canUndo() : inCompare && undoRunEdit->isEnabled());
        redo->setEnabled(inDesign ? stack.canRedo() : inCompare && redoRunEdit->isEnabled());
        undo->setText(inCompare ? undoRunEdit->text() : named(say("&Undo"), stack.undoText()));
        redo->setText(inCompare ? redoRunEdit->text() : named(say("&Redo"), stack.redoText()));
    };
    show();
    QObject::connect(undo, &QAction::triggered, &stack, [design, undoRunEdit, &stack] {
        if (design->isChecked())
            stack.undo();
        else
            undoRunEdit->trigger();
    });
    QObject::connect(redo, &QAction::triggered, &stack, [design, redoRunEdit, &stack] {
        if (design->isChecked())
            stack.redo();
        else if (auto* field = qobject_cast<QLineEdit*>(QApplication::focusWidget());
                 field && field->isRedoAvailable())
            field->redo(); // a filter, where Ctrl+Y is not among Qt's keys everywhere
        else
            redoRunEdit->trigger();
    });
    QObject::connect(&stack, &QUndoStack::canUndoChanged, undo, show);
    QObject::connect(&stack, &QUndoStack::canRedoChanged, redo, show);
    QObject::connect(&stack, &QUndoStack::undoTextChanged, undo, show);
    QObject::connect(&stack, &QUndoStack::redoTextChanged, redo, show);
    QObject::connect(design, &QAction::toggled, &stack, show);
    QObject::connect(compare, &QAction::toggled, &stack, show);
    for (const QAction* ofRuns : {undoRunEdit, redoRunEdit})
        QObject::connect(ofRuns, &QAction::changed, &stack, show);
}

} // namespace coterie::ui
