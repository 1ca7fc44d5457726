#pragma once

#include "core/spec/descriptor.h"
#include "core/spec/experiment.h"

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace coterie {

/// A parameter of an arm that takes several values, by the place where the file says so.
struct SweptParameter
{
    std::string pointer; ///< "/arms/2/algorithm/alpha", or "/local/…" where the arm inherits it
    std::string section; ///< "/algorithm", "/local/optimizer", …: the part within a plan
    std::string name;
    std::vector<ParameterValue> values;
};

[[nodiscard]] std::vector<SweptParameter> sweptParameters(const Experiment& experiment,
                                                          std::size_t arm);

/// The parts of a plan that can be swept, by section.
[[nodiscard]] Part* partAt(RunPlan& plan, std::string_view section);

/// The list of names that the part at a section may have.
[[nodiscard]] std::span<const NamedPart> namesAt(const Registry& registry,
                                                 std::string_view section);

/// Gives every declared parameter of every part its value.
void complete(RunPlan& plan, const Registry& registry);

/// Arms × seeds × sweep points; stops counting above `enough`.
[[nodiscard]] std::size_t runCount(const Experiment& experiment, std::size_t enough);

} // namespace coterie
