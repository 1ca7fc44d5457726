#pragma once

#include "core/math/statistics.h"
#include "core/store/run_store.h"

#include <cstddef>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace coterie {

/// Mean and population standard deviation (ddof 0) over seeds, as in the papers' tables.
struct Spread
{
    double mean = 0;
    double deviation = 0;
    std::size_t runs = 0;

    bool operator==(const Spread&) const = default;
};

/// To be shown with a Spread's deviation.
inline constexpr std::string_view kSpreadLabel = "mean ± sd over seeds (ddof 0)";

/// Nothing from no values.
[[nodiscard]] std::optional<Spread> spreadOf(std::span<const double> values);

/// Over clients and seeds together, of a mean over clients and its deviations over them, one per
/// seed: the mean of the variances over clients and the variance of the means over seeds add up,
/// because every seed has the same clients. Nothing if a seed lacks one.
[[nodiscard]] std::optional<double> deviationOfClients(const Spread& means,
                                                       std::span<const double> deviations);

struct SeedValue
{
    std::uint64_t seed = 0;
    double value = 0;

    bool operator==(const SeedValue&) const = default;
};

/// The results of the finished runs of one arm at one sweep point.
struct ArmSummary
{
    std::string arm;
    std::size_t armIndex = 0;
    std::size_t look = 0; ///< RunRow::look
    std::string sweep;
    std::size_t sweepPlace = 0;       ///< RunRow::sweepPlace
    std::vector<std::uint64_t> seeds; ///< of finished runs, ascending
    std::vector<std::int64_t> runs;   ///< the run of each of these seeds
    /// Of these runs: those that were changed by hand, or resumed with another program, library or
    /// device, and stand here because no other run of their seed has finished.
    std::vector<std::int64_t> changed;
    std::size_t unfinished = 0; ///< runs that were left out
    /// Of those: the one with most rounds of each seed without a finished run, in the order of
    /// seeds; one that was changed on its way only where there is no other.
    std::vector<std::int64_t> farthestUnfinished;
    std::map<std::string, Spread, std::less<>>
        values; ///< by metric: of each run's last tested round
    std::map<std::string, std::vector<SeedValue>, std::less<>>
        ofSeeds; ///< the single values, by seed

    [[nodiscard]] const Spread* find(std::string_view metric) const;
};

/// Which of two runs is listed and taken first where nothing else decides. Numbers of several
/// stores say nothing of age: one's own runs come before all others, the newer number first; those
/// of other stores follow by their date and then their number, the newer first.
[[nodiscard]] bool isNewer(const RunRow& one, const RunRow& other);
/// Which of two finished runs of one arm, sweep point and seed counts: one that was changed on its
/// way only where there is no other; of equals the newer, see isNewer().
[[nodiscard]] bool countsBefore(const RunRow& one, const RunRow& other);
/// Which of two runs of one arm, sweep point and seed stands for the seed: a finished one, as
/// above, or else the one with most rounds.
[[nodiscard]] bool standsBefore(const RunRow& one, const RunRow& other);

/// Per arm and sweep point, in the order of the file, over seeds.
[[nodiscard]] Result<std::vector<ArmSummary>> summarise(RunStore& store,
                                                        const std::vector<RunRow>& runs);

/// Two arms over their common seeds.
struct PairedComparison
{
    std::size_t seeds = 0;
    std::optional<Spread> difference; ///< one − other
    PairedTest wilcoxon;
    PairedTest student;
};

[[nodiscard]] PairedComparison
comparePaired(const ArmSummary& one, const ArmSummary& other, std::string_view metric);

} // namespace coterie
