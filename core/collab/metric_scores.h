#pragma once

#include "core/collab/metric_sheet.h"
#include "core/report/round_report.h"
#include "core/report/run_record.h"

#include <map>

namespace coterie {

/// How well the models do: the clients' own, the global one on the clients' test sets and on the
/// data set's own test set; and each client's best so far.
class MetricScores
{
public:
    void add(const RoundReport& report, const FederationFacts& facts, MetricSheet& sheet);

private:
    void addPersonal(const RoundReport& report, const FederationFacts& facts, MetricSheet& sheet);

    std::map<int, double> m_bestAccuracy; ///< of each client so far
};

} // namespace coterie
