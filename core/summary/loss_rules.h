#pragma once

#include "core/summary/findings.h"

#include <optional>

namespace coterie {

// The rules on training that went wrong; see findingRules().

[[nodiscard]] std::optional<Finding> lossNotFinite(const FindingContext& context);
/// Training broke without a loss that is no number: it was far above that of the untrained models
/// and errors are not better than theirs, or none ever was below theirs.
[[nodiscard]] std::optional<Finding> diverged(const FindingContext& context);
/// The test loss rose again after its best round.
[[nodiscard]] std::optional<Finding> overfits(const FindingContext& context);

} // namespace coterie
