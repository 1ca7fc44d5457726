#include "ui/runs/group_colours.h"

#include <algorithm>
#include <set>
#include <tuple>

namespace coterie::ui {

GroupColours::GroupColours(std::span<const int> colourOfClient)
{
    for (std::size_t client = 0; client < colourOfClient.size(); ++client)
        if (colourOfClient[client] >= 0)
            m_colour[static_cast<int>(client)] = colourOfClient[client];
}

std::vector<int> GroupColours::add(std::span<const std::vector<int>> groups)
{
    struct Claim
    {
        std::size_t votes;
        std::size_t group;
        int colour;
    };
    std::vector<Claim> claims;
    for (std::size_t group = 0; group < groups.size(); ++group) {
        std::map<int, std::size_t> votes;
        for (const int client : groups[group])
            if (const auto known = m_colour.find(client); known != m_colour.end())
                ++votes[known->second];
        for (const auto& [colour, count] : votes)
            claims.push_back({count, group, colour});
    }
    // Most votes first; among equals the lower colour, then the group with the lower member.
    std::ranges::sort(claims, [](const Claim& a, const Claim& b) {
        return std::tuple(b.votes, a.colour, a.group) < std::tuple(a.votes, b.colour, b.group);
    });
    std::vector<int> colours(groups.size(), -1);
    std::set<int> taken;
    for (const Claim& claim : claims)
        if (colours[claim.group] < 0 && !taken.contains(claim.colour)) {
            colours[claim.group] = claim.colour;
            taken.insert(claim.colour);
        }
    int free = 0;
    for (int& colour : colours) {
        if (colour >= 0)
            continue;
        while (taken.contains(free))
            ++free;
        colour = free;
        taken.insert(free);
    }
    for (std::size_t group = 0; group < groups.size(); ++group)
        for (const int client : groups[group])
            m_colour[client] = colours[group];
    return colours;
}

int GroupColours::colourOf(int client) const
{
    const auto known = m_colour.find(client);
    return known == m_colour.end() ? -1 : known->second;
}

} // namespace coterie::ui
