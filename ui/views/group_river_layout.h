#pragma once

#include <cstddef>
#include <limits>
#include <span>
#include <vector>

namespace coterie::ui {

/// Which group each client was in, in one round that formed groups: its colour number, −1 where it
/// was in none.
struct RiverRound
{
    int round = 0;
    std::vector<int> colourOfClient;

    bool operator==(const RiverRound&) const = default;
};

/// The clients of one colour standing together in one round.
struct RiverBlock
{
    int colour = -1;
    int first = 0; ///< place of its first client, from the top
    int count = 0;

    bool operator==(const RiverBlock&) const = default;
};

/// One round as a column: who stands where, and the blocks they form.
struct RiverColumn
{
    int round = 0;
    std::vector<int> placeOfClient;
    std::vector<RiverBlock> blocks;

    bool operator==(const RiverColumn&) const = default;
};

/// Clients that go together from a block of one column to a block of the next.
struct RiverBand
{
    std::size_t column = 0; ///< it leaves this one
    int fromFirst = 0;
    int toFirst = 0;
    int count = 0;
    int colour = -1; ///< of the block it comes to
    std::vector<int> clients;

    bool operator==(const RiverBand&) const = default;
};

struct RiverLayout
{
    std::vector<RiverColumn> columns;
    std::vector<RiverBand> bands;
};

/// Rounds in which nobody changed are drawn by the first and the last of them, so a long calm costs
/// two columns. Within a column blocks stand where their members stood before on average, and
/// members in the order in which they came, so bands cross only where clients do. Of rounds that
/// would stand closer than `mostColumns` to the whole width, the first is drawn, and the very last.
[[nodiscard]] RiverLayout
layOutRiver(std::span<const RiverRound> rounds,
            std::size_t mostColumns = std::numeric_limits<std::size_t>::max());

} // namespace coterie::ui
