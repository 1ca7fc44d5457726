#include "ui/watch/round_measurements.h"

namespace coterie::ui {

namespace {

std::optional<double> errorPercent(const std::optional<Score>& score)
{
    if (!score || !score->accuracy)
        return std::nullopt;
    return 100 * (1 - *score->accuracy);
}

std::optional<double> loss(const std::optional<Score>& score)
{
    return score ? std::optional(score->loss) : std::nullopt;
}

MetricValues valuesOf(const ClientReport& client)
{
    const std::optional<Score>& used = client.personalTest ? client.personalTest : client.globalTest;
    return {errorPercent(used), loss(used), client.trainLoss, errorPercent(client.globalTest)};
}

/// A NaN among the clients makes the mean NaN, which is drawn as a marker: hiding it would flatter the method.
MetricValues meanOf(const std::vector<RoundMeasurements::Client>& clients)
{
    MetricValues mean;
    for (std::size_t metric = 0; metric < kStoredMetrics; ++metric) {
        double sum = 0;
        std::size_t count = 0;
        for (const RoundMeasurements::Client& client : clients) {
            if (!client.values[metric])
                continue;
            sum += *client.values[metric];
            ++count;
        }
        if (count > 0)
            mean[metric] = sum / static_cast<double>(count);
    }
    return mean;
}

} // namespace

RoundMeasurements measure(const RoundReport& report)
{
    RoundMeasurements result;
    result.round = report.round;
    result.clients.reserve(report.clients.size());
    for (const ClientReport& client : report.clients)
        result.clients.push_back({.client = client.client, .values = valuesOf(client)});
    result.mean = meanOf(result.clients);

    // The pooled model of centralised training reports no clients; an official test set outranks the clients' own.
    MetricValues pooled{errorPercent(report.officialTest),
                        loss(report.officialTest),
                        loss(report.pooledTrain),
                        errorPercent(report.officialTest)};
    constexpr auto kGlobal = static_cast<std::size_t>(Metric::GlobalTestError);
    for (std::size_t metric = 0; metric < kStoredMetrics; ++metric)
        if (pooled[metric] && (!result.mean[metric] || metric == kGlobal))
            result.mean[metric] = pooled[metric];

    if (report.grouping)
        result.groups = static_cast<int>(report.grouping->groups.size());
    result.events = report.events;
    return result;
}

} // namespace coterie::ui
