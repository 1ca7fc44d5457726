#include "ui/views/topology_names.h"

#include "ui/views/merge_words.h"
#include "ui/views/topology_view.h"

#include <algorithm>
#include <map>
#include <numeric>

namespace coterie::ui {

namespace {

/// From the first to the last of some clients that stand side by side.
struct Stretch
{
    double left = 0;
    double right = 0;
};

/// Of each group whose clients all stand side by side.
std::map<std::size_t, Stretch> stretches(const TopologyPicture& picture,
                                         const TopologyLayout& layout)
{
    std::vector<std::size_t> across(layout.clients.size());
    std::iota(across.begin(), across.end(), std::size_t{0});
    std::ranges::sort(across, {}, [&](std::size_t client) { return layout.clients[client].x(); });
    std::vector<std::size_t> placeOf(across.size());
    for (std::size_t place = 0; place < across.size(); ++place)
        placeOf[across[place]] = place;
    std::map<std::size_t, Stretch> found;
    for (std::size_t group = 0; group < picture.groups.size(); ++group) {
        std::vector<std::size_t> places;
        for (const int client : picture.groups[group])
            if (client >= 0 && static_cast<std::size_t>(client) < placeOf.size())
                places.push_back(placeOf[static_cast<std::size_t>(client)]);
        if (places.empty())
            continue;
        const auto [first, last] = std::ranges::minmax(places);
        if (last - first + 1 == places.size())
            found[group] = {.left = layout.clients[across[first]].x(),
                            .right = layout.clients[across[last]].x()};
    }
    return found;
}

constexpr double kBetweenNames = 4; // pixels

} // namespace

std::vector<TopologyGroup> topologyGroups(const TopologyPicture& picture,
                                          const TopologyLayout& layout,
                                          double top,
                                          double lineHeight,
                                          const std::function<double(const QString&)>& widthOf)
{
    std::vector<TopologyGroup> groups;
    const bool isOneRow = layout.rows == 1;
    const auto sideBySide =
        isOneRow ? stretches(picture, layout) : std::map<std::size_t, Stretch>();
    for (std::size_t index = 0; index < picture.groups.size(); ++index) {
        const std::vector<int>& members = picture.groups[index];
        if (members.size() < 2)
            continue;
        const auto first = static_cast<std::size_t>(std::max(0, members.front()));
        if (first >= picture.clients.size())
            continue;
        TopologyGroup group{.colour = picture.clients[first].colour,
                            .clients = members.size(),
                            .name = {},
                            .below = {}};
        group.name = groupName(group.colour, members.size(), picture.areForSampling);
        if (const auto found = sideBySide.find(index); found != sideBySide.end()) {
            const Stretch& stretch = found->second;
            const double width = widthOf(group.name);
            // As far as half-way to the neighbours.
            if (width <= stretch.right - stretch.left + layout.gap - kBetweenNames)
                group.below = QRectF((stretch.left + stretch.right - width) / 2,
                                     layout.clients[first].y() + layout.clientRadius + top,
                                     width,
                                     lineHeight);
        }
        groups.push_back(std::move(group));
    }
    return groups;
}

} // namespace coterie::ui
