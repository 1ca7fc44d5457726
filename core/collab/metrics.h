#pragma once

#include "core/collab/metric_infos.h"
#include "core/report/round_report.h"
#include "core/report/run_record.h"

#include <cstddef>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace coterie {

struct NamedMetric
{
    std::string_view name; ///< one of metricInfos()
    double value = 0;

    bool operator==(const NamedMetric&) const = default;
};

/// Computes every metric of a run, round after round, from its reports and the federation's facts
/// alone: a live run, the store and a replay therefore give the same numbers. A metric is there
/// only if what it is made of was measured. Standard deviations are those of the population (ddof
/// 0). NaN and infinity are data: they go into means, but never count as a best.
class MetricTracker
{
public:
    explicit MetricTracker(FederationFacts facts);

    /// The metrics of the next round. Reports come in ascending order of their rounds.
    [[nodiscard]] std::vector<NamedMetric> add(const RoundReport& report);

private:
    struct Best
    {
        int round = 0;
        double score = 0; ///< the greater the better: an accuracy, or a loss with its sign changed
        std::optional<double> testAccuracy;
        std::optional<double> testLoss;
    };

    class Sheet;
    void addPersonal(const RoundReport& report, Sheet& sheet);
    void addGlobal(const RoundReport& report, Sheet& sheet) const;
    void addTraining(const RoundReport& report, Sheet& sheet) const;
    void addBest(const RoundReport& report, Sheet& sheet);
    void addValidation(const RoundReport& report, Sheet& sheet);
    void addGrouping(const RoundReport& report, Sheet& sheet) const;
    void addTraffic(const RoundReport& report, Sheet& sheet);

    FederationFacts m_facts;
    std::map<int, double> m_bestAccuracy; ///< of each client so far
    std::optional<Best> m_best;           ///< by test score
    std::optional<Best> m_validationBest; ///< by validation score
    double m_totalBits = 0;
};

/// One point of a metric's curve.
struct CurvePoint
{
    int round = 0;
    double value = 0;

    bool operator==(const CurvePoint&) const = default;
};

/// The first round after training began whose value reaches the target; rounds count from 1.
/// Nothing if none does.
[[nodiscard]] std::optional<int> roundsToTarget(std::span<const CurvePoint> curve, double target);
/// The Savitzky–Golay curve through the points after training began.
[[nodiscard]] std::vector<CurvePoint> smoothed(std::span<const CurvePoint> curve);

} // namespace coterie
