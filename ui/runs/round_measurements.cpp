#include "ui/runs/round_measurements.h"

#include "core/metrics/metric_infos.h"

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

} // namespace

RoundMeasurements measure(const RoundReport& report)
{
    RoundMeasurements result;
    result.round = report.round;
    result.seconds = report.seconds;
    result.learningRate = report.learningRate;
    for (const ClientReport& client : report.clients)
        result.steps += client.steps;
    for (const Traffic& part : report.traffic)
        result.bits += part.bits;
    result.clients.reserve(report.clients.size());
    for (const ClientReport& client : report.clients)
        result.clients.push_back({.client = client.client, .values = valuesOf(client)});

    result.metrics = report.metrics;
    const HeadlineNumbers headline = headlineOf(report.metrics);
    result.mean = {
        headline.testError, headline.testLoss, headline.trainLoss, headline.globalTestError};
    if (report.grouping)
        result.groups = report.grouping->groups;
    if (report.samplingClusters)
        result.samplingClusters = report.samplingClusters->groups;
    result.participants = report.participants;
    result.events = report.events;
    return result;
}

} // namespace coterie::ui
