#pragma once

class QUndoStack;

namespace coterie::ui {

class ActionRegistry;

/// Undo and redo act on this stack and say what they would take back: "Undo change alpha".
void connectEditActions(ActionRegistry& actions, QUndoStack& stack);

} // namespace coterie::ui
