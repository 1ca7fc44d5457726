#include "core/spec/experiment_fields.h"
#include "core/spec/section_reader.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <set>

namespace coterie {

namespace {

/// Numbers of clients that may each be named once over a whole section.
class ClientNumbers
{
public:
    ClientNumbers(const ClientLimits& limits, std::string_view once)
        : m_wanted(fields::kClient)
        , m_once(once)
    {
        if (limits.clients)
            m_wanted.maximum = *limits.clients - 1;
    }

    [[nodiscard]] std::optional<int> read(const JsonCursor& cursor)
    {
        const std::optional<int> client = cursor.wholeNumber(m_wanted);
        if (client && !m_seen.insert(*client).second) {
            cursor.refuse(m_once);
            return std::nullopt;
        }
        return client;
    }

    [[nodiscard]] std::vector<int> readList(const JsonCursor& parent)
    {
        std::vector<int> clients;
        const std::optional<JsonCursor> list = parent.find("clients");
        if (!list) {
            parent.refuseMissing("clients", "a list of clients");
            return clients;
        }
        const std::vector<JsonCursor> items = list->items("a list of clients");
        if (list->node().kind == JsonNode::Kind::List && items.empty())
            list->refuse("at least one client");
        for (const JsonCursor& item : items) {
            if (const std::optional<int> client = read(item))
                clients.push_back(*client);
        }
        return clients;
    }

    [[nodiscard]] const std::set<int>& seen() const { return m_seen; }

private:
    ParameterDescriptor m_wanted;
    std::string_view m_once;
    std::set<int> m_seen;
};

/// Nothing where one of the counts is refused.
std::optional<std::vector<int>> readClassCounts(const JsonCursor& cursor)
{
    std::vector<int> counts;
    bool good = cursor.node().kind == JsonNode::Kind::List;
    for (const JsonCursor& item : cursor.items("a list with the number of samples of each class")) {
        const std::optional<int> count = item.wholeNumber(fields::kClassCount);
        counts.push_back(count.value_or(1));
        good = good && count;
    }
    if (good && std::ranges::all_of(counts, [](int count) { return count == 0; })) {
        cursor.refuseAs("no samples", "at least one sample of some class");
        good = false;
    }
    return good ? std::optional(counts) : std::nullopt;
}

std::vector<ClientOverride> readOverrides(const JsonCursor& list, const ClientLimits& limits)
{
    constexpr std::array<std::string_view, 3> kKeys{"client", "samples", "classCounts"};
    std::vector<ClientOverride> overrides;
    ClientNumbers numbers(limits, "a client that has no override yet");
    for (const JsonCursor& item : list.items("a list of overrides")) {
        if (!item.expectObject(kKeys))
            continue;
        ClientOverride entry;
        if (const std::optional<JsonCursor> client = item.find("client"))
            entry.client = numbers.read(*client).value_or(0);
        else
            item.refuseMissing("client", "the number of a client");
        const std::optional<JsonCursor> samples = item.find("samples");
        const std::optional<JsonCursor> counts = item.find("classCounts");
        if (samples)
            entry.samples = samples->wholeNumber(fields::kSamples);
        if (counts)
            entry.classCounts = readClassCounts(*counts);
        if (entry.samples && entry.classCounts) {
            const std::int64_t total = std::accumulate(
                entry.classCounts->begin(), entry.classCounts->end(), std::int64_t{0});
            if (total != *entry.samples)
                samples->refuse("the " + std::to_string(total) + " that classCounts adds up to");
        }
        if (!samples && !counts)
            item.refuseAs("nothing to override", "samples or classCounts");
        overrides.push_back(std::move(entry));
    }
    return overrides;
}

std::vector<EdgeServer> readEdges(const JsonCursor& list, const ClientLimits& limits)
{
    constexpr std::array<std::string_view, 2> kKeys{"name", "clients"};
    std::vector<EdgeServer> edges;
    ClientNumbers numbers(limits, "a client that no edge has yet");
    std::set<std::string> names;
    for (const JsonCursor& item :
         list.items("a list of edge servers or an object with a \"count\"")) {
        if (!item.expectObject(kKeys))
            continue;
        EdgeServer edge;
        readNameInto(edge.name, item, "name");
        if (!edge.name.empty() && !names.insert(edge.name).second)
            item.find("name")->refuse("a name that no other edge has");
        edge.clients = numbers.readList(item);
        edges.push_back(std::move(edge));
    }
    return edges;
}

GeneratedEdges readGeneratedEdges(const JsonCursor& cursor, const ClientLimits& limits)
{
    constexpr std::array<std::string_view, 2> kKeys{"count", "scheme"};
    GeneratedEdges edges;
    if (!cursor.expectObject(kKeys))
        return edges;
    ParameterDescriptor count = fields::kEdgeCount;
    if (limits.clients)
        count.maximum = *limits.clients;
    if (cursor.find("count"))
        readInto(edges.count, cursor, count);
    else
        cursor.refuseMissing("count", count.allowed());
    readInto(edges.scheme, cursor, "scheme", fields::kEdgeSchemes);
    return edges;
}

std::vector<Arrival> readArrivals(const JsonCursor& list, const ClientLimits& limits)
{
    constexpr std::array<std::string_view, 2> kKeys{"round", "clients"};
    const ParameterDescriptor round{.name = "round",
                                    .type = ParameterType::Integer,
                                    .minimum = 1,
                                    .maximum = static_cast<double>(limits.rounds)};
    std::vector<Arrival> arrivals;
    ClientNumbers numbers(limits, "a client that does not arrive twice");
    for (const JsonCursor& item : list.items("a list of arrivals")) {
        if (!item.expectObject(kKeys))
            continue;
        Arrival arrival;
        if (item.find("round"))
            readInto(arrival.round, item, round);
        else
            item.refuseMissing("round", round.allowed());
        arrival.clients = numbers.readList(item);
        arrivals.push_back(std::move(arrival));
    }
    if (limits.clients && numbers.seen().size() >= static_cast<std::size_t>(*limits.clients))
        list.refuseAs("every client", "at least one client that is there from the start");
    return arrivals;
}

} // namespace

ClientSettings readClients(const JsonCursor& cursor, const ClientLimits& limits)
{
    constexpr std::array<std::string_view, 3> kKeys{"overrides", "edges", "arrivals"};
    ClientSettings clients;
    if (!cursor.expectObject(kKeys))
        return clients;
    if (const std::optional<JsonCursor> overrides = cursor.find("overrides"))
        clients.overrides = readOverrides(*overrides, limits);
    if (const std::optional<JsonCursor> edges = cursor.find("edges")) {
        if (edges->isObject())
            clients.generatedEdges = readGeneratedEdges(*edges, limits);
        else
            clients.edges = readEdges(*edges, limits);
    }
    if (const std::optional<JsonCursor> arrivals = cursor.find("arrivals"))
        clients.arrivals = readArrivals(*arrivals, limits);
    return clients;
}

} // namespace coterie
