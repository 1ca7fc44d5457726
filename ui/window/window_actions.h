#pragma once

class QAction;
class QMenu;
class QMenuBar;
class QUndoStack;

namespace coterie::ui {

class ActionRegistry;
class Theme;

/// Adds every action of the program with its words, icon and key. The pages connect what they do
/// and enable them.
void addWindowActions(ActionRegistry& registry);

/// Menus that are filled, and filled again, by what they list.
struct ListMenus
{
    QMenu* recent = nullptr; ///< experiments
    QMenu* stores = nullptr; ///< that are open beside one's own, to be closed
};

/// Adds one menu per section of the registry, with these two empty ones.
ListMenus fillMenuBar(QMenuBar& bar, const ActionRegistry& actions);

/// Applies the theme that was chosen last, and each that is chosen from now on; the choice is kept
/// in the settings. The theme must outlive the actions.
void connectThemeActions(const ActionRegistry& actions, Theme& theme);

/// On the Design page Undo and Redo act on this stack and name the step: "Undo: change alpha". On
/// the Compare page Undo takes back the last change to runs.
void connectEditActions(ActionRegistry& actions, QUndoStack& stack);

} // namespace coterie::ui
