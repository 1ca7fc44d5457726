#include "core/collab/label_distances.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace coterie {

namespace {

/// Empty for a client without samples.
std::vector<double> sharesOf(const std::vector<std::int64_t>& counts, std::size_t classes)
{
    double total = 0;
    for (const std::int64_t count : counts)
        total += static_cast<double>(count);
    std::vector<double> shares;
    if (total <= 0)
        return shares;
    shares.assign(classes, 0.0);
    for (std::size_t c = 0; c < counts.size(); ++c)
        shares[c] = static_cast<double>(counts[c]) / total;
    return shares;
}

} // namespace

Matrix labelDistances(std::span<const std::vector<std::int64_t>> classCounts)
{
    std::size_t classes = 0;
    for (const std::vector<std::int64_t>& counts : classCounts)
        classes = std::max(classes, counts.size());
    std::vector<std::vector<double>> shares;
    for (const std::vector<std::int64_t>& counts : classCounts)
        shares.push_back(sharesOf(counts, classes));
    Matrix distances(
        shares.size(), shares.size(), std::numeric_limits<double>::quiet_NaN());
    for (std::size_t i = 0; i < shares.size(); ++i)
        for (std::size_t j = 0; j < shares.size(); ++j) {
            if (shares[i].empty() || shares[j].empty())
                continue;
            double apart = 0;
            for (std::size_t c = 0; c < classes; ++c)
                apart += std::abs(shares[i][c] - shares[j][c]);
            distances.at(i, j) = apart / 2;
        }
    return distances;
}

} // namespace coterie
