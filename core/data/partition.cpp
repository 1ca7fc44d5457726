#include "core/data/partition.h"

#include "core/base/try.h"
#include "core/data/parts.h"
#include "core/experiment/plan.h"

#include <algorithm>
#include <numeric>
#include <set>

namespace coterie {

namespace {

// Rounds of the partition streams that no scheme uses: schemes count attempts from 0.
constexpr std::uint32_t kOwnOrder = 0xFFFFFFFF;
constexpr std::uint32_t kPoolOrder = 0xFFFFFFFE;
constexpr std::uint32_t kEdgeRound = 0xFFFFFFFD;

std::string placeOf(std::size_t index)
{
    return "/clients/overrides/" + std::to_string(index);
}

Result<void>
check(const ClientOverride& change, std::size_t index, const Shards& shards, const Dataset& dataset)
{
    const std::string place = placeOf(index);
    if (change.client < 0 || static_cast<std::size_t>(change.client) >= shards.size())
        return notAllowed(place + "/client",
                          std::to_string(change.client),
                          "a client from 0 to " + std::to_string(shards.size() - 1));
    if (!change.samples && !change.classCounts)
        return fail(place, "must have samples or classCounts", ErrorKind::Missing);
    if (change.samples && *change.samples < 1)
        return notAllowed(place + "/samples", std::to_string(*change.samples), "at least 1");
    if (!change.classCounts)
        return {};
    const std::vector<int>& counts = *change.classCounts;
    if (dataset.classes == 0)
        return fail(place + "/classCounts", dataset.title + " has no classes to count");
    if (counts.size() != dataset.classes)
        return notAllowed(place + "/classCounts",
                          "a list of " + std::to_string(counts.size()),
                          filled("a list of {} numbers, one per class", dataset.classes));
    for (std::size_t label = 0; label < counts.size(); ++label)
        if (counts[label] < 0)
            return notAllowed(place + "/classCounts/" + std::to_string(label),
                              std::to_string(counts[label]),
                              "at least 0");
    if (std::ranges::all_of(counts, [](int count) { return count == 0; }))
        return fail(place + "/classCounts", "must have at least one sample of some class");
    const std::int64_t total = std::accumulate(counts.begin(), counts.end(), std::int64_t{0});
    if (change.samples && total != *change.samples)
        return notAllowed(place + "/samples",
                          std::to_string(*change.samples),
                          std::to_string(total) + ", the sum of classCounts");
    return {};
}

/// The samples that no client holds, by class, in random order.
std::vector<Indices> freeSamples(const Shards& shards, const Dataset& dataset, std::uint64_t seed)
{
    std::vector<bool> held(dataset.train.count(), false);
    const auto hold = [&held](const Indices& samples) {
        for (const std::int32_t sample : samples)
            held[static_cast<std::size_t>(sample)] = true;
    };
    for (const Shard& shard : shards) {
        hold(shard.train);
        if (!shard.testIsOfficial)
            hold(shard.test);
    }
    std::vector<Indices> pool = indicesByKey(dataset.train.labels, dataset.classes);
    for (std::size_t label = 0; label < pool.size(); ++label) {
        std::erase_if(pool[label],
                      [&](std::int32_t sample) { return held[static_cast<std::size_t>(sample)]; });
        partitionStream(seed, label, kPoolOrder).shuffle(std::span(pool[label]));
    }
    return pool;
}

/// Keeps up to the wanted number of each class; returns how many of each are missing.
std::vector<std::size_t>
keepWanted(Shard& shard, const std::vector<int>& counts, const Dataset& dataset)
{
    std::vector<std::size_t> missing(counts.begin(), counts.end());
    std::erase_if(shard.train, [&](std::int32_t sample) {
        std::size_t& left = missing[static_cast<std::size_t>(
            dataset.train.labels[static_cast<std::size_t>(sample)])];
        if (left == 0)
            return true;
        --left;
        return false;
    });
    return missing;
}

/// Changes the Shard::train of single clients, before test samples are split off. "samples" keeps a
/// random part of that size. "classCounts" gives a client exactly that many of each class: its own
/// as far as possible, the rest from samples that no client holds. No sample has two owners, and
/// whether the overrides can be met does not depend on their order.
Result<void> applyOverrides(Shards& shards,
                            const Dataset& dataset,
                            std::span<const ClientOverride> overrides,
                            std::uint64_t seed)
{
    std::vector<bool> seen(shards.size(), false);
    for (std::size_t index = 0; index < overrides.size(); ++index) {
        COTERIE_CHECK(check(overrides[index], index, shards, dataset));
        const auto client = static_cast<std::size_t>(overrides[index].client);
        if (seen[client])
            return notAllowed(placeOf(index) + "/client",
                              std::to_string(client),
                              "a client without another override");
        seen[client] = true;
    }

    // First all clients give up what they do not need, so that the others can take it.
    std::vector<std::vector<std::size_t>> missing(overrides.size());
    for (std::size_t index = 0; index < overrides.size(); ++index) {
        const ClientOverride& change = overrides[index];
        const auto client = static_cast<std::size_t>(change.client);
        Shard& shard = shards[client];
        partitionStream(seed, client, kOwnOrder).shuffle(std::span(shard.train));
        if (change.classCounts) {
            missing[index] = keepWanted(shard, *change.classCounts, dataset);
            continue;
        }
        const auto wanted = static_cast<std::size_t>(*change.samples);
        if (wanted > shard.train.size())
            return notAllowed(placeOf(index) + "/samples",
                              std::to_string(wanted),
                              "at most " + std::to_string(shard.train.size())
                                  + ", what the partition gives client "
                                  + std::to_string(change.client));
        shard.train.resize(wanted);
    }
    if (std::ranges::all_of(missing, [](const auto& counts) { return counts.empty(); }))
        return {};

    std::vector<Indices> pool = freeSamples(shards, dataset, seed);
    for (std::size_t index = 0; index < overrides.size(); ++index)
        for (std::size_t label = 0; label < missing[index].size(); ++label) {
            const std::size_t needed = missing[index][label];
            Indices& available = pool[label];
            const int wanted = (*overrides[index].classCounts)[label];
            const std::size_t own = static_cast<std::size_t>(wanted) - needed;
            if (needed > available.size())
                return notAllowed(
                    filled("{}/classCounts/{}", placeOf(index), label),
                    std::to_string(wanted),
                    filled("at most {}: client {} holds {} of class {} and nobody holds {} more; a "
                           "partition with fewer samples per client leaves some free",
                           own + available.size(),
                           overrides[index].client,
                           own,
                           dataset.classNames[label],
                           available.size()));
            const auto first = available.end() - static_cast<std::ptrdiff_t>(needed);
            Indices& held = shards[static_cast<std::size_t>(overrides[index].client)].train;
            held.insert(held.end(), first, available.end());
            available.erase(first, available.end());
        }
    return {};
}

/// Shards of a data set with unlimited streams: client i trains on stream i and has its own part of
/// the official test set. Only the partition "natural" fits, without overrides.
Result<Shards>
streamShards(const Dataset& dataset, const DataSettings& settings, const ClientSettings& clients)
{
    if (settings.partition.name != "natural")
        return notAllowed("/data/partition/scheme",
                          inQuotes(settings.partition.name),
                          "natural because " + dataset.title + " makes each client's samples");
    if (!clients.overrides.empty())
        return fail("/clients/overrides/0",
                    dataset.title + " makes each client's samples, so none can be removed");
    if (settings.validationShare > 0)
        return notAllowed(
            "/data/validation/share", {}, "0 because " + dataset.title + " is unlimited");

    const Streams streams = dataset.train.source->streams();
    if (const Parameter* said = settings.partition.parameters.find("clients")) {
        const auto* count = std::get_if<std::int64_t>(&said->values.front());
        if (count && *count > 0 && static_cast<std::size_t>(*count) != streams.groups.size())
            return notAllowed("/data/partition/clients",
                              std::to_string(*count),
                              filled("{}, the clients that {} makes, or 0",
                                     streams.groups.size(),
                                     dataset.title));
    }
    Shards shards(streams.groups.size());
    for (std::size_t client = 0; client < shards.size(); ++client) {
        Shard& shard = shards[client];
        shard.streamed = streams.epoch;
        shard.trueGroup = streams.groups[client];
        shard.testIsOfficial = true;
        shard.test.resize(streams.testSamples);
        std::iota(shard.test.begin(),
                  shard.test.end(),
                  static_cast<std::int32_t>(client * streams.testSamples));
    }
    return shards;
}

/// Of edge servers or arrivals.
template <typename Group>
Result<void>
checkLists(const std::vector<Group>& groups, std::string_view place, std::size_t clients)
{
    for (std::size_t group = 0; group < groups.size(); ++group) {
        const std::vector<int>& named = groups[group].clients;
        for (std::size_t i = 0; i < named.size(); ++i)
            if (named[i] < 0 || static_cast<std::size_t>(named[i]) >= clients)
                return notAllowed(filled("/clients/{}/{}/clients/{}", place, group, i),
                                  std::to_string(named[i]),
                                  filled("a client from 0 to {}", clients - 1));
    }
    return {};
}

std::span<const PartitionScheme> schemes()
{
    static const std::array all{COTERIE_PARTITION_SCHEMES};
    return all;
}

Result<const PartitionScheme*> schemeNamed(const std::string& name)
{
    if (const PartitionScheme* scheme = entryNamed(schemes(), name))
        return scheme;
    return unknownEntry("/data/partition/scheme", name, schemes());
}

} // namespace

Result<void> checkClientNumbers(const ClientSettings& settings, std::size_t clients)
{
    COTERIE_CHECK(checkLists(settings.edges, "edges", clients));
    COTERIE_CHECK(checkLists(settings.arrivals, "arrivals", clients));
    std::set<int> arriving;
    for (const Arrival& arrival : settings.arrivals)
        arriving.insert(arrival.clients.begin(), arrival.clients.end());
    // The file's reader reports it too if the scheme's parameters give the number of clients.
    if (clients > 0 && arriving.size() >= clients)
        return fail("/clients/arrivals", "at least one client must be there from the start");
    const auto& made = settings.generatedEdges;
    if (made && static_cast<std::size_t>(std::max(made->count, 0)) > clients)
        return notAllowed("/clients/edges/count",
                          std::to_string(made->count),
                          "at most " + std::to_string(clients) + ", the number of clients");
    return {};
}

std::vector<EdgeServer>
edgeServers(const ClientSettings& settings, std::size_t clients, std::uint64_t seed)
{
    if (!settings.generatedEdges)
        return settings.edges;
    std::vector<int> order(clients);
    std::iota(order.begin(), order.end(), 0);
    if (settings.generatedEdges->scheme == "random")
        partitionStream(seed, 0, kEdgeRound).shuffle(std::span(order));
    const auto count = static_cast<std::size_t>(settings.generatedEdges->count);
    std::vector<EdgeServer> edges;
    std::size_t next = 0;
    for (std::size_t edge = 0; edge < count; ++edge) {
        const std::size_t size = clients / count + (edge < clients % count ? 1 : 0);
        const auto first = order.begin() + static_cast<std::ptrdiff_t>(next);
        edges.push_back({.name = "edge " + std::to_string(edge),
                         .clients = {first, first + static_cast<std::ptrdiff_t>(size)}});
        std::ranges::sort(edges.back().clients);
        next += size;
    }
    return edges;
}

std::span<const NamedPart> partitionParts()
{
    static const std::vector<NamedPart> all = partsIn(schemes());
    return all;
}

Result<void> checkPartition(const Part& partition)
{
    COTERIE_TRY(const PartitionScheme* scheme, schemeNamed(partition.name));
    if (scheme->check == nullptr)
        return {};
    return scheme->check(completed(partition.parameters, scheme->part.parameters));
}

Result<HeldShards> heldShards(const Dataset& dataset,
                              const DataSettings& settings,
                              const ClientSettings& clients,
                              std::uint64_t seed)
{
    COTERIE_CHECK(checkPartition(settings.partition));
    const PartitionScheme& scheme = **schemeNamed(settings.partition.name);
    COTERIE_TRY(Deal dealt,
                scheme.deal(dataset,
                            completed(settings.partition.parameters, scheme.part.parameters),
                            seed));
    HeldShards held{.shards = std::move(dealt.shards), .test = dealt.test, .sizesByScheme = {}};
    COTERIE_CHECK(checkClientNumbers(clients, held.shards.size()));
    for (const Shard& shard : held.shards)
        held.sizesByScheme.push_back(shard.train.size());
    COTERIE_CHECK(applyOverrides(held.shards, dataset, clients.overrides, seed));
    return held;
}

Result<Shards> makeShards(const Dataset& dataset,
                          const DataSettings& settings,
                          const ClientSettings& clients,
                          std::uint64_t seed)
{
    if (dataset.streams > 0) {
        COTERIE_CHECK(checkPartition(settings.partition));
        COTERIE_CHECK(checkClientNumbers(clients, dataset.streams));
        return streamShards(dataset, settings, clients);
    }
    COTERIE_TRY(HeldShards held, heldShards(dataset, settings, clients, seed));
    COTERIE_CHECK(splitShards(held.shards, dataset, settings, held.test, seed));
    return std::move(held.shards);
}

} // namespace coterie
