#pragma once

#include "core/run/run.h"
#include "core/run/run_data.h"
#include "core/spec/experiment.h"
#include "core/spec/result.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <string>

namespace coterie {

/// The plan's model for this data set; the error stands where the file has the model: in the arm or
/// for all of them.
[[nodiscard]] Result<Network> planNetwork(const RunPlan& plan, const Dataset& dataset);

/// Why the plan's sampler or algorithm cannot play with this network and so many clients, with the
/// place in the file; nothing if they can.
[[nodiscard]] std::optional<Error>
problemOf(const RunPlan& plan, const Network& network, std::size_t clients);

/// The plan's data set, shards and network, put together; before its round 0. The error names what
/// the device, the data or the model refuses; what LibTorch throws passes. A run that goes on has
/// played before: it is not asked for its problems again.
[[nodiscard]] Result<std::unique_ptr<Run>> prepareRun(const RunPlan& plan,
                                                      RunData& data,
                                                      std::size_t threads,
                                                      const std::string& device,
                                                      bool goesOn = false);

} // namespace coterie
