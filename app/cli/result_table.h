#pragma once

#include "app/cli/table_printer.h"
#include "core/base/json_node.h"
#include "core/experiment/experiment.h"
#include "core/metrics/metric_infos.h"
#include "core/store/comparison.h"

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace coterie::cli {

/// A metric as a column of a table.
struct MetricColumn
{
    std::string_view metric;
    std::string_view title;
    int decimals;
};

/// "Rounds until globalAccuracy is at least 0.9"
[[nodiscard]] std::string roundsUntil(const std::string& metric, Better better, double target);
/// "HCCT, alpha = 80"
[[nodiscard]] std::string armText(const std::string& arm, const std::string& sweep);
/// Three cells: the median (or why there is none), "3 of 5" and "2.50×".
[[nodiscard]] std::array<std::string, 3> reachedCells(const ReachedRounds& rounds,
                                                      std::size_t measured,
                                                      const std::optional<double>& speedUp);
[[nodiscard]] JsonNode reachedJson(const ReachedRounds& rounds,
                                   const std::optional<double>& speedUp);

/// A table as text or as Markdown, below its title.
[[nodiscard]] std::string titled(const std::string& title, const Table& table, bool markdown);

/// Results of an experiment's finished runs by arm, beside the paper's numbers if the file has
/// some.
struct Results
{
    std::vector<ArmSummary> arms;
    std::vector<Comparison> comparisons;
};

[[nodiscard]] Result<Results> collectResults(RunStore& store,
                                             const std::vector<RunRow>& rows,
                                             std::span<const Reference> references);

/// "runs 3, 5", as a part of sentences.
[[nodiscard]] std::string runsText(const std::vector<std::int64_t>& runs);
/// What takeOutChanged() took out, as a sentence.
[[nodiscard]] std::string leftOutText(const std::vector<std::int64_t>& runs);
/// "Runs 3, 5 were changed by hand or resumed with …"
[[nodiscard]] std::string changedOnTheWayText(const std::vector<std::int64_t>& runs);
/// That these runs count although something changed on their way.
[[nodiscard]] std::string changedText(const std::vector<std::int64_t>& runs);

/// For people, with a line that explains "±".
[[nodiscard]] std::string resultText(const Results& results, bool markdown = false);
/// Every metric, its mean and deviation: for programs.
[[nodiscard]] JsonNode resultJson(const Results& results);

} // namespace coterie::cli
