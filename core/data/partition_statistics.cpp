#include "core/data/partition_statistics.h"

#include "core/collab/label_entropy.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

namespace coterie {

namespace {

using Counts = std::vector<std::int64_t>;

std::int64_t sumOf(const Counts& counts)
{
    return std::accumulate(counts.begin(), counts.end(), std::int64_t{0});
}

std::vector<double> proportions(const Counts& counts)
{
    const auto sum = static_cast<double>(sumOf(counts)); // 0: every proportion is NaN
    std::vector<double> shares;
    for (const std::int64_t count : counts)
        shares.push_back(static_cast<double>(count) / sum);
    return shares;
}

double variationOf(std::span<const double> p, std::span<const double> q)
{
    double sum = 0;
    for (std::size_t i = 0; i < p.size(); ++i)
        sum += std::abs(p[i] - q[i]);
    return sum / 2;
}

double hellingerOf(std::span<const double> p, std::span<const double> q)
{
    double overlap = 0; // the Bhattacharyya coefficient
    for (std::size_t i = 0; i < p.size(); ++i)
        overlap += std::sqrt(p[i] * q[i]);
    const double rest = 1 - overlap; // below 0 only by rounding; NaN stays NaN
    return rest < 1e-15 ? 0 : std::sqrt(rest);
}

template <typename Distance>
Matrix distances(const std::vector<std::vector<double>>& rows, const Distance& distance)
{
    Matrix matrix(rows.size(), rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i)
        for (std::size_t j = i + 1; j < rows.size(); ++j)
            matrix.at(i, j) = matrix.at(j, i) = distance(rows[i], rows[j]);
    return matrix;
}

/// Over pairs of different clients; nothing for fewer than two.
std::optional<double> meanOfPairs(const std::optional<Matrix>& matrix)
{
    if (!matrix || matrix->rows < 2)
        return std::nullopt;
    const double pairs = static_cast<double>(matrix->rows) * static_cast<double>(matrix->rows - 1);
    return std::accumulate(matrix->values.begin(), matrix->values.end(), 0.0) / pairs;
}

/// The kind of every sample; empty if they are all of one.
const std::vector<std::int32_t>& kindsOf(const Samples& samples, HoldingKind kind)
{
    static const std::vector<std::int32_t> none;
    return kind == HoldingKind::Class    ? samples.labels
           : kind == HoldingKind::Domain ? samples.domains
                                         : none;
}

std::vector<std::string> namesOf(const Dataset& dataset, HoldingKind kind)
{
    if (kind == HoldingKind::Sample)
        return {"samples"};
    std::size_t count = dataset.classes;
    if (kind == HoldingKind::Domain) {
        count = dataset.domainNames.size();
        for (const Samples* samples : {&dataset.train, &dataset.officialTest})
            for (const std::int32_t domain : samples->domains)
                count = std::max(count, static_cast<std::size_t>(domain) + 1);
    }
    const std::vector<std::string>& given =
        kind == HoldingKind::Class ? dataset.classNames : dataset.domainNames;
    std::vector<std::string> names;
    for (std::size_t i = 0; i < count; ++i)
        names.push_back(i < given.size() ? given[i] : std::to_string(i));
    return names;
}

ClientHolding
holdingOf(const Dataset& dataset, const Shard& shard, HoldingKind kind, std::size_t kinds)
{
    const Samples& testFrom = shard.testIsOfficial ? dataset.officialTest : dataset.train;
    ClientHolding holding;
    holding.train = kindCounts(dataset.train, kind, kinds, shard.train);
    holding.test = kindCounts(testFrom, kind, kinds, shard.test);
    holding.validation = kindCounts(dataset.train, kind, kinds, shard.validation);
    holding.trainSize = static_cast<std::int64_t>(shard.trainCount());
    if (shard.streamed > 0 && kind == HoldingKind::Sample)
        holding.train.front() = holding.trainSize; // an epoch of its stream
    holding.testSize = static_cast<std::int64_t>(shard.test.size());
    holding.validationSize = static_cast<std::int64_t>(shard.validation.size());
    holding.testIsOfficial = shard.testIsOfficial;
    holding.trueGroup = shard.trueGroup;
    holding.entropy = entropyOf(holding.train);
    return holding;
}

PartitionSummary summaryOf(const PartitionStatistics& statistics)
{
    PartitionSummary summary;
    if (statistics.clients.empty())
        return summary;
    const auto clients = static_cast<double>(statistics.clients.size());
    Counts sizes;
    Counts total(statistics.kindNames.size(), 0);
    for (const ClientHolding& client : statistics.clients) {
        sizes.push_back(client.trainSize);
        std::ranges::transform(total, client.train, total.begin(), std::plus<>());
        summary.meanEntropy += client.entropy / clients;
        summary.meanKinds +=
            static_cast<double>(
                client.train.size()
                - static_cast<std::size_t>(std::ranges::count(client.train, std::int64_t{0})))
            / clients;
    }
    summary.absentKinds = static_cast<std::size_t>(std::ranges::count(total, std::int64_t{0}));
    const auto [least, most] = std::ranges::minmax(sizes);
    summary.smallest = least;
    summary.largest = most;
    summary.meanSize = static_cast<double>(sumOf(sizes)) / clients;
    double squares = 0;
    for (const std::int64_t size : sizes) {
        const double off = static_cast<double>(size) - summary.meanSize;
        squares += off * off;
    }
    summary.sizeVariation = std::sqrt(squares / clients) / summary.meanSize;
    summary.sizeGini = gini(sizes);
    summary.meanTotalVariation = meanOfPairs(statistics.totalVariation);
    summary.meanHellinger = meanOfPairs(statistics.hellinger);
    return summary;
}

} // namespace

Counts kindCounts(const Samples& samples,
                  HoldingKind kind,
                  std::size_t kinds,
                  std::span<const std::int32_t> indices)
{
    Counts counts(kinds, 0);
    const std::vector<std::int32_t>& known = kindsOf(samples, kind);
    for (const std::int32_t index : indices)
        ++counts[known.empty() ? 0
                               : static_cast<std::size_t>(known[static_cast<std::size_t>(index)])];
    return counts;
}

HoldingKind usualKind(const Dataset& dataset)
{
    if (!dataset.train.domains.empty())
        return HoldingKind::Domain;
    return dataset.classes > 0 ? HoldingKind::Class : HoldingKind::Sample;
}

PartitionStatistics
partitionStatistics(const Dataset& dataset, const Shards& shards, HoldingKind kind)
{
    if (kindsOf(dataset.train, kind).empty())
        kind = HoldingKind::Sample;
    PartitionStatistics statistics;
    statistics.kind = kind;
    statistics.kindNames = namesOf(dataset, kind);
    std::vector<std::vector<double>> rows;
    for (const Shard& shard : shards) {
        statistics.clients.push_back(holdingOf(dataset, shard, kind, statistics.kindNames.size()));
        rows.push_back(proportions(statistics.clients.back().train));
    }
    if (shards.size() <= kMostClientsCompared) {
        statistics.totalVariation = distances(rows, &variationOf);
        statistics.hellinger = distances(rows, &hellingerOf);
    }
    statistics.summary = summaryOf(statistics);
    return statistics;
}

double entropyOf(const Counts& counts)
{
    return entropyOf(proportions(counts));
}

double totalVariation(const Counts& a, const Counts& b)
{
    return variationOf(proportions(a), proportions(b));
}

double hellinger(const Counts& a, const Counts& b)
{
    return hellingerOf(proportions(a), proportions(b));
}

double gini(Counts sizes)
{
    std::ranges::sort(sizes);
    const double count = static_cast<double>(sizes.size());
    double weighted = 0; // Σ (2 i − n − 1) x_i over ascending x, i from 1
    double sum = 0;
    for (std::size_t i = 0; i < sizes.size(); ++i) {
        weighted += (2 * static_cast<double>(i + 1) - count - 1) * static_cast<double>(sizes[i]);
        sum += static_cast<double>(sizes[i]);
    }
    return weighted / (count * sum);
}

} // namespace coterie
