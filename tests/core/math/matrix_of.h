#pragma once

#include "core/math/linear_algebra.h"

#include <algorithm>
#include <initializer_list>

namespace coterie::tests {

/// A matrix as one writes it down.
inline Matrix matrixOf(std::initializer_list<std::initializer_list<double>> rows)
{
    Matrix result(rows.size(), rows.begin()->size());
    std::size_t row = 0;
    for (const auto& values : rows)
        std::ranges::copy(values, result.row(row++).begin());
    return result;
}

} // namespace coterie::tests
