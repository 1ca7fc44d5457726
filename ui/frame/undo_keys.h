#pragma once

class QWidget;

namespace coterie::ui {

/// A text field would keep the keys of undo and redo for itself; with this they reach the window's
/// actions, so that there is one undo for everything.
void leaveUndoToTheWindow(QWidget& field);

} // namespace coterie::ui
