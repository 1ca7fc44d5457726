#pragma once

#include "core/metrics/metrics.h"

#include <memory>
#include <vector>

namespace coterie::test {

/// Reports made by hand as a run would have sent them: with their metrics.
inline std::vector<std::shared_ptr<const RoundReport>>
measured(const std::vector<std::shared_ptr<const RoundReport>>& reports,
         const FederationFacts& facts = {})
{
    MetricTracker tracker(facts);
    std::vector<std::shared_ptr<const RoundReport>> all;
    for (const auto& report : reports) {
        RoundReport whole = *report;
        whole.metrics = tracker.add(whole);
        all.push_back(std::make_shared<const RoundReport>(std::move(whole)));
    }
    return all;
}

} // namespace coterie::test
