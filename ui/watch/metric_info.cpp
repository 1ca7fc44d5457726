#include "ui/watch/metric_info.h"

#include <algorithm>

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

std::size_t storedIndex(Metric metric)
{
    return metric == Metric::TestAccuracy ? 0 : std::size_t(metric);
}

} // namespace coterie::ui
