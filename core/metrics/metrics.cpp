#include "core/metrics/metrics.h"

#include "core/math/statistics.h"
#include "core/metrics/metric_values.h"
#include "core/metrics/named_values.h"
#include "core/metrics/traffic_metrics.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <string_view>

namespace coterie {

std::optional<int> roundsToTarget(std::span<const CurvePoint> curve, double target, Better better)
{
    const auto place = std::ranges::find_if(curve, [&](const CurvePoint& point) {
        const bool isReached =
            better == Better::Lower ? point.value <= target : point.value >= target;
        return point.round > 0 && isReached;
    });
    return place == curve.end() ? std::nullopt : std::optional(place->round);
}

std::vector<CurvePoint> smoothed(std::span<const CurvePoint> curve)
{
    std::vector<CurvePoint> points;
    std::vector<double> values;
    for (const CurvePoint& point : curve) {
        if (point.round <= 0)
            continue;
        points.push_back(point);
        values.push_back(point.value);
    }
    const std::vector<double> smooth = savitzkyGolay(values);
    for (std::size_t i = 0; i < points.size(); ++i)
        points[i].value = smooth[i];
    return points;
}

namespace {

/// An accuracy (share) as the error it leaves (percent).
void putError(Metrics& metrics, std::string_view name, const std::optional<double>& accuracy)
{
    if (accuracy)
        put(metrics, name, errorOf(*accuracy));
}

std::optional<double> meanOfAny(const std::vector<double>& values)
{
    return values.empty() ? std::nullopt : std::optional(meanOf(values));
}

std::optional<double> deviationOfAny(const std::vector<double>& values)
{
    return values.empty() ? std::nullopt : std::optional(deviationOf(values));
}

/// Nothing if the weights are zero.
class WeightedMean
{
public:
    void add(double value, double weight)
    {
        if (weight <= 0.0) // a client without samples does not count, even if its value is NaN
            return;
        m_sum += weight * value;
        m_weight += weight;
    }
    [[nodiscard]] std::optional<double> value() const
    {
        return m_weight > 0.0 ? std::optional(m_sum / m_weight) : std::nullopt;
    }

private:
    double m_sum = 0;
    double m_weight = 0;
};

/// As a weight: 0 for a client that the facts do not know.
double samplesOf(const std::vector<std::int64_t>& samples, int client)
{
    const auto index = static_cast<std::size_t>(client);
    return index < samples.size() ? static_cast<double>(samples[index]) : 0.0;
}

struct MeanScores
{
    std::optional<double> accuracy;
    std::optional<double> loss;

