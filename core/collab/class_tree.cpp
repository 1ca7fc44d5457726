#include "core/collab/class_tree.h"

#include "core/collab/similarity.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace coterie {
namespace {

constexpr int kMostPasses = 100; // 2-means of a few means settles in a handful

std::vector<double> centreOf(const Matrix& means, const std::vector<std::size_t>& classes)
{
    std::vector<double> centre(means.columns, 0.0);
    for (const std::size_t c : classes)
        for (std::size_t k = 0; k < centre.size(); ++k)
            centre[k] += means.at(c, k) / static_cast<double>(classes.size());
    return centre;
}

/// Both sides of the classes by the nearer of two centres; a side that would be empty (all means
/// equal, or none a number) gets the first class.
ClassSplit sidesOf(const Matrix& means,
                   const std::vector<std::size_t>& classes,
                   std::span<const double> leftCentre,
                   std::span<const double> rightCentre)
{
    ClassSplit split;
    for (const std::size_t c : classes) {
        const bool right =
            squaredDistance(means.row(c), rightCentre) < squaredDistance(means.row(c), leftCentre);
        (right ? split.right : split.left).push_back(c);
    }
    if (split.left.empty() || split.right.empty())
        split = {.left = {classes.front()}, .right = {classes.begin() + 1, classes.end()}};
    return split;
}

ClassSplit twoMeans(const Matrix& means, const std::vector<std::size_t>& classes)
{
    std::pair<std::size_t, std::size_t> farthest{classes[0], classes[1]};
    double largest = squaredDistance(means.row(classes[0]), means.row(classes[1]));
    for (std::size_t i = 0; i < classes.size(); ++i)
        for (std::size_t j = i + 1; j < classes.size(); ++j)
            if (const double between =
                    squaredDistance(means.row(classes[i]), means.row(classes[j]));
                between > largest) {
                largest = between;
                farthest = {classes[i], classes[j]};
            }
    ClassSplit split =
        sidesOf(means, classes, means.row(farthest.first), means.row(farthest.second));
    for (int pass = 0; pass < kMostPasses; ++pass) {
        ClassSplit next =
            sidesOf(means, classes, centreOf(means, split.left), centreOf(means, split.right));
        if (next == split)
            break;
        split = std::move(next);
    }
    if (split.right.front() < split.left.front())
        std::swap(split.left, split.right);
    return split;
}

} // namespace

std::vector<ClassSplit> classTree(const Matrix& means)
{
    std::vector<std::size_t> all(means.rows);
    std::iota(all.begin(), all.end(), std::size_t{0});
    std::vector<ClassSplit> splits;
    std::vector<std::vector<std::size_t>> open{all};
    for (std::size_t next = 0; next < open.size(); ++next) {
        if (open[next].size() < 2)
            continue;
        const ClassSplit split = twoMeans(means, open[next]);
        splits.push_back(split);
        open.push_back(split.left);
        open.push_back(split.right);
    }
    return splits;
}

} // namespace coterie
