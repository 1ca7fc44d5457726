#pragma once

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

} // namespace coterie
