#pragma once

class QMenu;
class QMenuBar;
class QWidget;

namespace coterie::ui {

class ActionRegistry;

/// Adds one menu per section of the registry. Returns the empty menu for the recent files.
QMenu* fillMenuBar(QMenuBar& bar, const ActionRegistry& actions);

/// Asks whether to stop the running run and close the window.
[[nodiscard]] bool mayStopRun(QWidget* window);
/// Shows the version and the licence.
void showAbout(QWidget* window);

} // namespace coterie::ui
