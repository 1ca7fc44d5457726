#pragma once

#include "ui/design/canvas/partition_sketch.h"

#include <span>

namespace coterie::ui {

/// Whole numbers in these proportions whose sum is `total`: the exact shares rounded down, and the
/// largest remainders up, the first of equals. All zeros if the proportions are.
[[nodiscard]] KindCounts apportioned(std::span<const std::int64_t> proportions, std::int64_t total);

/// The same with no number above its limit; what does not fit goes to those that have room. The sum
/// is `total`, or that of the limits if this is less.
[[nodiscard]] KindCounts apportionedWithin(std::span<const std::int64_t> proportions,
                                           std::span<const std::int64_t> limits,
                                           std::int64_t total);

/// What an edit makes of a sketch. It goes as far as the data can; where that is not all the way,
/// or no way at all, `limit` says in a sentence what is missing.
struct SketchEdit
{
    QString label; ///< names the undo step: "Resize client 3"
    PartitionSketch after;
    QString limit;
    QString note;              ///< what else became of it, worth saying
    std::vector<int> selected; ///< the clients it was about, by their numbers afterwards
};

/// Where samples come from that nobody holds.
enum class Missing
{
    Refused,         ///< nowhere: the edit stops there
    TakenFromOthers, ///< from all other clients, in proportion to what they hold
};

/// The dragged client holds `total` samples in the same mix; the others change by the same factor.
[[nodiscard]] SketchEdit resized(const PartitionSketch& sketch,
                                 const std::vector<int>& clients,
                                 int dragged,
                                 std::int64_t total,
                                 Missing missing);

/// `more` samples of kind `left` instead of as many of kind `right`; fewer if it is negative. What
/// the client holds in all stays.
[[nodiscard]] SketchEdit remixed(const PartitionSketch& sketch,
                                 int client,
                                 std::size_t left,
                                 std::size_t right,
                                 std::int64_t more,
                                 Missing missing);

/// New clients, at the end, with as many samples of each kind as these; they share their edge
/// server and their arrival.
[[nodiscard]] SketchEdit
copied(const PartitionSketch& sketch, const std::vector<int>& clients, Missing missing);
/// Each gives half of every kind to a new client at the end.
[[nodiscard]] SketchEdit split(const PartitionSketch& sketch, const std::vector<int>& clients);
/// The first of them gets what all of them hold; the others are gone.
[[nodiscard]] SketchEdit merged(const PartitionSketch& sketch, const std::vector<int>& clients);
/// Nobody holds their samples any more.
[[nodiscard]] SketchEdit deleted(const PartitionSketch& sketch, const std::vector<int>& clients);
/// They hold again what the scheme gave them.
[[nodiscard]] SketchEdit givenBack(const PartitionSketch& sketch, const std::vector<int>& clients);

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
