#pragma once

#include <span>

namespace coterie {

/// The smooth stand-in for |x| that sFedHP sparsifies models with: φ_ρ(x) = ρ·log cosh(x/ρ), sFedHP
/// eq. (4). Safe for any x/ρ: nothing overflows for a large one, nothing cancels for a small one.
/// |x| − ρ·ln 2 ≤ φ_ρ(x) ≤ |x|.
[[nodiscard]] double smoothL1(double x, double rho);
/// Its sum over the entries of a vector.
[[nodiscard]] double smoothL1(std::span<const double> values, double rho);

} // namespace coterie
