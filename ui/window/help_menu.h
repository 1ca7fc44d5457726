#pragma once

#include <QString>

class QMenu;

namespace coterie::ui {

class ActionRegistry;
class MainWindow;

void addHelpActions(ActionRegistry& registry);

/// The actions of Help, with the tutorials in a menu of their own.
void fillHelpMenu(QMenu& menu, const ActionRegistry& actions);

/// What the actions of Help do, apart from the tour.
void connectHelpActions(MainWindow& window);

} // namespace coterie::ui
