#include "core/collaboration/facility_location.h"

#include "core/base/indices.h"

#include <queue>

#include <algorithm>
#include <tuple>

namespace coterie {

namespace {

/// How far each client is from the nearest one chosen. Before the first choice that is its farthest
/// distance, so that gains are defined from the start and the first choice has the smallest sum.
class Coverage
{
public:
    explicit Coverage(const Matrix& distances)
        : m_distances(distances)
    {
        for (std::size_t k = 0; k < distances.rows; ++k)
            m_nearest.push_back(std::ranges::max(distances.row(k)));
    }

    [[nodiscard]] double gain(std::size_t i) const
    {
        double sum = 0;
        for (std::size_t k = 0; k < m_nearest.size(); ++k)
            sum += std::max(0.0, m_nearest[k] - m_distances.at(i, k)); // d is symmetric
        return sum;
    }
    void choose(std::size_t i)
    {
        for (std::size_t k = 0; k < m_nearest.size(); ++k)
            m_nearest[k] = std::min(m_nearest[k], m_distances.at(i, k));
    }

private:
    const Matrix& m_distances;
    std::vector<double> m_nearest;
};

} // namespace

std::vector<std::size_t> chooseDiverse(const Matrix& distances, std::size_t count)
{
    Coverage coverage(distances);
    // Gain, −id, how many were chosen when the gain was computed: largest gain first, then smallest
    // id.
    using Entry = std::tuple<double, std::ptrdiff_t, std::size_t>;
    std::priority_queue<Entry> queue;
    for (std::size_t i = 0; i < distances.rows; ++i)
        queue.emplace(coverage.gain(i), -static_cast<std::ptrdiff_t>(i), std::size_t{0});
    std::vector<std::size_t> chosen;
    while (chosen.size() < count && !queue.empty()) {
        const auto [gain, negative, when] = queue.top();
        queue.pop();
        const auto i = static_cast<std::size_t>(-negative);
        if (when < chosen.size()) {
            queue.emplace(coverage.gain(i), negative, chosen.size());
            continue;
        }
        coverage.choose(i);
        chosen.push_back(i);
    }
    return chosen;
}

std::vector<std::size_t>
chooseDiverse(const Matrix& distances, std::size_t count, double share, RandomStream& stream)
{
    if (share >= 1)
        return chooseDiverse(distances, count);
    Coverage coverage(distances);
    const std::size_t asked =
        std::max(count, static_cast<std::size_t>(share * static_cast<double>(distances.rows)));
    std::vector<std::size_t> left = indices(distances.rows);
    std::vector<std::size_t> chosen;
    while (chosen.size() < count && !left.empty()) {
        stream.shuffle(std::span<std::size_t>(left));
        const auto end = left.begin() + static_cast<std::ptrdiff_t>(std::min(asked, left.size()));
        std::sort(left.begin(), end); // of equal gains the smallest id
        auto best = left.begin();
        double bestGain = coverage.gain(*best);
        for (auto candidate = best + 1; candidate != end; ++candidate)
            if (const double gain = coverage.gain(*candidate); gain > bestGain) {
                best = candidate;
                bestGain = gain;
            }
        coverage.choose(*best);
        chosen.push_back(*best);
        left.erase(best);
    }
    return chosen;
}

std::vector<double> nearestCounts(const Matrix& distances, std::span<const std::size_t> chosen)
{
    std::vector<double> counts(chosen.size(), 0.0);
    for (std::size_t k = 0; k < distances.rows && !chosen.empty(); ++k) {
        std::size_t nearest = 0;
        for (std::size_t c = 0; c < chosen.size(); ++c) {
            if (chosen[c] == k) { // its own, however near another may be
                nearest = c;
                break;
            }
            if (distances.at(k, chosen[c]) < distances.at(k, chosen[nearest]))
                nearest = c;
        }
        ++counts[nearest];
    }
    return counts;
}

} // namespace coterie