    /// Greater is better; nothing if it is NaN or absent.
    [[nodiscard]] std::optional<double> comparable() const
    {
        std::optional<double> score;
        if (accuracy)
            score = accuracy;
        else if (loss)
            score = -*loss;
        return score && std::isnan(*score) ? std::nullopt : score;
    }
};

/// Unweighted over the clients that have the score; `second` is used if `first` is absent.
MeanScores meanScores(const RoundReport& report,
                      std::optional<Score> ClientReport::*first,
                      std::optional<Score> ClientReport::*second)
{
    std::vector<double> accuracies;
    std::vector<double> losses;
    for (const ClientReport& client : report.clients) {
        const std::optional<Score>& score = client.*first ? client.*first : client.*second;
        if (!score)
            continue;
        losses.push_back(score->loss);
        if (score->accuracy)
            accuracies.push_back(*score->accuracy);
    }
    return {.accuracy = meanOfAny(accuracies), .loss = meanOfAny(losses)};
}

/// The main score of a run: of the clients' own models, else of the global model on their test
/// sets, else of the global model on the data set's own (centralised training has no clients).
MeanScores judgedBy(const RoundReport& report)
{
    const MeanScores test =
        meanScores(report, &ClientReport::personalTest, &ClientReport::globalTest);
    if (test.loss || !report.officialTest)
        return test;
    return {.accuracy = report.officialTest->accuracy, .loss = report.officialTest->loss};
}

/// The best round so far and its test results, chosen by the test itself and by the validation
/// samples. The first of equal rounds counts.
void addBestRounds(const RoundReport& report, MetricMemory& memory, Metrics& metrics)
{
    const MeanScores test = judgedBy(report);
    const MeanScores validation =
        meanScores(report, &ClientReport::personalValidation, &ClientReport::globalValidation);
    put(metrics, "meanValidationAccuracy", validation.accuracy);
    put(metrics, "meanValidationLoss", validation.loss);
    // Only a round with a test can be chosen, because its test result is reported; and only a round
    // that measured what it is chosen by tells the best so far.
    const auto choose = [&](std::optional<BestRound>& best, const MeanScores& by) {
        const std::optional<double> score = by.comparable();
        if (score && test.loss && (!best || *score > best->score))
            best = BestRound{.round = report.round,
                             .score = *score,
                             .testAccuracy = test.accuracy,
                             .testLoss = test.loss};
        return best && by.loss;
    };
    if (choose(memory.byTest, test)) {
        put(metrics, "bestRound", memory.byTest->round);
        putError(metrics, "bestRoundTestError", memory.byTest->testAccuracy);
        put(metrics, "bestRoundTestLoss", memory.byTest->testLoss);
    }
    if (choose(memory.byValidation, validation)) {
        put(metrics, "validationBestRound", memory.byValidation->round);
        putError(metrics, "validationBestTestError", memory.byValidation->testAccuracy);
        put(metrics, "validationBestTestLoss", memory.byValidation->testLoss);
    }
}

/// NaN is worse than anything, so that a diverged client counts among the worst.
bool isWorse(double left, double right)
{
    if (std::isnan(left) || std::isnan(right))
        return std::isnan(left) && !std::isnan(right);
    return left > right;
}

/// Of the global model on the clients' test sets and on the data set's own.
void addGlobal(const RoundReport& report, Metrics& metrics)
{
    WeightedMean accuracy;
    WeightedMean loss;
    for (const ClientReport& client : report.clients) {
        if (!client.globalTest)
            continue;
        const auto samples = static_cast<double>(client.globalTest->samples);
        loss.add(client.globalTest->loss, samples);
        if (client.globalTest->accuracy)
            accuracy.add(*client.globalTest->accuracy, samples);
    }
    put(metrics, "globalAccuracy", accuracy.value());
    put(metrics, "globalTestLoss", loss.value());
    if (report.officialTest) {
        put(metrics, "officialAccuracy", report.officialTest->accuracy);
        put(metrics, "officialTestLoss", report.officialTest->loss);
    }
}

/// Of each client's best so far, over clients (HCCT Tables 4 and 5).
void addBestOfClients(const MetricMemory& memory, Metrics& metrics)
{
    std::vector<double> best;
    std::vector<double> errors;
    for (const auto& [client, accuracy] : memory.bestAccuracy) {
        best.push_back(accuracy);
        errors.push_back(errorOf(accuracy));
    }
    put(metrics, "bestPerClientTestAccuracy", meanOf(best));
    put(metrics, "bestPerClientTestError", errorOf(meanOf(best)));
    put(metrics, "stdBestPerClientTestError", deviationOf(errors));
    const auto [worst, least] = std::ranges::minmax(errors, isWorse);
    put(metrics, "minBestPerClientTestError", least);
    put(metrics, "maxBestPerClientTestError", worst);
}

/// So few clients each have a metric (HCCT Table 2 and the hospitals of All-for-one).
constexpr std::array kErrorsOfClients{
    "testErrorOfClient0", "testErrorOfClient1", "testErrorOfClient2", "testErrorOfClient3"};

void addErrorOfClient(int client, double error, const FederationFacts& facts, Metrics& metrics)
{
    const auto index = static_cast<std::size_t>(client);
    const std::size_t clients = facts.trainSamples.size();
    if (clients <= kErrorsOfClients.size() && index < clients)
        put(metrics, kErrorsOfClients[index], error);
}

/// Of the clients' own models; and each client's best so far.
void addPersonal(const RoundReport& report,
                 const FederationFacts& facts,
                 MetricMemory& memory,
                 Metrics& metrics)
{
    std::vector<double> errors;
    std::vector<double> accuracies;
    std::vector<double> losses;
    std::vector<double> logLosses;
    WeightedMean accuracyByTrain;
    WeightedMean lossByTrain;
    WeightedMean logLossByTrain;
    WeightedMean accuracyByTest;
    WeightedMean lossByTest;
    for (const ClientReport& client : report.clients) {
        if (!client.personalTest)
            continue;
        const Score& score = *client.personalTest;
        const double trainSamples = samplesOf(facts.trainSamples, client.client);
        const auto testSamples = static_cast<double>(score.samples);
        losses.push_back(score.loss);
        logLosses.push_back(std::log10(score.loss));
        lossByTrain.add(score.loss, trainSamples);
        logLossByTrain.add(logLosses.back(), trainSamples);
        lossByTest.add(score.loss, testSamples);
        if (!score.accuracy)
            continue;
        accuracies.push_back(*score.accuracy);
        errors.push_back(errorOf(*score.accuracy));
        addErrorOfClient(client.client, errors.back(), facts, metrics);
        accuracyByTrain.add(*score.accuracy, trainSamples);
        accuracyByTest.add(*score.accuracy, testSamples);
        const auto [best, isFirst] =
            memory.bestAccuracy.try_emplace(client.client, *score.accuracy);
        if (!isFirst && (std::isnan(best->second) || *score.accuracy > best->second))
            best->second = *score.accuracy;
    }
    put(metrics, "meanTestLoss", meanOfAny(losses));
    put(metrics, "weightedTestLoss", lossByTrain.value());
    put(metrics, "pooledTestLoss", lossByTest.value());
    put(metrics, "meanLog10TestLoss", meanOfAny(logLosses));
    put(metrics, "stdLog10TestLoss", deviationOfAny(logLosses));
    put(metrics, "weightedLog10TestLoss", logLossByTrain.value());
    if (errors.empty())
        return;
    put(metrics, "meanTestError", meanOf(errors));
    put(metrics, "stdTestError", deviationOf(errors));
    put(metrics, "meanTestAccuracy", meanOf(accuracies));
    std::ranges::sort(errors, isWorse);
    std::ranges::sort(accuracies, isWorse, std::negate());
    const std::size_t worst = (errors.size() + 9) / 10;
    put(metrics, "minTestError", errors.back());
    put(metrics, "maxTestError", errors.front());
    put(metrics, "worstTestError", meanOf(std::span(errors).first(worst)));
    put(metrics, "worstTestAccuracy", meanOf(std::span(accuracies).first(worst)));
    put(metrics, "weightedTestAccuracy", accuracyByTrain.value());
    putError(metrics, "weightedTestError", accuracyByTrain.value());
    put(metrics, "personalAccuracy", accuracyByTest.value());
    addBestOfClients(memory, metrics);
}

/// Losses of the training passes, over participants and over all clients.
void addTraining(const RoundReport& report, const FederationFacts& facts, Metrics& metrics)
{
    const std::set<int> participants(report.participants.begin(), report.participants.end());
    std::vector<double> ofParticipants;
    std::vector<double> ofAll;
    WeightedMean bySamples;
    for (const ClientReport& client : report.clients) {
        if (!client.trainLoss)
            continue;
        ofAll.push_back(*client.trainLoss);
        bySamples.add(*client.trainLoss, samplesOf(facts.trainSamples, client.client));
        // If no one was drawn, all who trained took part.
        if (participants.empty() || participants.contains(client.client))
            ofParticipants.push_back(*client.trainLoss);
    }
    if (!ofParticipants.empty()) {
        put(metrics, "meanTrainLoss", meanOf(ofParticipants));
        put(metrics, "stdTrainLoss", deviationOf(ofParticipants));
    }
    put(metrics, "populationTrainLoss", meanOfAny(ofAll));
    put(metrics, "weightedTrainLoss", bySamples.value());
    if (report.pooledTrain) {
        put(metrics, "pooledTrainLoss", report.pooledTrain->loss);
        put(metrics, "pooledTrainAccuracy", report.pooledTrain->accuracy);
    }
}

/// Groups compared with the true groups, if the partition has them.
void addAgreement(const RoundReport& report, const FederationFacts& facts, Metrics& metrics)
{
    if (!report.grouping)
        return;
    put(metrics, "groupCount", static_cast<double>(report.grouping->groups.size()));
    std::vector<int> found;
    std::vector<int> truth;
    std::set<int> seen;
    for (std::size_t group = 0; group < report.grouping->groups.size(); ++group)
        for (const int client : report.grouping->groups[group]) {
            if (!seen.insert(client).second)
                return; // overlapping groups cannot be compared
            const auto index = static_cast<std::size_t>(client);
            if (index >= facts.trueGroup.size() || facts.trueGroup[index] < 0)
                continue;
            found.push_back(static_cast<int>(group));
            truth.push_back(facts.trueGroup[index]);
        }
    if (found.empty())
        return;
    put(metrics, "adjustedRandIndex", adjustedRandIndex(found, truth));
    put(metrics, "purity", purity(found, truth));
}

void addUtility(const RoundReport& report, MetricMemory& memory, Metrics& metrics)
{
    const std::optional<double> total = sumOfAny(valuesNamed(report.clientValues, "utility"));
    put(metrics, "totalUtility", total);
    // Rounds t = 0..T−1 of HCCT are reports 1..T. At t = 0 there are no updates to group by yet, so
    // the mean over t = 1..T−1 begins with the second report.
    if (!total || report.round < 2)
        return;
    memory.utilitySum += *total;
    ++memory.utilityRounds;
    put(metrics, "meanTotalUtility", memory.utilitySum / memory.utilityRounds);
}

/// The left side of HCCT eq. (26).
void addGradientNorms(const RoundReport& report, MetricMemory& memory, Metrics& metrics)
{
    const auto total = sumOfAny(valuesNamed(report.clientValues, "squaredGradientNorm"));
    if (!total)
        return;
    memory.gradientSum += report.learningRate * *total;
    memory.rateSum += report.learningRate;
    if (memory.rateSum > 0)
        put(metrics, "meanSquaredGradientNorm", memory.gradientSum / memory.rateSum);
}

void addEdges(const RoundReport& report, const FederationFacts& facts, Metrics& metrics)
{
    const NamedList* accuracies = listNamed(report.clientValues, "edgeTestAccuracy");
    if (accuracies == nullptr)
        return;
    WeightedMean mean;
    for (std::size_t i = 0; i < std::min(accuracies->size(), facts.testSamples.size()); ++i)
        if ((*accuracies)[i])
            mean.add(*(*accuracies)[i], static_cast<double>(facts.testSamples[i]));
    put(metrics, "edgeAccuracy", mean.value());
}

/// Two values of the clients that have both.
std::pair<std::vector<double>, std::vector<double>>
pairsOf(const RoundReport& report, std::string_view left, std::string_view right)
{
    std::pair<std::vector<double>, std::vector<double>> pairs;
    const NamedList* first = listNamed(report.clientValues, left);
    const NamedList* second = listNamed(report.clientValues, right);
    for (std::size_t i = 0; first && second && i < std::min(first->size(), second->size()); ++i)
        if ((*first)[i] && (*second)[i]) {
            pairs.first.push_back(*(*first)[i]);
            pairs.second.push_back(*(*second)[i]);
        }
    return pairs;
}

void addEntropy(const RoundReport& report, Metrics& metrics)
{
    const auto [estimated, truth] = pairsOf(report, "estimatedEntropy", "trueEntropy");
    put(metrics, "entropyPearson", pearson(estimated, truth));
    put(metrics, "entropySpearman", spearman(estimated, truth));
    const auto [entropies, distances] = pairsOf(report, "trueEntropy", "gradientDistance");
    put(metrics, "gradientEntropySpearman", spearman(entropies, distances));
    for (const std::string name : {"envelopeBeta", "envelopeRho", "envelopeKappa"}) {
        const std::vector<double> values = valuesNamed(report.groupValues, name);
        if (!values.empty()) // the upper curve's, then the lower one's
            put(metrics, name, values.front());
        if (values.size() > 1)
            put(metrics, name + "Lower", values[1]);
    }
}

/// Of the clients' models on their training sets.
void addTrainSets(const RoundReport& report, const FederationFacts& facts, Metrics& metrics)
{
    const auto eachClient = [&](std::string_view name, auto&& use) {
        const NamedList* values = listNamed(report.clientValues, name);
        for (std::size_t i = 0; values != nullptr && i < values->size(); ++i)
            if ((*values)[i])
                use(*(*values)[i], samplesOf(facts.trainSamples, static_cast<int>(i)));
    };
    std::vector<double> losses;
    std::vector<double> logLosses;
    WeightedMean logLossBySamples;
    eachClient("trainSetLoss", [&](double loss, double samples) {
        losses.push_back(loss);
        logLosses.push_back(std::log10(loss));
        logLossBySamples.add(logLosses.back(), samples);
    });
    put(metrics, "trainSetLoss", meanOfAny(losses));
    put(metrics, "meanLog10TrainSetLoss", meanOfAny(logLosses));
    put(metrics, "stdLog10TrainSetLoss", deviationOfAny(logLosses));
    put(metrics, "weightedLog10TrainSetLoss", logLossBySamples.value());
    std::vector<double> accuracies;
    std::vector<double> errors;
    WeightedMean accuracyBySamples;
    eachClient("trainSetAccuracy", [&](double accuracy, double samples) {
        accuracies.push_back(accuracy);
        errors.push_back(errorOf(accuracy));
        accuracyBySamples.add(accuracy, samples);
    });
    putError(metrics, "trainSetError", meanOfAny(accuracies));
    put(metrics, "stdTrainSetError", deviationOfAny(errors));
    putError(metrics, "weightedTrainSetError", accuracyBySamples.value());
    WeightedMean globalLoss;
    eachClient("globalTrainSetLoss",
               [&](double loss, double samples) { globalLoss.add(loss, samples); });
    put(metrics, "globalTrainSetLoss", globalLoss.value());
}

/// Metrics of algorithms' named values; see MetricTracker for the names.
void addValues(const RoundReport& report, const FederationFacts& facts, Metrics& metrics)
{
    const auto ofClients = [&](std::string_view name) {
        return valuesNamed(report.clientValues, name);
    };
    put(metrics, "meanSparsity", meanOfAny(ofClients("sparsity")));
    put(metrics, "meanGroupSparsity", meanOfAny(valuesNamed(report.groupValues, "sparsity")));
    addTrainSets(report, facts, metrics);
    addEdges(report, facts, metrics);
    addEntropy(report, metrics);
    for (const MetricInfo& info : metricInfos())
        if (info.isSum)
            put(metrics, info.name, sumOfAny(ofClients(info.name)));
}

} // namespace

Metrics MetricTracker::add(const RoundReport& report)
{
    Metrics metrics = report.metrics;
    addPersonal(report, m_facts, m_memory, metrics);
    addGlobal(report, metrics);
    addBestRounds(report, m_memory, metrics);
    addTraining(report, m_facts, metrics);
    addAgreement(report, m_facts, metrics);
    if (report.collaboration)
        put(metrics,
            "oracleDistance",
            oracleDistance(*report.collaboration, m_facts.trueGroup, m_excludesLast));
    addUtility(report, m_memory, metrics);
    addGradientNorms(report, m_memory, metrics);
    addValues(report, m_facts, metrics);
    const std::size_t clients = m_facts.trainSamples.size();
    addTraffic(
        report, m_facts, clients - (m_excludesLast && clients > 0 ? 1 : 0), m_memory, metrics);
    return metrics;
}

} // namespace coterie
