#pragma once

#include "core/store/run_store.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace coterie {

class Database;

/// Throw if there is none with this key.
void requireRun(Database& database, std::int64_t run);
void requireExperiment(Database& database, std::int64_t experiment);

/// The same name, JSON and hash give the same one.
[[nodiscard]] std::int64_t insertExperiment(Database& database,
                                            const std::string& name,
                                            const std::string& json,
                                            const std::string& hash);
[[nodiscard]] std::int64_t insertRun(Database& database,
                                     std::int64_t experiment,
                                     const RunPlan& plan,
                                     const std::string& planJson,
                                     const Environment& environment);
void updateEnvironment(Database& database, std::int64_t run, const Environment& environment);
/// What a round says to have changed of the environment: the run's row follows its newest round.
void followEnvironment(Database& database, std::int64_t run, const RoundReport& report);

/// All runs that are not discarded, oldest first, or just one. A run whose process has ended is
/// stopped, whatever its stored status.
[[nodiscard]] std::vector<RunRow> readRuns(Database& database, std::optional<std::int64_t> only);
/// See the RunStore functions of these names; the caller has a transaction open.
[[nodiscard]] std::vector<MetricPoint> readMetrics(Database& database, std::int64_t run);
[[nodiscard]] std::vector<std::pair<int, double>> readRoundSeconds(Database& database,
                                                                   std::int64_t run);
[[nodiscard]] std::vector<MetricPoint> readLastMetrics(Database& database, std::int64_t run);
[[nodiscard]] std::vector<RunMetric> readMetricOfRuns(Database& database,
                                                      const MetricMoment& moment);

} // namespace coterie
