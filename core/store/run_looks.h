#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>

namespace coterie {

struct RunRow;

/// How the line and the mark of a run's arm look among others.
struct ArmLook
{
    std::size_t look = 0;    ///< its colour, and the shape of its marker; as RunRow::look
    std::size_t variant = 0; ///< of lines that share the colour, as RunRow::sweepPlace

    bool operator==(const ArmLook&) const = default;
    /// Not <=>, whose header moc 6.4 cannot read.
    bool operator<(const ArmLook& other) const
    {
        return look != other.look ? look < other.look : variant < other.variant;
    }
};

/// The design of a run's experiment and what was changed by hand: runs that differ in it count as
/// runs of different experiments.
[[nodiscard]] std::string designKey(const RunRow& run);

/// What decides the look of a run among others.
struct LookedAt
{
    std::int64_t run = 0;
    std::string design; ///< designKey()
    ArmLook alone;      ///< as it looks with its own experiment only
};

using RunLooks = std::map<std::int64_t, ArmLook>; ///< by run

/// The number of different colours of lines; see armLooks() for those that arms have first.
inline constexpr std::size_t kLineColours = 24;

/// The looks of runs that are shown together, in this order. An arm keeps the colour that it has in
/// its own experiment. Where arms of several experiments have one colour, those of the second and
/// later ones have other shapes and variants: their looks are larger by multiples of kLineColours.
/// An arm with which more than four lines would have a colour takes a free one, as long as there
/// is one. For what one experiment is, see designKey().
[[nodiscard]] RunLooks looksTogether(std::span<const LookedAt> runs);
[[nodiscard]] RunLooks looksTogether(std::span<const RunRow* const> runs);
/// Gives the runs these looks in place of those that they have alone.
void setLooks(std::span<RunRow> runs, const RunLooks& looks);

} // namespace coterie
