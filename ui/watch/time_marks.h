#pragma once

#include "ui/runs/run_view_model.h"

#include <array>
#include <span>
#include <vector>

namespace coterie::ui {

/// What happened in a round, as the time line tells it.
struct TimeMark
{
    enum class Kind
    {
        Note,    ///< a client came, …
        Warning, ///< or a failure
        Change   ///< a setting, by hand
    };
    int round = 0;
    Kind kind = Kind::Note;
    QString sentence;

    bool operator==(const TimeMark&) const = default;
};

[[nodiscard]] std::vector<TimeMark> timeMarks(std::span<const RunEvent> events);

/// A sign on a time line of so many pixels.
struct TimeSign
{
    int x = 0;
    TimeMark::Kind kind = TimeMark::Kind::Note;

    bool operator==(const TimeSign&) const = default;
};

/// From left to right, at most one of each kind per four pixels: thousands of events cost no more
/// to draw than a hundred. `placeOf` tells where a round stands.
template <typename PlaceOf>
[[nodiscard]] std::vector<TimeSign> timeSigns(std::span<const TimeMark> marks, PlaceOf placeOf)
{
    constexpr int kCell = 4;
    constexpr std::size_t kKinds = 3;
    std::vector<TimeSign> signs;
    std::array<int, kKinds> last{-kCell, -kCell, -kCell};
    for (const TimeMark& mark : marks) { // in the order of their rounds
        const int x = placeOf(mark.round);
        int& before = last[static_cast<std::size_t>(mark.kind)];
        if (x - before < kCell)
            continue;
        before = x;
        signs.push_back({.x = x, .kind = mark.kind});
    }
    return signs;
}

} // namespace coterie::ui
