#include "core/collab/metrics.h"

#include "core/collab/partition_agreement.h"
#include "core/collab/savitzky_golay.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace coterie {

namespace {

double meanOf(std::span<const double> values)
{
    double sum = 0;
    for (const double value : values)
        sum += value;
    return sum / static_cast<double>(values.size());
}

/// Population standard deviation (ddof 0), in two passes.
double deviationOf(std::span<const double> values)
{
    const double mean = meanOf(values);
    double sum = 0;
    for (const double value : values)
        sum += (value - mean) * (value - mean);
    return std::sqrt(sum / static_cast<double>(values.size()));
}

/// A mean with weights; nothing if they come to zero.
class WeightedMean
{
public:
    void add(double value, double weight)
    {
        if (weight <= 0.0) // a client without samples says nothing, not even NaN
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

double errorOf(double accuracy)
{
    return 100.0 * (1.0 - accuracy);
}

/// A NaN is worse than anything, so that a client whose model was lost counts among the worst.
bool isWorse(double left, double right)
{
    if (std::isnan(left) || std::isnan(right))
        return std::isnan(left) && !std::isnan(right);
    return left > right;
}

struct MeanScores
{
    std::optional<double> accuracy;
    std::optional<double> loss;

    /// The greater the better; nothing if it cannot be compared.
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

/// Unweighted over the clients that have the score; `second` stands in where `first` is absent.
MeanScores meanScores(const RoundReport& report,
                      std::optional<Score> ClientReport::*first,
                      std::optional<Score> ClientReport::*second = nullptr)
{
    std::vector<double> accuracies;
    std::vector<double> losses;
    for (const ClientReport& client : report.clients) {
        const std::optional<Score>& score =
            client.*first || second == nullptr ? client.*first : client.*second;
        if (!score)
            continue;
        losses.push_back(score->loss);
        if (score->accuracy)
            accuracies.push_back(*score->accuracy);
    }
    MeanScores means;
    if (!accuracies.empty())
        means.accuracy = meanOf(accuracies);
    if (!losses.empty())
        means.loss = meanOf(losses);
    return means;
}

/// The score a run is judged by: of the models the clients would use, else of the global model on
/// their test sets, else of the global model on the data set's own (centralised training has no
/// clients).
MeanScores judgedBy(const RoundReport& report)
{
    MeanScores test = meanScores(report, &ClientReport::personalTest, &ClientReport::globalTest);
    if (!test.loss && report.officialTest)
        test = MeanScores{.accuracy = report.officialTest->accuracy,
                          .loss = report.officialTest->loss};
    return test;
}

} // namespace

/// Collects the metrics of one round.
class MetricTracker::Sheet
{
public:
    void put(std::string_view name, double value) { m_metrics.push_back({name, value}); }
    void put(std::string_view name, const std::optional<double>& value)
    {
        if (value)
            put(name, *value);
    }
    void putError(std::string_view name, const std::optional<double>& accuracy)
    {
        if (accuracy)
            put(name, errorOf(*accuracy));
    }
    [[nodiscard]] std::vector<NamedMetric> take() { return std::move(m_metrics); }

private:
    std::vector<NamedMetric> m_metrics;
};

MetricTracker::MetricTracker(FederationFacts facts)
    : m_facts(std::move(facts))
{}

std::vector<NamedMetric> MetricTracker::add(const RoundReport& report)
{
    Sheet sheet;
    addPersonal(report, sheet);
    addBest(report, sheet);
    addGlobal(report, sheet);
    addValidation(report, sheet);
    addTraining(report, sheet);
    addGrouping(report, sheet);
    addTraffic(report, sheet);
    return sheet.take();
}

void MetricTracker::addPersonal(const RoundReport& report, Sheet& sheet)
{
    std::vector<double> errors;
    std::vector<double> accuracies;
    std::vector<double> losses;
    std::vector<double> logLosses;
    WeightedMean accuracyByTrain;
    WeightedMean lossByTrain;
    WeightedMean accuracyByTest;
    WeightedMean lossByTest;
    for (const ClientReport& client : report.clients) {
        if (!client.personalTest)
            continue;
        const Score& score = *client.personalTest;
        const auto index = static_cast<std::size_t>(client.client);
        const double trainSamples = index < m_facts.trainSamples.size()
                                        ? static_cast<double>(m_facts.trainSamples[index])
                                        : 0.0;
        const auto testSamples = static_cast<double>(score.samples);
        losses.push_back(score.loss);
        logLosses.push_back(std::log10(score.loss));
        lossByTrain.add(score.loss, trainSamples);
        lossByTest.add(score.loss, testSamples);
        if (!score.accuracy)
            continue;
        accuracies.push_back(*score.accuracy);
        errors.push_back(errorOf(*score.accuracy));
        accuracyByTrain.add(*score.accuracy, trainSamples);
        accuracyByTest.add(*score.accuracy, testSamples);
        const auto [best, isFirst] = m_bestAccuracy.try_emplace(client.client, *score.accuracy);
        if (!isFirst && (std::isnan(best->second) || *score.accuracy > best->second))
            best->second = *score.accuracy;
    }
    if (!errors.empty()) {
        sheet.put("meanTestError", meanOf(errors));
        sheet.put("stdTestError", deviationOf(errors));
        sheet.put("meanTestAccuracy", meanOf(accuracies));
        std::ranges::sort(errors, isWorse);
        std::ranges::sort(accuracies,
                          [](double left, double right) { return isWorse(-left, -right); });
        const std::size_t worst = (errors.size() + 9) / 10;
        sheet.put("minTestError", errors.back());
        sheet.put("maxTestError", errors.front());
        sheet.put("worstTestError", meanOf(std::span(errors).first(worst)));
        sheet.put("worstTestAccuracy", meanOf(std::span(accuracies).first(worst)));
        sheet.put("weightedTestAccuracy", accuracyByTrain.value());
        sheet.put("personalAccuracy", accuracyByTest.value());
        std::vector<double> best;
        for (const auto& [client, accuracy] : m_bestAccuracy)
            best.push_back(accuracy);
        sheet.put("bestPerClientTestAccuracy", meanOf(best));
        sheet.put("bestPerClientTestError", errorOf(meanOf(best)));
    }
    if (!losses.empty()) {
        sheet.put("meanTestLoss", meanOf(losses));
        sheet.put("weightedTestLoss", lossByTrain.value());
        sheet.put("pooledTestLoss", lossByTest.value());
        sheet.put("meanLog10TestLoss", meanOf(logLosses));
    }
}

void MetricTracker::addBest(const RoundReport& report, Sheet& sheet)
{
    const MeanScores test = judgedBy(report);
    const std::optional<double> score = test.comparable();
    if (score && (!m_best || *score > m_best->score))
        m_best = Best{.round = report.round,
                      .score = *score,
                      .testAccuracy = test.accuracy,
                      .testLoss = test.loss};
    if (!m_best || !test.loss) // no news in a round without a test
        return;
    sheet.put("bestRound", m_best->round);
    sheet.putError("bestRoundTestError", m_best->testAccuracy);
    sheet.put("bestRoundTestLoss", m_best->testLoss);
}

void MetricTracker::addGlobal(const RoundReport& report, Sheet& sheet) const
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
    sheet.put("globalAccuracy", accuracy.value());
    sheet.put("globalTestLoss", loss.value());
    if (report.officialTest) {
        sheet.put("officialAccuracy", report.officialTest->accuracy);
        sheet.put("officialTestLoss", report.officialTest->loss);
    }
}

void MetricTracker::addValidation(const RoundReport& report, Sheet& sheet)
{
    const MeanScores validation =
        meanScores(report, &ClientReport::personalValidation, &ClientReport::globalValidation);
    sheet.put("meanValidationAccuracy", validation.accuracy);
    sheet.put("meanValidationLoss", validation.loss);
    const std::optional<double> score = validation.comparable();
    const MeanScores test = judgedBy(report);
    // Only a round with a test can be chosen: what the choice is worth is the point of it.
    if (score && test.loss && (!m_validationBest || *score > m_validationBest->score)) {
        m_validationBest = Best{.round = report.round,
                                .score = *score,
                                .testAccuracy = test.accuracy,
                                .testLoss = test.loss};
    }
    if (!m_validationBest || !validation.loss)
        return;
    sheet.put("validationBestRound", m_validationBest->round);
    sheet.putError("validationBestTestError", m_validationBest->testAccuracy);
    sheet.put("validationBestTestLoss", m_validationBest->testLoss);
}

void MetricTracker::addTraining(const RoundReport& report, Sheet& sheet) const
{
    const std::set<int> participants(report.participants.begin(), report.participants.end());
    std::vector<double> ofParticipants;
    std::vector<double> ofAll;
    WeightedMean bySamples;
    for (const ClientReport& client : report.clients) {
        if (!client.trainLoss)
            continue;
        ofAll.push_back(*client.trainLoss);
        const auto index = static_cast<std::size_t>(client.client);
        if (index < m_facts.trainSamples.size())
            bySamples.add(*client.trainLoss, static_cast<double>(m_facts.trainSamples[index]));
        // Where nobody was drawn, who trained took part.
        if (participants.empty() || participants.contains(client.client))
            ofParticipants.push_back(*client.trainLoss);
    }
    if (!ofParticipants.empty()) {
        sheet.put("meanTrainLoss", meanOf(ofParticipants));
        sheet.put("stdTrainLoss", deviationOf(ofParticipants));
    }
    if (!ofAll.empty())
        sheet.put("populationTrainLoss", meanOf(ofAll));
    sheet.put("weightedTrainLoss", bySamples.value());
    if (report.pooledTrain) {
        sheet.put("pooledTrainLoss", report.pooledTrain->loss);
        sheet.put("pooledTrainAccuracy", report.pooledTrain->accuracy);
    }
}

void MetricTracker::addGrouping(const RoundReport& report, Sheet& sheet) const
{
    if (!report.grouping)
        return;
    sheet.put("groupCount", static_cast<double>(report.grouping->groups.size()));
    std::vector<int> found;
    std::vector<int> truth;
    std::set<int> seen;
    for (std::size_t group = 0; group < report.grouping->groups.size(); ++group) {
        for (const int client : report.grouping->groups[group]) {
            if (!seen.insert(client).second)
                return; // groups that overlap are no partition; there is nothing to compare
            const auto index = static_cast<std::size_t>(client);
            if (index >= m_facts.trueGroup.size() || m_facts.trueGroup[index] < 0)
                continue;
            found.push_back(static_cast<int>(group));
            truth.push_back(m_facts.trueGroup[index]);
        }
    }
    if (found.empty())
        return;
    sheet.put("adjustedRandIndex", adjustedRandIndex(found, truth));
    sheet.put("purity", purity(found, truth));
}

void MetricTracker::addTraffic(const RoundReport& report, Sheet& sheet)
{
    if (report.traffic.empty())
        return;
    double bits = 0;
    for (const Traffic& part : report.traffic)
        bits += part.bits;
    m_totalBits += bits;
    sheet.put("trafficBits", bits);
    sheet.put("totalTrafficBits", m_totalBits);
}

std::optional<int> roundsToTarget(std::span<const CurvePoint> curve, double target)
{
    const auto place = std::ranges::find_if(
        curve, [&](const CurvePoint& point) { return point.round > 0 && point.value >= target; });
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

} // namespace coterie
