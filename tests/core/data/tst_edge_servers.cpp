#include "core/data/partition.h"
#include "tests/core/data/labelled_data.h"
#include "tests/sections.h"

#include <QTest>

#include <numeric>

namespace tst_edge_servers {

using namespace coterie;
using namespace labelled_data;

namespace {

ClientSettings generated(int count, std::string scheme)
{
    ClientSettings settings;
    settings.generatedEdges = GeneratedEdges{.count = count, .scheme = std::move(scheme)};
    return settings;
}

QString text(const std::vector<EdgeServer>& edges)
{
    QStringList lines;
    for (const EdgeServer& edge : edges) {
        QStringList members;
        for (const int client : edge.clients)
            members << QString::number(client);
        lines << QString::fromStdString(edge.name) + ": " + members.join(' ');
    }
    return lines.join("; ");
}

} // namespace

class TestEdgeServers : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void blocksAreNeighbours()
    {
        QCOMPARE(text(edgeServers(generated(3, "blocks"), 8, 1)),
                 QString("edge 0: 0 1 2; edge 1: 3 4 5; edge 2: 6 7"));
        QCOMPARE(edgeServers(generated(4, "blocks"), 20, 1)[3].clients,
                 (std::vector<int>{15, 16, 17, 18, 19})); // sFedHP's, ALGORITHMS §9.5
    }

    void randomEdgesHoldEveryClientOnce()
    {
        for (std::uint64_t seed = 1; seed < 20; ++seed) {
            const auto edges = edgeServers(generated(3, "random"), 8, seed);
            std::vector<int> all;
            for (const EdgeServer& edge : edges) {
                QVERIFY(edge.clients.size() == 2 || edge.clients.size() == 3);
                all.insert(all.end(), edge.clients.begin(), edge.clients.end());
            }
            std::ranges::sort(all);
            std::vector<int> expected(8);
            std::iota(expected.begin(), expected.end(), 0);
            QCOMPARE(all, expected);
            QVERIFY(edges == edgeServers(generated(3, "random"), 8, seed));
        }
        QVERIFY(text(edgeServers(generated(3, "random"), 8, 1))
                != text(edgeServers(generated(3, "random"), 8, 3)));
    }

    void listedEdgesStayAsTheyAre()
    {
        ClientSettings settings;
        settings.edges = {{.name = "north", .clients = {4, 0}}, {.name = "south", .clients = {1}}};
        QVERIFY(edgeServers(settings, 5, 1) == settings.edges);
    }

    void clientsThatDoNotExistAreNamedWhereTheyStand()
    {
        // The scheme "natural" has no number of clients that the reader could check against.
        const Dataset dataset = withDomains(balanced(90, 3), 3);
        const auto sentence = [&](const ClientSettings& clients) {
            return sentenceOf(makeShards(dataset, scheme("natural", {}), clients, 1));
        };
        ClientSettings edges;
        edges.edges = {{.name = "a", .clients = {0}}, {.name = "b", .clients = {1, 3}}};
        QCOMPARE(sentence(edges),
                 QString("/clients/edges/1/clients/1: must be a client from 0 to 2 (is 3)"));
        ClientSettings arrivals;
        arrivals.arrivals = {{.round = 2, .clients = {5}}};
        QCOMPARE(sentence(arrivals),
                 QString("/clients/arrivals/0/clients/0: must be a client from 0 to 2 (is 5)"));
        arrivals.arrivals = {{.round = 2, .clients = {0}}, {.round = 5, .clients = {2, 1}}};
        QCOMPARE(sentence(arrivals),
                 QString("/clients/arrivals: at least one client must be there from the start"));
        arrivals.arrivals.pop_back();
        QCOMPARE(sentence(arrivals), QString("no error"));
        QCOMPARE(sentence(generated(4, "blocks")),
                 QString("/clients/edges/count: must be at most 3, the number of clients (is 4)"));
        QCOMPARE(sentence(generated(3, "blocks")), QString("no error"));
    }
};

COTERIE_SECTION(TestEdgeServers)

} // namespace tst_edge_servers

#include "tst_edge_servers.moc"
