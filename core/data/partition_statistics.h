#pragma once

#include "core/base/matrix.h"
#include "core/data/dataset.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace coterie {

/// What samples are counted by.
enum class HoldingKind
{
    Class,
    Domain,
    Sample ///< without classes and domains: all samples are of one kind
};

/// What one client holds.
struct ClientHolding
{
    std::vector<std::int64_t> train; ///< training samples of each kind
    std::vector<std::int64_t> test;
    std::vector<std::int64_t> validation;
    std::int64_t trainSize = 0;
    std::int64_t testSize = 0;
    std::int64_t validationSize = 0;
    bool testIsOfficial = false;
    int trueGroup = -1;
    std::string name = {}; ///< the client's own, where the data has one
    double entropy = 0;    ///< of the training samples' kinds, nats; NaN for a client without any

    bool operator==(const ClientHolding&) const = default;
};

/// A partition in a few numbers, all of training samples.
struct PartitionSummary
{
    double meanSize = 0;
    std::int64_t smallest = 0;
    std::int64_t largest = 0;
    double sizeVariation = 0;    ///< standard deviation (ddof 0) over mean
    double sizeGini = 0;         ///< 0: all equal; towards 1: one client has everything
    double meanEntropy = 0;      ///< nats
    double meanKinds = 0;        ///< kinds a client holds
    std::size_t absentKinds = 0; ///< kinds that no client has
    std::optional<double> meanTotalVariation; ///< over pairs of clients
    std::optional<double> meanHellinger;

    bool operator==(const PartitionSummary&) const = default;
};

/// A partition in numbers, to be shown.
struct PartitionStatistics
{
    HoldingKind kind = HoldingKind::Class;
    std::vector<std::string> kindNames;
    std::vector<ClientHolding> clients;
    std::optional<Matrix> totalVariation; ///< client × client, ½ Σ |p − q|; absent beyond
                                          ///< kMostClientsCompared clients
    std::optional<Matrix> hellinger;      ///< √(1 − Σ √(p q))
    PartitionSummary summary;

    bool operator==(const PartitionStatistics&) const = default;
};

inline constexpr std::size_t kMostClientsCompared = 2000;

/// Domains if the data set has them and they are not its clients, otherwise classes.
[[nodiscard]] HoldingKind usualKind(const Dataset& dataset);

/// How many of these samples are of each kind.
[[nodiscard]] std::vector<std::int64_t> kindCounts(const Samples& samples,
                                                   HoldingKind kind,
                                                   std::size_t kinds,
                                                   std::span<const std::int32_t> indices);

/// If the data set lacks the kind, all samples count as one kind.
[[nodiscard]] PartitionStatistics
partitionStatistics(const Dataset& dataset, const Shards& shards, HoldingKind kind);

/// −Σ p ln p of counts, nats; NaN if all are zero.
[[nodiscard]] double entropyOf(const std::vector<std::int64_t>& counts);
[[nodiscard]] double totalVariation(const std::vector<std::int64_t>& a,
                                    const std::vector<std::int64_t>& b);
[[nodiscard]] double hellinger(const std::vector<std::int64_t>& a,
                               const std::vector<std::int64_t>& b);
/// Gini coefficient of sizes: mean absolute difference over twice the mean.
[[nodiscard]] double gini(std::vector<std::int64_t> sizes);

struct FeatureShiftOptions
{
    std::size_t frequencies = 256;      ///< random Fourier features come in pairs of cos and sin
    std::size_t samplesPerClient = 128; ///< at most this many training samples are looked at
    std::uint64_t seed = 1;
};

/// How differently the inputs of two clients are distributed, whatever their labels: the maximum
/// mean discrepancy under a Gaussian kernel, client × client.
/// MMD² without bias, Gretton et al. (2012), eq. (3), 0 where it comes out negative; the kernel
/// through random Fourier features, Rahimi and Recht (2007); its width is the median distance of
/// samples. Absent beyond kMostClientsCompared clients, and for samples that are not stored.
[[nodiscard]] std::optional<Matrix>
featureShift(const Dataset& dataset, const Shards& shards, const FeatureShiftOptions& options = {});

} // namespace coterie
