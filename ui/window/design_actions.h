#pragma once

namespace coterie::ui {

class ActionRegistry;

/// The actions of the Design page: which part of the experiment is shown, and what can be done to
/// its arms. They are disabled until the page says otherwise.
void addDesignActions(ActionRegistry& registry);

} // namespace coterie::ui
