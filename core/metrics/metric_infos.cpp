#include "core/metrics/metric_infos.h"

#include <algorithm>
#include <array>
#include <initializer_list>

namespace coterie {

namespace {

constexpr std::array kInfos{
    MetricInfo{"meanTestError",
               "percent",
               "mean over clients of 100·(1 − accuracy) on their own test sets",
               Better::Lower},
    MetricInfo{"stdTestError",
               "percent",
               "its standard deviation over clients (ddof 0): how unfair the models are",
               Better::Lower},
    MetricInfo{"minTestError", "percent", "test error of the best client", Better::Lower},
    MetricInfo{"maxTestError", "percent", "test error of the worst client", Better::Lower},
    MetricInfo{"worstTestError",
               "percent",
               "mean test error of the worst 10 % of clients, at least one",
               Better::Lower},
    MetricInfo{"worstTestAccuracy",
               "share",
               "mean test accuracy of the worst 10 % of clients, at least one",
               Better::Higher},
    MetricInfo{"meanTestAccuracy",
               "share",
               "mean over clients of the accuracy on their own test sets",
               Better::Higher},
    MetricInfo{
        "weightedTestAccuracy", "share", "the same, weighted by training samples", Better::Higher},
    MetricInfo{"personalAccuracy",
               "share",
               "PM: the clients' models on their own test sets, correct over tested; a client that "
               "takes no part in a round may have one of an earlier round",
               Better::Higher},
    MetricInfo{
        "meanTestLoss", "", "mean over clients of the loss on their own test sets", Better::Lower},
    MetricInfo{"weightedTestLoss", "", "the same, weighted by training samples", Better::Lower},
    MetricInfo{"pooledTestLoss", "", "the same, weighted by test samples", Better::Lower},
    MetricInfo{"meanLog10TestLoss",
               "",
               "mean over clients of log10(test loss), not the log of the mean",
               Better::Lower},
    MetricInfo{"bestPerClientTestError",
               "percent",
               "mean over clients of each one's lowest test error so far",
               Better::Lower},
    MetricInfo{"bestPerClientTestAccuracy",
               "share",
               "mean over clients of each one's highest accuracy so far",
               Better::Higher},
    MetricInfo{"bestRound",
               "round",
               "round with the best mean test accuracy so far (without classes: loss)"},
    MetricInfo{"bestRoundTestError", "percent", "mean test error of that round", Better::Lower},
    MetricInfo{"bestRoundTestLoss", "", "mean test loss of that round", Better::Lower},
    MetricInfo{"globalAccuracy",
               "share",
               "GM: the global model on all clients' test sets, correct over tested",
               Better::Higher},
    MetricInfo{"globalTestLoss",
               "",
               "the global model's loss on all clients' test sets, per sample",
               Better::Lower},
    MetricInfo{"edgeAccuracy",
               "share",
               "the edge servers' models on their own clients' test sets, correct over tested",
               Better::Higher},
    MetricInfo{"officialAccuracy",
               "share",
               "GM: the global model on the data set's own test set",
               Better::Higher},
    MetricInfo{"officialTestLoss",
               "",
               "the global model's loss on the data set's own test set",
               Better::Lower},
    MetricInfo{"meanValidationAccuracy",
               "share",
               "mean over clients of the accuracy on their validation samples",
               Better::Higher},
    MetricInfo{"meanValidationLoss",
               "",
               "mean over clients of the loss on their validation samples",
               Better::Lower},
    MetricInfo{"validationBestRound",
               "round",
               "round with the best mean validation accuracy so far (or loss)"},
    MetricInfo{
        "validationBestTestError", "percent", "mean test error of that round", Better::Lower},
    MetricInfo{"validationBestTestLoss", "", "mean test loss of that round", Better::Lower},
    MetricInfo{"meanTrainLoss",
               "",
               "mean over participants of the loss in their last local epoch",
               Better::Lower},
    MetricInfo{"stdTrainLoss", "", "its standard deviation over participants (ddof 0)"},
    MetricInfo{"populationTrainLoss",
               "",
               "mean training loss over every client that reported one",
               Better::Lower},
    MetricInfo{"weightedTrainLoss", "", "the same, weighted by training samples", Better::Lower},
    MetricInfo{"trainSetLoss",
               "",
               "mean over clients of their models' loss on their training sets",
               Better::Lower},
    MetricInfo{"trainSetError",
               "percent",
               "mean over clients of their models' error on their training sets",
               Better::Lower},
    MetricInfo{"pooledTrainLoss", "", "training loss of centralised training", Better::Lower},
    MetricInfo{"pooledTrainAccuracy",
               "share",
               "training accuracy of centralised training",
               Better::Higher},
    MetricInfo{"groupCount", "count", "groups the clients are in"},
    MetricInfo{"adjustedRandIndex",
               "",
               "agreement of the groups with the true ones, 1 if equal, about 0 by chance",
               Better::Higher},
    MetricInfo{"purity",
               "share",
               "clients whose true group is the commonest one in their group",
               Better::Higher},
    MetricInfo{
        "oracleDistance",
        "",
        "Frobenius distance of the collaboration matrix to uniform weights inside each true group",
        Better::Lower},
    MetricInfo{
        "totalUtility", "", "sum over clients of their utility in their group", Better::Higher},
    MetricInfo{
        "meanTotalUtility",
        "",
        "its mean over the rounds so far, without the first, which has no updates to group by",
        Better::Higher},
    MetricInfo{"meanSparsity",
               "share",
               "mean over clients of the non-zero entries of their models, 1 = dense"},
    MetricInfo{"meanGroupSparsity",
               "share",
               "mean over edges or groups of the non-zero entries of their models"},
    MetricInfo{"globalSparsity",
               "share",
               "non-zero entries of the global model, 1 = dense",
               Better::Neither,
               true},
    MetricInfo{"gamma1",
               "",
               "γ₁, the weight of sFedHP's penalty on clients' models in this round",
               Better::Neither,
               true},
    MetricInfo{
        "gamma2",
        "",
        "γ₂, the weight of sFedHP's penalty on edges' copies of the global model in this round",
        Better::Neither,
        true},
    MetricInfo{"entropyPearson",
               "",
               "Pearson correlation over clients of estimated and true label entropy",
               Better::Higher},
    MetricInfo{"entropySpearman",
               "",
               "the same of their ranks: whether the order of the clients is right",
               Better::Higher},
    MetricInfo{"gradientEntropySpearman",
               "",
               "rank correlation over clients of label entropy and distance to the gradient of all "
               "data; Assumption 1 of HiCS-FL expects it negative",
               Better::Lower},
    MetricInfo{"envelopeBeta",
               "",
               "β of κ − ρ·exp(β(H − ln C)), which has 97.5 % of these distances, of all rounds so "
               "far, at or below it"},
    MetricInfo{"envelopeRho", "", "ρ of that curve"},
    MetricInfo{"envelopeKappa", "", "κ of that curve"},
    MetricInfo{"envelopeBetaLower", "", "β of the curve that has 2.5 % of them at or below it"},
    MetricInfo{"envelopeRhoLower", "", "ρ of the lower curve"},
    MetricInfo{"envelopeKappaLower", "", "κ of the lower curve"},
    MetricInfo{"samplingSharpness",
               "",
               "γᵗ of HiCS-FL: how strongly this round's draw favours clusters of high entropy",
               Better::Neither,
               true},
    MetricInfo{"selectionSamples",
               "samples",
               "samples that models were run on only to choose who takes part, this round"},
    MetricInfo{"selectionBits",
               "bits",
               "sent only to choose who takes part, this round; part of the traffic"},
    MetricInfo{"trafficBits", "bits", "sent over all links this round"},
    MetricInfo{"totalTrafficBits", "bits", "sent over all links so far"},
    MetricInfo{"totalClientToServerBits",
               "bits",
               "sent by clients to the server, or their edge server, so far"},
    MetricInfo{"totalServerToClientBits",
               "bits",
               "sent to clients by the server, or their edge server, so far"},
    MetricInfo{"totalEdgeToCloudBits", "bits", "sent by edge servers to the cloud so far"},
    MetricInfo{"totalCloudToEdgeBits", "bits", "sent by the cloud to edge servers so far"},
    MetricInfo{"totalClientToClientBits", "bits", "sent by clients to each other so far"},
    MetricInfo{
        "cloudBitsPerSender",
        "bits",
        "between the cloud and one edge server so far, both ways, or one client where no edge "
        "server sent anything: the mean over them"},
    MetricInfo{"totalPlainBytes",
               "bytes",
               "what methods that send sparse models would have sent so far as whole models of "
               "32-bit numbers"},
};

struct MetricTitle
{
    std::string_view name;
    /// Without commas, which part it from the moment of a column, and without what a filter
    /// compares with.
    std::string_view title;
};

constexpr std::array kTitles{
    MetricTitle{"stdTestError", "Test error (sd over clients)"},
    MetricTitle{"minTestError", "Test error of the best client"},
    MetricTitle{"maxTestError", "Test error of the worst client"},
    MetricTitle{"worstTestError", "Test error of the worst tenth"},
    MetricTitle{"worstTestAccuracy", "Test accuracy of the worst tenth"},
    MetricTitle{"meanLog10TestLoss", "Mean log₁₀ test loss"},
    MetricTitle{"bestPerClientTestError", "Test error at each client's best"},
    MetricTitle{"bestPerClientTestAccuracy", "Test accuracy at each client's best"},
    MetricTitle{"bestRoundTestError", "Test error of the best round"},
    MetricTitle{"bestRoundTestLoss", "Test loss of the best round"},
    MetricTitle{"validationBestRound", "Best round by validation"},
    MetricTitle{"validationBestTestError", "Test error of the best round by validation"},
    MetricTitle{"validationBestTestLoss", "Test loss of the best round by validation"},
    MetricTitle{"meanTrainLoss", "Mean training loss"},
    MetricTitle{"stdTrainLoss", "Training loss (sd over participants)"},
    MetricTitle{"populationTrainLoss", "Training loss of all clients"},
    MetricTitle{"weightedTrainLoss", "Weighted training loss"},
    MetricTitle{"trainSetLoss", "Loss on the training sets"},
    MetricTitle{"trainSetError", "Error on the training sets"},
    MetricTitle{"pooledTrainLoss", "Training loss of all data in one place"},
    MetricTitle{"pooledTrainAccuracy", "Training accuracy of all data in one place"},
    MetricTitle{"adjustedRandIndex", "Adjusted Rand index"},
    MetricTitle{"gamma1", "Penalty weight γ₁ of the clients"},
    MetricTitle{"gamma2", "Penalty weight γ₂ of the edge servers"},
    MetricTitle{"entropyPearson", "Pearson's r of estimated and true entropy"},
    MetricTitle{"entropySpearman", "Spearman's ρ of estimated and true entropy"},
    MetricTitle{"gradientEntropySpearman",
                "Spearman's ρ of entropy and distance to the whole gradient"},
    MetricTitle{"envelopeBeta", "Envelope β"},
    MetricTitle{"envelopeRho", "Envelope ρ"},
    MetricTitle{"envelopeKappa", "Envelope κ"},
    MetricTitle{"envelopeBetaLower", "Lower envelope β"},
    MetricTitle{"envelopeRhoLower", "Lower envelope ρ"},
    MetricTitle{"envelopeKappaLower", "Lower envelope κ"},
};

static_assert(std::ranges::all_of(kTitles, [](const MetricTitle& title) {
    return std::ranges::find(kInfos, title.name, &MetricInfo::name) != kInfos.end()
           && title.title.find_first_of(",:<>=") == std::string_view::npos;
}));

} // namespace

std::string_view metricTitle(std::string_view name)
{
    const auto place = std::ranges::find(kTitles, name, &MetricTitle::name);
    return place == kTitles.end() ? std::string_view() : place->title;
}

std::span<const MetricInfo> metricInfos()
{
    return kInfos;
}

const MetricInfo* findMetric(std::string_view name)
{
    const auto place = std::ranges::find(kInfos, name, &MetricInfo::name);
    return place == kInfos.end() ? nullptr : &*place;
}

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
