#pragma once

#include <map>
#include <span>
#include <vector>

namespace coterie::ui {

/// Which of the palette's colours each group has, round after round: a group keeps the colour that
/// most of its members had, so a colour follows its clients through splits and merges. A function
/// of the rounds added so far, hence the same live and in a replay.
class GroupColours
{
public:
    GroupColours() = default;
    /// Goes on from these colours of the clients, −1 for those without one.
    explicit GroupColours(std::span<const int> colourOfClient);

    /// Groups of the next round, as lists of clients. Returns the colour of each group: a number
    /// from 0 on, small where that is free; groups of one round have different numbers.
    std::vector<int> add(std::span<const std::vector<int>> groups);
    /// Of the newest round; −1: in no group.
    [[nodiscard]] int colourOf(int client) const;

private:
    std::map<int, int> m_colour; ///< by client
};

} // namespace coterie::ui
