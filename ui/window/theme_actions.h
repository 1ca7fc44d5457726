#pragma once

namespace coterie::ui {

class ActionRegistry;
class Theme;

/// The theme the user chose last, and the actions that choose another; the choice is kept in the
/// settings. The theme must live as long as the actions.
void connectThemeActions(const ActionRegistry& actions, Theme& theme);

} // namespace coterie::ui
