#include "core/collab/metric_scores.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace coterie {

namespace {

/// A NaN is worse than anything, so that a client whose model was lost counts among the worst.
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

} // namespace coterie
