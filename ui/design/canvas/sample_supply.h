#pragma once

#include "ui/design/canvas/partition_sketch.h"

namespace coterie::ui {

/// Integers in these proportions with the sum `total`: exact shares rounded down, then the largest
/// remainders up, the first among equals. All zeros if the proportions are.
[[nodiscard]] KindCounts apportioned(std::span<const std::int64_t> proportions, std::int64_t total);

/// The same with an upper limit each; the excess goes to those with room. The sum is `total` or
/// that of the limits, whichever is less.
[[nodiscard]] KindCounts apportionedWithin(std::span<const std::int64_t> proportions,
                                           std::span<const std::int64_t> limits,
                                           std::int64_t total);

/// Where samples come from when none is unassigned.
enum class Missing
{
    Refused,         ///< from nowhere: the edit stops
    TakenFromOthers, ///< from all other clients, in proportion to what they hold
};

/// Moves samples of a sketch to and from single clients. The sketch must live as long as this.
class SampleSupply final
{
public:
    /// From the clients in `except` none are taken for others.
    SampleSupply(PartitionSketch& sketch, const std::vector<int>& except, Missing missing);

    /// Gives a client more samples of a kind, unassigned ones first. Returns how many it got.
    std::int64_t give(int client, std::size_t kind, std::int64_t wanted);
    void release(int client, std::size_t kind, std::int64_t count);
    /// The most samples of each kind that a client could hold.
    [[nodiscard]] KindCounts mostOf(int client) const;
    /// Brings the client as close to these counts as possible.
    void reach(int client, const KindCounts& wanted);
    /// Resizes one client with the same mix as far as possible; returns the limit it met.
    QString resize(int client, std::int64_t total);
    /// What to do about a limit that was met.
    [[nodiscard]] QString hint() const;

private:
    std::int64_t takeFromOthers(std::size_t kind, std::int64_t wanted);

    PartitionSketch& m_sketch;
    std::vector<std::size_t> m_others; ///< the clients that may give samples
    Missing m_missing;
};

/// The kind with the largest shortage, or nothing.
[[nodiscard]] std::optional<std::size_t> scarcest(const KindCounts& wanted, const KindCounts& most);

} // namespace coterie::ui
