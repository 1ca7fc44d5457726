#include "core/metrics/metric_infos.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <utility>

namespace coterie {

namespace {

using enum Better;

/// Makes metrics of one unit that improve in one way.
struct Kind
{
    std::string_view unit = {};
    Better better = Neither;
    bool isReported = false;
    bool isSum = false;

    [[nodiscard]] constexpr Kind summed() const { return {unit, better, isReported, true}; }
    constexpr MetricInfo operator()(std::string_view name, std::string_view meaning) const
    {
        return {name, unit, meaning, better, isReported, isSum};
    }
};

constexpr Kind kError{"percent", Lower};
constexpr Kind kAccuracy{"share", Higher};
constexpr Kind kLoss{"", Lower};
constexpr Kind kLeast = kLoss;
constexpr Kind kScore{"", Higher};
constexpr Kind kNumber{};
constexpr Kind kShare{"share"};
constexpr Kind kBits{"bits"};
constexpr Kind kRound{"round"};
constexpr Kind kReported{.isReported = true};

constexpr std::array kInfos{
    kError("meanTestError", "mean over clients of 100·(1 − accuracy) on their own test sets"),
    kError("stdTestError",
           "its standard deviation over clients (ddof 0): how unfair the models are"),
    kError("minTestError", "test error of the best client"),
    kError("maxTestError", "test error of the worst client"),
    kError("testErrorOfClient0", "test error of client 0, where there are at most four"),
    kError("testErrorOfClient1", "test error of client 1, where there are at most four"),
    kError("testErrorOfClient2", "test error of client 2, where there are at most four"),
    kError("testErrorOfClient3", "test error of client 3, where there are four"),
    kError("worstTestError", "mean test error of the worst 10 % of clients, at least one"),
    kAccuracy("worstTestAccuracy", "mean test accuracy of the worst 10 % of clients, at least one"),
    kAccuracy("meanTestAccuracy", "mean over clients of the accuracy on their own test sets"),
    kAccuracy("weightedTestAccuracy", "the same, weighted by training samples"),
    kError("weightedTestError", "mean test error, weighted by training samples"),
    kAccuracy("personalAccuracy",
              "PM: the clients' models on their own test sets, correct over tested; a client that "
              "takes no part in a round may have one of an earlier round"),
    kLoss("meanTestLoss", "mean over clients of the loss on their own test sets"),
    kLoss("weightedTestLoss", "the same, weighted by training samples"),
    kLoss("pooledTestLoss", "the same, weighted by test samples"),
    kLoss("meanLog10TestLoss", "mean over clients of log10(test loss), not the log of the mean"),
    kNumber("stdLog10TestLoss", "its standard deviation over clients (ddof 0)"),
    kLoss("weightedLog10TestLoss", "mean log10(test loss), weighted by training samples"),
    kError("bestPerClientTestError", "mean over clients of each one's lowest test error so far"),
    kAccuracy("bestPerClientTestAccuracy",
              "mean over clients of each one's highest accuracy so far"),
    kError("stdBestPerClientTestError",
           "standard deviation over clients (ddof 0) of each one's lowest test error so far"),
    kError("minBestPerClientTestError", "smallest over clients of each one's lowest test error"),
    kError("maxBestPerClientTestError", "largest over clients of each one's lowest test error"),
    kRound("bestRound", "round with the best mean test accuracy so far (without classes: loss)"),
    kError("bestRoundTestError", "mean test error of that round"),
    kLoss("bestRoundTestLoss", "mean test loss of that round"),
    kAccuracy("globalAccuracy",
              "GM: the global model on all clients' test sets, correct over tested"),
    kLoss("globalTestLoss", "the global model's loss on all clients' test sets, per sample"),
    kAccuracy("edgeAccuracy",
              "the edge servers' models on their own clients' test sets, correct over tested"),
    kAccuracy("officialAccuracy", "GM: the global model on the data set's own test set"),
    kLoss("officialTestLoss", "the global model's loss on the data set's own test set"),
    kAccuracy("meanValidationAccuracy",
              "mean over clients of the accuracy on their validation samples"),
    kLoss("meanValidationLoss", "mean over clients of the loss on their validation samples"),
    kRound("validationBestRound", "round with the best mean validation accuracy so far (or loss)"),
    kError("validationBestTestError", "mean test error of that round"),
    kLoss("validationBestTestLoss", "mean test loss of that round"),
    kLoss("meanTrainLoss", "mean over participants of the loss in their last local epoch"),
    kNumber("stdTrainLoss", "its standard deviation over participants (ddof 0)"),
    kLoss("populationTrainLoss", "mean training loss over every client that reported one"),
    kLoss("weightedTrainLoss", "the same, weighted by training samples"),
    kLoss("trainSetLoss", "mean over clients of their models' loss on their training sets"),
    kError("trainSetError", "mean over clients of their models' error on their training sets"),
    kError("stdTrainSetError", "its standard deviation over clients (ddof 0)"),
    kError("weightedTrainSetError", "error on the training sets, weighted by training samples"),
    kLoss("meanLog10TrainSetLoss", "mean over clients of log10(loss on the training set)"),
    kNumber("stdLog10TrainSetLoss", "its standard deviation over clients (ddof 0)"),
    kLoss("weightedLog10TrainSetLoss",
          "mean log10(loss on the training set), weighted by training samples"),
    kLoss("globalTrainSetLoss",
          "the global model's loss on the clients' training sets, weighted by training samples"),
    kLoss("pooledTrainLoss", "training loss of centralised training"),
    kAccuracy("pooledTrainAccuracy", "training accuracy of centralised training"),
    Kind{"count"}("groupCount", "groups the clients are in"),
    kScore("adjustedRandIndex",
           "agreement of the groups with the true ones, 1 if equal, about 0 by chance"),
    kAccuracy("purity", "clients whose true group is the most frequent one in their group"),
    kLeast(
        "oracleDistance",
        "Frobenius distance of the collaboration matrix to uniform weights inside each true group"),
    kScore("totalUtility", "sum over clients of their utility in their group"),
    kScore("meanTotalUtility",
           "its mean over the rounds so far, without the first, which has no updates to group by"),
    kLeast.summed()("squaredGradientNorm",
                    "sum over participants of the squared norm of the gradient of all their "
                    "samples, at the models that the round begins with"),
    kLeast("meanSquaredGradientNorm",
           "its mean over the rounds so far, weighted by their learning rates (HCCT Theorem 2)"),
    kShare("meanSparsity", "mean over clients of the non-zero entries of their models, 1 = dense"),
    kShare("meanGroupSparsity",
           "mean over edges or groups of the non-zero entries of their models"),
    Kind{"share", Neither, true}("globalSparsity",
                                 "non-zero entries of the global model, 1 = dense"),
    kReported("gamma1", "γ₁, the weight of sFedHP's penalty on clients' models in this round"),
    kReported(
        "gamma2",
        "γ₂, the weight of sFedHP's penalty on edges' copies of the global model in this round"),
    kScore("entropyPearson",
           "Pearson correlation over clients of estimated and true label entropy"),
    kScore("entropySpearman", "the same of their ranks: whether the order of the clients is right"),
    kLeast("gradientEntropySpearman",
           "rank correlation over clients of label entropy and distance to the gradient of all "
           "data; Assumption 1 of HiCS-FL expects it negative"),
    kNumber(
        "envelopeBeta",
        "β of κ − ρ·exp(β(H − ln C)): 97.5 % of these distances, over all rounds so far, lie on "
        "or below this curve"),
    kNumber("envelopeRho", "ρ of that curve"),
    kNumber("envelopeKappa", "κ of that curve"),
    kNumber("envelopeBetaLower", "β of the curve with 2.5 % of them at or below it"),
    kNumber("envelopeRhoLower", "ρ of the lower curve"),
    kNumber("envelopeKappaLower", "κ of the lower curve"),
    kReported("samplingSharpness",
              "γᵗ of HiCS-FL: how strongly this round's draw prefers clusters of high entropy"),
    Kind{"samples"}.summed()("selectionSamples",
                             "samples evaluated only to choose participants, this round"),
    kBits.summed()("selectionBits",
                   "sent only to choose participants, this round; part of the traffic"),
    kBits("trafficBits", "sent over all links this round"),
    kBits("totalTrafficBits", "sent over all links so far"),
    kBits("totalClientToServerBits", "sent by clients to the server, or their edge server, so far"),
    kBits("totalServerToClientBits", "sent to clients by the server, or their edge server, so far"),
    kBits("totalEdgeToCloudBits", "sent by edge servers to the cloud so far"),
    kBits("totalCloudToEdgeBits", "sent by the cloud to edge servers so far"),
    kBits("totalClientToClientBits", "sent by clients to each other so far"),
    kBits("totalIndexBits",
          "the part of all bits so far that says where the numbers of sparse models belong"),
    kBits("cloudBitsPerSender",
          "between the cloud and one edge server so far, both ways, or one client where no edge "
          "server sent anything: the mean over them"),
    kBits("cloudNumberBitsPerSender",
          "the numbers among these bits: without those that say where a sparse model's numbers "
          "belong"),
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

constexpr MetricTitle kMetricTitles[] = {
    {"stdTestError", "Test error (sd over clients)"},
    {"minTestError", "Test error of the best client"},
    {"maxTestError", "Test error of the worst client"},
    {"testErrorOfClient0", "Test error of client 0"},
    {"testErrorOfClient1", "Test error of client 1"},
    {"testErrorOfClient2", "Test error of client 2"},
    {"testErrorOfClient3", "Test error of client 3"},
    {"worstTestError", "Test error of the worst tenth"},
    {"worstTestAccuracy", "Test accuracy of the worst tenth"},
    {"meanLog10TestLoss", "Mean log₁₀ test loss"},
    {"stdLog10TestLoss", "Log₁₀ test loss (sd over clients)"},
    {"weightedLog10TestLoss", "Weighted log₁₀ test loss"},
    {"bestPerClientTestError", "Test error at each client's best"},
    {"stdBestPerClientTestError", "Test error at each client's best (sd over clients)"},
    {"minBestPerClientTestError", "Test error of the best client at its best"},
    {"maxBestPerClientTestError", "Test error of the worst client at its best"},
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
    {"stdTrainSetError", "Error on the training sets (sd over clients)"},
    {"weightedTrainSetError", "Weighted error on the training sets"},
    {"meanLog10TrainSetLoss", "Mean log₁₀ loss on the training sets"},
    {"stdLog10TrainSetLoss", "Log₁₀ loss on the training sets (sd over clients)"},
    {"weightedLog10TrainSetLoss", "Weighted log₁₀ loss on the training sets"},
    {"globalTrainSetLoss", "Global model's loss on the training sets"},
    {"pooledTrainLoss", "Training loss of all data in one place"},
    {"pooledTrainAccuracy", "Training accuracy of all data in one place"},
    {"adjustedRandIndex", "Adjusted Rand index"},
    {"squaredGradientNorm", "Sum of squared gradient norms"},
    {"meanSquaredGradientNorm", "Mean sum of squared gradient norms"},
    {"gamma1", "Penalty weight γ₁ of the clients"},
    {"gamma2", "Penalty weight γ₂ of the edge servers"},
    {"totalIndexBits", "Total index bits of sparse models"},
    {"cloudNumberBitsPerSender", "Cloud bits per sender without index bits"},
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

static_assert(std::ranges::all_of(kMetricTitles, [](const MetricTitle& title) {
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
    const auto place = std::ranges::find(kMetricTitles, name, &MetricTitle::name);
    return place == std::end(kMetricTitles) ? std::string_view() : place->title;
}

std::span<const MetricInfo> metricInfos()
{
    return kInfos;
}

std::span<const std::string_view> metricNames()
{
    static constexpr auto kNames = [] {
        std::array<std::string_view, kInfos.size()> names;
        std::ranges::transform(kInfos, names.begin(), &MetricInfo::name);
        return names;
    }();
    return kNames;
}

const MetricInfo* findMetric(std::string_view name)
{
    const auto place = std::ranges::find(kInfos, name, &MetricInfo::name);
    return place == std::end(kInfos) ? nullptr : &*place;
}

std::string_view deviationOverClients(std::string_view mean)
{
    using Pair = std::pair<std::string_view, std::string_view>;
    constexpr std::array kPairs{Pair{"meanTestError", "stdTestError"},
                                Pair{"bestPerClientTestError", "stdBestPerClientTestError"},
                                Pair{"meanLog10TestLoss", "stdLog10TestLoss"},
                                Pair{"trainSetError", "stdTrainSetError"},
                                Pair{"meanLog10TrainSetLoss", "stdLog10TrainSetLoss"}};
    const auto place = std::ranges::find(kPairs, mean, &Pair::first);
    return place == kPairs.end() ? std::string_view() : place->second;
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
