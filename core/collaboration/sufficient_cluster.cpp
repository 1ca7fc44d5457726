#include "core/collaboration/sufficient_cluster.h"

#include <algorithm>
#include <cmath>

namespace coterie {

Matrix
drawnOptima(std::size_t clients, std::size_t dimension, double variation, RandomStream& stream)
{
    Matrix optima(clients, dimension);
    for (double& coordinate : optima.values)
        coordinate = variation * stream.normal();
    return optima;
}

std::vector<double> squaredDistances(const Matrix& optima)
{
    std::vector<double> distances;
    for (std::size_t k = 0; k < optima.rows; ++k) {
        double squares = 0;
        for (std::size_t d = 0; d < optima.columns; ++d) {
            const double difference = optima.at(0, d) - optima.at(k, d);
            squares += difference * difference;
        }
        distances.push_back(squares);
    }
    std::ranges::sort(distances);
    return distances;
}

std::size_t sufficientSize(std::span<const double> distances, double precision)
{
    const double largest = 2 * kFigureConvexity * precision;
    return static_cast<std::size_t>(std::ranges::upper_bound(distances, largest)
                                    - distances.begin());
}

std::vector<SufficientCluster> sufficientClusters(std::span<const double> distances,
                                                  std::span<const double> precisions,
                                                  const WeightRule& rule)
{
    std::vector<SufficientCluster> clusters;
    for (const double precision : precisions) {
        const std::size_t size = sufficientSize(distances, precision);
        double psi = 0;
        for (const double distance : distances.first(size)) {
            const double ratio = 1 - distance / (2 * kFigureConvexity * precision);
            psi += ratio * criterionValue(rule, ratio);
        }
        clusters.push_back({.clients = size, .variance = 1 / psi});
    }
    return clusters;
}

double guaranteedRate(const WeightRule& rule, std::size_t clients, double smoothness)
{
    const auto all = static_cast<double>(clients);
    const double least = rule.criterion == Criterion::Binary
                             ? (1 + (all - 1) * rule.threshold) / all
                             : 2 / (1 + std::sqrt(all));
    return least / smoothness;
}

namespace {

/// βσ²/(2μ²), which a bound divides by T.
double scaleOf(const BoundSetting& setting)
{
    return setting.smoothness * setting.variance / (2 * setting.convexity * setting.convexity);
}

/// βσ²C²/(2μ²(C − 1))
double decreasingScale(const BoundSetting& setting, double factor)
{
    return scaleOf(setting) * factor * factor / (factor - 1);
}

} // namespace

double constantRateBound(const BoundSetting& setting, double rate)
{
    return std::pow(1 - rate * setting.convexity, setting.steps) * setting.start
           + rate * setting.smoothness * setting.variance / (2 * setting.convexity);
}

std::optional<double> horizonRateBound(const BoundSetting& setting)
{
    const double scale = scaleOf(setting) / setting.steps;
    const double logarithm = std::log(setting.start / scale);
    if (!(logarithm > 0) || logarithm > setting.steps) // η = logarithm/(μT) ≤ 1/μ
        return std::nullopt;
    return scale * (1 + logarithm);
}

double decreasingRateBound(const BoundSetting& setting, double factor)
{
    return std::max(decreasingScale(setting, factor), setting.start) / setting.steps;
}

double stepsToPrecision(const BoundSetting& setting, double factor, double precision)
{
    return decreasingScale(setting, factor) / precision;
}

double gradientNormBound(const BoundSetting& setting)
{
    return 2 * std::sqrt(2 * setting.start * setting.smoothness * setting.variance / setting.steps);
}

} // namespace coterie
