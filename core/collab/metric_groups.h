#pragma once

#include "core/collab/metric_sheet.h"
#include "core/report/round_report.h"
#include "core/report/run_record.h"

namespace coterie {

/// Groups and collaboration weights beside the true groups, where the partition knows them.
void addGroupMetrics(const RoundReport& report, const FederationFacts& facts, MetricSheet& sheet);

} // namespace coterie
