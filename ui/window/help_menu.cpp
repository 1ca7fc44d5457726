#include "ui/window/help_menu.h"

#include "ui/frame/action_registry.h"
#include "ui/frame/focus_help.h"
#include "ui/preferences/preferences_dialog.h"
#include "ui/window/main_window.h"
#include "ui/window/window_dialogs.h"
#include "ui/words.h"

#include <QAction>
#include <QMenu>

#include <array>

namespace coterie::ui {

namespace {

struct Tutorial
{
    const char* document; ///< in the folder "tutorials" of the manual, without ".md"
    const char* text;
    const char* tip;
};

/// In the order of the papers in the manual.
constexpr std::array kTutorials{
    Tutorial{"hcct",
             QT_TRANSLATE_NOOP("coterie", "&HCCT tutorial"),
             QT_TRANSLATE_NOOP("coterie", "Find out who should train together, in ten minutes")},
    Tutorial{"allForOne",
             QT_TRANSLATE_NOOP("coterie", "&All-for-one tutorial"),
             QT_TRANSLATE_NOOP("coterie", "Let each client find its helpers, in ten minutes")},
    Tutorial{"sFedHP",
             QT_TRANSLATE_NOOP("coterie", "&sFedHP tutorial"),
             QT_TRANSLATE_NOOP("coterie", "Trade accuracy for small models, in ten minutes")},
    Tutorial{"hicsFl",
             QT_TRANSLATE_NOOP("coterie", "H&iCS-FL tutorial"),
             QT_TRANSLATE_NOOP("coterie", "Choose who trains in a round, in ten minutes")}};

QString actionNameOf(const Tutorial& tutorial)
{
    return QStringLiteral("help.tutorial.") + QLatin1String(tutorial.document);
}

} // namespace

void addHelpActions(ActionRegistry& registry)
{
    const auto add = [&](ActionId id,
                         const char* name,
                         const char* icon,
                         const QKeySequence& keys,
                         const QString& text,
                         const QString& tip) {
        registry.add({.id = id,
                      .section = ActionSection::Help,
                      .name = QLatin1String(name),
                      .text = text,
                      .tooltip = tip,
                      .icon = QLatin1String(icon),
                      .shortcut = keys});
    };
    add(ActionId::CommandPalette,
        "help.commands",
        "search",
        Qt::CTRL | Qt::Key_K,
        say("&Commands…"),
        say("Find a command by its name and run it"));
    add(ActionId::Manual,
        "help.manual",
        "manual",
        Qt::SHIFT | Qt::Key_F1,
        say("&Manual"),
        say("Read the guide and the reference in a window of their own"));
    add(ActionId::Tour,
        "help.tour",
        "look",
        {},
        say("&Tour"),
        say("Lead through the window with the quickstart, in two minutes"));
    for (const Tutorial& tutorial : kTutorials)
        registry.add({.section = ActionSection::Help,
                      .name = actionNameOf(tutorial),
                      .text = say(tutorial.text),
                      .tooltip = say(tutorial.tip)});
    add(ActionId::HelpOnFocus,
        "help.focus",
        "",
        Qt::Key_F1,
        say("&Help on the focused item"),
        say("Explain the field, list or drawing that has the focus, and its keys"));
    add(ActionId::About,
        "help.about",
        "about",
        {},
        say("&About Coterie"),
        say("Show the version and the licence"));
}

void fillHelpMenu(QMenu& menu, const ActionRegistry& actions)
{
    QMenu* tutorials = nullptr;
    for (QAction* action : actions.section(ActionSection::Help)) {
        if (!action->objectName().startsWith(QStringLiteral("help.tutorial."))) {
            menu.addAction(action);
            continue;
        }
        if (!tutorials) {
            tutorials = menu.addMenu(say("T&utorials"));
            tutorials->setToolTipsVisible(true);
        }
        tutorials->addAction(action);
    }
}

void connectHelpActions(MainWindow& window, const CommandLinePlaces& commandLine)
{
    const ActionRegistry& actions = window.actions();
    const auto when = [&](const QAction* action, auto slot) {
        QObject::connect(action, &QAction::triggered, &window, slot);
    };
    when(actions.action(ActionId::Preferences), [&window, commandLine] {
        (new PreferencesDialog(commandLine, window.actions(), &window))->open();
    });
    when(actions.action(ActionId::Manual), [&window] { window.openManual(); });
    when(actions.action(ActionId::HelpOnFocus), [&window] { showHelpOnFocus(window); });
    when(actions.action(ActionId::About), [&window] { showAbout(window); });
    for (const Tutorial& tutorial : kTutorials)
        when(actions.action(actionNameOf(tutorial)),
             [&window,
              link = QStringLiteral("tutorials/%1.md").arg(QLatin1String(tutorial.document))] {
                 window.openManual(link);
             });
}

} // namespace coterie::ui
