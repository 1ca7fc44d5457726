#pragma once

#include "core/report/matrix.h"

#include <cstddef>
#include <vector>

namespace coterie {

/// One decision of a binary tree over classes: is a sample of the left ones or of the right ones?
struct ClassSplit
{
    std::vector<std::size_t> left; ///< ascending
    std::vector<std::size_t> right;

    bool operator==(const ClassSplit&) const = default;
};

/// Classes, one row of `means` each, split by 2-means again and again until every class stands
/// alone: a decision fewer than there are classes, each before those below it. 2-means starts from
/// the two means farthest apart (the smallest pair of several); left is the side of the smallest
/// class.
[[nodiscard]] std::vector<ClassSplit> classTree(const Matrix& means);

} // namespace coterie
