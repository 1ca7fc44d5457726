#include "ui/window/page_actions.h"

#include "ui/design/design_section.h"
#include "ui/frame/action_registry.h"
#include "ui/frame/theme.h"
#include "ui/words.h"

#include <QAction>
#include <QSettings>
#include <QUndoStack>

#include <array>

namespace coterie::ui {

namespace {

struct Row
{
    ActionId id;
    const char* name;
    QString text;
    QString tooltip;
    QKeySequence keys = {};
    bool checkable = false;
};

std::vector<Row> holdingRows()
{
    return {
        {ActionId::CopyClients,
         "clients.copy",
         say("&Copy"),
         say("New clients with as many samples of each kind as the picked ones"),
         QKeySequence(Qt::CTRL | Qt::Key_D)},
        {ActionId::SplitClients,
         "clients.split",
         say("&Split"),
         say("Each picked client gives half of what it holds to a new client"),
         QKeySequence(Qt::CTRL | Qt::Key_T)},
        {ActionId::MergeClients,
         "clients.merge",
         say("&Merge"),
         say("The first of the picked clients gets what all of them hold"),
         QKeySequence(Qt::CTRL | Qt::Key_M)},
        {ActionId::DeleteClients,
         "clients.delete",
         say("&Delete"),
         say("The picked clients go; nobody holds their samples then"),
         QKeySequence(Qt::Key_Delete)},
        {ActionId::ResetClients,
         "clients.reset",
         say("&Revert"),
         say("The picked clients hold again what the scheme gives them"),
         QKeySequence(Qt::Key_Backspace)},
        {ActionId::SelectAllClients,
         "clients.selectAll",
         say("Select &all"),
         say("Pick every client"),
         QKeySequence(Qt::CTRL | Qt::Key_A)},
        {ActionId::TakeFromOthers,
         "clients.takeFromOthers",
         say("&Take from others"),
         say("Samples that nobody holds are soon used up: what is missing then comes from all "
             "other clients, in proportion to what they hold. Holding Shift while dragging does "
             "the same."),
         QKeySequence(Qt::CTRL | Qt::Key_J),
         true},
    };
}

std::vector<Row> placeRows()
{
    return {
        {ActionId::NewEdge,
         "clients.newEdge",
         say("New &edge server"),
         say("The picked clients talk to an edge server of their own"),
         QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_N)},
        {ActionId::EdgeAbove,
         "clients.edgeAbove",
         say("Move to the edge server a&bove"),
         say("The picked clients talk to the edge server drawn above theirs"),
         QKeySequence(Qt::ALT | Qt::Key_Up)},
        {ActionId::EdgeBelow,
         "clients.edgeBelow",
         say("Move to the edge server belo&w"),
         say("The picked clients talk to the edge server drawn below theirs; below the last one "
             "they talk to none"),
         QKeySequence(Qt::ALT | Qt::Key_Down)},
        {ActionId::RenameEdge,
         "clients.renameEdge",
         say("Re&name the edge server"),
         say("Type another name for the edge server of the client that has the focus"),
         QKeySequence(Qt::Key_F2)},
        {ActionId::RemoveEdge,
         "clients.removeEdge",
         say("Remo&ve the edge server"),
         say("The edge server of the client that has the focus goes; its clients talk to none "
             "then")},
        {ActionId::ArriveEarlier,
         "clients.earlier",
         say("Join a round ear&lier"),
         say("The picked clients join one round earlier"),
         QKeySequence(Qt::ALT | Qt::Key_Left)},
        {ActionId::ArriveLater,
         "clients.later",
         say("&Join a round later"),
         say("The picked clients join one round later"),
         QKeySequence(Qt::ALT | Qt::Key_Right)},
        {ActionId::ArriveAtStart,
         "clients.fromStart",
         say("&From the start"),
         say("The picked clients are there from the first round"),
         QKeySequence(Qt::ALT | Qt::Key_Home)},
    };
}

std::vector<Row> pictureRows()
{
    return {
        {ActionId::SaveClientsPicture,
         "clients.savePicture",
         say("Save the &picture…"),
         say("The drawing of all clients, with what its colours mean, as PNG, SVG or PDF")},
        {ActionId::CopyClientsPicture,
         "clients.copyPicture",
         say("Copy the p&icture"),
         say("The drawing of all clients, with what its colours mean, to be pasted elsewhere")},
    };
}

} // namespace

void addClientActions(ActionRegistry& registry)
{
    for (const std::vector<Row>& rows : {holdingRows(), placeRows(), pictureRows()})
        for (const Row& row : rows)
            registry
                .add({row.id,
                      ActionSection::Clients,
                      QString::fromLatin1(row.name),
                      row.text,
                      row.tooltip,
                      {},
                      row.keys,
                      row.checkable,
                      Qt::WidgetWithChildrenShortcut})
                ->setEnabled(false); // until the drawing says otherwise
}

