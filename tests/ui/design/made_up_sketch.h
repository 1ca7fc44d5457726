#pragma once

#include "ui/design/canvas/partition_sketch.h"

namespace made_up {

/// Three clients of three classes, with samples left over of the first two.
inline coterie::ui::PartitionSketch sketch()
{
    coterie::ui::PartitionSketch sketch;
    sketch.datasetTitle = QStringLiteral("Letters");
    sketch.kindNames = {QStringLiteral("a"), QStringLiteral("b"), QStringLiteral("c")};
    sketch.held = {{60, 30, 10}, {0, 50, 50}, {20, 0, 0}};
    sketch.unheld = {40, 20, 0};
    sketch.trueGroups = {0, 1, -1};
    sketch.rounds = 20;
    sketch.source.partition.name = "dirichlet";
    sketch.source.schemeTitle = QStringLiteral("Dirichlet");
    sketch.source.sizesByScheme = {100, 100, 20};
    return sketch;
}

/// Clients in turn of `kinds` classes, all samples held.
inline coterie::ui::PartitionSketch sketchOf(std::size_t clients, std::size_t kinds)
{
    coterie::ui::PartitionSketch sketch = made_up::sketch();
    sketch.kindNames.clear();
    for (std::size_t kind = 0; kind < kinds; ++kind)
        sketch.kindNames.push_back(QString::number(kind));
    sketch.held.clear();
    for (std::size_t client = 0; client < clients; ++client) {
        coterie::ui::KindCounts counts;
        for (std::size_t kind = 0; kind < kinds; ++kind)
            counts.push_back(static_cast<std::int64_t>((client * 7 + kind * 13) % 40));
        counts[client % kinds] += 30;
        sketch.held.push_back(std::move(counts));
    }
    sketch.unheld.assign(kinds, 0);
    sketch.trueGroups.assign(clients, -1);
    sketch.source.sizesByScheme.assign(clients, 1000);
    return sketch;
}

} // namespace made_up
