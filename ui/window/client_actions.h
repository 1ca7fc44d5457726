#pragma once

namespace coterie::ui {

class ActionRegistry;

/// What can be done to the clients that are picked on the Design page's drawing. Their keys work
/// while the drawing has the focus; the drawing performs them and says which are possible.
void addClientActions(ActionRegistry& registry);

} // namespace coterie::ui
