#pragma once

#include "ui/views/topology_layout.h"

#include <QString>

#include <functional>
#include <vector>

namespace coterie::ui {

struct TopologyPicture;

/// A group of two or more as it is told of beside the tree.
struct TopologyGroup
{
    int colour = 0;
    std::size_t clients = 0;
    QString name; ///< "group 2"
    QRectF below; ///< where the name stands under the clients; null: they are not side by side, or
                  ///< too near to others
};

/// The groups in their order, each under its clients where they stand side by side and leave it
/// room. `widthOf` measures a name; names stand `lineHeight` high from `top` below the discs.
[[nodiscard]] std::vector<TopologyGroup>
topologyGroups(const TopologyPicture& picture,
               const TopologyLayout& layout,
               double top,
               double lineHeight,
               const std::function<double(const QString&)>& widthOf);

} // namespace coterie::ui
