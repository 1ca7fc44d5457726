#include "ui/views/group_river_layout.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

namespace coterie::ui {

namespace {

/// `former` has each client's place in the column before, or its number.
RiverColumn columnOf(const RiverRound& round, const std::vector<int>& former)
{
    std::map<int, std::vector<int>> members;
    for (std::size_t client = 0; client < round.colourOfClient.size(); ++client)
        members[round.colourOfClient[client]].push_back(int(client));

    struct Placed
    {
        double wish;
        int colour;
    };
    const auto placeOf = [&](int client) { return former[std::size_t(client)]; };
    std::vector<Placed> order;
    for (auto& [colour, clients] : members) {
        std::ranges::sort(clients, {}, placeOf);
        double sum = 0;
        for (const int client : clients)
            sum += placeOf(client);
        order.push_back({sum / double(clients.size()), colour});
    }
    std::ranges::stable_sort(order, {}, &Placed::wish);

    RiverColumn column{.round = round.round,
                       .placeOfClient = std::vector<int>(round.colourOfClient.size()),
                       .blocks = {}};
    int place = 0;
    for (const Placed& placed : order) {
        const std::vector<int>& clients = members[placed.colour];
        column.blocks.push_back({placed.colour, place, int(clients.size())});
        for (const int client : clients)
            column.placeOfClient[std::size_t(client)] = place++;
    }
    return column;
}

void addBands(const RiverRound& from, const RiverRound& to, std::size_t column, RiverLayout& layout)
{
    const RiverColumn& left = layout.columns[column];
    const RiverColumn& right = layout.columns[column + 1];
    std::vector<int> clients(std::min(left.placeOfClient.size(), right.placeOfClient.size()));
    std::iota(clients.begin(), clients.end(), 0);
    const auto leftPlace = [&](int c) { return left.placeOfClient[std::size_t(c)]; };
    const auto rightPlace = [&](int c) { return right.placeOfClient[std::size_t(c)]; };
    std::ranges::sort(clients, {}, leftPlace);
    for (const int client : clients) {
        const auto index = std::size_t(client);
        const int colour = to.colourOfClient[index];
        RiverBand* last = layout.bands.empty() ? nullptr : &layout.bands.back();
        const bool continues =
            last && last->column == column && last->colour == colour
            && leftPlace(client) == last->fromFirst + last->count
            && rightPlace(client) == last->toFirst + last->count
            && from.colourOfClient[std::size_t(last->clients.back())] == from.colourOfClient[index];
        if (continues) {
            ++last->count;
            last->clients.push_back(client);
        } else {
            layout.bands.push_back({.column = column,
                                    .fromFirst = leftPlace(client),
                                    .toFirst = rightPlace(client),
                                    .count = 1,
                                    .colour = colour,
                                    .clients = {client}});
        }
    }
}

/// At most about one for each part of the width.
std::vector<const RiverRound*> thinned(const std::vector<const RiverRound*>& drawn,
                                       std::size_t mostColumns)
{
    if (drawn.size() <= mostColumns)
        return drawn;
    const double first = drawn.front()->round;
    const double part = (drawn.back()->round - first) / double(mostColumns);
    std::vector<const RiverRound*> kept;
    double next = first;
    for (const RiverRound* round : drawn)
        if (round->round >= next) {
            kept.push_back(round);
            next = first + part * (std::floor((round->round - first) / part) + 1);
        }
    if (kept.back() != drawn.back())
        kept.push_back(drawn.back());
    return kept;
}

} // namespace

const RiverBlock* RiverColumn::blockAt(int place) const
{
    const auto found = std::ranges::find_if(
        blocks, [place](const RiverBlock& block) { return block.holds(place); });
    return found == blocks.end() ? nullptr : &*found;
}

std::vector<int> RiverColumn::membersOf(const RiverBlock& block) const
{
    std::vector<int> members;
    for (std::size_t client = 0; client < placeOfClient.size(); ++client)
        if (block.holds(placeOfClient[client]))
            members.push_back(int(client));
    return members;
}

RiverLayout layOutRiver(std::span<const RiverRound> rounds, std::size_t mostColumns)
{
    RiverLayout layout;
    std::vector<const RiverRound*> drawn;
    for (std::size_t index = 0; index < rounds.size(); ++index) {
        const bool likeBefore =
            index > 0 && rounds[index].colourOfClient == rounds[index - 1].colourOfClient;
        const bool likeAfter = index + 1 < rounds.size()
                               && rounds[index].colourOfClient == rounds[index + 1].colourOfClient;
        if (!likeBefore || !likeAfter)
            drawn.push_back(&rounds[index]);
    }
    drawn = thinned(drawn, std::max<std::size_t>(1, mostColumns));
    std::vector<int> former;
    for (const RiverRound* round : drawn) {
        const std::size_t known = former.size();
        former.resize(std::max(known, round->colourOfClient.size()));
        std::iota(former.begin() + static_cast<std::ptrdiff_t>(known), former.end(), int(known));
        layout.columns.push_back(columnOf(*round, former));
        former = layout.columns.back().placeOfClient;
    }
    for (std::size_t column = 0; column + 1 < drawn.size(); ++column)
        addBands(*drawn[column], *drawn[column + 1], column, layout);
    return layout;
}

} // namespace coterie::ui
