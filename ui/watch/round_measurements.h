#pragma once

#include "core/report/round_report.h"

#include <array>
#include <optional>
#include <vector>

namespace coterie::ui {

/// What the curves can show. The first four are stored in columns; accuracy is 100 − error and needs none of its own.
enum class Metric { TestError, TestLoss, TrainLoss, GlobalTestError, TestAccuracy };

inline constexpr std::size_t kStoredMetrics = 4;
using MetricValues = std::array<std::optional<double>, kStoredMetrics>;

/// The numbers of one round that curves are made of, cut loose from the report so that no matrix stays in memory.
/// Errors are in percent. Absent means not measured; NaN and infinity are measurements.
struct RoundMeasurements
{
    struct Client
    {
        int client = 0;
        MetricValues values;
    };

    int round = 0;
    MetricValues mean; ///< unweighted over the clients that were measured; the pooled model where there are none
    std::vector<Client> clients;
    int groups = 0; ///< 0: this round formed no groups
    std::vector<Event> events;
};

/// Test error and loss are those of the model a client would use: its personal one, else the global one.
[[nodiscard]] RoundMeasurements measure(const RoundReport& report);

} // namespace coterie::ui
