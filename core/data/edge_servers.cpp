#include "core/data/edge_servers.h"

#include "core/spec/random_stream.h"

#include <algorithm>
#include <numeric>
#include <set>

namespace coterie {

namespace {

constexpr std::uint32_t kEdgeRound = 0xFFFFFFFD; // see client_overrides.cpp

Result<void> checkList(const std::vector<int>& named, const std::string& place, std::size_t clients)
{
    for (std::size_t i = 0; i < named.size(); ++i)
        if (named[i] < 0 || static_cast<std::size_t>(named[i]) >= clients)
            return Unexpected<Error>{
                Error{.place = place + "/clients/" + std::to_string(i),
                      .found = std::to_string(named[i]),
                      .needed = "a client from 0 to " + std::to_string(clients - 1) + " needed",
                      .nearest = {}}};
    return {};
}

} // namespace

Result<void> checkClientNumbers(const ClientSettings& settings, std::size_t clients)
{
    for (std::size_t i = 0; i < settings.edges.size(); ++i)
        if (const Result<void> good = checkList(
                settings.edges[i].clients, "/clients/edges/" + std::to_string(i), clients);
            !good)
            return good;
    for (std::size_t i = 0; i < settings.arrivals.size(); ++i)
        if (const Result<void> good = checkList(
                settings.arrivals[i].clients, "/clients/arrivals/" + std::to_string(i), clients);
            !good)
            return good;
    std::set<int> arriving;
    for (const Arrival& arrival : settings.arrivals)
        arriving.insert(arrival.clients.begin(), arrival.clients.end());
    // The reader of the file says so too, where the scheme lets it know how many clients there are.
    if (clients > 0 && arriving.size() >= clients)
        return Unexpected<Error>{
            Error{.place = "/clients/arrivals",
                  .found = "every client",
                  .needed = "at least one client that is there from the start needed",
                  .nearest = {}}};
    const auto& made = settings.generatedEdges;
    if (made && static_cast<std::size_t>(std::max(made->count, 0)) > clients)
        return Unexpected<Error>{Error{.place = "/clients/edges/count",
                                       .found = std::to_string(made->count),
                                       .needed = "at most one for each of the "
                                                 + std::to_string(clients) + " clients needed",
                                       .nearest = {}}};
    return {};
}

std::vector<EdgeServer>
edgeServers(const ClientSettings& settings, std::size_t clients, std::uint64_t seed)
{
    if (!settings.generatedEdges)
        return settings.edges;
    std::vector<int> order(clients);
    std::iota(order.begin(), order.end(), 0);
    if (settings.generatedEdges->scheme == "random") {
        RandomStream stream({.seed = seed, .purpose = Purpose::Partition, .round = kEdgeRound});
        stream.shuffle(std::span<int>(order));
    }
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

} // namespace coterie
