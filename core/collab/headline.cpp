#include "core/collab/headline.h"

#include <algorithm>
#include <initializer_list>

namespace coterie {

namespace {

/// The first of the names that is there.
std::optional<double> firstOf(std::span<const NamedMetric> metrics,
                              std::initializer_list<std::string_view> names)
{
    for (const std::string_view name : names)
        if (const std::optional<double> value = findMetric(metrics, name))
            return value;
    return std::nullopt;
}

} // namespace

std::optional<double> findMetric(std::span<const NamedMetric> metrics, std::string_view name)
{
    const auto found = std::ranges::find(metrics, name, &NamedMetric::name);
    return found == metrics.end() ? std::nullopt : std::optional(found->value);
}

HeadlineNumbers headlineOf(std::span<const NamedMetric> metrics)
{
    HeadlineNumbers numbers;
    if (const auto accuracy = firstOf(metrics, {"officialAccuracy", "globalAccuracy"}))
        numbers.globalTestError = 100 * (1 - *accuracy);
    const std::optional<double> mean = findMetric(metrics, "meanTestError");
    numbers.testError = mean ? mean : numbers.globalTestError;
    numbers.bestTestError = findMetric(metrics, "bestRoundTestError");
    numbers.testLoss = firstOf(metrics, {"meanTestLoss", "globalTestLoss", "officialTestLoss"});
    numbers.trainLoss = firstOf(metrics, {"meanTrainLoss", "pooledTrainLoss"});
    return numbers;
}

} // namespace coterie
