#include "core/base/try.h"
#include "core/data/partition/scheme.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

namespace coterie {

namespace {

/// Radix sort of indices, none negative: for thousands of them much faster than comparing.
void sortIndices(Indices& indices)
{
    constexpr std::size_t kFewest = 256; // fewer are quickly compared
    constexpr int kDigitBits = 11;
    constexpr std::size_t kDigits = std::size_t{1} << kDigitBits;
    if (indices.size() < kFewest) {
        std::ranges::sort(indices);
        return;
    }
    const std::int32_t largest = std::ranges::max(indices);
    Indices sorted(indices.size());
    for (int shift = 0; shift < 31 && largest >> shift > 0; shift += kDigitBits) {
        const auto digit = [shift](std::int32_t index) {
            return static_cast<std::size_t>(index >> shift) % kDigits;
        };
        std::array<std::size_t, kDigits> places{};
        for (const std::int32_t index : indices)
            ++places[digit(index)];
        std::exclusive_scan(places.begin(), places.end(), places.begin(), std::size_t{0});
        for (const std::int32_t index : indices)
            sorted[places[digit(index)]++] = index;
        std::swap(indices, sorted);
    }
}

/// round(share · count), at least 1 if the share is above 0 and there are two samples; with `up`
/// rounded up, but less than all.
std::size_t shareOf(double share, std::size_t count, bool up)
{
    if (share <= 0 || count < 2)
        return 0;
    const double exact = share * static_cast<double>(count);
    if (up) // 0.96 · 25 is 24, whatever binary fractions make of it
        return std::min(static_cast<std::size_t>(std::ceil(exact - 1e-9)), count - 1);
    return std::max<std::size_t>(static_cast<std::size_t>(std::llround(exact)), 1);
}

/// How many of each class make up `count`: by proportion, the largest remainders rounded up.
std::vector<std::size_t> stratified(std::span<const std::size_t> classSizes, std::size_t count)
{
    const std::size_t all = std::accumulate(classSizes.begin(), classSizes.end(), std::size_t{0});
    std::vector<std::size_t> wanted;
    std::vector<std::pair<std::size_t, std::size_t>> remainders; // of count · size / all, and class
    std::size_t given = 0;
    for (std::size_t label = 0; label < classSizes.size(); ++label) {
        wanted.push_back(count * classSizes[label] / all);
        remainders.emplace_back(count * classSizes[label] % all, label);
        given += wanted.back();
    }
    std::ranges::stable_sort(
        remainders, std::ranges::greater{}, &std::pair<std::size_t, std::size_t>::first);
    for (std::size_t i = 0; given < count; ++i, ++given)
        ++wanted[remainders[i].second];
    return wanted;
}

/// Takes samples off the end of a shuffled list; stratified: the last ones of each class.
void move(Indices& from, std::size_t count, const Dataset& dataset, bool stratify, Indices& to)
{
    if (!stratify || dataset.classes == 0) {
        const auto first = from.end() - static_cast<std::ptrdiff_t>(count);
        to.assign(first, from.end());
        from.erase(first, from.end());
    } else {
        const auto labelOf = [&dataset](std::int32_t sample) {
            return static_cast<std::size_t>(dataset.train.labels[static_cast<std::size_t>(sample)]);
        };
        std::vector<std::size_t> sizes(dataset.classes, 0);
        for (const std::int32_t sample : from)
            ++sizes[labelOf(sample)];
        std::vector<std::size_t> wanted = stratified(sizes, count);
        Indices kept;
        for (const std::int32_t sample : from) {
            std::size_t& left = wanted[labelOf(sample)];
            (left > 0 ? to : kept).push_back(sample);
            left -= left > 0 ? 1 : 0;
        }
        from = std::move(kept);
    }
    sortIndices(to); // neighbours in memory are read faster
}

Result<void> split(Shard& shard,
                   std::size_t client,
                   const Dataset& dataset,
                   const DataSettings& settings,
                   const TestRule& rule,
                   std::uint64_t seed)
{
    Indices& samples = shard.train;
    // The order before must not matter: equal holdings are split equally.
    sortIndices(samples);
    RandomStream stream(
        {.seed = seed, .purpose = Purpose::Split, .client = static_cast<std::uint32_t>(client)});

    const std::size_t count = samples.size();
    const bool ownTest = rule.source == TestSource::Share;
    const std::size_t testCount =
        ownTest ? shareOf(rule.share.value_or(settings.testShare), count, rule.roundUp) : 0;
    const std::size_t validationCount = shareOf(settings.validationShare, count, false);
    if (testCount + validationCount >= count)
        return fail(!ownTest     ? "/data/validation/share"
                    : rule.share ? "/data/partition/testShare"
                                 : "/data/test/share",
                    "client " + std::to_string(client) + " has " + std::to_string(count)
                        + " samples, of which " + std::to_string(testCount)
                        + " would be for test and " + std::to_string(validationCount)
                        + " for validation; at least 1 must be left to train on");
    if (testCount + validationCount > 0) { // otherwise no order is needed
        stream.shuffle(std::span<std::int32_t>(samples));
        if (ownTest)
            move(samples, testCount, dataset, rule.stratified, shard.test);
        move(samples, validationCount, dataset, rule.stratified, shard.validation);
        sortIndices(samples);
    }
    sortIndices(shard.test);
    return {};
}

/// Gives every client the official test samples whose key (class or domain) it has too.
Result<void> giveOfficialTest(Shards& shards, const Dataset& dataset, TestSource source)
{
    const bool byDomain = source == TestSource::OfficialDomain;
    const auto keysOf = [byDomain](const Samples& samples) -> const Indices& {
        return byDomain ? samples.domains : samples.labels;
    };
    if (keysOf(dataset.officialTest).size() != dataset.officialTest.count())
        return refuseParameter("test",
                               "\"official\"",
                               "share because the official test set of " + dataset.title
                                   + " has no " + (byDomain ? "domains" : "classes"));
    const std::vector<Indices> pools = indicesByKey(
        keysOf(dataset.officialTest), byDomain ? domainCount(dataset) : dataset.classes);
    for (std::size_t client = 0; client < shards.size(); ++client) {
        Shard& shard = shards[client];
        std::vector<bool> wanted(pools.size(), false);
        for (const std::int32_t sample : shard.train)
            wanted[static_cast<std::size_t>(
                keysOf(dataset.train)[static_cast<std::size_t>(sample)])] = true;
        for (std::size_t key = 0; key < pools.size(); ++key)
            if (wanted[key])
                shard.test.insert(shard.test.end(), pools[key].begin(), pools[key].end());
        if (shard.test.empty())
            return refuseParameter("test",
                                   "\"official\"",
                                   "share because the official test set of " + dataset.title
                                       + " has no samples for client " + std::to_string(client)
                                       + (shard.name.empty() ? "" : " (\"" + shard.name + "\")"));
        shard.testIsOfficial = true;
    }
    return {};
}

} // namespace

Result<void> splitShards(Shards& shards,
                         const Dataset& dataset,
                         const DataSettings& settings,
                         const TestRule& rule,
                         std::uint64_t seed)
{
    if (rule.source == TestSource::OfficialDomain || rule.source == TestSource::OfficialClasses)
        COTERIE_CHECK(giveOfficialTest(shards, dataset, rule.source));
    for (std::size_t client = 0; client < shards.size(); ++client)
        COTERIE_CHECK(split(shards[client], client, dataset, settings, rule, seed));
    return {};
}

} // namespace coterie
