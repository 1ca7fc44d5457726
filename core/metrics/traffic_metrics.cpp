#include "core/metrics/traffic_metrics.h"

#include "core/metrics/metric_values.h"
#include "core/metrics/named_values.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <vector>

namespace coterie {

namespace {

/// In the order of Link.
constexpr std::array kTotalNames{"totalClientToServerBits",
                                 "totalServerToClientBits",
                                 "totalEdgeToCloudBits",
                                 "totalCloudToEdgeBits",
                                 "totalClientToClientBits"};

/// Edge servers with at least one of the first `clients` clients.
std::size_t sendingEdges(std::vector<EdgeServer> edges, std::size_t clients)
{
    for (EdgeServer& edge : edges)
        std::erase_if(edge.clients, [clients](int client) {
            return static_cast<std::size_t>(client) >= clients;
        });
    std::erase_if(edges, [](const EdgeServer& edge) { return edge.clients.empty(); });
    return edgeCount(edges, clients);
}

/// Between the cloud and one edge server or client, which compares methods with and without edge
/// servers. `clients` take part or can still join.
void addPerSender(const FederationFacts& facts,
                  std::size_t clients,
                  const MetricMemory& memory,
                  Metrics& metrics)
{
    const auto bothWays = [&](Link up, Link down) {
        std::optional<double> bits; // nothing if no such link was used
        for (const Link link : {up, down})
            if (const auto place = memory.linkBits.find(link); place != memory.linkBits.end())
                bits = bits.value_or(0) + place->second;
        return bits;
    };
    if (clients == 0)
        return;
    const auto tell = [&metrics](double bits, double indexBits, std::size_t senders) {
        put(metrics, "cloudBitsPerSender", bits / static_cast<double>(senders));
        put(metrics, "cloudNumberBitsPerSender", (bits - indexBits) / static_cast<double>(senders));
    };
    if (const auto bits = bothWays(Link::EdgeToCloud, Link::CloudToEdge))
        tell(*bits, memory.edgeIndexBits, sendingEdges(facts.edges, clients));
    else if (const auto flat = bothWays(Link::ClientToServer, Link::ServerToClient))
        tell(*flat, memory.clientIndexBits, clients);
}

void addPlainBytes(const RoundReport& report, MetricMemory& memory, Metrics& metrics)
{
    for (const std::vector<NamedValues>* lists : {&report.clientValues, &report.groupValues})
        for (const NamedValues& list : *lists) {
            if (list.name != "plainBytesUp" && list.name != "plainBytesDown")
                continue;
            for (const std::optional<double>& bytes : list.values)
                memory.plainBytes += bytes.value_or(0);
            put(metrics, "totalPlainBytes", memory.plainBytes);
        }
}

/// The part of the traffic that says where the numbers of sparse models belong.
void addIndexBits(const RoundReport& report, MetricMemory& memory, Metrics& metrics)
{
    for (const std::string_view name : {"indexBitsUp", "indexBitsDown"}) {
        const auto ofClients = sumOfAny(valuesNamed(report.clientValues, name));
        const auto ofEdges = sumOfAny(valuesNamed(report.groupValues, name));
        memory.clientIndexBits += ofClients.value_or(0);
        memory.edgeIndexBits += ofEdges.value_or(0);
        if (ofClients || ofEdges)
            put(metrics, "totalIndexBits", memory.clientIndexBits + memory.edgeIndexBits);
    }
}

} // namespace

void addTraffic(const RoundReport& report,
                const FederationFacts& facts,
                std::size_t clients,
                MetricMemory& memory,
                Metrics& metrics)
{
    addPlainBytes(report, memory, metrics);
    addIndexBits(report, memory, metrics);
    if (report.traffic.empty())
        return;
    double bits = 0;
    for (const Traffic& part : report.traffic) {
        bits += part.bits;
        memory.linkBits[part.link] += part.bits;
    }
    memory.totalBits += bits;
    put(metrics, "trafficBits", bits);
    put(metrics, "totalTrafficBits", memory.totalBits);
    for (const auto& [link, total] : memory.linkBits)
        put(metrics, kTotalNames[static_cast<std::size_t>(link)], total);
    addPerSender(facts, clients, memory, metrics);
}

} // namespace coterie
