#include "core/summary/findings.h"

#include "core/base/try.h"

#include <utility>

namespace coterie {

std::vector<Finding> findingsOf(const FindingContext& context)
{
    std::vector<Finding> findings;
    for (const FindingRule& rule : findingRules()) {
        if (findings.size() == kMostFindings)
            break;
        if (std::optional<Finding> found = rule.find(context)) {
            found->rule = rule.name;
            findings.push_back(std::move(*found));
        }
    }
    return findings;
}

Result<std::vector<Finding>> findingsOf(RunStore& store, const RunRow& row)
{
    COTERIE_TRY(const std::vector<RunRow> runs, runsOfExperiment(store, row));
    COTERIE_TRY(const std::vector<ArmSummary> arms, summarise(store, runs));
    return findingsOf(store, row, runs, arms);
}

Result<std::vector<Finding>> findingsOf(RunStore& store,
                                        const RunRow& row,
                                        std::span<const RunRow> runsOfExperiment,
                                        std::span<const ArmSummary> arms)
{
    COTERIE_TRY(const RunHistory history, readHistory(store, row));
    std::optional<RunHistory> alone;
    if (const RunRow* beside = runAloneBeside(runsOfExperiment, row)) {
        COTERIE_TRY(alone, readHistory(store, *beside));
    }
    return findingsOf({.run = history, .alone = alone ? &*alone : nullptr, .arms = arms});
}

} // namespace coterie
