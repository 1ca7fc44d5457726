#include "core/metrics/metric_infos.h"

#include <algorithm>
#include <initializer_list>
#include <iterator>

namespace coterie {

namespace {

using enum Better;

constexpr MetricInfo kInfos[] = {
    {"meanTestError",
     "percent",
     "mean over clients of 100·(1 − accuracy) on their own test sets",
     Lower},
    {"stdTestError",
     "percent",
     "its standard deviation over clients (ddof 0): how unfair the models are",
     Lower},
    {"minTestError", "percent", "test error of the best client", Lower},
    {"maxTestError", "percent", "test error of the worst client", Lower},
    {"worstTestError",
     "percent",
     "mean test error of the worst 10 % of clients, at least one",
     Lower},
    {"worstTestAccuracy",
     "share",
     "mean test accuracy of the worst 10 % of clients, at least one",
     Higher},
    {"meanTestAccuracy",
     "share",
     "mean over clients of the accuracy on their own test sets",
     Higher},
    {"weightedTestAccuracy", "share", "the same, weighted by training samples", Higher},
    {"personalAccuracy",
     "share",
     "PM: the clients' models on their own test sets, correct over tested; a client that "
     "takes no part in a round may have one of an earlier round",
     Higher},
    {"meanTestLoss", "", "mean over clients of the loss on their own test sets", Lower},
    {"weightedTestLoss", "", "the same, weighted by training samples", Lower},
    {"pooledTestLoss", "", "the same, weighted by test samples", Lower},
    {"meanLog10TestLoss",
     "",
     "mean over clients of log10(test loss), not the log of the mean",
     Lower},
    {"bestPerClientTestError",
     "percent",
     "mean over clients of each one's lowest test error so far",
     Lower},
    {"bestPerClientTestAccuracy",
     "share",
     "mean over clients of each one's highest accuracy so far",
     Higher},
    {"bestRound", "round", "round with the best mean test accuracy so far (without classes: loss)"},
    {"bestRoundTestError", "percent", "mean test error of that round", Lower},
    {"bestRoundTestLoss", "", "mean test loss of that round", Lower},
    {"globalAccuracy",
     "share",
     "GM: the global model on all clients' test sets, correct over tested",
     Higher},
    {"globalTestLoss", "", "the global model's loss on all clients' test sets, per sample", Lower},
    {"edgeAccuracy",
     "share",
     "the edge servers' models on their own clients' test sets, correct over tested",
     Higher},
    {"officialAccuracy", "share", "GM: the global model on the data set's own test set", Higher},
    {"officialTestLoss", "", "the global model's loss on the data set's own test set", Lower},
    {"meanValidationAccuracy",
     "share",
     "mean over clients of the accuracy on their validation samples",
     Higher},
    {"meanValidationLoss", "", "mean over clients of the loss on their validation samples", Lower},
    {"validationBestRound",
     "round",
     "round with the best mean validation accuracy so far (or loss)"},
    {"validationBestTestError", "percent", "mean test error of that round", Lower},
    {"validationBestTestLoss", "", "mean test loss of that round", Lower},
    {"meanTrainLoss", "", "mean over participants of the loss in their last local epoch", Lower},
    {"stdTrainLoss", "", "its standard deviation over participants (ddof 0)"},
    {"populationTrainLoss", "", "mean training loss over every client that reported one", Lower},
    {"weightedTrainLoss", "", "the same, weighted by training samples", Lower},
    {"trainSetLoss", "", "mean over clients of their models' loss on their training sets", Lower},
    {"trainSetError",
     "percent",
     "mean over clients of their models' error on their training sets",
     Lower},
    {"pooledTrainLoss", "", "training loss of centralised training", Lower},
    {"pooledTrainAccuracy", "share", "training accuracy of centralised training", Higher},
    {"groupCount", "count", "groups the clients are in"},
    {"adjustedRandIndex",
     "",
     "agreement of the groups with the true ones, 1 if equal, about 0 by chance",
     Higher},
    {"purity", "share", "clients whose true group is the most frequent one in their group", Higher},
    {"oracleDistance",
     "",
     "Frobenius distance of the collaboration matrix to uniform weights inside each true group",
     Lower},
    {"totalUtility", "", "sum over clients of their utility in their group", Higher},
    {"meanTotalUtility",
     "",
     "its mean over the rounds so far, without the first, which has no updates to group by",
     Higher},
    {"meanSparsity",
     "share",
     "mean over clients of the non-zero entries of their models, 1 = dense"},
    {"meanGroupSparsity",
     "share",
     "mean over edges or groups of the non-zero entries of their models"},
    {"globalSparsity", "share", "non-zero entries of the global model, 1 = dense", Neither, true},
    {"gamma1",
     "",
     "γ₁, the weight of sFedHP's penalty on clients' models in this round",
     Neither,
     true},
    {"gamma2",
     "",
     "γ₂, the weight of sFedHP's penalty on edges' copies of the global model in this round",
     Neither,
     true},
    {"entropyPearson",
     "",
     "Pearson correlation over clients of estimated and true label entropy",
     Higher},
    {"entropySpearman",
     "",
     "the same of their ranks: whether the order of the clients is right",
     Higher},
    {"gradientEntropySpearman",
     "",
     "rank correlation over clients of label entropy and distance to the gradient of all "
     "data; Assumption 1 of HiCS-FL expects it negative",
     Lower},
    {"envelopeBeta",
     "",
     "β of κ − ρ·exp(β(H − ln C)): 97.5 % of these distances, over all rounds so far, lie on or "
     "below this curve"},
    {"envelopeRho", "", "ρ of that curve"},
    {"envelopeKappa", "", "κ of that curve"},
    {"envelopeBetaLower", "", "β of the curve with 2.5 % of them at or below it"},
    {"envelopeRhoLower", "", "ρ of the lower curve"},
    {"envelopeKappaLower", "", "κ of the lower curve"},
    {"samplingSharpness",
     "",
     "γᵗ of HiCS-FL: how strongly this round's draw prefers clusters of high entropy",
     Neither,
     true},
    {"selectionSamples", "samples", "samples evaluated only to choose participants, this round"},
    {"selectionBits", "bits", "sent only to choose participants, this round; part of the traffic"},
    {"trafficBits", "bits", "sent over all links this round"},
    {"totalTrafficBits", "bits", "sent over all links so far"},
    {"totalClientToServerBits",
     "bits",
     "sent by clients to the server, or their edge server, so far"},
    {"totalServerToClientBits",
     "bits",
     "sent to clients by the server, or their edge server, so far"},
    {"totalEdgeToCloudBits", "bits", "sent by edge servers to the cloud so far"},
    {"totalCloudToEdgeBits", "bits", "sent by the cloud to edge servers so far"},
    {"totalClientToClientBits", "bits", "sent by clients to each other so far"},
    {"cloudBitsPerSender",
     "bits",
     "between the cloud and one edge server so far, both ways, or one client where no edge "
     "server sent anything: the mean over them"},
    {"totalPlainBytes",
     "bytes",
     "size of all transmissions of sparse models so far as whole models of 32-bit numbers"},
};

struct MetricTitle
{
    std::string_view name;
    /// Without commas, which part it from the moment of a column, and without what a filter
    /// compares with.
    std::string_view title;
};

constexpr MetricTitle kTitles[] = {
    {"stdTestError", "Test error (sd over clients)"},
    {"minTestError", "Test error of the best client"},
    {"maxTestError", "Test error of the worst client"},
    {"worstTestError", "Test error of the worst tenth"},
    {"worstTestAccuracy", "Test accuracy of the worst tenth"},
    {"meanLog10TestLoss", "Mean log₁₀ test loss"},
    {"bestPerClientTestError", "Test error at each client's best"},
    {"bestPerClientTestAccuracy", "Test accuracy at each client's best"},
    {"bestRoundTestError", "Test error of the best round"},
    {"bestRoundTestLoss", "Test loss of the best round"},
    {"validationBestRound", "Best round by validation"},
    {"validationBestTestError", "Test error of the best round by validation"},
    {"validationBestTestLoss", "Test loss of the best round by validation"},
    {"meanTrainLoss", "Mean training loss"},
    {"stdTrainLoss", "Training loss (sd over participants)"},
    {"populationTrainLoss", "Training loss of all clients"},
    {"weightedTrainLoss", "Weighted training loss"},
    {"trainSetLoss", "Loss on the training sets"},
    {"trainSetError", "Error on the training sets"},
    {"pooledTrainLoss", "Training loss of all data in one place"},
    {"pooledTrainAccuracy", "Training accuracy of all data in one place"},
    {"adjustedRandIndex", "Adjusted Rand index"},
    {"gamma1", "Penalty weight γ₁ of the clients"},
    {"gamma2", "Penalty weight γ₂ of the edge servers"},
    {"entropyPearson", "Pearson's r of estimated and true entropy"},
    {"entropySpearman", "Spearman's ρ of estimated and true entropy"},
    {"gradientEntropySpearman", "Spearman's ρ of entropy and distance to the whole gradient"},
    {"envelopeBeta", "Envelope β"},
    {"envelopeRho", "Envelope ρ"},
    {"envelopeKappa", "Envelope κ"},
    {"envelopeBetaLower", "Lower envelope β"},
    {"envelopeRhoLower", "Lower envelope ρ"},
    {"envelopeKappaLower", "Lower envelope κ"},
};

static_assert(std::ranges::all_of(kTitles, [](const MetricTitle& title) {
    return std::ranges::find(kInfos, title.name, &MetricInfo::name) != std::end(kInfos)
           && title.title.find_first_of(",:<>=") == std::string_view::npos;
}));

} // namespace

std::string_view metricTitle(std::string_view name)
{
    const auto place = std::ranges::find(kTitles, name, &MetricTitle::name);
    return place == std::end(kTitles) ? std::string_view() : place->title;
}

std::span<const MetricInfo> metricInfos()
{
    return kInfos;
}

const MetricInfo* findMetric(std::string_view name)
{
    const auto place = std::ranges::find(kInfos, name, &MetricInfo::name);
    return place == std::end(kInfos) ? nullptr : &*place;
}

namespace {

/// The first of the names that is there.
std::optional<double> firstOf(const Metrics& metrics, std::initializer_list<std::string_view> names)
{
    for (const std::string_view name : names)
        if (const std::optional<double> value = findMetric(metrics, name))
            return value;
    return std::nullopt;
}

} // namespace

std::optional<double> findMetric(const Metrics& metrics, std::string_view name)
{
    const auto found = metrics.find(name);
    return found == metrics.end() ? std::nullopt : std::optional(found->second);
}

HeadlineNumbers headlineOf(const Metrics& metrics)
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
