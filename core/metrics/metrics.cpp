#include "core/metrics/metrics.h"

#include "core/math/statistics.h"
#include "core/metrics/metric_values.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

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

/// The main score of a run: of the clients' own models, else of the global model on their test
/// sets, else of the global model on the data set's own (centralised training has no clients).
MeanScores judgedBy(const RoundReport& report)
{
    MeanScores test = meanScores(report, &ClientReport::personalTest, &ClientReport::globalTest);
    if (!test.loss && report.officialTest)
        test = MeanScores{.accuracy = report.officialTest->accuracy,
                          .loss = report.officialTest->loss};
    return test;
}

} // namespace

void MetricBestRounds::add(const RoundReport& report, MetricSheet& sheet)
{
    const MeanScores test = judgedBy(report);
    const MeanScores validation =
        meanScores(report, &ClientReport::personalValidation, &ClientReport::globalValidation);
    sheet.put("meanValidationAccuracy", validation.accuracy);
    sheet.put("meanValidationLoss", validation.loss);
    // Only a round with a test can be chosen, because its test result is reported; and only a round
    // that measured what it is chosen by tells the best so far.
    const auto choose = [&](std::optional<Best>& best, const MeanScores& by) {
        const std::optional<double> score = by.comparable();
        if (score && test.loss && (!best || *score > best->score))
            best = Best{.round = report.round,
                        .score = *score,
                        .testAccuracy = test.accuracy,
                        .testLoss = test.loss};
        return best && by.loss;
    };
    if (choose(m_byTest, test)) {
        sheet.put("bestRound", m_byTest->round);
        sheet.putError("bestRoundTestError", m_byTest->testAccuracy);
        sheet.put("bestRoundTestLoss", m_byTest->testLoss);
    }
    if (choose(m_byValidation, validation)) {
        sheet.put("validationBestRound", m_byValidation->round);
        sheet.putError("validationBestTestError", m_byValidation->testAccuracy);
        sheet.put("validationBestTestLoss", m_byValidation->testLoss);
    }
}

namespace {

/// NaN is worse than anything, so that a diverged client counts among the worst.
bool isWorse(double left, double right)
{
    if (std::isnan(left) || std::isnan(right))
        return std::isnan(left) && !std::isnan(right);
    return left > right;
}

void addGlobal(const RoundReport& report, MetricSheet& sheet)
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

} // namespace

void MetricScores::add(const RoundReport& report, const FederationFacts& facts, MetricSheet& sheet)
{
    addPersonal(report, facts, sheet);
    addGlobal(report, sheet);
}

void MetricScores::addPersonal(const RoundReport& report,
                               const FederationFacts& facts,
                               MetricSheet& sheet)
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
        const double trainSamples = index < facts.trainSamples.size()
                                        ? static_cast<double>(facts.trainSamples[index])
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

MetricTracker::MetricTracker(FederationFacts facts)
    : m_facts(std::move(facts))
{}

Metrics MetricTracker::add(const RoundReport& report)
{
    MetricSheet sheet(report.metrics);
    m_scores.add(report, m_facts, sheet);
    m_bestRounds.add(report, sheet);
    addTrainingMetrics(report, m_facts, sheet);
    addGroupMetrics(report, m_facts, sheet);
    m_values.add(report, m_facts, sheet);
    m_traffic.add(report, m_facts, sheet);
    return sheet.take();
}

} // namespace coterie
