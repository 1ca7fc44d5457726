#pragma once

#include <cstddef>
#include <limits>
#include <span>
#include <vector>

namespace coterie::ui {

/// The colour number of each client's group in one round that formed groups; −1: in no group.
struct RiverRound
{
    int round = 0;
    std::vector<int> colourOfClient;

    bool operator==(const RiverRound&) const = default;
};

/// The clients of one group in one round.
struct RiverBlock
{
    int colour = -1;
    int first = 0; ///< place of its first client, from the top
    int count = 0;

    [[nodiscard]] bool holds(int place) const { return place >= first && place < first + count; }
    bool operator==(const RiverBlock&) const = default;
};

struct RiverColumn
{
    int round = 0;
    std::vector<int> placeOfClient;
    std::vector<RiverBlock> blocks;

    /// The one with a client at this place; null: none.
    [[nodiscard]] const RiverBlock* blockAt(int place) const;
    /// From the top down.
    [[nodiscard]] std::vector<int> membersOf(const RiverBlock& block) const;
    bool operator==(const RiverColumn&) const = default;
};

/// Clients that go together from a block of one column to a block of the next.
struct RiverBand
{
    std::size_t column = 0; ///< from which it starts
    int fromFirst = 0;
    int toFirst = 0;
    int count = 0;
    int colour = -1; ///< of the block where it ends
    std::vector<int> clients;

    bool operator==(const RiverBand&) const = default;
};

struct RiverLayout
{
    std::vector<RiverColumn> columns;
    std::vector<RiverBand> bands;
};

/// Of equal rounds in a row only the first and the last are columns. Blocks are ordered by the mean
/// place of their members in the column before, and members by their places there, so that bands
/// cross only where clients do. More than about `mostColumns` columns are thinned evenly; the first
/// and the last round stay.
[[nodiscard]] RiverLayout
layOutRiver(std::span<const RiverRound> rounds,
            std::size_t mostColumns = std::numeric_limits<std::size_t>::max());

} // namespace coterie::ui
