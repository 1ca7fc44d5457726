#pragma once

namespace coterie::ui {

class ActionRegistry;

/// Adds every action of the program with its words, icon and key; what they do is connected by
/// whoever does it.
void addWindowActions(ActionRegistry& registry);

} // namespace coterie::ui
