#include "ui/watch/topology_panel.h"

#include "ui/watch/clients_panel.h"
#include "ui/watch/matrix_panel.h"
#include "ui/words.h"

#include <algorithm>
#include <span>

namespace coterie::ui {

namespace {

/// Over the clients that have a value: each client tests the model of its edge server.
std::optional<double> meanOver(const NamedValues* values, std::span<const int> clients)
{
    double sum = 0;
    int known = 0;
    for (const int client : clients)
        if (const auto value = valueAt(values, std::size_t(client))) {
            sum += *value;
            ++known;
        }
    return known > 0 ? std::optional(sum / known) : std::nullopt;
}

} // namespace

TopologyPicture topologyPicture(const RunCurves& run, const RoundReport& report)
{
    TopologyPicture picture;
    const std::size_t clients = report.clients.size();
    picture.clients.resize(clients);
    for (const EdgeServer& edge : run.facts.edges) {
        picture.clientsOfEdge.push_back(edge.clients);
        picture.edgeNames.push_back(toQString(edge.name));
    }
    picture.edges.resize(run.facts.edges.size());
    picture.server =
        run.facts.edges.empty() ? TopologyView::tr("server") : TopologyView::tr("cloud");
    picture.order = clientOrder(run, report.round, clients, MatrixOrder::Group).clients;
    std::vector<int> colours(clients, -1);
    if (const auto [formed, areForSampling] = run.clustersAt(report.round); formed) {
        picture.groups = formed->groups;
        picture.areForSampling = areForSampling;
        colours = formed->ofClients(formed->colours, clients);
    }
    const NamedValues* sparsity = ui::valuesNamed(report.clientValues, "sparsity");
    const NamedValues* edgeSparsity = ui::valuesNamed(report.groupValues, "sparsity");
    for (std::size_t client = 0; client < clients; ++client) {
        TopologyNode& node = picture.clients[client];
        if (const std::optional<Score>& score = scoreOf(report.clients[client]))
            node.accuracy = score->accuracy;
        node.nonZero = valueAt(sparsity, client);
        node.colour = colours[client];
        node.takesPart = report.participants.empty()
                         || std::ranges::binary_search(report.participants, int(client));
    }
    const NamedValues* edgeAccuracy = ui::valuesNamed(report.clientValues, "edgeTestAccuracy");
    for (std::size_t edge = 0; edge < picture.edges.size(); ++edge) {
        picture.edges[edge].nonZero = valueAt(edgeSparsity, edge);
        picture.edges[edge].accuracy = meanOver(edgeAccuracy, picture.clientsOfEdge[edge]);
    }
    for (std::vector<TopologyNode>* nodes : {&picture.clients, &picture.edges}) {
        const auto bits = bitsByNode(report, nodes == &picture.edges, nodes->size());
        for (std::size_t index = 0; index < bits.size(); ++index)
            (*nodes)[index].bits = bits[index];
    }
    return picture;
}

TopologyPanel::TopologyPanel(const WatchSubject& subject, QWidget* parent)
    : StructurePanel(subject, parent)
    , m_view(new TopologyView(this))
{
    setView(m_view, QStringLiteral("topology"));
}

PlainTable TopologyPanel::table() const
{
    PlainTable table;
    table.header = {tr("Kind"),
                    tr("Number"),
                    tr("Accuracy"),
                    tr("Share not zero"),
                    tr("Bits this round"),
                    tr("Takes part")};
    const auto add = [&](const QString& kind, const std::vector<TopologyNode>& nodes) {
        for (std::size_t number = 0; number < nodes.size(); ++number)
            table.rows.push_back({kind,
                                  int(number),
                                  cellOf(nodes[number].accuracy),
                                  cellOf(nodes[number].nonZero),
                                  nodes[number].bits,
                                  nodes[number].takesPart ? tr("yes") : tr("no")});
    };
    add(tr("edge server"), m_view->picture().edges);
    add(tr("client"), m_view->picture().clients);
    return table;
}

void TopologyPanel::show(const RunCurves* run, const RoundReport* report)
{
    m_view->setPicture(run && report ? topologyPicture(*run, *report) : TopologyPicture{});
}

} // namespace coterie::ui
