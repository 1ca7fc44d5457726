#pragma once

#include "core/algorithms/registry.h"
#include "core/experiment/experiment_json.h"
#include "core/run/prepare_run.h"
#include "core/run/run.h"
#include "tests/core/fixtures/small_experiment.h"

#include <memory>
#include <string>

/// Runs whose settings are changed by hand, round by round.
namespace coterie::test {

inline const std::string kRate{kLearningRatePlace};
inline const std::string kRounds{kRoundsPlace};

/// What two equal rounds agree on.
inline RoundReport withoutTimings(RoundReport report)
{
    report.timings.clear();
    report.seconds = 0;
    return report;
}

inline RunPlan planOf(const SmallExperiment& small)
{
    return expand(small.read(), registry()).front();
}

inline std::unique_ptr<Run> makeRun(const RunPlan& plan)
{
    RunData data({});
    return *prepareRun(plan, data, 2, "cpu");
}

} // namespace coterie::test
