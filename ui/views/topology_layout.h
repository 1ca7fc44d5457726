#pragma once

#include <QPointF>
#include <QRectF>
#include <QString>

#include <functional>
#include <span>
#include <vector>

namespace coterie::ui {

/// The geometry of a topology: the cloud or server at the top, edge servers below it, and the
/// clients of each edge server side by side below that.
struct TopologyLayout
{
    QPointF cloud;
    std::vector<QPointF> edges;
    std::vector<QPointF> clients; ///< by client number
    double gap = 0;               ///< between neighbouring clients of a row
    double clientRadius = 0;
    double edgeRadius = 0;
    int rows = 1; ///< of clients
};

/// `edges` lists the clients of each edge server; other clients belong to the cloud and are at the
/// right. `order` is that of the clients within their edge, from left to right.
[[nodiscard]] TopologyLayout layOutTopology(const QRectF& area,
                                            int clients,
                                            std::span<const std::vector<int>> edges,
                                            std::span<const int> order);

struct TopologyPicture;

/// The label of a group of two or more.
struct TopologyGroup
{
    int colour = 0;
    std::size_t clients = 0;
    QString name; ///< "group 2"
    QRectF below; ///< for the name, under the clients; null: they are not side by side or there is
                  ///< no room
};

/// The groups in their order, each under its clients if these are side by side and leave room.
/// `widthOf` measures a name; names begin `top` below the discs and are `lineHeight` high.
[[nodiscard]] std::vector<TopologyGroup>
topologyGroups(const TopologyPicture& picture,
               const TopologyLayout& layout,
               double top,
               double lineHeight,
               const std::function<double(const QString&)>& widthOf);

} // namespace coterie::ui
