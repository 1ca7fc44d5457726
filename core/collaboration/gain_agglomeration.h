#pragma once

#include "core/collaboration/utility_partition.h"
#include "core/report/round_report.h"

#include <cstddef>
#include <span>

namespace coterie {

/// What merging any two of some groups would bring. Groups are numbered by their smallest members.
/// The gain of a pair changes only when one of the two takes another group in.
class MergeGains
{
public:
    virtual ~MergeGains() = default;

    [[nodiscard]] virtual std::size_t count() const = 0; ///< groups at the start
    [[nodiscard]] virtual Gain gain(std::size_t a, std::size_t b) const = 0;
    /// The totals of merging one group with each of some others.
    virtual void gains(std::size_t group,
                       std::span<const std::size_t> others,
                       std::span<double> totals) const = 0;
    /// b becomes part of a; `others` are the groups besides these two.
    virtual void merge(std::size_t a, std::size_t b, std::span<const std::size_t> others) = 0;
};

/// Two gains so near to each other are a tie, and a gain so near to zero is none (DESIGN §1).
inline constexpr double kSameGain = 1e-12;

/// Merges the best pair while that gains something (HCCT eq. (16), (17)), or, if `fixedGroups` is
/// not 0, until so many groups are left, whatever a merge brings. Ties go to the pair with the
/// smallest first and then second group. What is not a number is never merged.
///
/// Exact, and seldom slower than N² log N: each group keeps a short list of its best partners and a
/// bound on all others; gains that do not change are never looked at again, and a list is renewed
/// only when its bound has become the largest number there is.
[[nodiscard]] Grouping mergeGreedily(MergeGains& gains, std::size_t fixedGroups);

} // namespace coterie
