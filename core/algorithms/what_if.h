#pragma once

#include "core/base/result.h"
#include "core/experiment/experiment.h"
#include "core/report/round_report.h"
#include "core/report/run_record.h"

#include <cstddef>
#include <optional>

namespace coterie {

/// What to change of a partition that was recorded.
struct WhatIf
{
    std::optional<double> alpha = {};            ///< for everybody
    std::optional<std::size_t> fixedGroups = {}; ///< 0: as many as gain

    bool operator==(const WhatIf&) const = default;
};

/// The groups and merges that a round of an HCCT run would have formed, from its stored Gram matrix
/// and the clients' sizes, without training anything; with nothing changed, those that were
/// recorded. Rounds that formed no groups, and similarities that are no function of the Gram
/// matrix, get a sentence.
[[nodiscard]] Result<Grouping> whatIf(const RunPlan& plan,
                                      const FederationFacts& facts,
                                      const RoundReport& report,
                                      const WhatIf& change);

} // namespace coterie
