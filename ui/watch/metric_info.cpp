#include "ui/watch/metric_info.h"

#include "core/metrics/client_numbers.h"
#include "core/metrics/metric_infos.h"
#include "core/metrics/shown_metric.h"
#include "ui/words.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>

namespace coterie::ui {

namespace {

constexpr std::array kInfos{
    MetricInfo{Metric::TestError,
               QT_TRANSLATE_NOOP("coterie", "Test error"),
               QT_TRANSLATE_NOOP("coterie", "Test error (%)"),
               QT_TRANSLATE_NOOP(
                   "coterie",
                   "Wrong answers of the model that each client would use, on the client's own "
                   "test samples: e = 100 · (1 − correct / samples), averaged over clients.")},
    MetricInfo{
        Metric::TestAccuracy,
        QT_TRANSLATE_NOOP("coterie", "Test accuracy"),
        QT_TRANSLATE_NOOP("coterie", "Test accuracy (%)"),
        QT_TRANSLATE_NOOP("coterie",
                          "Right answers of the model that each client would use, on the client's "
                          "own test samples, averaged over clients.")},
    MetricInfo{
        Metric::TestLoss,
        QT_TRANSLATE_NOOP("coterie", "Test loss"),
        QT_TRANSLATE_NOOP("coterie", "Test loss"),
        QT_TRANSLATE_NOOP("coterie",
                          "Loss of the model that each client would use, on the client's own test "
                          "samples, averaged over clients.")},
    MetricInfo{Metric::TrainLoss,
               QT_TRANSLATE_NOOP("coterie", "Training loss"),
               QT_TRANSLATE_NOOP("coterie", "Training loss"),
               QT_TRANSLATE_NOOP(
                   "coterie",
                   "Mean loss of each client's last local epoch, measured while training, averaged "
                   "over the clients that took part.")},
    MetricInfo{Metric::GlobalTestError,
               QT_TRANSLATE_NOOP("coterie", "Global model's test error"),
               QT_TRANSLATE_NOOP("coterie", "Global model's error (%)"),
               QT_TRANSLATE_NOOP(
                   "coterie",
                   "Wrong answers of the global model, if the method has one: on the official test "
                   "set, or else averaged over the clients' own test samples.")}};

} // namespace

std::span<const MetricInfo> metricInfos()
{
    return kInfos;
}

const MetricInfo& infoOf(Metric metric)
{
    return *std::ranges::find(kInfos, metric, &MetricInfo::metric);
}

QString titleOfMetric(std::string_view metric)
{
    const ClientNumberInfo* number = findMetric(metric) ? nullptr : findClientNumber(metric);
    return number ? fromCore(number->title) : metricName(metric);
}

QString axisOf(std::string_view metric)
{
    if (!findMetric(metric))
        return titleOfMetric(metric);
    return nameWithUnit(metricName(metric), unitText(shownMetric(metric).unit));
}

QString meaningOf(std::string_view metric)
{
    const coterie::MetricInfo* info = findMetric(metric);
    return info                       ? fromCore(info->meaning)
           : findClientNumber(metric) ? say("A number of each client that the run recorded. The "
                                            "line is the mean over the clients that have it.")
                                      : QString();
}

std::vector<std::string> otherMetrics(const RunViewModel& runs)
{
    // The curves of the menu, under the names that the store has for them.
    constexpr std::array kKnown{std::string_view("meanTestError"),
                                std::string_view("meanTestAccuracy"),
                                std::string_view("meanTestLoss"),
                                std::string_view("meanTrainLoss")};
    const std::span<const coterie::MetricInfo> all = coterie::metricInfos();
    std::map<std::ptrdiff_t, std::string> found; // by its place among all
    std::set<std::string> unknown;
    for (const RunCurves& run : runs.runs())
        for (const auto& [name, curves] : run.named) {
            if (std::ranges::find(kKnown, name) != kKnown.end())
                continue;
            const auto info = std::ranges::find(all, name, &coterie::MetricInfo::name);
            if (info != all.end())
                found.emplace(info - all.begin(), name);
            else
                unknown.insert(name);
        }
    std::vector<std::string> names;
    for (const auto& [place, name] : found)
        names.push_back(name);
    names.insert(names.end(), unknown.begin(), unknown.end());
    return names;
}

std::size_t storedIndex(Metric metric)
{
    return metric == Metric::TestAccuracy ? 0 : std::size_t(metric);
}

} // namespace coterie::ui
