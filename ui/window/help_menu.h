#pragma once

class QMenu;

namespace coterie::ui {

class ActionRegistry;
class MainWindow;
struct CommandLinePlaces;

void addHelpActions(ActionRegistry& registry);

/// The actions of Help, with the tutorials in a menu of their own.
void fillHelpMenu(QMenu& menu, const ActionRegistry& actions);

/// What Preferences and the actions of Help do, apart from the tour.
void connectHelpActions(MainWindow& window, const CommandLinePlaces& commandLine);

} // namespace coterie::ui
