#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace coterie {

/// From 1; equal values share the mean of the ranks they take together.
[[nodiscard]] std::vector<double> ranksOf(std::span<const double> values);

/// A two-sided test of paired differences against "no difference".
struct PairedTest
{
    std::size_t pairs = 0;           ///< that the test went by
    double statistic = 0;            ///< W, the smaller of the two rank sums, or Student's t
    std::optional<double> p;         ///< absent where the differences allow no test
    std::optional<double> smallestP; ///< that so many pairs can give at all; absent: no bound

    bool operator==(const PairedTest&) const = default;
};

/// Wilcoxon's signed-rank test with its exact distribution: differences of zero are left out, equal
/// sizes share their mean rank, and of all 2ⁿ signs those as extreme as the ones seen are counted
/// (W. J. Conover, Practical Nonparametric Statistics, §5.7). Differences that are not finite allow
/// no test.
[[nodiscard]] PairedTest wilcoxonSignedRank(std::span<const double> differences);

/// Differences whose deviation is at most this part of their mean are alike: they differ by what
/// rounding leaves.
inline constexpr double kAlike = 1e-10;

/// Student's t test of the mean difference, n − 1 degrees of freedom, standard error with ddof 1.
/// Needs two pairs and differences that are not all alike.
[[nodiscard]] PairedTest pairedT(std::span<const double> differences);

/// The smallest p the exact Wilcoxon test can give for n pairs: 2 of the 2ⁿ signs.
[[nodiscard]] double smallestWilcoxonP(std::size_t pairs);

/// P(|T| ≥ |t|) of Student's distribution.
[[nodiscard]] double studentTwoSided(double t, double degrees);

inline constexpr std::size_t kSavitzkyGolayWindow = 13; ///< points

/// Savitzky–Golay smoothing with a window of 13 points and order 3, as in the HiCS-FL figures: each
/// value becomes that of the cubic fitted by least squares to the 13 points around it (centre
/// coefficients −11, 0, 9, 16, 21, 24, 25, … over 143). The first and last six points are read off
/// the cubic through the first and last 13. A curve of fewer points gets one cubic through all of
/// them; up to four points are returned as they are.
[[nodiscard]] std::vector<double> savitzkyGolay(std::span<const double> values);

} // namespace coterie
