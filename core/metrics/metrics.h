#pragma once

#include "core/metrics/metric_infos.h"
#include "core/metrics/metric_values.h"
#include "core/report/round_report.h"
#include "core/report/run_record.h"

#include <map>
#include <optional>
#include <span>
#include <vector>

namespace coterie {

/// One point of a metric's curve.
struct CurvePoint
{
    int round = 0;
    double value = 0;

    bool operator==(const CurvePoint&) const = default;
};

/// The first round after training began whose value reaches the target, from below or, where less
/// is better, from above; rounds count from 1. Nothing if none does.
[[nodiscard]] std::optional<int>
roundsToTarget(std::span<const CurvePoint> curve, double target, Better better = Better::Higher);
/// The Savitzky–Golay curve through the points after training began.
[[nodiscard]] std::vector<CurvePoint> smoothed(std::span<const CurvePoint> curve);

/// The best round so far and what its test gave, chosen by the test itself and, honestly, by the
/// validation samples. The first of equally good rounds is kept.
class MetricBestRounds
{
public:
    void add(const RoundReport& report, MetricSheet& sheet);

private:
    struct Best
    {
        int round = 0;
        double score = 0; ///< the greater the better: an accuracy, or a loss with its sign changed
        std::optional<double> testAccuracy;
        std::optional<double> testLoss;
    };

    void addByTest(const RoundReport& report, MetricSheet& sheet);
    void addByValidation(const RoundReport& report, MetricSheet& sheet);

    std::optional<Best> m_byTest;
    std::optional<Best> m_byValidation;
};

/// How well the models do: the clients' own, the global one on the clients' test sets and on the
/// data set's own test set; and each client's best so far.
class MetricScores
{
public:
    void add(const RoundReport& report, const FederationFacts& facts, MetricSheet& sheet);

private:
    void addPersonal(const RoundReport& report, const FederationFacts& facts, MetricSheet& sheet);

    std::map<int, double> m_bestAccuracy; ///< of each client so far
};

/// Computes every metric of a run, round after round, from its reports and the federation's facts
/// alone: a live run, the store and a replay therefore give the same numbers. A metric is there
/// only if what it is made of was measured. Standard deviations are those of the population (ddof
/// 0). NaN and infinity are data: they go into means, but never count as a best.
///
/// What an algorithm must call its named values so that they become metrics (a value of a client
/// may be absent; it is then left out):
///  - clientValues "utility": U_i with the group's D̂ (HCCT), giving totalUtility and
///    meanTotalUtility;
///  - clientValues "trainSetLoss" and "trainSetAccuracy": of a client's model on its training set,
///    giving trainSetLoss and trainSetError;
///  - clientValues "sparsity": share of the entries of the client's model with |x| > zero_tol, 1 =
///    dense (sFedHP), giving meanSparsity; groupValues "sparsity": the same of each edge's or
///    group's model, giving meanGroupSparsity;
///  - clientValues "edgeTestAccuracy": the model of a client's edge server on the client's test set
///    (Federation::evaluateInto writes them), giving edgeAccuracy;
///  - clientValues "estimatedEntropy" and "trueEntropy": Ĥ and H of the label distributions (HiCS),
///    both in one report and in one unit, giving entropyPearson and entropySpearman;
///  - clientValues "gradientDistance" beside "trueEntropy", giving gradientEntropySpearman, and
///    groupValues "envelopeBeta", "envelopeRho" and "envelopeKappa", first the upper curve's, then
///    the lower one's (Assumption 1 of HiCS-FL), giving the metrics of the same names and those
///    with "Lower" behind them;
///  - clientValues "selectionSamples" and "selectionBits": how many of the client's samples a model
///    was run on only to choose who takes part, and what was sent for that, giving the metrics of
///    the same names;
///  - clientValues and groupValues "plainBytesUp" and "plainBytesDown": what the round's
///    transmissions would be as whole models of 32-bit numbers, giving totalPlainBytes;
///  - roundValues, under the very names of those metrics that are reported: globalSparsity, gamma1
///    and gamma2 (sFedHP), samplingSharpness (HiCS-FL).
/// The collaboration matrix, the groups and the traffic have places of their own in the report.
class MetricTracker
{
public:
    explicit MetricTracker(FederationFacts facts);

    /// The metrics of the next round. Reports come in ascending order of their rounds.
    [[nodiscard]] std::vector<NamedMetric> add(const RoundReport& report);

private:
    FederationFacts m_facts;
    MetricScores m_scores;
    MetricBestRounds m_bestRounds;
    MetricValues m_values;
    MetricTraffic m_traffic;
};

} // namespace coterie
