#pragma once

class QAction;
class QUndoStack;

namespace coterie::ui {

class ActionRegistry;

/// Undo and redo act on this stack and say what they would take back: "Undo change alpha". They do
/// so only while what they change is on screen, which the checkable action says.
void connectEditActions(ActionRegistry& actions, QUndoStack& stack, const QAction& shown);

} // namespace coterie::ui
