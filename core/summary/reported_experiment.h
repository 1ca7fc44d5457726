#pragma once

#include "core/experiment/experiment.h"
#include "core/store/comparison.h"
#include "core/store/run_store.h"
#include "core/store/statistics.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace coterie {

/// The runs of one experiment and what is known of them over seeds.
struct ReportedExperiment
{
    std::string name;
    std::string json;
    std::optional<Experiment> design; ///< absent: of a version with other settings
    std::string question;             ///< its description and what to look for
    std::vector<RunRow> runs;
    std::vector<ArmSummary> arms;
    std::vector<Comparison> papers;
};

/// "HCCT (alpha = 10)", "FedAvg (optimizer learning rate = 0.1)".
[[nodiscard]] std::string armWord(const std::string& arm, const std::string& sweep);
/// "HCCT (alpha = 10), seed 1"; after the user's name: "baseline: HCCT (alpha = 10), seed 1".
[[nodiscard]] std::string nameOf(const RunRow& row);

/// The runs that an arm's numbers are of: one for each seed, unfinished ones only if no other is.
[[nodiscard]] const std::vector<std::int64_t>& countedRuns(const ArmSummary& arm);

/// Of each arm and sweep point the first run that counts.
[[nodiscard]] std::vector<const RunRow*> firstRuns(const ReportedExperiment& experiment);

} // namespace coterie
