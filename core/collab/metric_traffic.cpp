#include "core/collab/metric_traffic.h"

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

void MetricTraffic::add(const RoundReport& report, MetricSheet& sheet)
{
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
}

} // namespace coterie
