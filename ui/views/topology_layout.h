#pragma once

#include <QPointF>
#include <QRectF>
#include <QString>

#include <functional>
#include <span>
#include <vector>

namespace coterie::ui {

/// Where cloud (or server), edge servers and clients stand: the cloud at the top, edges below it,
/// each edge's clients below it side by side; without edges all clients hang on the server.
struct TopologyLayout
{
    QPointF cloud;
    std::vector<QPointF> edges;
    std::vector<QPointF> clients; ///< by client number
    double gap = 0;               ///< from a client to the next in its row
    double clientRadius = 0;
    double edgeRadius = 0;
    int rows = 1; ///< rows in which clients stand, when one does not hold them
};

/// `edges` lists each edge server's clients; a client of no edge hangs on the cloud, at the right.
/// `order` is the order of clients from left to right within their edge (groups stay together).
[[nodiscard]] TopologyLayout layOutTopology(const QRectF& area,
                                            int clients,
                                            std::span<const std::vector<int>> edges,
                                            std::span<const int> order);

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
