#pragma once

#include "core/base/result.h"
#include "core/experiment/experiment.h"
#include "core/run/prepare_run.h"

#include <optional>
#include <span>
#include <stop_token>
#include <string>

namespace coterie {

/// What an experiment's runs refuse before their round 0.
struct RunsCheck
{
    Problems problems; ///< of all runs, each once, with their places in the experiment file
    /// A data set whose files are not on this machine: what depends on it is not checked.
    std::optional<Error> missing;

    [[nodiscard]] bool mayRun() const { return problems.empty() && !missing; }
};

/// Makes every check that prepareRun() makes for these runs: device, data, split, network, sampler
/// and method. Loads each data set once and splits it once for each split; makes no models.
/// `device` replaces that of the plans unless it is empty. After a stop the result is incomplete.
/// A module from PyTorch is loaded only with consent to its file, as prepareRun() loads it.
[[nodiscard]] RunsCheck checkRuns(std::span<const RunPlan> plans,
                                  RunData& data,
                                  const std::string& device = {},
                                  const std::stop_token& stop = {},
                                  const CommandConsent& consent = {});

} // namespace coterie
