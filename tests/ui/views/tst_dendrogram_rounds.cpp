#include "tests/sections.h"
#include "tests/ui/made_up_groups.h"
#include "tests/ui/made_up_runs.h"
#include "tests/ui/watch/gap_meter.h"
#include "ui/frame/delegates.h"
#include "ui/runs/store_reader.h"
#include "ui/views/dendrogram_view.h"
#include "ui/watch/clients_panel.h"
#include "ui/watch/dendrogram_panel.h"
#include "ui/watch/matrix_panel.h"
#include "ui/watch/topology_panel.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <utility>

namespace tst_dendrogram_rounds {

using namespace coterie;
using namespace coterie::ui;

namespace {

/// The dendrogram of a run whose rounds can be looked at in any order.
class Dendrogram
{
public:
    Dendrogram()
    {
        RunTitle title;
        title.id = 1;
        m_runs.beginRun(title);
        m_panel.resize(600, 400);
        m_panel.setRun(&m_runs, 1);
    }
    void add(RoundReport report)
    {
        m_runs.append(1, measure(report));
        m_reports.push_back(std::make_shared<const RoundReport>(std::move(report)));
    }
    const DendrogramView& at(int round)
    {
        const auto& report = m_reports[static_cast<std::size_t>(round - 1)];
        m_shown.show(1, {}, round);
        m_shown.offer({{.run = 1, .report = report}});
        m_panel.setVisible(true);
        m_panel.refresh();
        return m_panel.view();
    }
    [[nodiscard]] const RunCurves& run() const { return *m_runs.find(1); }
    [[nodiscard]] const RoundReport& report(int round) const
    {
        return *m_reports[static_cast<std::size_t>(round - 1)];
    }

private:
    QTemporaryDir m_folder;
    RefreshTimer m_timer;
    StoreReader m_reader{m_folder.filePath(QStringLiteral("none.sqlite")).toStdString()};
    ShownRound m_shown{m_reader};
    ClientSelection m_selection;
    DendrogramPanel m_panel{{.timer = m_timer, .shown = m_shown, .selection = m_selection}};
    RunViewModel m_runs;
    std::vector<ReportPointer> m_reports;
};

/// A round that joined these clients one after another, group by group.
RoundReport joined(int round, const std::vector<std::vector<int>>& groups)
{
    std::size_t clients = 0;
    for (const std::vector<int>& group : groups)
        clients += group.size();
    RoundReport report = made_up::report(round, clients, 0.1);
    report.grouping.emplace();
    report.grouping->groups = groups;
    int next = static_cast<int>(clients);
    for (const std::vector<int>& group : groups) {
        int node = group.front();
        for (std::size_t member = 1; member < group.size(); ++member) {
            report.grouping->merges.push_back(
                made_up::merged(node, group[member], 0.1, int(member) + 1, MergeKind::Gain));
            node = next++;
        }
    }
    return report;
}

} // namespace

/// The order and the colours of clients from one round of a run to the next.
class DendrogramRoundsTest final : public QObject
{
    Q_OBJECT

private slots:
    void aRoundLooksTheSameHoweverOneGotThere();
    void samplingClustersHaveTheSameColoursInEveryView();
    void aRunsOrderCostsItsRoundsLittle();
};

void DendrogramRoundsTest::aRoundLooksTheSameHoweverOneGotThere()
{
    Dendrogram straight;
    Dendrogram aside;
    for (Dendrogram* each : {&straight, &aside}) {
        each->add(joined(1, {{0, 3}, {1, 4}, {2, 5}}));
        each->add(joined(2, {{0, 5}, {1, 3}, {2, 4}}));
        each->add(joined(3, {{0, 1}, {2, 3}, {4, 5}}));
        each->add(joined(4, {{0, 1}, {2, 3}, {4, 5}}));
    }
    std::vector<std::vector<int>> leaves;
    for (int round = 1; round <= 4; ++round)
        leaves.push_back(straight.at(round).layoutShown().leaves);
    QCOMPARE(leaves[3], leaves[2]); // nothing has changed
    for (const int round : {4, 1, 3, 2, 2, 4, 3, 1})
        QCOMPARE(aside.at(round).layoutShown().leaves, leaves[static_cast<std::size_t>(round - 1)]);
    // Worked out by hand: each group goes by the mean place its members had in the round before.
    QCOMPARE(leaves[0], std::vector({0, 3, 1, 4, 2, 5}));
    QCOMPARE(leaves[1], std::vector({3, 1, 0, 5, 4, 2}));
    QCOMPARE(leaves[2], std::vector({1, 0, 3, 2, 5, 4}));
}

void DendrogramRoundsTest::samplingClustersHaveTheSameColoursInEveryView()
{
    Dendrogram dendrogram;
    const std::vector<std::vector<std::vector<int>>> drawnFrom{{{0, 1}, {2, 3, 4}, {5}},
                                                               {{0}, {1, 5}, {2, 3, 4}}};
    for (const int round : {1, 2}) {
        RoundReport report = joined(round, drawnFrom[static_cast<std::size_t>(round - 1)]);
        std::swap(report.samplingClusters, report.grouping);
        dendrogram.add(std::move(report));
    }
    dendrogram.add(made_up::report(3, 6, 0.1));
    for (const int round : {1, 2}) {
        const RunCurves& run = dendrogram.run();
        const RoundReport& report = dendrogram.report(round);
        QCOMPARE(report.round, round);
        const std::vector<int> colours = dendrogram.at(round).scene().coloursShown();
        QCOMPARE(colours,
                 round == 1 ? std::vector({0, 0, 1, 1, 1, 2}) : std::vector({0, 2, 1, 1, 1, 2}));
        ClientTableModel table;
        table.setLines(clientLines(run, report));
        const TopologyPicture topology = topologyPicture(run, report);
        QVERIFY(topology.areForSampling);
        QCOMPARE(topology.groups, report.samplingClusters->groups);
        for (int client = 0; client < 6; ++client) {
            const int colour = colours[static_cast<std::size_t>(client)];
            const QModelIndex cell = table.index(client, ClientTableModel::SamplingCluster);
            QCOMPARE(cell.data(kGroupColourRole).toInt(), colour);
            QCOMPARE(cell.data().toString(), QStringLiteral("cluster %1").arg(colour + 1));
            QVERIFY(!table.index(client, ClientTableModel::Group).data(kGroupColourRole).isValid());
            QCOMPARE(topology.clients[static_cast<std::size_t>(client)].colour, colour);
        }
        QCOMPARE(clientOrder(run, round, 6, MatrixOrder::Group).clients,
                 round == 1 ? std::vector({0, 1, 2, 3, 4, 5}) : std::vector({0, 2, 3, 4, 1, 5}));
    }
    // A round that drew from none has none, though one before it did.
    QVERIFY(!topologyPicture(dendrogram.run(), dendrogram.report(3)).areForSampling);
    QCOMPARE(clientLines(dendrogram.run(), dendrogram.report(3)).front().clusterColour, -1);
}

void DendrogramRoundsTest::aRunsOrderCostsItsRoundsLittle()
{
    constexpr int kClients = 100;
    constexpr int kRounds = 1000;
    RunCurves run;
    std::vector<double> took;
    for (int round = 1; round <= kRounds; ++round) {
        RoundMeasurements measured = made_up::measurements(round, 9);
        measured.groups.resize(10);
        for (int client = 0; client < kClients; ++client) // others every second round
            measured.groups[static_cast<std::size_t>(client * (round / 2 % 7 + 1) % 11 % 10)]
                .push_back(client);
        const double before = coterie::tests::threadMilliseconds();
        run.append(measured);
        took.push_back(coterie::tests::threadMilliseconds() - before);
    }
    QCOMPARE(run.groups.size(), std::size_t{kRounds});
    QCOMPARE(run.groups.back().order->size(), std::size_t{kClients});
    QCOMPARE(run.groups[1].order, run.groups[2].order); // one for both
    qInfo("a round costs at most %.3f ms", *std::ranges::max_element(took));
    std::ranges::sort(took);
    QVERIFY(took[kRounds / 2] < 5); // of 50; a thousandth of that is usual
}

COTERIE_WIDGET_SECTION(DendrogramRoundsTest)

} // namespace tst_dendrogram_rounds

#include "tst_dendrogram_rounds.moc"
