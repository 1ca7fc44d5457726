#include "core/collab/metric_infos.h"

#include <algorithm>
#include <array>

namespace coterie {

namespace {

constexpr std::array kInfos{
    MetricInfo{"meanTestError",
               "percent",
               "mean over clients of 100·(1 − accuracy) on their own test sets"},
    MetricInfo{"stdTestError",
               "percent",
               "its standard deviation over clients (ddof 0): how unfair the models are"},
    MetricInfo{"minTestError", "percent", "test error of the best client"},
    MetricInfo{"maxTestError", "percent", "test error of the worst client"},
    MetricInfo{
        "worstTestError", "percent", "mean test error of the worst 10 % of clients, at least one"},
    MetricInfo{"worstTestAccuracy",
               "share",
               "mean test accuracy of the worst 10 % of clients, at least one"},
    MetricInfo{
        "meanTestAccuracy", "share", "mean over clients of the accuracy on their own test sets"},
    MetricInfo{"weightedTestAccuracy", "share", "the same, weighted by training samples"},
    MetricInfo{"personalAccuracy",
               "share",
               "PM: the clients' models on their own test sets, correct over tested"},
    MetricInfo{"meanTestLoss", "", "mean over clients of the loss on their own test sets"},
    MetricInfo{"weightedTestLoss", "", "the same, weighted by training samples"},
    MetricInfo{"pooledTestLoss", "", "the same, weighted by test samples"},
    MetricInfo{
        "meanLog10TestLoss", "", "mean over clients of log10(test loss), not the log of the mean"},
    MetricInfo{"bestPerClientTestError",
               "percent",
               "mean over clients of each one's lowest test error so far"},
    MetricInfo{"bestPerClientTestAccuracy",
               "share",
               "mean over clients of each one's highest accuracy so far"},
    MetricInfo{"bestRound",
               "round",
               "round with the best mean test accuracy so far (without classes: loss)"},
    MetricInfo{"bestRoundTestError", "percent", "mean test error of that round"},
    MetricInfo{"bestRoundTestLoss", "", "mean test loss of that round"},
    MetricInfo{"globalAccuracy",
               "share",
               "GM: the global model on all clients' test sets, correct over tested"},
    MetricInfo{
        "globalTestLoss", "", "the global model's loss on all clients' test sets, per sample"},
    MetricInfo{"officialAccuracy", "share", "GM: the global model on the data set's own test set"},
    MetricInfo{"officialTestLoss", "", "the global model's loss on the data set's own test set"},
    MetricInfo{"meanValidationAccuracy",
               "share",
               "mean over clients of the accuracy on their validation samples"},
    MetricInfo{
        "meanValidationLoss", "", "mean over clients of the loss on their validation samples"},
    MetricInfo{"validationBestRound",
               "round",
               "round with the best mean validation accuracy so far (or loss)"},
    MetricInfo{"validationBestTestError", "percent", "mean test error of that round"},
    MetricInfo{"validationBestTestLoss", "", "mean test loss of that round"},
    MetricInfo{"meanTrainLoss", "", "mean over participants of the loss in their last local epoch"},
    MetricInfo{"stdTrainLoss", "", "its standard deviation over participants (ddof 0)"},
    MetricInfo{"populationTrainLoss", "", "mean training loss over every client that reported one"},
    MetricInfo{"weightedTrainLoss", "", "the same, weighted by training samples"},
    MetricInfo{"pooledTrainLoss", "", "training loss of centralised training"},
    MetricInfo{"pooledTrainAccuracy", "share", "training accuracy of centralised training"},
    MetricInfo{"groupCount", "count", "groups the clients are in"},
    MetricInfo{"adjustedRandIndex",
               "",
               "agreement of the groups with the true ones, 1 if equal, about 0 by chance"},
    MetricInfo{"purity", "share", "clients whose true group is the commonest one in their group"},
    MetricInfo{"trafficBits", "bits", "sent over all links this round"},
    MetricInfo{"totalTrafficBits", "bits", "sent over all links so far"},
};

} // namespace

std::span<const MetricInfo> metricInfos()
{
    return kInfos;
}

const MetricInfo* findMetric(std::string_view name)
{
    const auto place = std::ranges::find(kInfos, name, &MetricInfo::name);
    return place == kInfos.end() ? nullptr : &*place;
}

} // namespace coterie
