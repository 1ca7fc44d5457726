#pragma once

#include <functional>
#include <string>

namespace coterie {

/// One thing this machine was asked to get right.
struct Check
{
    std::string name;
    bool passed = false;
    std::string detail; ///< what was measured against what was allowed
};

/// Whether the largest difference that was found is allowed; NaN is not.
[[nodiscard]] Check checkWithin(std::string name, double found, double allowed);

/// Makes one check. What LibTorch, a driver or the allocator refuses on the way is its failure, and
/// the checks after it are made all the same.
[[nodiscard]] Check checkMade(const std::string& name, const std::function<Check()>& make);

} // namespace coterie
