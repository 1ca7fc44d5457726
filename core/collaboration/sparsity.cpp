#include "core/collaboration/sparsity.h"

#include <cmath>
#include <numbers>

namespace coterie {

double smoothL1(double x, double rho)
{
    const double size = std::abs(x);
    if (size < rho) { // cosh z = 1 + 2 sinh²(z/2) keeps the digits that 1 + … − 1 would lose
        const double sine = std::sinh(size / rho / 2);
        return rho * std::log1p(2 * sine * sine);
    }
    return size + rho * (std::log1p(std::exp(-2 * size / rho)) - std::numbers::ln2);
}

double smoothL1(std::span<const double> values, double rho)
{
    double sum = 0;
    for (const double value : values)
        sum += smoothL1(value, rho);
    return sum;
}

double codedBits(SparseCode code, double entries, double nonZero, double bitsPerNumber)
{
    switch (code) {
    case SparseCode::Literal:
        return bitsPerNumber * nonZero + (entries - nonZero) + entries;
    case SparseCode::Bitmap:
        return bitsPerNumber * nonZero + entries;
    case SparseCode::Dense:
        break;
    }
    return bitsPerNumber * entries;
}

} // namespace coterie
