#pragma once

#include "core/run/partition_preview.h"

#include <QString>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace coterie::ui {

using KindCounts = std::vector<std::int64_t>;

[[nodiscard]] std::int64_t sumOf(std::span<const std::int64_t> counts);
/// Adds the counts of each kind, or subtracts them.
void addCounts(KindCounts& to, const KindCounts& counts, std::int64_t sign = 1);

/// What an edit must know about the experiment file.
struct SketchSource
{
    Part partition;
    QString schemeTitle;
    std::vector<ClientOverride> overrides;
    std::vector<std::int64_t> sizesByScheme;
    std::optional<GeneratedEdges> generatedEdges;
    std::uint64_t partitionSeed = 1;
    bool seedVaries = false;     ///< every seed has a partition of its own; this is one of them
    bool saysNewcomers = false;  ///< the file has their number instead of the arrivals
    bool testIsOfficial = false; ///< clients are tested on official test samples

    [[nodiscard]] bool isByHand() const { return partition.name == "byHand"; }
    bool operator==(const SketchSource&) const = default;
};

/// A partition as the canvas shows and edits it: samples per client and kind, edge servers,
/// arrivals. A plain value: an edit makes another one.
struct PartitionSketch
{
    QString datasetTitle;
    HoldingKind kind = HoldingKind::Class;
    std::vector<QString> kindNames;
    std::vector<KindCounts> held;     ///< by client: for training, validation and test together
    KindCounts unheld;                ///< unassigned samples
    std::vector<int> trueGroups;      ///< of every client; −1 for none
    std::vector<QString> clientNames; ///< the clients' own; empty if the data has none
    std::vector<EdgeServer> edges;
    std::vector<Arrival> arrivals; ///< by round
    int rounds = 1;
    QString heldFor; ///< "training and test" if some samples are not for training, else empty
    QString locked;  ///< why it cannot be edited, or empty
    SketchSource source;

    [[nodiscard]] std::size_t clients() const { return held.size(); }
    [[nodiscard]] const KindCounts& heldBy(int client) const { return held[std::size_t(client)]; }
    [[nodiscard]] KindCounts& heldBy(int client) { return held[std::size_t(client)]; }
    [[nodiscard]] std::int64_t size(int client) const { return sumOf(heldBy(client)); }
    bool operator==(const PartitionSketch&) const = default;
};

/// The sketch of a preview and its plan. `seedVaries`: the experiment has several seeds and no
/// partition seed.
[[nodiscard]] PartitionSketch sketchOf(const PartitionPreview& preview,
                                       const RunPlan& plan,
                                       const QString& schemeTitle,
                                       bool seedVaries);

/// The number of clients that do not join from the start.
[[nodiscard]] std::size_t lateClients(const PartitionSketch& sketch);
/// The edge server of a client, or nothing.
[[nodiscard]] std::optional<std::size_t> edgeOf(const PartitionSketch& sketch, int client);
/// The joining round of a client; nothing if it joins from the start.
[[nodiscard]] std::optional<int> arrivalOf(const PartitionSketch& sketch, int client);
/// The clients that join at this round.
[[nodiscard]] std::vector<int> arrivingAt(const PartitionSketch& sketch, int round);
/// "class", "domain" or "kind": what the colours mean.
[[nodiscard]] QString kindWord(HoldingKind kind);
/// "class “cat”", or "these samples" where there are no kinds.
[[nodiscard]] QString kindText(const PartitionSketch& sketch, std::size_t kind);
/// "1 client", "1,200 clients".
[[nodiscard]] QString clientCountText(std::size_t clients);
/// "Client 3", or "Client 3 (Lindenhof)" if it has a name of its own.
[[nodiscard]] QString clientTitle(const PartitionSketch& sketch, int client);
/// The names of the clients; none if an edit has added or removed clients since.
[[nodiscard]] std::vector<std::string> clientNamesOf(const PartitionSketch& sketch);
/// "client 3", or "12 clients".
[[nodiscard]] QString clientsText(const std::vector<int>& clients);

} // namespace coterie::ui