namespace {

void addSectionActions(ActionRegistry& registry)
{
    struct Entry
    {
        const char* name;
        qsizetype letter = 0; ///< which one of the title chooses it in the menu
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
    for (int place = 0; place < kDesignSections; ++place) {
        const auto section = static_cast<DesignSection>(place);
        const SectionWords words = wordsOf(section);
        const Entry& entry = kEntries[static_cast<std::size_t>(place)];
        registry.add({sectionAction(section),
                      ActionSection::Design,
                      QString::fromLatin1(entry.name),
                      QString(words.title).insert(entry.letter, QLatin1Char('&')),
                      words.tip,
                      words.icon,
                      QKeySequence(Qt::ALT | static_cast<Qt::Key>(Qt::Key_1 + place))});
    }
}

void addArmActions(ActionRegistry& registry)
{
    const auto add = [&registry](ActionId id,
                                 const char* name,
                                 const QString& text,
                                 const QString& tip,
                                 const char* icon) {
        registry.add({id,
                      ActionSection::Design,
                      QString::fromLatin1(name),
                      text,
                      tip,
                      QString::fromLatin1(icon)});
    };
    add(ActionId::AddArm,
        "design.addArm",
        say("Add a&n arm"),
        say("Add an arm behind the others"),
        "add");
    add(ActionId::CopyArm,
        "design.copyArm",
        say("Cop&y the arm"),
        say("Copy the chosen arm"),
        "copy");
    add(ActionId::ArmUp,
        "design.armUp",
        say("Move the arm u&p"),
        say("Move the chosen arm up"),
        "up");
    add(ActionId::ArmDown,
        "design.armDown",
        say("Move the arm do&wn"),
        say("Move the chosen arm down"),
        "down");
    add(ActionId::RemoveArm,
        "design.removeArm",
        say("D&elete the arm"),
        say("Delete the chosen arm"),
        "delete");
}

} // namespace

void addDesignActions(ActionRegistry& registry)
{
    addSectionActions(registry);
    addArmActions(registry);
    for (QAction* action : registry.section(ActionSection::Design))
        action->setEnabled(false);
}

namespace {

constexpr std::array kThemes{std::pair{ActionId::ThemeSystem, ThemeChoice::System},
                             std::pair{ActionId::ThemeLight, ThemeChoice::Light},
                             std::pair{ActionId::ThemeDark, ThemeChoice::Dark}};

QString settingsKey()
{
    return QStringLiteral("theme");
}

} // namespace

void connectThemeActions(const ActionRegistry& actions, Theme& theme)
{
    const ThemeChoice last = themeFromWord(QSettings().value(settingsKey()).toString());
    theme.choose(last);
    for (const auto& [id, choice] : kThemes) {
        QAction* action = actions.action(id);
        action->setChecked(choice == last);
        QObject::connect(action, &QAction::triggered, &theme, [&theme, chosen = choice] {
            theme.choose(chosen);
            QSettings().setValue(settingsKey(), toWord(chosen));
        });
    }
}

namespace {

void name(QAction& action, const QString& plain, const QString& with, const QString& step)
{
    action.setText(step.isEmpty() ? plain : with.arg(withinSentence(step)));
}

} // namespace

void connectEditActions(ActionRegistry& actions, QUndoStack& stack, const QAction& shown)
{
    QAction* undo = actions.action(ActionId::Undo);
    QAction* redo = actions.action(ActionId::Redo);
    const auto enable = [undo, redo, &stack, &shown] {
        undo->setEnabled(shown.isChecked() && stack.canUndo());
        redo->setEnabled(shown.isChecked() && stack.canRedo());
    };
    enable();
    QObject::connect(undo, &QAction::triggered, &stack, &QUndoStack::undo);
    QObject::connect(redo, &QAction::triggered, &stack, &QUndoStack::redo);
    QObject::connect(&stack, &QUndoStack::canUndoChanged, undo, enable);
    QObject::connect(&stack, &QUndoStack::canRedoChanged, redo, enable);
    QObject::connect(&shown, &QAction::toggled, &stack, enable);
    QObject::connect(&stack, &QUndoStack::undoTextChanged, undo, [undo](const QString& step) {
        name(*undo, ActionRegistry::tr("&Undo"), ActionRegistry::tr("&Undo: %1"), step);
    });
    QObject::connect(&stack, &QUndoStack::redoTextChanged, redo, [redo](const QString& step) {
        name(*redo, ActionRegistry::tr("&Redo"), ActionRegistry::tr("&Redo: %1"), step);
    });
}

} // namespace coterie::ui
