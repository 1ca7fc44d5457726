#pragma once

#include "core/collab/metric_best_rounds.h"
#include "core/collab/metric_curve.h"
#include "core/collab/metric_infos.h"
#include "core/collab/metric_scores.h"
#include "core/collab/metric_sheet.h"
#include "core/collab/metric_traffic.h"
#include "core/collab/metric_values.h"
#include "core/report/round_report.h"
#include "core/report/run_record.h"

#include <vector>

namespace coterie {

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
