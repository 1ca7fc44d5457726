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

std::vector<SufficientCluster>
sufficientClusters(const Matrix& optima, std::span<const double> precisions, const WeightRule& rule)
{
    std::vector<double> biases; // b², of the first client itself too
    for (std::size_t k = 0; k < optima.rows; ++k) {
        double squares = 0;
        for (std::size_t d = 0; d < optima.columns; ++d) {
            const double difference = optima.at(0, d) - optima.at(k, d);
            squares += difference * difference;
        }
        biases.push_back(squares);
    }
    std::vector<SufficientCluster> clusters;
    for (const double precision : precisions) {
        SufficientCluster& cluster = clusters.emplace_back();
        cluster.clients = 0;
        double psi = 0;
        for (const double bias : biases) {
            const double ratio = 1 - bias / (2 * kFigureConvexity * precision);
            if (ratio < 0)
                continue;
            ++cluster.clients;
            psi += ratio * criterionValue(rule, ratio);
        }
        cluster.variance = 1 / psi;
    }
    return clusters;
}

double guaranteedRate(const WeightRule& rule, std::size_t clients, double smoothness)
{
    const double least =
        rule.criterion == Criterion::Binary ? rule.threshold : 1 / static_cast<double>(clients);
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
