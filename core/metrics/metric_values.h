#pragma once

#include "core/base/matrix.h"
#include "core/experiment/experiment.h"
#include "core/report/round_report.h"
#include "core/report/run_record.h"

#include <cstddef>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace coterie {

/// Collects the metrics of one round, without those that were not measured.
class MetricSheet
{
public:
    explicit MetricSheet(Metrics reported)
        : m_metrics(std::move(reported))
    {}

    void put(std::string_view name, double value)
    {
        m_metrics.insert_or_assign(std::string(name), value);
    }
    void put(std::string_view name, const std::optional<double>& value)
    {
        if (value)
            put(name, *value);
    }
    /// An accuracy (share) as the error it leaves (percent).
    void putError(std::string_view name, const std::optional<double>& accuracy);
    [[nodiscard]] Metrics take() { return std::move(m_metrics); }

private:
    Metrics m_metrics;
};

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

/// Of at least one value.
[[nodiscard]] double meanOf(std::span<const double> values);
/// Population standard deviation (ddof 0), in two passes.
[[nodiscard]] double deviationOf(std::span<const double> values);
/// 100·(1 − accuracy), percent.
[[nodiscard]] double errorOf(double accuracy);

/// The agreement of two groupings, corrected for chance (Hubert and Arabie 1985): 1 for equal
/// groups, about 0 for unrelated ones. Two equal trivial groupings (all together, all apart, empty)
/// give 1.
[[nodiscard]] double adjustedRandIndex(std::span<const int> found, std::span<const int> truth);

/// The share of clients whose true group is the most frequent one of their found group, 0..1.
[[nodiscard]] double purity(std::span<const int> found, std::span<const int> truth);

/// Frobenius distance ‖A − A*‖ to the oracle of the true groups: α*_ik = 1/|cl(i)| for k in i's
/// group, else 0 (AFO, the oracle criterion). Rows of clients without a group (below zero) are left
/// out; their columns count. Nothing if no client has a group or A is not clients × clients.
[[nodiscard]] std::optional<double> oracleDistance(const Matrix& collaboration,
                                                   std::span<const int> trueGroup);

/// Pearson's correlation of two lists of equal length, −1..1. Nothing from fewer than two pairs or
/// if all values of a list are equal; NaN and infinity give NaN.
[[nodiscard]] std::optional<double> pearson(std::span<const double> left,
                                            std::span<const double> right);

/// Spearman's: Pearson's of the ranks, where equal values share their mean rank. NaN gives NaN.
[[nodiscard]] std::optional<double> spearman(std::span<const double> left,
                                             std::span<const double> right);

/// Groups and collaboration weights compared with the true groups, if the partition has them.
void addGroupMetrics(const RoundReport& report, const FederationFacts& facts, MetricSheet& sheet);

/// Losses of the training passes, over participants and over all clients.
void addTrainingMetrics(const RoundReport& report,
                        const FederationFacts& facts,
                        MetricSheet& sheet);

/// Clients without an edge server form a last edge.
[[nodiscard]] std::size_t edgeCount(std::span<const EdgeServer> named, std::size_t clients);

/// Traffic of this round, and so far per kind of link (ALGORITHMS §1.3); and between the cloud and
/// one edge server or client, which compares methods with and without edge servers.
class MetricTraffic
{
public:
    void add(const RoundReport& report, const FederationFacts& facts, MetricSheet& sheet);

private:
    void addPerSender(const FederationFacts& facts, MetricSheet& sheet) const;
    void addPlainBytes(const RoundReport& report, MetricSheet& sheet);

    std::map<Link, double> m_linkBits; ///< so far, of used links
    double m_totalBits = 0;
    double m_plainBytes = 0; ///< so far, of methods that send less than whole models
};

/// Metrics of algorithms' named values; see MetricTracker for the names.
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
