#pragma once

#include "core/collab/metric_sheet.h"
#include "core/report/round_report.h"

#include <map>

namespace coterie {

/// What was sent this round, and so far over each kind of link (ALGORITHMS §1.3).
class MetricTraffic
{
public:
    void add(const RoundReport& report, MetricSheet& sheet);

private:
    std::map<Link, double> m_linkBits; ///< so far; a link is there once something used it
    double m_totalBits = 0;
};

} // namespace coterie
