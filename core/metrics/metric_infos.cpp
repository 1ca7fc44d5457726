#include "core/metrics/metric_infos.h"

#include <algorithm>
#include <array>
#include <initializer_list>

namespace coterie {

namespace {

using enum Better;

/// Makes metrics of one unit that improve in one way.
struct Kind
{
    std::string_view unit = {};
    Better better = Neither;
    bool isReported = false;

    constexpr MetricInfo operator()(std::string_view name, std::string_view meaning) const
    {
        return {name, unit, meaning, better, isReported};
    }
};

constexpr Kind error{"percent", Lower};
constexpr Kind accuracy{"share", Higher};
constexpr Kind loss{"", Lower};
constexpr Kind least = loss;
constexpr Kind score{"", Higher};
constexpr Kind number{};
constexpr Kind share{"share"};
constexpr Kind bits{"bits"};
constexpr Kind round{"round"};
constexpr Kind reported{.isReported = true};

constexpr std::array kInfos{
    error("meanTestError", "mean over clients of 100·(1 − accuracy) on their own test sets"),
    error("stdTestError",
          "its standard deviation over clients (ddof 0): how unfair the models are"),
    error("minTestError", "test error of the best client"),
    error("maxTestError", "test error of the worst client"),
    error("worstTestError", "mean test error of the worst 10 % of clients, at least one"),
    accuracy("worstTestAccuracy", "mean test accuracy of the worst 10 % of clients, at least one"),
    accuracy("meanTestAccuracy", "mean over clients of the accuracy on their own test sets"),
    accuracy("weightedTestAccuracy", "the same, weighted by training samples"),
    accuracy("personalAccuracy",
             "PM: the clients' models on their own test sets, correct over tested; a client that "
             "takes no part in a round may have one of an earlier round"),
    loss("meanTestLoss", "mean over clients of the loss on their own test sets"),
    loss("weightedTestLoss", "the same, weighted by training samples"),
    loss("pooledTestLoss", "the same, weighted by test samples"),
    loss("meanLog10TestLoss", "mean over clients of log10(test loss), not the log of the mean"),
    error("bestPerClientTestError", "mean over clients of each one's lowest test error so far"),
    accuracy("bestPerClientTestAccuracy",
             "mean over clients of each one's highest accuracy so far"),
    round("bestRound", "round with the best mean test accuracy so far (without classes: loss)"),
    error("bestRoundTestError", "mean test error of that round"),
    loss("bestRoundTestLoss", "mean test loss of that round"),
    accuracy("globalAccuracy",
             "GM: the global model on all clients' test sets, correct over tested"),
    loss("globalTestLoss", "the global model's loss on all clients' test sets, per sample"),
    accuracy("edgeAccuracy",
             "the edge servers' models on their own clients' test sets, correct over tested"),
    accuracy("officialAccuracy", "GM: the global model on the data set's own test set"),
    loss("officialTestLoss", "the global model's loss on the data set's own test set"),
    accuracy("meanValidationAccuracy",
             "mean over clients of the accuracy on their validation samples"),
    loss("meanValidationLoss", "mean over clients of the loss on their validation samples"),
    round("validationBestRound", "round with the best mean validation accuracy so far (or loss)"),
    error("validationBestTestError", "mean test error of that round"),
    loss("validationBestTestLoss", "mean test loss of that round"),
    loss("meanTrainLoss", "mean over participants of the loss in their last local epoch"),
    number("stdTrainLoss", "its standard deviation over participants (ddof 0)"),
    loss("populationTrainLoss", "mean training loss over every client that reported one"),
    loss("weightedTrainLoss", "the same, weighted by training samples"),
    loss("trainSetLoss", "mean over clients of their models' loss on their training sets"),
    error("trainSetError", "mean over clients of their models' error on their training sets"),
    loss("pooledTrainLoss", "training loss of centralised training"),
    accuracy("pooledTrainAccuracy", "training accuracy of centralised training"),
    Kind{"count"}("groupCount", "groups the clients are in"),
    score("adjustedRandIndex",
          "agreement of the groups with the true ones, 1 if equal, about 0 by chance"),
    accuracy("purity", "clients whose true group is the most frequent one in their group"),
    least(
        "oracleDistance",
        "Frobenius distance of the collaboration matrix to uniform weights inside each true group"),
    score("totalUtility", "sum over clients of their utility in their group"),
    score("meanTotalUtility",
          "its mean over the rounds so far, without the first, which has no updates to group by"),
    share("meanSparsity", "mean over clients of the non-zero entries of their models, 1 = dense"),
    share("meanGroupSparsity", "mean over edges or groups of the non-zero entries of their models"),
    Kind{"share", Neither, true}("globalSparsity",
                                 "non-zero entries of the global model, 1 = dense"),
    reported("gamma1", "γ₁, the weight of sFedHP's penalty on clients' models in this round"),
    reported(
        "gamma2",
        "γ₂, the weight of sFedHP's penalty on edges' copies of the global model in this round"),
    score("entropyPearson", "Pearson correlation over clients of estimated and true label entropy"),
    score("entropySpearman", "the same of their ranks: whether the order of the clients is right"),
    least("gradientEntropySpearman",
          "rank correlation over clients of label entropy and distance to the gradient of all "
          "data; Assumption 1 of HiCS-FL expects it negative"),
    number("envelopeBeta",
           "β of κ − ρ·exp(β(H − ln C)): 97.5 % of these distances, over all rounds so far, lie on "
           "or below this curve"),
    number("envelopeRho", "ρ of that curve"),
    number("envelopeKappa", "κ of that curve"),
    number("envelopeBetaLower", "β of the curve with 2.5 % of them at or below it"),
    number("envelopeRhoLower", "ρ of the lower curve"),
    number("envelopeKappaLower", "κ of the lower curve"),
    reported("samplingSharpness",
             "γᵗ of HiCS-FL: how strongly this round's draw prefers clusters of high entropy"),
    Kind{"samples"}("selectionSamples",
                    "samples evaluated only to choose participants, this round"),
    bits("selectionBits", "sent only to choose participants, this round; part of the traffic"),
    bits("trafficBits", "sent over all links this round"),
    bits("totalTrafficBits", "sent over all links so far"),
    bits("totalClientToServerBits", "sent by clients to the server, or their edge server, so far"),
    bits("totalServerToClientBits", "sent to clients by the server, or their edge server, so far"),
    bits("totalEdgeToCloudBits", "sent by edge servers to the cloud so far"),
    bits("totalCloudToEdgeBits", "sent by the cloud to edge servers so far"),
    bits("totalClientToClientBits", "sent by clients to each other so far"),
    bits("cloudBitsPerSender",
         "between the cloud and one edge server so far, both ways, or one client where no edge "
         "server sent anything: the mean over them"),
    Kind{"bytes"}(
        "totalPlainBytes",
        "size of all transmissions of sparse models so far as whole models of 32-bit numbers"),
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

/// The first of the names that is there.
std::optional<double> firstOf(const Metrics& metrics, std::initializer_list<std::string_view> names)
{
    for (const std::string_view name : names)
        if (const std::optional<double> value = findMetric(metrics, name))
            return value;
    return std::nullopt;
}

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
