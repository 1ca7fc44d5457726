#pragma once

#include "ui/design/canvas/sample_supply.h"

namespace coterie::ui {

/// The result of an edit, as far as the data allow. If that is not all the way, `limit` says what
/// is missing.
struct SketchEdit
{
    QString label; ///< names the undo step: "Resize client 3"
    PartitionSketch after;
    QString limit = {};
    QString note = {};              ///< side effects worth telling
    std::vector<int> selected = {}; ///< the clients concerned, by their new numbers
};

/// Resizes the dragged client to `total` with the same mix, and the others by the same factor.
[[nodiscard]] SketchEdit resized(const PartitionSketch& sketch,
                                 const std::vector<int>& clients,
                                 int dragged,
                                 std::int64_t total,
                                 Missing missing);

/// Replaces `more` samples of kind `right` by kind `left`, or the reverse if negative. The client's
/// size stays.
[[nodiscard]] SketchEdit remixed(const PartitionSketch& sketch,
                                 int client,
                                 std::size_t left,
                                 std::size_t right,
                                 std::int64_t more,
                                 Missing missing);

/// Appends copies with the same counts, edge server and arrival.
[[nodiscard]] SketchEdit
copied(const PartitionSketch& sketch, const std::vector<int>& clients, Missing missing);
/// Moves half of each kind to a new client at the end.
[[nodiscard]] SketchEdit split(const PartitionSketch& sketch, const std::vector<int>& clients);
/// Gives the samples of all to the first and removes the others.
[[nodiscard]] SketchEdit merged(const PartitionSketch& sketch, const std::vector<int>& clients);
/// Removes clients; their samples become unassigned.
[[nodiscard]] SketchEdit deleted(const PartitionSketch& sketch, const std::vector<int>& clients);
/// Restores what the scheme assigns.
[[nodiscard]] SketchEdit givenBack(const PartitionSketch& sketch, const std::vector<int>& clients);

/// Moves clients to an edge server, or to none.
[[nodiscard]] SketchEdit movedToEdge(const PartitionSketch& sketch,
                                     const std::vector<int>& clients,
                                     std::optional<std::size_t> edge);
/// Moves clients to a new edge server with an unused name.
[[nodiscard]] SketchEdit movedToNewEdge(const PartitionSketch& sketch,
                                        const std::vector<int>& clients);
[[nodiscard]] SketchEdit
renamedEdge(const PartitionSketch& sketch, std::size_t edge, const QString& name);
[[nodiscard]] SketchEdit removedEdge(const PartitionSketch& sketch, std::size_t edge);

/// Lets clients join at this round, or from the start.
[[nodiscard]] SketchEdit
arriving(const PartitionSketch& sketch, const std::vector<int>& clients, std::optional<int> round);

} // namespace coterie::ui
