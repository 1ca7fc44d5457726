#include "core/algorithms/edges.h"

#include "core/algorithms/aggregation.h"
#include "core/metrics/metric_values.h"

#include <ATen/ATen.h>
#include <algorithm>
#include <numeric>

namespace coterie {

Edges::Edges(const Federation& federation)
{
    const std::vector<EdgeServer>& named = federation.plan().clients.edges;
    m_edgeOfClient.assign(federation.clients(), named.size());
    for (std::size_t edge = 0; edge < named.size(); ++edge)
        for (const int client : named[edge].clients)
            m_edgeOfClient.at(static_cast<std::size_t>(client)) = edge;
    m_count = edgeCount(named, federation.clients());
}

ModelsInUse Edges::inUse(ModelsInUse models, const ModelRows& edgeModels) const
{
    models.middle = &edgeModels;
    models.middleRow = m_edgeOfClient;
    models.middleName = "edge";
    return models;
}

EdgeRound::EdgeRound(const Edges& all,
                     std::span<const std::size_t> participants,
                     std::span<const double> weightOfEach)
    : clients(participants.begin(), participants.end())
    , weights(weightOfEach.begin(), weightOfEach.end())
{
    std::vector<std::vector<std::size_t>> rowsOfEdge(all.count());
    for (std::size_t row = 0; row < clients.size(); ++row)
        rowsOfEdge[all.edgeOfClient()[clients[row]]].push_back(row);
    placeOfClient.resize(clients.size());
    for (std::size_t edge = 0; edge < rowsOfEdge.size(); ++edge) {
        if (rowsOfEdge[edge].empty())
            continue;
        for (const std::size_t row : rowsOfEdge[edge])
            placeOfClient[row] = edges.size();
        edges.push_back(edge);
        rows.push_back(std::move(rowsOfEdge[edge]));
    }
}

EdgeRound EdgeRound::only(const Edges& all, std::span<const std::size_t> places) const
{
    std::vector<std::size_t> keptClients;
    std::vector<double> keptWeights;
    for (std::size_t row = 0; row < clients.size(); ++row)
        if (std::ranges::binary_search(places, placeOfClient[row])) {
            keptClients.push_back(clients[row]);
            keptWeights.push_back(weights[row]);
        }
    return EdgeRound(all, keptClients, keptWeights);
}

std::vector<LocalJob> EdgeRound::jobs() const
{
    std::vector<LocalJob> list;
    for (std::size_t row = 0; row < clients.size(); ++row)
        list.push_back({.client = clients[row],
                        .startRow = placeOfClient[row],
                        .anchorRow = placeOfClient[row]});
    return list;
}

ModelRows EdgeRound::replaced(const ModelRows& all, const ModelRows& ofRound) const
{
    ModelRows next = all.clone();
    for (std::size_t place = 0; place < edges.size(); ++place)
        next.copyRow(edges[place], ofRound, place);
    return next;
}

std::vector<double> EdgeRound::totals() const
{
    std::vector<double> sums(edges.size(), 0.0);
    for (std::size_t row = 0; row < clients.size(); ++row)
        sums[placeOfClient[row]] += weights[row];
    return sums;
}

ModelRows edgeAverages(const Federation& federation, const EdgeRound& round, const ModelRows& ends)
{
    ModelRows means = ModelRows::empty(round.edges.size(), ends);
    for (std::size_t place = 0; place < round.edges.size(); ++place) {
        std::vector<double> weights;
        for (const std::size_t row : round.rows[place])
            weights.push_back(round.weights[row]);
        means.copyRow(place, federation.averageOf(ends, round.rows[place], weights), 0);
    }
    return means;
}

Collaboration
twoLevels(std::size_t clients, const EdgeRound& round, std::span<const double> edgeWeights)
{
    const std::vector<double> totals = round.totals();
    const double whole = std::accumulate(edgeWeights.begin(), edgeWeights.end(), 0.0);
    std::vector<Collaboration::Share> shares;
    for (std::size_t row = 0; row < round.clients.size(); ++row) {
        const std::size_t place = round.placeOfClient[row];
        shares.push_back(
            {.client = static_cast<std::uint32_t>(round.clients[row]),
             .weight = round.weights[row] / totals[place] * (edgeWeights[place] / whole)});
    }
    std::ranges::sort(shares, {}, &Collaboration::Share::client);
    Collaboration a = Collaboration::identity(clients);
    a.giveAll(a.addRow(shares));
    return a;
}

void countEdgeTraffic(const Federation& federation,
                      const EdgeRound& round,
                      int edgeRounds,
                      RoundReport& report)
{
    const auto scalars = static_cast<double>(federation.facts().parameters);
    countExchange(federation, report, round.clients, edgeRounds * scalars);
    for (const std::size_t edge : round.edges)
        for (const Link link : {Link::CloudToEdge, Link::EdgeToCloud})
            federation.countTraffic(report, link, static_cast<int>(edge), scalars);
}

std::vector<double> rowDistances(const at::Tensor& a, const at::Tensor& b)
{
    std::vector<double> distances;
    for (std::int64_t row = 0; row < a.size(0); ++row)
        distances.push_back(
            (a[row].to(at::kDouble) - b[row].to(at::kDouble)).norm().item().toDouble());
    return distances;
}

} // namespace coterie
