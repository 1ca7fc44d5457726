#pragma once

#include <cstddef>
#include <optional>

class QMenu;

namespace coterie::ui {

class ActionRegistry;
class PartitionCanvas;

/// Lets the registry's actions of the section "Clients" edit the canvas.
void connectClientActions(const ActionRegistry& actions, PartitionCanvas& canvas);
/// Enables those that are possible while the canvas is visible.
void enableClientActions(const ActionRegistry& actions, const PartitionCanvas& canvas);
/// For the selected clients, and for the edge server of a lane. The menu deletes itself.
[[nodiscard]] QMenu* makeClientMenu(const ActionRegistry& actions,
                                    PartitionCanvas& canvas,
                                    std::optional<std::size_t> lane);
/// Opens a field over the head of a lane.
void renameLane(PartitionCanvas& canvas, std::size_t lane);

} // namespace coterie::ui
