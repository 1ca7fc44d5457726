#pragma once

#include "core/base/matrix.h"
#include "core/experiment/experiment.h"
#include "core/report/round_report.h"
#include "core/report/run_record.h"

#include <cstddef>
#include <map>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace coterie {

struct NamedMetric
{
    std::string_view name; ///< one of metricInfos()
    double value = 0;

    bool operator==(const NamedMetric&) const = default;
};

/// Collects the metrics of one round. What was not measured is not put.
class MetricSheet
{
public:
    void put(std::string_view name, double value) { m_metrics.push_back({name, value}); }
    void put(std::string_view name, const std::optional<double>& value)
    {
        if (value)
            put(name, *value);
    }
    /// An accuracy (share) as the error it leaves (percent).
    void putError(std::string_view name, const std::optional<double>& accuracy);
    [[nodiscard]] std::vector<NamedMetric> take() { return std::move(m_metrics); }

private:
    std::vector<NamedMetric> m_metrics;
};

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

/// Of at least one value.
[[nodiscard]] double meanOf(std::span<const double> values);
/// Population standard deviation (ddof 0), in two passes.
[[nodiscard]] double deviationOf(std::span<const double> values);
/// 100·(1 − accuracy), percent.
[[nodiscard]] double errorOf(double accuracy);

/// How far two ways to group the same things agree, chance taken out (Hubert and Arabie 1985): 1
/// for the same groups whatever they are called, about 0 for unrelated ones. Two groupings that say
/// the same trivial thing (all together, all apart) agree, as does nothing with nothing.
[[nodiscard]] double adjustedRandIndex(std::span<const int> found, std::span<const int> truth);

/// The share of things whose true group is the commonest one of their found group, 0..1.
[[nodiscard]] double purity(std::span<const int> found, std::span<const int> truth);

/// Frobenius distance ‖A − A*‖ to the oracle of the true groups: α*_ik = 1/|cl(i)| for k in i's
/// group, else 0 (AFO, the oracle criterion). Rows of clients in no group (below zero) are left
/// out; what another client takes from them is weight off its oracle. Nothing if no client is in a
/// group or A is not clients × clients.
[[nodiscard]] std::optional<double> oracleDistance(const Matrix& collaboration,
                                                   std::span<const int> trueGroup);

/// Pearson's correlation of two lists of one length, −1..1. Nothing from fewer than two pairs or
/// where one list has one value only; NaN and infinity make it NaN.
[[nodiscard]] std::optional<double> pearson(std::span<const double> left,
                                            std::span<const double> right);

/// Spearman's: Pearson's of the ranks, where equal values share the mean of their ranks. Infinity
/// has a rank, NaN has none and makes it NaN.
[[nodiscard]] std::optional<double> spearman(std::span<const double> left,
                                             std::span<const double> right);

/// Groups and collaboration weights beside the true groups, where the partition knows them.
void addGroupMetrics(const RoundReport& report, const FederationFacts& facts, MetricSheet& sheet);

/// Losses of the training passes themselves, over participants and over everyone.
void addTrainingMetrics(const RoundReport& report,
                        const FederationFacts& facts,
                        MetricSheet& sheet);

/// Clients that no edge server names form a last edge of their own; without any that is
/// everybody's.
[[nodiscard]] std::size_t edgeCount(std::span<const EdgeServer> named, std::size_t clients);

/// What was sent this round, and so far over each kind of link (ALGORITHMS §1.3), and what the
/// cloud and one of those under it sent each other, which compares methods with and without edge
/// servers.
class MetricTraffic
{
public:
    void add(const RoundReport& report, const FederationFacts& facts, MetricSheet& sheet);

private:
    void addPerSender(const FederationFacts& facts, MetricSheet& sheet) const;
    void addPlainBytes(const RoundReport& report, MetricSheet& sheet);

    std::map<Link, double> m_linkBits; ///< so far; a link is there once something used it
    double m_totalBits = 0;
    double m_plainBytes = 0; ///< so far, of methods that send less than whole models
};

/// What algorithms say of their clients in named values: utility, sparsity and label entropy. The
/// names they must use stand with MetricTracker.
class MetricValues
{
public:
    void add(const RoundReport& report, const FederationFacts& facts, MetricSheet& sheet);

private:
    void addUtility(const RoundReport& report, MetricSheet& sheet);

    double m_utilitySum = 0; ///< of the total utilities from round 2 on
    std::size_t m_utilityRounds = 0;
};

} // namespace coterie
