#pragma once

#include "core/collab/metric_sheet.h"
#include "core/report/round_report.h"
#include "core/report/run_record.h"

#include <map>

namespace coterie {

/// What was sent this round, and so far over each kind of link (ALGORITHMS §1.3), and what the
/// cloud and one of those under it sent each other, which compares methods with and without edge
/// servers.
class MetricTraffic
{
public:
    void add(const RoundReport& report, const FederationFacts& facts, MetricSheet& sheet);

private:
    void addPerSender(const FederationFacts& facts, MetricSheet& sheet) const;
    void addPlainBytes(const RoundReport& report, MetricSheet& sheet);

    std::map<Link, double> m_linkBits; ///< so far; a link is there once something used it
    double m_totalBits = 0;
    double m_plainBytes = 0; ///< so far, of methods that send less than whole models
};

} // namespace coterie
