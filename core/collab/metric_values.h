#pragma once

#include "core/collab/metric_sheet.h"
#include "core/report/round_report.h"
#include "core/report/run_record.h"

#include <cstddef>

namespace coterie {

/// What algorithms say of their clients in named values: utility, sparsity and label entropy. The
/// names they must use stand with MetricTracker.
class MetricValues
{
public:
    void add(const RoundReport& report, const FederationFacts& facts, MetricSheet& sheet);

private:
    void addUtility(const RoundReport& report, MetricSheet& sheet);

    double m_utilitySum = 0; ///< of the total utilities from round 2 on
    std::size_t m_utilityRounds = 0;
};

} // namespace coterie
