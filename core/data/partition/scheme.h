#pragma once

#include "core/base/filled.h"
#include "core/base/random_stream.h"
#include "core/data/dataset.h"
#include "core/experiment/experiment.h"

#include <array>
#include <optional>
#include <span>
#include <vector>

namespace coterie {

/// Where the test samples of a scheme's clients come from.
enum class TestSource
{
    Share,           ///< data.test.share of what the client was dealt
    Dealt,           ///< the scheme has put them into Shard::test itself
    OfficialDomain,  ///< all official test samples of the client's domains
    OfficialClasses, ///< all official test samples of the client's classes
};

/// How test samples are split off.
struct TestRule
{
    TestSource source = TestSource::Share;
    bool roundUp = false; ///< ⌈share · n⌉, so that ⌊(1 − share) · n⌋ are left to train on
    bool stratified = false;          ///< every class gives its share
    std::optional<double> share = {}; ///< the scheme's own, in place of data.test.share
};

/// Splits what every client was dealt into training, test and validation samples, by the rule and
/// the shares of data.test and data.validation. Every client keeps at least one training sample.
/// The split of one client does not depend on the others.
[[nodiscard]] Result<void> splitShards(Shards& shards,
                                       const Dataset& dataset,
                                       const DataSettings& settings,
                                       const TestRule& rule,
                                       std::uint64_t seed);

/// Which samples a scheme gave to each client, in Shard::train. Test samples (unless dealt) and
/// validation samples are split off later.
struct Deal
{
    Shards shards;
    TestRule test;
};

/// One way to deal a data set's samples to clients.
struct PartitionScheme
{
    NamedPart part;
    /// Draws only from partitionStream(). `given` is complete and checked.
    Result<Deal> (*deal)(const Dataset& dataset,
                         const ParameterSet& given,
                         std::uint64_t seed) = nullptr;
    /// Whether the parameters fit each other, as far as this does not depend on the data.
    Result<void> (*check)(const ParameterSet& given) = nullptr;
};

/// The only list of schemes in the program. To add one: a file in this folder that defines it, and
/// its name here.
#define COTERIE_PARTITION_SCHEMES                                                                  \
    kIidScheme, kHalfNormalScheme, kShardsScheme, kDirichletScheme, kLabelDirichletScheme,         \
        kLabelsScheme, kClustersScheme, kDomainsScheme, kNaturalScheme, kTwoTasksScheme,           \
        kByHandScheme

extern const PartitionScheme COTERIE_PARTITION_SCHEMES;

[[nodiscard]] inline RandomStream partitionStream(std::uint64_t seed,
                                                  std::size_t client = 0,
                                                  std::uint32_t round = 0,
                                                  std::uint32_t peer = 0)
{
    return RandomStream({.seed = seed,
                         .purpose = Purpose::Partition,
                         .round = round,
                         .client = static_cast<std::uint32_t>(client),
                         .peer = peer});
}

inline constexpr double kMostSamples = 2'147'483'647; ///< what an index can count

inline constexpr ParameterDescriptor kClientsParameter{.name = "clients",
                                                       .range = between(1, 100'000),
                                                       .unit = "clients",
                                                       .meaning = "how many clients share the data",
                                                       .symbol = "N"};

[[nodiscard]] constexpr ParameterDescriptor samplesParameter(std::string_view meaning,
                                                             std::string_view name = "samples",
                                                             std::string_view title = {},
                                                             double minimum = 0)
{
    return {.name = name,
            .title = title,
            .range = between(minimum, kMostSamples),
            .unit = "samples",
            .meaning = meaning};
}

/// For schemes that know which official test samples are a client's own.
enum class TestChoice
{
    Auto, ///< official if the data set has official test samples
    Official,
    Share
};

inline constexpr std::array<std::string_view, 3> kTestWords{"auto", "official", "share"};

[[nodiscard]] constexpr ParameterDescriptor testParameter(std::string_view meaning)
{
    return {.name = "test", .title = "Test samples from", .words = kTestWords, .meaning = meaning};
}

template <typename Found>
[[nodiscard]] Unexpected<Error>
refuseParameter(std::string_view parameter, const Found& found, std::string allowed)
{
    return notAllowed(
        filled("/data/partition/{}", parameter), filled("{}", found), std::move(allowed));
}

/// Fails at a parameter, or at "scheme".
[[nodiscard]] inline Unexpected<Error>
failParameter(std::string_view parameter, std::string sentence, ErrorKind kind = ErrorKind::Other)
{
    return fail(filled("/data/partition/{}", parameter), std::move(sentence), kind);
}

/// h_i = |N(0, 1)|, one per client, never all zero (HCCT: half-normal ℋ(1); ALGORITHMS §9.1).
[[nodiscard]] std::vector<double> halfNormals(std::size_t clients, std::uint64_t seed);

/// max(least, ⌊total · h_i / Σh⌋). Where clients that get `least` would make the sum exceed the
/// total, the largest (the first of equals) give one each until it does not. total ≥ least ·
/// clients.
[[nodiscard]] std::vector<std::size_t>
proportionalSizes(std::span<const double> weights, std::size_t total, std::size_t least);

using Indices = std::vector<std::int32_t>;

/// 0, 1, … count − 1.
[[nodiscard]] Indices firstIndices(std::size_t count);
/// Indices by the key they have, e.g. their class; ascending in each list.
[[nodiscard]] std::vector<Indices> indicesByKey(std::span<const std::int32_t> keys,
                                                std::size_t count);

/// Errors for a scheme that deals by classes, or by domains, if the data set has none.
[[nodiscard]] Result<void> needClasses(const Dataset& dataset, std::string_view scheme);
[[nodiscard]] Result<void> needDomains(const Dataset& dataset, std::string_view scheme);
[[nodiscard]] std::size_t domainCount(const Dataset& dataset);
/// The domain's name; its number if it has none.
[[nodiscard]] std::string domainName(const Dataset& dataset, std::size_t domain);
[[nodiscard]] std::string className(const Dataset& dataset, std::size_t label);

/// Where a client's test samples come from: `official` if that is chosen and possible.
[[nodiscard]] Result<TestSource>
testSource(const Dataset& dataset, TestChoice choice, TestSource official);

/// Cards drawn without replacement, each draw uniform over the rest.
class Deck
{
public:
    explicit Deck(Indices cards)
        : m_cards(std::move(cards))
    {}

    [[nodiscard]] std::size_t size() const { return m_cards.size(); }
    [[nodiscard]] std::size_t left() const { return m_cards.size() - m_drawn; }
    /// The next `count` cards go to `to`; at most left().
    void draw(std::size_t count, RandomStream& stream, Indices& to);
    /// Puts all cards back.
    void reset() { m_drawn = 0; }

private:
    Indices m_cards;
    std::size_t m_drawn = 0;
};

} // namespace coterie
