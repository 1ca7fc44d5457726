#pragma once

#include "core/report/round_report.h"

#include <array>
#include <optional>
#include <vector>

namespace coterie::ui {

/// The metrics of the curves. The first four are stored in columns; accuracy is 100 − error.
enum class Metric
{
    TestError,
    TestLoss,
    TrainLoss,
    GlobalTestError,
    TestAccuracy
};

inline constexpr std::size_t kStoredMetrics = 4;
using MetricValues = std::array<std::optional<double>, kStoredMetrics>;

/// The numbers of one round for the curves, without the matrices of its report. Errors are in
/// percent. Absent means not measured; NaN and infinity are measurements.
struct RoundMeasurements
{
    struct Client
    {
        int client = 0;
        MetricValues values;

        bool operator==(const Client&) const = default;
    };

    int round = 0;
    double seconds = 0;     ///< of this round; a timing, so never the same twice
    std::int64_t steps = 0; ///< local steps of all clients in this round
    double bits = 0;        ///< sent over all links in this round
    double learningRate = 0;
    Metrics metrics;   ///< all that the report has, which the store keeps and exports
    MetricValues mean; ///< from these
    std::vector<Client> clients;
    /// What else is known of each client: neighbours, entropies, norms …
    std::vector<NamedValues> clientNumbers;
    std::vector<std::vector<int>> groups; ///< empty if the method forms none
    std::vector<std::vector<int>>
        samplingClusters; ///< empty if participants were not drawn from any
    std::vector<int> participants;
    std::vector<Event> events;

    bool operator==(const RoundMeasurements&) const = default;
};

/// The error and loss of a client are those of its personal model, else of the global one.
[[nodiscard]] RoundMeasurements measure(const RoundReport& report);

} // namespace coterie::ui
