#include "core/collaboration/entropy_envelope.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <limits>
#include <utility>
#include <vector>

namespace coterie {

namespace {

constexpr double kSmallestBeta = 0.1;
constexpr double kLargestBeta = 8;
constexpr int kBetas = 40;       // of the grid, evenly spaced in the logarithm
constexpr int kRefinements = 60; // golden sections: the last interval is 3e-13 of the first

/// The least value of a function that falls and then rises, and where it is.
template <typename Function>
std::pair<double, double> lowest(double low, double high, Function&& value)
{
    const double ratio = (std::sqrt(5.0) - 1) / 2;
    double left = high - ratio * (high - low);
    double right = low + ratio * (high - low);
    double atLeft = value(left);
    double atRight = value(right);
    for (int step = 0; step < kRefinements; ++step) {
        if (atLeft <= atRight) {
            high = right;
            right = left;
            atRight = atLeft;
            left = high - ratio * (high - low);
            atLeft = value(left);
        } else {
            low = left;
            left = right;
            atLeft = atRight;
            right = low + ratio * (high - low);
            atRight = value(right);
        }
    }
    return atLeft <= atRight ? std::pair{left, atLeft} : std::pair{right, atRight};
}

/// The points, and the best curve for given parts of its parameters. For a given β the loss is
/// convex in ρ and κ, and the best κ for a ρ is a quantile of y + ρx.
class Fit
{
public:
    Fit(std::span<const double> entropies,
        std::span<const double> distances,
        double largestEntropy,
        double share)
        : m_entropies(entropies)
        , m_distances(distances)
        , m_largest(largestEntropy)
        , m_share(share)
        , m_x(entropies.size())
    {
        const auto [least, most] = std::ranges::minmax(distances);
        m_spread = most - least;
    }

    /// The loss with the best ρ and κ for this β.
    double lossFor(double beta, EntropyEnvelope& best)
    {
        for (std::size_t i = 0; i < m_x.size(); ++i)
            m_x[i] = std::exp(beta * (m_entropies[i] - m_largest));
        const auto [least, most] = std::ranges::minmax(m_x);
        best = {.beta = beta};
        const double steepest = most > least ? 4 * m_spread / (most - least) : 0.0;
        const auto [rho, loss] = lowest(0.0, steepest, [&](double candidate) {
            double kappa = 0;
            return lossFor(candidate, kappa);
        });
        best.rho = rho;
        static_cast<void>(lossFor(rho, best.kappa));
        return loss;
    }

private:
    double lossFor(double rho, double& kappa)
    {
        m_levels.resize(m_x.size());
        for (std::size_t i = 0; i < m_x.size(); ++i)
            m_levels[i] = m_distances[i] + rho * m_x[i];
        const auto place = static_cast<std::ptrdiff_t>(
            std::min(m_levels.size() - 1,
                     static_cast<std::size_t>(std::max(
                         0.0, std::ceil(m_share * static_cast<double>(m_levels.size())) - 1))));
        std::nth_element(m_levels.begin(), m_levels.begin() + place, m_levels.end());
        kappa = m_levels[static_cast<std::size_t>(place)];
        double loss = 0;
        for (const double level : m_levels)
            loss += level > kappa ? m_share * (level - kappa) : (1 - m_share) * (kappa - level);
        return loss;
    }

    std::span<const double> m_entropies;
    std::span<const double> m_distances;
    double m_largest;
    double m_share;
    double m_spread = 0;
    std::vector<double> m_x; ///< exp(β(H − ln C))
    std::vector<double> m_levels;
};

} // namespace

std::optional<EntropyEnvelope> fitEnvelope(std::span<const double> entropies,
                                           std::span<const double> distances,
                                           double largestEntropy,
                                           double share)
{
    assert(entropies.size() == distances.size());
    const auto finite = [](double value) { return std::isfinite(value); };
    if (entropies.size() < 3 || !std::ranges::all_of(entropies, finite)
        || !std::ranges::all_of(distances, finite))
        return std::nullopt;
    Fit fit(entropies, distances, largestEntropy, share);
    const double step = std::log(kLargestBeta / kSmallestBeta) / (kBetas - 1);
    EntropyEnvelope curve;
    int bestPlace = 0;
    double bestLoss = std::numeric_limits<double>::infinity();
    for (int place = 0; place < kBetas; ++place) {
        const double loss = fit.lossFor(kSmallestBeta * std::exp(step * place), curve);
        if (loss < bestLoss) {
            bestLoss = loss;
            bestPlace = place;
        }
    }
    const double low = kSmallestBeta * std::exp(step * std::max(0, bestPlace - 1));
    const double high = kSmallestBeta * std::exp(step * std::min(kBetas - 1, bestPlace + 1));
    const auto [beta, loss] =
        lowest(low, high, [&](double candidate) { return fit.lossFor(candidate, curve); });
    static_cast<void>(fit.lossFor(beta, curve));
    return curve;
}

} // namespace coterie
