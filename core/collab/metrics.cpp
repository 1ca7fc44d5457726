#include "core/collab/metrics.h"

#include "core/collab/metric_groups.h"
#include "core/collab/metric_training.h"

#include <utility>

namespace coterie {

MetricTracker::MetricTracker(FederationFacts facts)
    : m_facts(std::move(facts))
{}

std::vector<NamedMetric> MetricTracker::add(const RoundReport& report)
{
    MetricSheet sheet;
    m_scores.add(report, m_facts, sheet);
    m_bestRounds.add(report, sheet);
    addTrainingMetrics(report, m_facts, sheet);
    addGroupMetrics(report, m_facts, sheet);
    m_values.add(report, m_facts, sheet);
    m_traffic.add(report, m_facts, sheet);
    return sheet.take();
}

} // namespace coterie
