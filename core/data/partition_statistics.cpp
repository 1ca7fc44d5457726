#include "core/data/partition_statistics.h"

#include "core/base/random_stream.h"
#include "core/math/label_distributions.h"
#include "core/math/linear_algebra.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

extern "C" {
// C ← alpha·op(A)·op(B) + beta·C; matrices by columns.
void sgemm_(const char* transA,
            const char* transB,
            const int* m,
            const int* n,
            const int* k,
            const float* alpha,
            const float* a,
            const int* lda,
            const float* b,
            const int* ldb,
            const float* beta,
            float* c,
            const int* ldc);
}

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
    holding.name = shard.name;
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

/// Streams of the statistics: runs draw from Purpose::Algorithm in rounds far below this one.
constexpr std::uint32_t kRound = 0xFFFFFFFF;
constexpr std::uint32_t kFrequencyPeer = 1;
constexpr std::uint32_t kPairPeer = 2;
constexpr std::uint32_t kSamplePeer = 3;

RandomStream streamOf(std::uint64_t seed, std::uint32_t peer, std::uint32_t client = 0)
{
    return RandomStream({.seed = seed,
                         .purpose = Purpose::Algorithm,
                         .round = kRound,
                         .client = client,
                         .peer = peer});
}

/// Inputs of some samples of each client, as the network would see them.
struct Inputs
{
    std::vector<float> values; // one row per sample
    std::vector<std::size_t> ends;
    std::size_t width = 0;

    [[nodiscard]] std::size_t rows() const { return ends.empty() ? 0 : ends.back(); }
    [[nodiscard]] const float* row(std::size_t index) const
    {
        return values.data() + index * width;
    }
};

Inputs
chosenInputs(const Dataset& dataset, const Shards& shards, const FeatureShiftOptions& options)
{
    Inputs inputs;
    inputs.width = dataset.train.shape.size();
    std::vector<std::int32_t> chosen;
    for (std::size_t client = 0; client < shards.size(); ++client) {
        std::vector<std::int32_t> samples = shards[client].train;
        RandomStream stream =
            streamOf(options.seed, kSamplePeer, static_cast<std::uint32_t>(client));
        stream.shuffle(std::span<std::int32_t>(samples));
        samples.resize(std::min(samples.size(), options.samplesPerClient));
        chosen.insert(chosen.end(), samples.begin(), samples.end());
        inputs.ends.push_back(chosen.size());
    }
    inputs.values.resize(chosen.size() * inputs.width);
    gather(dataset.train,
           dataset.inputScale,
           std::span<const std::int32_t>(chosen),
           inputs.values.data());
    return inputs;
}

/// Median distance of random pairs; 1 if most are the same sample.
double medianDistance(const Inputs& inputs, std::uint64_t seed)
{
    constexpr std::size_t kPairs = 999;
    RandomStream stream = streamOf(seed, kPairPeer);
    std::vector<double> found;
    for (std::size_t pair = 0; pair < kPairs; ++pair) {
        const float* a = inputs.row(static_cast<std::size_t>(stream.below(inputs.rows())));
        const float* b = inputs.row(static_cast<std::size_t>(stream.below(inputs.rows())));
        double squares = 0;
        for (std::size_t i = 0; i < inputs.width; ++i) {
            const double off = static_cast<double>(a[i]) - static_cast<double>(b[i]);
            squares += off * off;
        }
        found.push_back(std::sqrt(squares));
    }
    std::ranges::nth_element(found, found.begin() + kPairs / 2);
    return found[kPairs / 2] > 0 ? found[kPairs / 2] : 1;
}

/// ω ~ N(0, 1/σ²), one row per frequency.
std::vector<float>
frequencies(std::size_t count, std::size_t width, double deviation, std::uint64_t seed)
{
    RandomStream stream = streamOf(seed, kFrequencyPeer);
    std::vector<float> omega(count * width);
    for (float& value : omega)
        value = static_cast<float>(stream.normal() / deviation);
    return omega;
}

/// angles[row, i] = ⟨x_row, ω_i⟩, all row-major.
void multiply(const float* x,
              std::size_t rows,
              const std::vector<float>& omega,
              std::size_t width,
              std::vector<float>& angles)
{
    const int m = static_cast<int>(omega.size() / width);
    const int n = static_cast<int>(rows);
    const int k = static_cast<int>(width);
    const float one = 1;
    const float zero = 0;
    sgemm_("T", "N", &m, &n, &k, &one, omega.data(), &k, x, &k, &zero, angles.data(), &m);
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
    // Domains that are clients tell every client apart; classes show which are alike.
    if (!dataset.train.domains.empty() && !(dataset.domainsAreClients && dataset.classes > 0))
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

std::optional<Matrix>
featureShift(const Dataset& dataset, const Shards& shards, const FeatureShiftOptions& options)
{
    if (shards.size() > kMostClientsCompared)
        return std::nullopt;
    const Inputs inputs = chosenInputs(dataset, shards, options);
    if (inputs.rows() == 0)
        return std::nullopt;
    const std::size_t count = options.frequencies;
    const std::vector<float> omega =
        frequencies(count, inputs.width, medianDistance(inputs, options.seed), options.seed);

    Matrix means(shards.size(), 2 * count); // of φ = [cos ωx, sin ωx] / √D, so that φ(x)·φ(x) = 1
    std::vector<double> within(shards.size()); // mean of φ(x)·φ(y) over pairs of different samples
    std::vector<float> angles;
    std::size_t first = 0;
    for (std::size_t client = 0; client < shards.size(); ++client) {
        const std::size_t rows = inputs.ends[client] - first;
        angles.resize(rows * count);
        if (rows > 0)
            multiply(inputs.row(first), rows, omega, inputs.width, angles);
        const auto total = static_cast<double>(rows);
        const std::span<double> mean = means.row(client);
        for (std::size_t row = 0; row < rows; ++row)
            for (std::size_t i = 0; i < count; ++i) {
                const auto angle = static_cast<double>(angles[row * count + i]);
                mean[i] += std::cos(angle);
                mean[count + i] += std::sin(angle);
            }
        double squares = 0;
        for (double& value : mean) {
            value /= total * std::sqrt(static_cast<double>(count));
            squares += value * value;
        }
        // One sample has no pair: its distance to itself is 0.
        within[client] = rows < 2 ? 1 : (squares * total - 1) / (total - 1);
        first = inputs.ends[client];
    }

    const Matrix between = gram(means);
    Matrix distance(shards.size(), shards.size());
    for (std::size_t i = 0; i < shards.size(); ++i)
        for (std::size_t j = 0; j < shards.size(); ++j)
            if (i != j)
                distance.at(i, j) =
                    std::sqrt(std::max(0.0, within[i] + within[j] - 2 * between.at(i, j)));
    return distance;
}

} // namespace coterie
