#pragma once

#include "core/nn/script_values.h"

#include <cstddef>
#include <cstdint>

/// The operators that arrange numbers without computing with them.

namespace coterie {

/// The first argument as it is now.
[[nodiscard]] Flow flowInput(ScriptFlows& flows, const ScriptCall& call);
/// A dimension counted from the end where it is negative.
[[nodiscard]] std::size_t
flowDimension(const ScriptCall& call, std::int64_t dimension, std::size_t rank);

[[nodiscard]] ScriptValue viewOperator(ScriptFlows& flows, const ScriptCall& call);
[[nodiscard]] ScriptValue flattenOperator(ScriptFlows& flows, const ScriptCall& call);
[[nodiscard]] ScriptValue squeezeOperator(ScriptFlows& flows, const ScriptCall& call);
[[nodiscard]] ScriptValue unsqueezeOperator(ScriptFlows& flows, const ScriptCall& call);
[[nodiscard]] ScriptValue catOperator(ScriptFlows& flows, const ScriptCall& call);

} // namespace coterie
