#include "core/collab/metric_best_rounds.h"

#include <cmath>
#include <vector>

namespace coterie {

namespace {

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

void MetricBestRounds::add(const RoundReport& report, MetricSheet& sheet)
{
    addByTest(report, sheet);
    addByValidation(report, sheet);
}

void MetricBestRounds::addByTest(const RoundReport& report, MetricSheet& sheet)
{
    const MeanScores test = judgedBy(report);
    const std::optional<double> score = test.comparable();
    if (score && (!m_byTest || *score > m_byTest->score))
        m_byTest = Best{.round = report.round,
                        .score = *score,
                        .testAccuracy = test.accuracy,
                        .testLoss = test.loss};
    if (!m_byTest || !test.loss) // no news in a round without a test
        return;
    sheet.put("bestRound", m_byTest->round);
    sheet.putError("bestRoundTestError", m_byTest->testAccuracy);
    sheet.put("bestRoundTestLoss", m_byTest->testLoss);
}

void MetricBestRounds::addByValidation(const RoundReport& report, MetricSheet& sheet)
{
    const MeanScores validation =
        meanScores(report, &ClientReport::personalValidation, &ClientReport::globalValidation);
    sheet.put("meanValidationAccuracy", validation.accuracy);
    sheet.put("meanValidationLoss", validation.loss);
    const std::optional<double> score = validation.comparable();
    const MeanScores test = judgedBy(report);
    // Only a round with a test can be chosen: what the choice is worth is the point of it.
    if (score && test.loss && (!m_byValidation || *score > m_byValidation->score)) {
        m_byValidation = Best{.round = report.round,
                              .score = *score,
                              .testAccuracy = test.accuracy,
                              .testLoss = test.loss};
    }
    if (!m_byValidation || !validation.loss)
        return;
    sheet.put("validationBestRound", m_byValidation->round);
    sheet.putError("validationBestTestError", m_byValidation->testAccuracy);
    sheet.put("validationBestTestLoss", m_byValidation->testLoss);
}

} // namespace coterie
