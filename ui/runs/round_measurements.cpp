#include "ui/runs/round_measurements.h"

#include "core/metrics/client_numbers.h"
#include "core/metrics/metric_infos.h"

#include <algorithm>

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

bool isMeasured(const NamedValues& numbers)
{
    return std::ranges::any_of(numbers.values, &std::optional<double>::has_value);
}

/// A number of each pair of clients or each model, "lossOfModel3", has too many curves.
bool isOneOfFamily(std::string_view name)
{
    return !name.empty() && name.back() >= '0' && name.back() <= '9';
}

/// Whether the metric of that name is the sum over clients, beside which they lie far below.
bool isSummed(std::string_view name)
{
    const auto* metric = findMetric(name);
    return metric != nullptr && metric->isSum;
}

std::vector<NamedValues> clientNumbersOf(const RoundReport& report)
{
    constexpr std::string_view kNorm = "updateNorm";
    std::vector<NamedValues> numbers;
    for (const NamedValues& reported : report.clientValues)
        if (!isOneOfFamily(reported.name) && !isSummed(reported.name) && isMeasured(reported))
            numbers.push_back(reported);
    NamedValues norms{.name = std::string(kNorm), .values = clientNumbers(report, kNorm)};
    if (isMeasured(norms))
        numbers.push_back(std::move(norms));
    return numbers;
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

    result.clientNumbers = clientNumbersOf(report);

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
