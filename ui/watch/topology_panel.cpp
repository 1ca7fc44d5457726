#include "ui/watch/topology_panel.h"

#include "ui/watch/matrix_pictures.h"
#include "ui/watch/named_values.h"

#include <algorithm>

namespace coterie::ui {

TopologyPicture topologyPicture(const RunCurves& run, const RoundReport& report)
{
    TopologyPicture picture;
    const std::size_t clients = report.clients.size();
    picture.clients.resize(clients);
    picture.clientsOfEdge = run.edges;
    picture.edges.resize(run.edges.size());
    picture.server = run.edges.empty() ? TopologyView::tr("server") : TopologyView::tr("cloud");
    picture.order = clientOrder(run, report.round, clients, MatrixOrder::Group).clients;
    if (const RoundGroups* formed = run.groupsAt(report.round))
        picture.groups = formed->groups;
    const std::vector<int> colours = groupColours(run, report.round, clients);
    const NamedValues* sparsity = valuesNamed(report.clientValues, "sparsity");
    const NamedValues* edgeSparsity = valuesNamed(report.groupValues, "sparsity");
    for (std::size_t client = 0; client < clients; ++client) {
        TopologyNode& node = picture.clients[client];
        const ClientReport& known = report.clients[client];
        const std::optional<Score>& score =
            known.personalTest ? known.personalTest : known.globalTest;
        if (score)
            node.accuracy = score->accuracy;
        node.nonZero = valueAt(sparsity, client);
        node.colour = colours[client];
        node.takesPart =
            report.participants.empty()
            || std::ranges::binary_search(report.participants, static_cast<int>(client));
    }
    for (std::size_t edge = 0; edge < picture.edges.size(); ++edge)
        picture.edges[edge].nonZero = valueAt(edgeSparsity, edge);
    for (const Traffic& traffic : report.traffic) {
        if (!traffic.client || *traffic.client < 0)
            continue;
        const bool edgeLink =
            traffic.link == Link::EdgeToCloud || traffic.link == Link::CloudToEdge;
        std::vector<TopologyNode>& nodes = edgeLink ? picture.edges : picture.clients;
        if (const auto index = static_cast<std::size_t>(*traffic.client); index < nodes.size())
            nodes[index].bits += traffic.bits;
    }
    return picture;
}

TopologyPanel::TopologyPanel(const WatchSubject& subject, QWidget* parent)
    : StructurePanel(subject, parent)
    , m_view(new TopologyView(this))
{
    setView(m_view);
    connect(m_view, &TopologyView::clientsChosen, &selection(), &ClientSelection::choose);
}

void TopologyPanel::show(const RunCurves* run, const RoundReport* report)
{
    m_view->setPicture(run && report ? topologyPicture(*run, *report) : TopologyPicture{});
    m_view->setSelected(selection().clients());
}

} // namespace coterie::ui
