#pragma once

#include "core/math/linkage.h"
#include "core/math/similarity.h"

#include <QString>

#include <array>
#include <limits>
#include <random>
#include <vector>

/// What the tests of linkage share: points, and merges as text.
namespace linkage_fixture {

using namespace coterie;

inline constexpr double kInfinity = std::numeric_limits<double>::infinity();
inline constexpr std::array kLinkages{
    Linkage::Single, Linkage::Complete, Linkage::Average, Linkage::Ward};

struct Step
{
    int left;
    int right;
    double height;
    int size;
};

inline QString text(const std::vector<Merge>& merges)
{
    QString result;
    for (const Merge& merge : merges)
        result += QString("%1+%2 at %3 of %4; ")
                      .arg(merge.left)
                      .arg(merge.right)
                      .arg(merge.score, 0, 'f', 6)
                      .arg(merge.size);
    return result.trimmed();
}

inline QString text(const std::vector<Step>& steps)
{
    std::vector<Merge> merges;
    for (const Step& step : steps)
        merges.push_back({.left = step.left,
                          .right = step.right,
                          .score = step.height,
                          .kind = MergeKind::Distance,
                          .size = step.size,
                          .dataGain = {},
                          .similarityLoss = {}});
    return text(merges);
}

/// Distances of random points; coarse coordinates give many ties.
inline Matrix randomDistances(std::size_t count, bool ties, unsigned seed)
{
    std::mt19937 engine(seed);
    std::uniform_real_distribution<double> uniform(0, 10);
    std::uniform_int_distribution<int> coarse(0, 3);
    Matrix points(count, ties ? 2 : 3);
    for (double& value : points.values)
        value = ties ? coarse(engine) : uniform(engine);
    return distancesOfRows(points);
}

} // namespace linkage_fixture
