#pragma once

#include "core/collab/metric_sheet.h"
#include "core/report/round_report.h"
#include "core/report/run_record.h"

namespace coterie {

/// Losses of the training passes themselves, over participants and over everyone.
void addTrainingMetrics(const RoundReport& report,
                        const FederationFacts& facts,
                        MetricSheet& sheet);

} // namespace coterie
