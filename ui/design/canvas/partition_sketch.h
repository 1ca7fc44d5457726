#pragma once

#include "core/run/partition_preview.h"

#include <QString>

#include <cstdint>
#include <optional>
#include <vector>

namespace coterie::ui {

using KindCounts = std::vector<std::int64_t>;

/// How the experiment's file says who holds what, as far as an edit must know it.
struct SketchSource
{
    Part partition;
    QString schemeTitle;
    std::vector<ClientOverride> overrides;
    std::vector<std::int64_t> sizesByScheme;
    std::optional<GeneratedEdges> generatedEdges;
    std::uint64_t partitionSeed = 1;
    bool seedVaries = false;     ///< every seed has a split of its own; this is one of them
    bool testIsOfficial = false; ///< clients are tested on official test samples

    [[nodiscard]] bool isByHand() const { return partition.name == "byHand"; }
    bool operator==(const SketchSource&) const = default;
};

/// A partition as the canvas shows and edits it: who holds how many samples of each kind, who talks
/// to which edge server, who arrives when. A plain value: an edit makes another one.
struct PartitionSketch
{
    QString datasetTitle;
    HoldingKind kind = HoldingKind::Class;
    std::vector<QString> kindNames;
    std::vector<KindCounts> held; ///< by client: for training, validation and test together
    KindCounts unheld;            ///< samples that no client has
    std::vector<int> trueGroups;  ///< of every client; −1: none
    std::vector<EdgeServer> edges;
    std::vector<Arrival> arrivals; ///< by round
    int rounds = 1;
    QString heldFor; ///< "training and test" where not all samples are trained on; else empty
    QString locked;  ///< why nothing can be changed; empty: it can
    SketchSource source;

    [[nodiscard]] std::size_t clients() const { return held.size(); }
    [[nodiscard]] std::int64_t size(int client) const;
    bool operator==(const PartitionSketch&) const = default;
};

/// What the preview and the plan it was made from say. `seedVaries`: the experiment has several
/// seeds and fixes no partition seed.
[[nodiscard]] PartitionSketch sketchOf(const PartitionPreview& preview,
                                       const RunPlan& plan,
                                       const QString& schemeTitle,
                                       bool seedVaries);

[[nodiscard]] std::int64_t sumOf(const KindCounts& counts);
/// The edge server of a client; nothing if it has none.
[[nodiscard]] std::optional<std::size_t> edgeOf(const PartitionSketch& sketch, int client);
/// The round a client joins at; nothing if it is there from the start.
[[nodiscard]] std::optional<int> arrivalOf(const PartitionSketch& sketch, int client);
/// "class", "domain" or "kind": what the bars' colours stand for.
[[nodiscard]] QString kindWord(HoldingKind kind);
/// "client 3", or "12 clients".
[[nodiscard]] QString clientsText(const std::vector<int>& clients);

} // namespace coterie::ui
