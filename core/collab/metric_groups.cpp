#include "core/collab/metric_groups.h"

#include "core/collab/partition_agreement.h"

#include <cstddef>
#include <set>
#include <vector>

namespace coterie {

namespace {

void addAgreement(const RoundReport& report, const FederationFacts& facts, MetricSheet& sheet)
{
    if (!report.grouping)
        return;
    sheet.put("groupCount", static_cast<double>(report.grouping->groups.size()));
    std::vector<int> found;
    std::vector<int> truth;
    std::set<int> seen;
    for (std::size_t group = 0; group < report.grouping->groups.size(); ++group) {
        for (const int client : report.grouping->groups[group]) {
            if (!seen.insert(client).second)
                return; // groups that overlap are no partition; there is nothing to compare
            const auto index = static_cast<std::size_t>(client);
            if (index >= facts.trueGroup.size() || facts.trueGroup[index] < 0)
                continue;
            found.push_back(static_cast<int>(group));
            truth.push_back(facts.trueGroup[index]);
        }
    }
    if (found.empty())
        return;
    sheet.put("adjustedRandIndex", adjustedRandIndex(found, truth));
    sheet.put("purity", purity(found, truth));
}

} // namespace

void addGroupMetrics(const RoundReport& report, const FederationFacts& facts, MetricSheet& sheet)
{
    addAgreement(report, facts, sheet);
    if (report.collaboration)
        sheet.put("oracleDistance", oracleDistance(*report.collaboration, facts.trueGroup));
}

} // namespace coterie
