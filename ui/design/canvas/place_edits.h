#pragma once

#include "ui/design/canvas/partition_edits.h"

namespace coterie::ui {

/// They talk to this edge server; to none without one.
[[nodiscard]] SketchEdit movedToEdge(const PartitionSketch& sketch,
                                     const std::vector<int>& clients,
                                     std::optional<std::size_t> edge);
/// They talk to a new edge server with a name that none has yet.
[[nodiscard]] SketchEdit movedToNewEdge(const PartitionSketch& sketch,
                                        const std::vector<int>& clients);
[[nodiscard]] SketchEdit
renamedEdge(const PartitionSketch& sketch, std::size_t edge, const QString& name);
[[nodiscard]] SketchEdit removedEdge(const PartitionSketch& sketch, std::size_t edge);

/// They join at this round; without one they are there from the start.
[[nodiscard]] SketchEdit
arriving(const PartitionSketch& sketch, const std::vector<int>& clients, std::optional<int> round);

/// Takes clients out and renumbers those behind them everywhere; edge servers and arrivals without
/// clients go, and `note` says so. If it cannot be, it says why and changes nothing that matters.
[[nodiscard]] QString
removeClients(PartitionSketch& sketch, const std::vector<int>& clients, QString& note);

} // namespace coterie::ui
