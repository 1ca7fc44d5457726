#include "ui/views/topology_layout.h"

#include <algorithm>
#include <cmath>

namespace coterie::ui {

TopologyLayout layOutTopology(const QRectF& area,
                              int clients,
                              std::span<const std::vector<int>> edges,
                              std::span<const int> order)
{
    TopologyLayout layout;
    const auto count = static_cast<std::size_t>(std::max(0, clients));
    std::vector<int> edgeOf(count, -1);
    for (std::size_t edge = 0; edge < edges.size(); ++edge)
        for (const int client : edges[edge])
            if (client >= 0 && client < clients)
                edgeOf[static_cast<std::size_t>(client)] = static_cast<int>(edge);

    std::vector<int> inOrder(order.begin(), order.end());
    if (inOrder.size() != count) {
        inOrder.resize(count);
        for (std::size_t i = 0; i < count; ++i)
            inOrder[i] = static_cast<int>(i);
    }
    // Clients of one edge side by side, those of none last.
    std::ranges::stable_sort(inOrder, {}, [&](int client) {
        const int edge = edgeOf[static_cast<std::size_t>(client)];
        return edge < 0 ? static_cast<int>(edges.size()) : edge;
    });

    constexpr double kSmallest = 9; // pixels between neighbours
    const double perRow = std::max(1.0, std::floor(area.width() / kSmallest));
    layout.rows = std::max(1, static_cast<int>(std::ceil(double(count) / perRow)));
    const bool hasEdges = !edges.empty();
    const double top = area.top() + area.height() * 0.1;
    const double edgeY = area.top() + area.height() * 0.42;
    const double clientsTop = area.top() + area.height() * (hasEdges ? 0.72 : 0.6);
    const double rowGap = (area.bottom() - clientsTop) / (layout.rows + 0.6);

    layout.cloud = {area.center().x(), top};
    layout.clients.resize(count);
    const double columns = std::ceil(double(std::max<std::size_t>(1, count)) / layout.rows);
    const double gap = area.width() / columns;
    for (std::size_t place = 0; place < count; ++place) {
        const auto column = static_cast<double>(place / static_cast<std::size_t>(layout.rows));
        const auto row = static_cast<double>(place % static_cast<std::size_t>(layout.rows));
        layout.clients[static_cast<std::size_t>(inOrder[place])] = {
            area.left() + gap * (column + 0.5), clientsTop + rowGap * (row + 0.4)};
    }
    layout.gap = gap;
    layout.clientRadius = std::clamp(0.34 * std::min(gap, std::max(rowGap, 12.0)), 3.0, 16.0);
    layout.edgeRadius = layout.clientRadius + 3;
    for (std::size_t edge = 0; edge < edges.size(); ++edge) {
        double sum = 0;
        std::size_t members = 0;
        for (std::size_t client = 0; client < count; ++client)
            if (edgeOf[client] == static_cast<int>(edge)) {
                sum += layout.clients[client].x();
                ++members;
            }
        const double x =
            members > 0 ? sum / double(members)
                        : area.left() + area.width() * (double(edge) + 0.5) / double(edges.size());
        layout.edges.push_back({x, edgeY});
    }
    return layout;
}

} // namespace coterie::ui
