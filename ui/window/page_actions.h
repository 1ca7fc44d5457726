#pragma once

class QAction;
class QUndoStack;

namespace coterie::ui {

class ActionRegistry;

/// What can be done to the clients that are picked on the Design page's drawing. Their keys work
/// while the drawing has the focus; the drawing performs them and says which are possible.
void addClientActions(ActionRegistry& registry);

class ActionRegistry;

/// The actions of the Design page: which part of the experiment is shown, and what can be done to
/// its arms. They are disabled until the page says otherwise.
void addDesignActions(ActionRegistry& registry);

class ActionRegistry;
class Theme;

/// The theme the user chose last, and the actions that choose another; the choice is kept in the
/// settings. The theme must live as long as the actions.
void connectThemeActions(const ActionRegistry& actions, Theme& theme);

class ActionRegistry;

/// Undo and redo act on this stack and say what they would take back: "Undo change alpha". They do
/// so only while what they change is on screen, which the checkable action says.
void connectEditActions(ActionRegistry& actions, QUndoStack& stack, const QAction& shown);

} // namespace coterie::ui
