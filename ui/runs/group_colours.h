#pragma once

#include <map>
#include <span>
#include <vector>

namespace coterie::ui {

/// The colour number of each group, round after round: a group gets the colour that most of its
/// members had, so a colour follows its clients through splits and merges. A function of the rounds
/// added so far, so it is the same live and in a replay.
class GroupColours
{
public:
    GroupColours() = default;
    /// Starts from these colours of the clients; −1: none.
    explicit GroupColours(std::span<const int> colourOfClient);

    /// Adds the groups of the next round, as lists of clients. Returns the colour of each: the
    /// smallest free number from 0 for a new one; groups of one round have different numbers.
    std::vector<int> add(std::span<const std::vector<int>> groups);
    /// Of the newest round; −1: in no group.
    [[nodiscard]] int colourOf(int client) const;

private:
    std::map<int, int> m_colour; ///< by client
};

} // namespace coterie::ui
