#pragma once

#include "core/metrics/metric_infos.h"
#include "core/report/round_report.h"
#include "core/report/run_record.h"

#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace coterie {

/// One point of a metric's curve.
struct CurvePoint
{
    int round = 0;
    double value = 0;

    bool operator==(const CurvePoint&) const = default;
};

/// The first round, from 1 on, whose value reaches the target: from below or, if less is better,
/// from above. Nothing if none does.
[[nodiscard]] std::optional<int>
roundsToTarget(std::span<const CurvePoint> curve, double target, Better better = Better::Higher);
/// The Savitzky–Golay curve of the rounds from 1 on.
[[nodiscard]] std::vector<CurvePoint> smoothed(std::span<const CurvePoint> curve);

/// A round that was chosen, and its test results.
struct BestRound
{
    int round = 0;
    double score = 0; ///< greater is better: an accuracy, or a negative loss
    std::optional<double> testAccuracy;
    std::optional<double> testLoss;
};

/// What the metrics of later rounds need of those before.
struct MetricMemory
{
    std::map<int, double> bestAccuracy;    ///< of each client so far
    std::optional<BestRound> byTest;       ///< the first of the best so far, by the test itself
    std::optional<BestRound> byValidation; ///< by the validation samples
    double utilitySum = 0;                 ///< of the total utilities from round 2 on
    int utilityRounds = 0;
    double gradientSum = 0;          ///< Σ η · Σ_i ‖∇J_i‖² of the rounds so far
    double rateSum = 0;              ///< Σ η of these rounds
    std::map<Link, double> linkBits; ///< so far, of used links
    double totalBits = 0;
    double plainBytes = 0;      ///< so far, of methods that send less than whole models
    double clientIndexBits = 0; ///< so far, of sparse models to and from clients
    double edgeIndexBits = 0;   ///< the same between edge servers and the cloud
};

/// Computes every metric of a run, round after round, from its reports and the federation's facts
/// alone. A run does so once; the store, exports, screens and replays read RoundReport::metrics. A
/// metric is there only if what it is made of was measured. Standard deviations are those of the
/// population (ddof 0). NaN and infinity are data: they go into means, but never count as a best.
///
/// The names of an algorithm's values that become metrics (absent values of clients are left out):
///  - clientValues "utility": U_i with the group's D̂ (HCCT), giving totalUtility and
///    meanTotalUtility;
///  - clientValues "squaredGradientNorm": ‖∇J_i(w_i)‖² over all samples at the round's start (HCCT;
///    All-for-one's norms of probes have another name), giving squaredGradientNorm and
///    meanSquaredGradientNorm;
///  - clientValues "trainSetLoss" and "trainSetAccuracy": of a client's model on its training set,
///    giving trainSetLoss and trainSetError; "globalTrainSetLoss": of the global model there;
///  - clientValues "sparsity": share of the entries of the client's model with |x| > zero_tol, 1 =
///    dense (sFedHP), giving meanSparsity; groupValues "sparsity": the same of each edge's or
///    group's model, giving meanGroupSparsity;
///  - clientValues "edgeTestAccuracy": the model of a client's edge server on the client's test set
///    (Federation::evaluateInto writes them), giving edgeAccuracy;
///  - clientValues "estimatedEntropy" and "trueEntropy": Ĥ and H of the label distributions (HiCS),
///    both in one report and in one unit, giving entropyPearson and entropySpearman;
///  - clientValues "gradientDistance" beside "trueEntropy", giving gradientEntropySpearman, and
///    groupValues "envelopeBeta", "envelopeRho" and "envelopeKappa", first the upper curve's, then
///    the lower one's (Assumption 1 of HiCS-FL), giving the metrics of the same names, and with
///    "Lower" appended;
///  - clientValues "selectionSamples" and "selectionBits" (metrics where choosing is free): samples
///    evaluated and bits sent only to choose participants, giving the metrics of the same names;
///  - clientValues and groupValues "plainBytesUp" and "plainBytesDown": the size of the round's
///    transmissions as whole models of 32-bit numbers, giving totalPlainBytes; "indexBitsUp" and
///    "indexBitsDown": the part of the traffic that says where the numbers of sparse models belong,
///    giving totalIndexBits and cloudNumberBitsPerSender;
///  - metrics, under the names of those that are reported: globalSparsity, gamma1 and gamma2
///    (sFedHP), samplingSharpness (HiCS-FL).
class MetricTracker
{
public:
    /// `excludesLast`: the last client is left out (RunPlan::excludeLastClient).
    explicit MetricTracker(FederationFacts facts, bool excludesLast = false)
        : m_facts(std::move(facts))
        , m_excludesLast(excludesLast)
    {}

    /// The metrics of the next round, with those that the report has already. Reports come in
    /// ascending order of their rounds.
    [[nodiscard]] Metrics add(const RoundReport& report);

private:
    FederationFacts m_facts;
    bool m_excludesLast;
    MetricMemory m_memory;
};

} // namespace coterie
