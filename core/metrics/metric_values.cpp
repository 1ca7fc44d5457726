#include "core/metrics/metric_values.h"

#include "core/metrics/metric_infos.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <limits>
#include <map>
#include <numeric>
#include <optional>
#include <ranges>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

namespace coterie {

void MetricSheet::putError(std::string_view name, const std::optional<double>& accuracy)
{
    if (accuracy)
        put(name, errorOf(*accuracy));
}

double meanOf(std::span<const double> values)
{
    double sum = 0;
    for (const double value : values)
        sum += value;
    return sum / static_cast<double>(values.size());
}

double deviationOf(std::span<const double> values)
{
    const double mean = meanOf(values);
    double sum = 0;
    for (const double value : values)
        sum += (value - mean) * (value - mean);
    return std::sqrt(sum / static_cast<double>(values.size()));
}

double errorOf(double accuracy)
{
    return 100.0 * (1.0 - accuracy);
}

namespace {

/// Pairs among `count` things.
double pairs(double count)
{
    return count * (count - 1.0) / 2.0;
}

} // namespace

double adjustedRandIndex(std::span<const int> found, std::span<const int> truth)
{
    assert(found.size() == truth.size());
    std::map<std::pair<int, int>, double> both;
    std::map<int, double> rows;
    std::map<int, double> columns;
    for (std::size_t i = 0; i < found.size(); ++i) {
        both[{found[i], truth[i]}] += 1.0;
        rows[found[i]] += 1.0;
        columns[truth[i]] += 1.0;
    }
    double together = 0;
    double togetherFound = 0;
    double togetherTrue = 0;
    for (const auto& [cell, count] : both)
        together += pairs(count);
    for (const auto& [group, count] : rows)
        togetherFound += pairs(count);
    for (const auto& [group, count] : columns)
        togetherTrue += pairs(count);
    const double all = pairs(static_cast<double>(found.size()));
    const double expected = all == 0.0 ? 0.0 : togetherFound * togetherTrue / all;
    const double largest = (togetherFound + togetherTrue) / 2.0;
    return largest == expected ? 1.0 : (together - expected) / (largest - expected);
}

double purity(std::span<const int> found, std::span<const int> truth)
{
    assert(found.size() == truth.size());
    if (found.empty())
        return 1.0;
    std::map<int, std::map<int, std::size_t>> counts;
    for (std::size_t i = 0; i < found.size(); ++i)
        ++counts[found[i]][truth[i]];
    std::size_t agreeing = 0;
    for (const auto& [group, members] : counts)
        agreeing += std::ranges::max(members | std::views::values);
    return static_cast<double>(agreeing) / static_cast<double>(found.size());
}

std::optional<double> oracleDistance(const Matrix& collaboration, std::span<const int> trueGroup)
{
    const std::size_t clients = trueGroup.size();
    if (collaboration.rows != clients || collaboration.columns != clients)
        return std::nullopt;
    std::map<int, double> sizes;
    for (const int group : trueGroup) {
        if (group >= 0)
            sizes[group] += 1.0;
    }
    if (sizes.empty())
        return std::nullopt;
    double squares = 0;
    for (std::size_t i = 0; i < clients; ++i) {
        if (trueGroup[i] < 0)
            continue;
        const double inside = 1.0 / sizes.at(trueGroup[i]);
        for (std::size_t k = 0; k < clients; ++k) {
            const double oracle = trueGroup[k] == trueGroup[i] ? inside : 0.0;
            const double difference = collaboration.at(i, k) - oracle;
            squares += difference * difference;
        }
    }
    return std::sqrt(squares);
}

namespace {

/// Exactly, because rounding in the mean would turn equal values into a spread.
bool allEqual(std::span<const double> values)
{
    return std::ranges::all_of(values, [&](double value) { return value == values.front(); });
}

bool hasNaN(std::span<const double> values)
{
    return std::ranges::any_of(values, [](double value) { return std::isnan(value); });
}

/// From 1; equal values share the mean of the ranks they take together.
std::vector<double> ranksOf(std::span<const double> values)
{
    std::vector<std::size_t> order(values.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::sort(order, {}, [&](std::size_t index) { return values[index]; });
    std::vector<double> ranks(values.size());
    for (std::size_t first = 0; first < order.size();) {
        std::size_t end = first + 1;
        while (end < order.size() && values[order[end]] == values[order[first]])
            ++end;
        const double mean = (static_cast<double>(first + 1) + static_cast<double>(end)) / 2.0;
        for (; first < end; ++first)
            ranks[order[first]] = mean;
    }
    return ranks;
}

} // namespace

std::optional<double> pearson(std::span<const double> left, std::span<const double> right)
{
    assert(left.size() == right.size());
    if (left.size() < 2 || allEqual(left) || allEqual(right))
        return std::nullopt;
    const double leftMean = meanOf(left);
    const double rightMean = meanOf(right);
    double both = 0;
    double leftSquares = 0;
    double rightSquares = 0;
    for (std::size_t i = 0; i < left.size(); ++i) {
        both += (left[i] - leftMean) * (right[i] - rightMean);
        leftSquares += (left[i] - leftMean) * (left[i] - leftMean);
        rightSquares += (right[i] - rightMean) * (right[i] - rightMean);
    }
    const double correlation = both / (std::sqrt(leftSquares) * std::sqrt(rightSquares));
    // Rounding may exceed the range; clamp() keeps NaN.
    return std::clamp(correlation, -1.0, 1.0);
}

std::optional<double> spearman(std::span<const double> left, std::span<const double> right)
{
    assert(left.size() == right.size());
    if (left.size() < 2)
        return std::nullopt;
    if (hasNaN(left) || hasNaN(right)) // NaN has no place in an order
        return std::numeric_limits<double>::quiet_NaN();
    return pearson(ranksOf(left), ranksOf(right));
}

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
                return; // overlapping groups cannot be compared
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

void addTrainingMetrics(const RoundReport& report, const FederationFacts& facts, MetricSheet& sheet)
{
    const std::set<int> participants(report.participants.begin(), report.participants.end());
    std::vector<double> ofParticipants;
    std::vector<double> ofAll;
    WeightedMean bySamples;
    for (const ClientReport& client : report.clients) {
        if (!client.trainLoss)
            continue;
        ofAll.push_back(*client.trainLoss);
        const auto index = static_cast<std::size_t>(client.client);
        if (index < facts.trainSamples.size())
            bySamples.add(*client.trainLoss, static_cast<double>(facts.trainSamples[index]));
        // If no one was drawn, all who trained took part.
        if (participants.empty() || participants.contains(client.client))
            ofParticipants.push_back(*client.trainLoss);
    }
    if (!ofParticipants.empty()) {
        sheet.put("meanTrainLoss", meanOf(ofParticipants));
        sheet.put("stdTrainLoss", deviationOf(ofParticipants));
    }
    if (!ofAll.empty())
        sheet.put("populationTrainLoss", meanOf(ofAll));
    sheet.put("weightedTrainLoss", bySamples.value());
    if (report.pooledTrain) {
        sheet.put("pooledTrainLoss", report.pooledTrain->loss);
        sheet.put("pooledTrainAccuracy", report.pooledTrain->accuracy);
    }
}

std::size_t edgeCount(std::span<const EdgeServer> named, std::size_t clients)
{
    std::size_t belonging = 0;
    for (const EdgeServer& edge : named)
        belonging += edge.clients.size();
    return named.size() + (belonging < clients ? 1 : 0);
}

namespace {

std::string_view totalName(Link link)
{
    switch (link) {
    case Link::ClientToServer:
        return "totalClientToServerBits";
    case Link::ServerToClient:
        return "totalServerToClientBits";
    case Link::EdgeToCloud:
        return "totalEdgeToCloudBits";
    case Link::CloudToEdge:
        return "totalCloudToEdgeBits";
    case Link::ClientToClient:
        break;
    }
    return "totalClientToClientBits";
}

} // namespace

void MetricTraffic::add(const RoundReport& report, const FederationFacts& facts, MetricSheet& sheet)
{
    addPlainBytes(report, sheet);
    if (report.traffic.empty())
        return;
    double bits = 0;
    for (const Traffic& part : report.traffic) {
        bits += part.bits;
        m_linkBits[part.link] += part.bits;
    }
    m_totalBits += bits;
    sheet.put("trafficBits", bits);
    sheet.put("totalTrafficBits", m_totalBits);
    for (const auto& [link, total] : m_linkBits)
        sheet.put(totalName(link), total);
    addPerSender(facts, sheet);
}

void MetricTraffic::addPerSender(const FederationFacts& facts, MetricSheet& sheet) const
{
    const auto bothWays = [this](Link up, Link down) {
        std::optional<double> bits; // nothing if no such link was used
        for (const Link link : {up, down})
            if (const auto place = m_linkBits.find(link); place != m_linkBits.end())
                bits = bits.value_or(0) + place->second;
        return bits;
    };
    const std::size_t clients = facts.trainSamples.size();
    if (clients == 0)
        return;
    if (const auto bits = bothWays(Link::EdgeToCloud, Link::CloudToEdge))
        sheet.put("cloudBitsPerSender",
                  *bits / static_cast<double>(edgeCount(facts.edges, clients)));
    else if (const auto flat = bothWays(Link::ClientToServer, Link::ServerToClient))
        sheet.put("cloudBitsPerSender", *flat / static_cast<double>(clients));
}

void MetricTraffic::addPlainBytes(const RoundReport& report, MetricSheet& sheet)
{
    bool any = false;
    for (const std::vector<NamedValues>* lists : {&report.clientValues, &report.groupValues})
        for (const NamedValues& list : *lists) {
            if (list.name != "plainBytesUp" && list.name != "plainBytesDown")
                continue;
            any = true;
            for (const std::optional<double>& bytes : list.values)
                m_plainBytes += bytes.value_or(0);
        }
    if (any)
        sheet.put("totalPlainBytes", m_plainBytes);
}

namespace {

using Values = std::vector<std::optional<double>>;

/// The values and metrics of the upper curve, and the metrics of the lower one.
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

/// Two values of the clients that have both.
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
