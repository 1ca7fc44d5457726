#include "core/collab/metric_values.h"

#include "core/collab/metric_correlation.h"
#include "core/collab/metric_infos.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <numeric>
#include <string_view>
#include <utility>
#include <vector>

namespace coterie {

namespace {

using Values = std::vector<std::optional<double>>;

/// Values, the upper curve's first, and the metric that the lower one's become.
constexpr std::array<std::pair<std::string_view, std::string_view>, 3> kEnvelope{
    {{"envelopeBeta", "envelopeBetaLower"},
     {"envelopeRho", "envelopeRhoLower"},
     {"envelopeKappa", "envelopeKappaLower"}}};

const Values* find(const std::vector<NamedValues>& lists, std::string_view name)
{
    const auto place = std::ranges::find(lists, name, &NamedValues::name);
    return place == lists.end() ? nullptr : &place->values;
}

std::vector<double> present(const std::vector<NamedValues>& lists, std::string_view name)
{
    std::vector<double> found;
    if (const Values* values = find(lists, name)) {
        for (const std::optional<double>& value : *values) {
            if (value)
                found.push_back(*value);
        }
    }
    return found;
}

void putMean(std::string_view metric, const std::vector<double>& values, MetricSheet& sheet)
{
    if (!values.empty())
        sheet.put(metric, meanOf(values));
}

void putSum(std::string_view metric, const std::vector<double>& values, MetricSheet& sheet)
{
    if (!values.empty())
        sheet.put(metric, std::accumulate(values.begin(), values.end(), 0.0));
}

void addSparsity(const RoundReport& report, MetricSheet& sheet)
{
    putMean("meanSparsity", present(report.clientValues, "sparsity"), sheet);
    putMean("meanGroupSparsity", present(report.groupValues, "sparsity"), sheet);
}

void addReported(const RoundReport& report, MetricSheet& sheet)
{
    for (const auto& [name, value] : report.roundValues) {
        const MetricInfo* info = findMetric(name);
        assert(info && info->isReported);
        sheet.put(info->name, value); // its name outlives the report
    }
}

void addTrainSets(const RoundReport& report, MetricSheet& sheet)
{
    putMean("trainSetLoss", present(report.clientValues, "trainSetLoss"), sheet);
    if (const auto accuracies = present(report.clientValues, "trainSetAccuracy");
        !accuracies.empty())
        sheet.put("trainSetError", 100 * (1 - meanOf(accuracies)));
}

void addEdges(const RoundReport& report, const FederationFacts& facts, MetricSheet& sheet)
{
    const Values* accuracies = find(report.clientValues, "edgeTestAccuracy");
    if (accuracies == nullptr)
        return;
    WeightedMean mean;
    for (std::size_t i = 0; i < std::min(accuracies->size(), facts.testSamples.size()); ++i) {
        if ((*accuracies)[i])
            mean.add(*(*accuracies)[i], static_cast<double>(facts.testSamples[i]));
    }
    sheet.put("edgeAccuracy", mean.value());
}

/// Two values of the same clients, as far as both are known.
struct Pairs
{
    std::vector<double> left;
    std::vector<double> right;
};

Pairs pairsOf(const RoundReport& report, std::string_view left, std::string_view right)
{
    Pairs pairs;
    const Values* first = find(report.clientValues, left);
    const Values* second = find(report.clientValues, right);
    if (first == nullptr || second == nullptr)
        return pairs;
    for (std::size_t i = 0; i < std::min(first->size(), second->size()); ++i) {
        if (!(*first)[i] || !(*second)[i])
            continue;
        pairs.left.push_back(*(*first)[i]);
        pairs.right.push_back(*(*second)[i]);
    }
    return pairs;
}

void addEntropy(const RoundReport& report, MetricSheet& sheet)
{
    const Pairs entropies = pairsOf(report, "estimatedEntropy", "trueEntropy");
    sheet.put("entropyPearson", pearson(entropies.left, entropies.right));
    sheet.put("entropySpearman", spearman(entropies.left, entropies.right));
    const Pairs gradients = pairsOf(report, "trueEntropy", "gradientDistance");
    sheet.put("gradientEntropySpearman", spearman(gradients.left, gradients.right));
    for (const auto& [upper, lower] : kEnvelope) {
        const auto values = present(report.groupValues, upper);
        if (!values.empty())
            sheet.put(upper, values.front());
        if (values.size() > 1)
            sheet.put(lower, values[1]);
    }
}

} // namespace

void MetricValues::add(const RoundReport& report, const FederationFacts& facts, MetricSheet& sheet)
{
    addUtility(report, sheet);
    addSparsity(report, sheet);
    addTrainSets(report, sheet);
    addEdges(report, facts, sheet);
    addEntropy(report, sheet);
    putSum("selectionSamples", present(report.clientValues, "selectionSamples"), sheet);
    putSum("selectionBits", present(report.clientValues, "selectionBits"), sheet);
    addReported(report, sheet);
}

void MetricValues::addUtility(const RoundReport& report, MetricSheet& sheet)
{
    const std::vector<double> utilities = present(report.clientValues, "utility");
    if (utilities.empty())
        return;
    double total = 0;
    for (const double utility : utilities)
        total += utility;
    sheet.put("totalUtility", total);
    // Rounds t = 0..T−1 of HCCT are reports 1..T. At t = 0 there are no updates to group by yet, so
    // the mean over t = 1..T−1 begins with the second report.
    if (report.round < 2)
        return;
    m_utilitySum += total;
    ++m_utilityRounds;
    sheet.put("meanTotalUtility", m_utilitySum / static_cast<double>(m_utilityRounds));
}

} // namespace coterie
