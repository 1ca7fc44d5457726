#include "core/collab/metric_traffic.h"

#include "core/collab/edge_count.h"

#include <optional>
#include <string_view>

namespace coterie {

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
        std::optional<double> bits; // nothing where nobody has such a link
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

} // namespace coterie
