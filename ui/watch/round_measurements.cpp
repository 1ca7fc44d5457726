#include "ui/watch/round_measurements.h"

#include <algorithm>
#include <initializer_list>
#include <string_view>

namespace coterie::ui {

namespace {

std::optional<double> errorPercent(std::optional<double> accuracy)
{
    return accuracy ? std::optional(100 * (1 - *accuracy)) : std::nullopt;
}

std::optional<double> errorPercent(const std::optional<Score>& score)
{
    return score ? errorPercent(score->accuracy) : std::nullopt;
}

std::optional<double> loss(const std::optional<Score>& score)
{
    return score ? std::optional(score->loss) : std::nullopt;
}

MetricValues valuesOf(const ClientReport& client)
{
    const std::optional<Score>& used =
        client.personalTest ? client.personalTest : client.globalTest;
    return {errorPercent(used), loss(used), client.trainLoss, errorPercent(client.globalTest)};
}

/// The first of the names that this round has.
std::optional<double> firstOf(const std::vector<NamedMetric>& metrics,
                              std::initializer_list<std::string_view> names)
{
    for (const std::string_view name : names) {
        const auto found =
            std::find_if(metrics.begin(), metrics.end(), [&](const NamedMetric& metric) {
                return metric.name == name;
            });
        if (found != metrics.end())
            return found->value;
    }
    return std::nullopt;
}

} // namespace

RoundMeasurements measure(const RoundReport& report, const std::vector<NamedMetric>& metrics)
{
    RoundMeasurements result;
    result.round = report.round;
    result.clients.reserve(report.clients.size());
    for (const ClientReport& client : report.clients)
        result.clients.push_back({.client = client.client, .values = valuesOf(client)});

    // A method without personal models is judged by its global one; centralised training by its
    // pooled numbers.
    const auto globalError = errorPercent(firstOf(metrics, {"officialAccuracy", "globalAccuracy"}));
    const auto meanError = firstOf(metrics, {"meanTestError"});
    result.mean = {meanError ? meanError : globalError,
                   firstOf(metrics, {"meanTestLoss", "globalTestLoss", "officialTestLoss"}),
                   firstOf(metrics, {"meanTrainLoss", "pooledTrainLoss"}),
                   globalError};
    result.events = report.events;
    return result;
}

} // namespace coterie::ui
