#pragma once

#include "core/base/result.h"
#include "core/experiment/experiment.h"

#include <cstdint>
#include <string>
#include <vector>

namespace coterie {

/// Which run of an experiment.
struct RunOfExperiment
{
    std::int64_t number = 0; ///< in its store
    std::size_t arm = 0;     ///< its index
    std::uint64_t seed = 0;
    std::vector<SweepPoint> sweep = {};
};

/// An experiment of this run alone, as text: its arm with the values of its sweep, and its seed.
/// Its name is "… (from run 7)". Settings that were changed by hand have their first values.
[[nodiscard]] Result<std::string, Problems> designOfRun(const std::string& experimentJson,
                                                        const RunOfExperiment& run,
                                                        const Registry& registry);

} // namespace coterie
