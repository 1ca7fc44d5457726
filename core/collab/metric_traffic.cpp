#include "core/collab/metric_traffic.h"

#include "core/collab/edge_count.h"

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
    const auto bits = [this](Link link) {
        const auto place = m_linkBits.find(link);
        return place == m_linkBits.end() ? 0.0 : place->second;
    };
    const double edges = bits(Link::EdgeToCloud) + bits(Link::CloudToEdge);
    const double all = edges > 0 ? edges : bits(Link::ClientToServer) + bits(Link::ServerToClient);
    const std::size_t clients = facts.trainSamples.size();
    const std::size_t senders = edges > 0 ? edgeCount(facts.edges, clients) : clients;
    if (all > 0 && senders > 0)
        sheet.put("cloudBitsPerSender", all / static_cast<double>(senders));
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
