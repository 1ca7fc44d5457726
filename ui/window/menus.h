#pragma once

class QMenu;
class QMenuBar;
class QWidget;

namespace coterie::ui {

class ActionRegistry;

/// One menu per section of the registry, in its order. Returns the empty menu meant for the recent
/// files.
QMenu* fillMenuBar(QMenuBar& bar, const ActionRegistry& actions);

/// Asks whether the run under way may be stopped, because the window is to be closed.
[[nodiscard]] bool mayStopRun(QWidget* window);
/// Says what this program is.
void showAbout(QWidget* window);

} // namespace coterie::ui
