#pragma once

#include "core/store/statistics.h"
#include "core/summary/run_history.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace coterie {

/// Where a finding can be seen.
struct Evidence
{
    enum class Where
    {
        Errors,
        Losses,
        Groups,
        Matrix,
        Clients,
        Log,
        Tests ///< of arms over seeds
    };
    Where where = Where::Errors;
    int round = 0;
    std::vector<int> clients = {}; ///< empty: all

    bool operator==(const Evidence&) const = default;
};

/// A sentence about a run that its numbers hold.
struct Finding
{
    std::string_view rule; ///< the name of the rule that found it
    std::string sentence;
    Evidence evidence;
};

/// What a rule may look at.
struct FindingContext
{
    const RunHistory& run;
    const RunHistory* alone = nullptr;     ///< the same federation and seed, each client by itself
    std::span<const ArmSummary> arms = {}; ///< of the run's experiment
};

/// A rule looks at a run and says at most one thing.
struct FindingRule
{
    std::string_view name;
    std::optional<Finding> (*find)(const FindingContext& context);
};

/// In the order of importance.
[[nodiscard]] std::span<const FindingRule> findingRules();

inline constexpr std::size_t kMostFindings = 6;

/// At most kMostFindings, the most important first.
[[nodiscard]] std::vector<Finding> findingsOf(const FindingContext& context);

/// The same of a stored run, beside the run of the same experiment and seed in which every client
/// trains alone, if there is one, and the experiment's other arms.
[[nodiscard]] Result<std::vector<Finding>> findingsOf(RunStore& store, const RunRow& row);

/// For many runs of one experiment: its runs (see runsOfExperiment()) and their summaries (see
/// summarise()) are computed once.
[[nodiscard]] Result<std::vector<Finding>> findingsOf(RunStore& store,
                                                      const RunRow& row,
                                                      std::span<const RunRow> runsOfExperiment,
                                                      std::span<const ArmSummary> arms);

} // namespace coterie
