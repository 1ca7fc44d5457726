#include "ui/views/topology_layout.h"

#include "ui/views/merge_words.h"
#include "ui/views/topology_view.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace coterie::ui {

TopologyLayout layOutTopology(const QRectF& area,
                              int clients,
                              std::span<const std::vector<int>> edges,
                              std::span<const int> order)
{
    TopologyLayout layout;
    const auto count = std::size_t(std::max(0, clients));
    std::vector<int> edgeOf(count, -1);
    for (std::size_t edge = 0; edge < edges.size(); ++edge)
        for (const int client : edges[edge])
            if (client >= 0 && client < clients)
                edgeOf[std::size_t(client)] = int(edge);

    std::vector<int> inOrder(order.begin(), order.end());
    if (inOrder.size() != count) {
        inOrder.resize(count);
        std::iota(inOrder.begin(), inOrder.end(), 0);
    }
    // Clients of one edge side by side, those of none last.
    std::ranges::stable_sort(inOrder, {}, [&](int client) {
        const int edge = edgeOf[std::size_t(client)];
        return edge < 0 ? int(edges.size()) : edge;
    });

    constexpr double kSmallest = 9; // pixels between neighbours
    const double perRow = std::max(1.0, std::floor(area.width() / kSmallest));
    layout.rows = std::max(1, int(std::ceil(double(count) / perRow)));
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
        const auto column = double(place / std::size_t(layout.rows));
        const auto row = double(place % std::size_t(layout.rows));
        layout.clients[std::size_t(inOrder[place])] = {area.left() + gap * (column + 0.5),
                                                       clientsTop + rowGap * (row + 0.4)};
    }
    layout.gap = gap;
    layout.clientRadius = std::clamp(0.34 * std::min(gap, std::max(rowGap, 12.0)), 3.0, 16.0);
    layout.edgeRadius = layout.clientRadius + 3;
    for (std::size_t edge = 0; edge < edges.size(); ++edge) {
        double sum = 0;
        std::size_t members = 0;
        for (std::size_t client = 0; client < count; ++client)
            if (edgeOf[client] == int(edge)) {
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

std::vector<TopologyGroup> topologyGroups(const TopologyPicture& picture,
                                          const TopologyLayout& layout,
                                          double top,
                                          double lineHeight,
                                          const std::function<double(const QString&)>& widthOf)
{
    constexpr double kBetweenNames = 4;                     // pixels
    std::vector<std::size_t> across(layout.clients.size()); // from left to right
    std::iota(across.begin(), across.end(), std::size_t{0});
    std::ranges::sort(across, {}, [&](std::size_t client) { return layout.clients[client].x(); });
    std::vector<std::size_t> placeOf(across.size());
    for (std::size_t place = 0; place < across.size(); ++place)
        placeOf[across[place]] = place;
    std::vector<TopologyGroup> groups;
    for (const std::vector<int>& members : picture.groups) {
        if (members.size() < 2)
            continue;
        const auto first = std::size_t(std::max(0, members.front()));
        if (first >= picture.clients.size())
            continue;
        const int colour = picture.clients[first].colour;
        const QString name = groupName(colour, members.size(), picture.areForSampling);
        groups.push_back({colour, members.size(), name, {}});
        std::vector<std::size_t> places;
        for (const int client : members)
            if (client >= 0 && std::size_t(client) < placeOf.size())
                places.push_back(placeOf[std::size_t(client)]);
        if (layout.rows > 1 || places.empty())
            continue;
        const auto [begin, end] = std::ranges::minmax(places);
        if (end - begin + 1 != places.size())
            continue; // not side by side
        const double left = layout.clients[across[begin]].x();
        const double right = layout.clients[across[end]].x();
        const double width = widthOf(name);
        // The name may reach half-way to the neighbours.
        if (width <= right - left + layout.gap - kBetweenNames)
            groups.back().below = {(left + right - width) / 2,
                                   layout.clients[first].y() + layout.clientRadius + top,
                                   width,
                                   lineHeight};
    }
    return groups;
}

} // namespace coterie::ui
