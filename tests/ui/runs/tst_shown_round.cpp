#include "core/algorithms/registry.h"
#include "core/experiment/experiment_json.h"
#include "core/store/run_store.h"
#include "tests/core/metrics/measured.h"
#include "tests/sections.h"
#include "tests/ui/made_up_runs.h"
#include "ui/refresh_timer.h"
#include "ui/runs/shown_round.h"
#include "ui/runs/store_reader.h"
#include "ui/views/topology_layout.h"
#include "ui/watch/clients_panel.h"
#include "ui/watch/topology_panel.h"

#include <QAbstractItemModelTester>
#include <QAction>
#include <QFile>
#include <QLabel>
#include <QMenu>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>

namespace tst_shown_round {

using namespace coterie;
using namespace coterie::ui;

namespace {

/// As it was before the run measured it.
RoundReport withoutMetrics(RoundReport report)
{
    report.metrics.clear();
    return report;
}

} // namespace

class ShownRoundTest final : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void aLiveRunShowsItsNewestReport();
    void aPastRoundComesFromTheStore();
    void theNewestWishWins();
    void anotherRunsReportIsNotShown();
    void theSameRoundOfAnotherRunIsFetchedToo();
    void aRoundThatCouldNotBeReadMayBeAskedForAgain();
    void memoryIsBounded();
    void clientLinesAreTheReportsNumbers();
    void clientTableIsAProperModel();
    void ofTheClientsColumnsThoseWithRoomAreShown();
    void topologyDrawsTheReportsNumbers();
    void topologyNamesItsGroups();

private:
    [[nodiscard]] static ReportPointer reportOf(int round)
    {
        return std::make_shared<RoundReport>(made_up::report(round, 4, 0.1));
    }

    QTemporaryDir m_folder;
    std::filesystem::path m_file;
    std::int64_t m_run = 0;
};

void ShownRoundTest::init()
{
    static int number = 0;
    m_file = m_folder.filePath(QStringLiteral("%1.sqlite").arg(++number)).toStdString();
    const auto store = RunStore::open(m_file);
    QVERIFY(store.has_value());
    const auto experiment = (*store)->addExperiment("made up", "{}", "hash");
    RunPlan plan;
    plan.rounds = 20;
    const auto run = (*store)->addRun(*experiment, plan, "{}", {});
    QVERIFY(run.has_value());
    m_run = *run;
    QVERIFY((*store)->setFacts(m_run, made_up::facts(4)).has_value());
    std::vector<std::shared_ptr<const RoundReport>> reports;
    for (int round = 0; round <= 20; ++round)
        reports.push_back(reportOf(round));
    QVERIFY((*store)
                ->commit(m_run, coterie::test::measured(reports, made_up::facts(4)), nullptr)
                .has_value());
}

void ShownRoundTest::aLiveRunShowsItsNewestReport()
{
    StoreReader reader(m_file);
    ShownRound shown(reader);
    QSignalSpy changed(&shown, &ShownRound::changed);
    shown.show(7, std::nullopt, -1);
    QVERIFY(!shown.report());
    shown.offer({{7, reportOf(1)}, {7, reportOf(2)}, {8, reportOf(9)}});
    QCOMPARE(shown.report()->round, 2);
    QCOMPARE(changed.count(), 1);
    // Looking back, new reports do not move the picture; what is in memory needs no store.
    shown.show(7, 1, 2);
    QCOMPARE(shown.report()->round, 1);
    QVERIFY(!shown.isFetching());
    shown.offer({{7, reportOf(3)}});
    QCOMPARE(shown.report()->round, 1);
    shown.show(7, std::nullopt, 3);
    QCOMPARE(shown.report()->round, 3);
}

void ShownRoundTest::aPastRoundComesFromTheStore()
{
    StoreReader reader(m_file);
    ShownRound shown(reader);
    shown.show(m_run, std::nullopt, 20);
    QVERIFY(shown.isFetching());
    QTRY_VERIFY(shown.report());
    QCOMPARE(withoutMetrics(*shown.report()), made_up::report(20, 4, 0.1));
    shown.show(m_run, 11, 20);
    QCOMPARE(shown.report()->round, 20); // stays until the other has come
    QTRY_COMPARE(shown.report()->round, 11);
    shown.show(m_run, 500, 20); // not there
    QTRY_VERIFY(!shown.isFetching());
    QCOMPARE(shown.report()->round, 11);
}

void ShownRoundTest::theNewestWishWins()
{
    StoreReader reader(m_file);
    ShownRound shown(reader);
    for (int round = 0; round <= 19; ++round)
        shown.show(m_run, round, 20);
    QTRY_VERIFY(shown.report() && shown.report()->round == 19);
    QTest::qWait(50);
    QCOMPARE(shown.report()->round, 19);
}

void ShownRoundTest::anotherRunsReportIsNotShown()
{
    StoreReader reader(m_file);
    ShownRound shown(reader);
    shown.show(7, std::nullopt, -1);
    shown.offer({{7, reportOf(4)}});
    shown.show(m_run, 3, 20);
    QVERIFY(!shown.report()); // never the wrong run's, not even for a moment
    QTRY_COMPARE(shown.report() ? shown.report()->round : -1, 3);
    shown.show(std::nullopt, std::nullopt, -1);
    QVERIFY(!shown.report());
}

void ShownRoundTest::theSameRoundOfAnotherRunIsFetchedToo()
{
    const auto store = RunStore::open(m_file);
    QVERIFY(store.has_value());
    const auto experiment = (*store)->addExperiment("another", "{}", "other hash");
    RunPlan plan;
    plan.rounds = 20;
    const auto other = (*store)->addRun(*experiment, plan, "{}", {});
    QVERIFY(other.has_value());
    QVERIFY((*store)->setFacts(*other, made_up::facts(4)).has_value());
    const auto theirs = std::make_shared<RoundReport>(made_up::report(20, 4, 0.3));
    const std::vector<std::shared_ptr<const RoundReport>> reports{theirs};
    QVERIFY((*store)
                ->commit(*other, coterie::test::measured(reports, made_up::facts(4)), nullptr)
                .has_value());
    StoreReader reader(m_file);
    ShownRound shown(reader);
    shown.show(m_run, std::nullopt, 20);
    shown.show(*other, std::nullopt, 20); // before the first has been read
    QTRY_VERIFY(shown.report());
    QCOMPARE(withoutMetrics(*shown.report()), *theirs);
}

void ShownRoundTest::aRoundThatCouldNotBeReadMayBeAskedForAgain()
{
    const auto aside = std::filesystem::path(m_file.string() + ".aside");
    std::filesystem::rename(m_file, aside);
    QFile damaged(QString::fromStdString(m_file.string()));
    QVERIFY(damaged.open(QIODevice::WriteOnly));
    damaged.write(QByteArray(4096, 'x'));
    damaged.close();
    StoreReader reader(m_file);
    ShownRound shown(reader);
    QSignalSpy failed(&reader, &StoreReader::reportFailed);
    shown.show(m_run, 3, 20);
    QTRY_COMPARE(failed.count(), 1);
    QVERIFY(!shown.isFetching());
    std::filesystem::rename(aside, m_file);
    shown.show(m_run, 3, 20);
    QTRY_VERIFY(shown.report());
    QCOMPARE(shown.report()->round, 3);
}

void ShownRoundTest::memoryIsBounded()
{
    RoundReport large = made_up::report(1, 4, 0.1);
    large.collaboration = Matrix(100, 100);
    const std::size_t each = bytesOf(large);
    QVERIFY(each > 80'000);
    RecentReports recent(10 * each);
    for (int round = 0; round < 100; ++round) {
        large.round = round;
        recent.add({1, std::make_shared<RoundReport>(large)});
        QVERIFY(recent.bytes() <= 10 * each);
    }
    QCOMPARE(recent.all().size(), std::size_t(10));
    QVERIFY(recent.find(1, 99) && recent.find(1, 90) && !recent.find(1, 89));
    QCOMPARE(recent.all().back().report->round, 99);
    RecentReports tiny(1);
    tiny.add({1, reportOf(1)});
    QVERIFY(!tiny.all().empty()); // the newest is kept whatever its size
}

void ShownRoundTest::clientLinesAreTheReportsNumbers()
{
    RunCurves run;
    run.facts = made_up::facts(4);
    run.facts.classCounts = {{5, 5}, {10, 0}, {0, 0}, {1, 3}};
    run.groups = {
        {.round = 2, .groups = {{0, 3}, {1, 2}}, .colours = {4, 1}, .joined = {{1, 2}, {0, 0}}}};
    run.participants = {{1, {0, 1}}, {2, {0, 0}}, {3, {0, 1, 2, 3}}};
    RoundReport report = made_up::report(2, 4, 0.1);
    report.traffic = {{.link = Link::ClientToServer, .client = 1, .bits = 100},
                      {.link = Link::ServerToClient, .client = 1, .bits = 60},
                      {.link = Link::EdgeToCloud, .client = 1, .bits = 999}};
    report.clientValues = {{.name = "estimatedEntropy", .values = {0.5, std::nullopt, 0.2}}};
    report.clients[2].trainLoss = made_up::kNaN;
    const std::vector<ClientLine> lines = clientLines(run, report);
    QCOMPARE(lines.size(), std::size_t(4));
    QVERIFY(std::abs(*lines[0].entropy - std::log(2.0)) < 1e-12);
    QCOMPARE(*lines[1].entropy, 0.0);
    QVERIFY(!lines[2].entropy); // no samples, no distribution
    QCOMPARE(lines[0].groupColour, 4);
    QCOMPARE(lines[2].groupColour, 1);
    QCOMPARE(lines[3].joined, 2);
    QCOMPARE(lines[1].joined, 0);
    QCOMPARE(lines[0].participations, 2);
    QCOMPARE(lines[2].participations, 0);
    QCOMPARE(lines[1].bits, 160.0);
    QCOMPARE(*lines[0].estimatedEntropy, 0.5);
    QVERIFY(!lines[1].estimatedEntropy && !lines[3].estimatedEntropy);
    QVERIFY(std::isnan(*lines[2].trainLoss));
    QCOMPARE(*lines[3].testError, 100 * (1 - *report.clients[3].personalTest->accuracy));
}

void ShownRoundTest::clientTableIsAProperModel()
{
    ClientTableModel model;
    const QAbstractItemModelTester tester(&model);
    RunCurves run;
    run.facts = made_up::facts(4);
    model.setLines(clientLines(run, made_up::report(1, 4, 0.1)));
    QCOMPARE(model.rowCount(), 4);
    QSignalSpy reset(&model, &QAbstractItemModel::modelReset);
    model.setLines(clientLines(run, made_up::report(2, 4, 0.1)));
    QCOMPARE(reset.count(), 0); // a selection survives the next round
    model.setLines({});
    QCOMPARE(model.rowCount(), 0);
    for (int column = 0; column < ClientTableModel::ColumnCount; ++column) {
        QVERIFY(!model.headerData(column, Qt::Horizontal, Qt::DisplayRole).toString().isEmpty());
        QVERIFY(!model.headerData(column, Qt::Horizontal, Qt::ToolTipRole).toString().isEmpty());
    }
}

void ShownRoundTest::topologyNamesItsGroups()
{
    TopologyPicture picture;
    picture.clients.resize(8);
    for (std::size_t client = 0; client < 8; ++client)
        picture.clients[client].colour = client < 5 ? 0 : client < 7 ? 11 : 3;
    picture.groups = {{0, 1, 2, 3, 4}, {5, 6}, {7}};
    const auto widthOf = [](const QString& text) { return 7.0 * double(text.size()); };
    const auto groupsOf = [&](const std::vector<int>& order, double width) {
        const TopologyLayout layout = layOutTopology(QRectF(0, 0, width, 300), 8, {}, order);
        return std::pair(layout, topologyGroups(picture, layout, 20, 14, widthOf));
    };
    // Side by side: each under its own clients, whoever is alone has no name.
    const auto [apart, named] = groupsOf({0, 1, 2, 3, 4, 5, 6, 7}, 480);
    QCOMPARE(named.size(), std::size_t{2});
    QCOMPARE(named[0].name, QStringLiteral("group 1"));
    QCOMPARE(named[1].name, QStringLiteral("group 12")); // its colour is that of another
    for (const auto& [group, first, last] : {std::tuple(0, 0, 4), std::tuple(1, 5, 6)}) {
        const QRectF& below = named[std::size_t(group)].below;
        QVERIFY(below.top() > apart.clients[0].y() + apart.clientRadius);
        QCOMPARE(below.center().x(),
                 (apart.clients[std::size_t(first)].x() + apart.clients[std::size_t(last)].x())
                     / 2);
    }
    QVERIFY(!named[0].below.intersects(named[1].below));
    // Interleaved: no stretch is long enough, and what has no room under its clients is told in the
    // legend.
    const auto [mixed, untold] = groupsOf({0, 5, 1, 7, 2, 6, 3, 4}, 240);
    QCOMPARE(untold.size(), std::size_t{2});
    for (const TopologyGroup& group : untold)
        QVERIFY(group.below.isNull());
    QCOMPARE(untold[0].clients, std::size_t{5});
    // Many rows: nothing stands under anything.
    const auto [rows, legend] = groupsOf({}, 40);
    QVERIFY(rows.rows > 1 && legend.front().below.isNull());
    // However near they stand, no name runs into its neighbour's.
    TopologyPicture dense;
    dense.clients.resize(100);
    std::vector<int> inOrder;
    for (int client = 0; client < 100; ++client) {
        dense.clients[std::size_t(client)].colour = client / 5;
        if (client % 5 == 0)
            dense.groups.emplace_back();
        dense.groups.back().push_back(client);
        inOrder.push_back(client);
    }
    for (double width = 900; width < 1900; width += 10) {
        const TopologyLayout layout = layOutTopology(QRectF(0, 0, width, 300), 100, {}, inOrder);
        if (layout.rows > 1)
            continue;
        QRectF before;
        for (const TopologyGroup& group : topologyGroups(dense, layout, 20, 14, widthOf)) {
            QVERIFY2(!group.below.intersects(before), qPrintable(QString::number(width)));
            before = group.below;
        }
    }
    // The view says it of each client.
    TopologyView view;
    view.setPicture(picture);
    QVERIFY(
        view.textOf({TopologyView::Client, 6}).startsWith(QStringLiteral("Client 6, group 12")));
    QVERIFY(view.textOf({TopologyView::Client, 7}).startsWith(QStringLiteral("Client 7, alone")));
}

void ShownRoundTest::ofTheClientsColumnsThoseWithRoomAreShown()
{
    RefreshTimer timer;
    StoreReader reader(m_file);
    ShownRound shown(reader);
    ClientSelection selection;
    ClientsPanel panel({.timer = timer, .shown = shown, .selection = selection});
    RunViewModel runs;
    RunTitle title;
    title.id = m_run;
    runs.beginRun(title, made_up::facts(4));
    runs.append(m_run, made_up::measurements(1, 20));
    panel.setRun(&runs, m_run);
    shown.show(m_run, {}, 1);
    shown.offer({{.run = m_run, .report = reportOf(1)}});
    panel.resize(360, 300);
    panel.setVisible(true);
    panel.refresh();
    auto& table = *panel.findChild<QTableView*>(QStringLiteral("clientTable"));
    QCOMPARE(table.model()->rowCount(), 4);
    using enum ClientTableModel::Column;
    const auto isShown = [&](int column) { return !table.isColumnHidden(column); };
    const auto cutOff = [&] { return table.horizontalScrollBar()->maximum() > 0; };
    QTRY_VERIFY(!cutOff());
    QVERIFY(isShown(Client) && isShown(Error) && isShown(Samples) && !isShown(Sent));
    QVERIFY(!isShown(Group) && !isShown(EstimatedEntropy)); // nothing but dashes
    const auto* leftOut = panel.findChild<QLabel*>(QStringLiteral("columnsLeftOut"));
    QVERIFY2(leftOut->text().startsWith(QStringLiteral("Columns without room: "))
                 && leftOut->text().contains(QStringLiteral("sent"))
                 && !leftOut->text().contains(QStringLiteral("estimated")),
             qPrintable(leftOut->text()));
    // One that was asked for is shown instead of the least of the others.
    auto& menu = *panel.findChild<QMenu*>(QStringLiteral("clientColumns"));
    const auto toggle = [&](int column) {
        emit menu.aboutToShow();
        const QString name = table.model()->headerData(column, Qt::Horizontal).toString();
        for (QAction* action : menu.actions())
            if (action->text() == name)
                return action->toggle();
        QFAIL(qPrintable(name));
    };
    toggle(Sent);
    QVERIFY(isShown(Sent) && isShown(Error));
    QTRY_VERIFY(!cutOff());
    toggle(Error);
    QVERIFY(!isShown(Error));
    panel.resize(1400, 300);
    QTRY_VERIFY(isShown(TestLoss) && isShown(Participations) && isShown(Entropy));
    QVERIFY(!isShown(Error) && !isShown(Group));
    QCOMPARE(leftOut->text(), QString()); // what was hidden on request is not missed
    QTRY_VERIFY(!cutOff());
}

void ShownRoundTest::topologyDrawsTheReportsNumbers()
{
    RunCurves run;
    run.facts = made_up::facts(4);
    run.facts.edges = {{.name = "north", .clients = {0, 1}}, {.name = "south", .clients = {2, 3}}};
    RoundReport report = made_up::report(1, 4, 0.1);
    report.participants = {0, 1, 3};
    report.traffic = {{.link = Link::ClientToServer, .client = 0, .bits = 10},
                      {.link = Link::EdgeToCloud, .client = 1, .bits = 7}};
    report.clientValues = {{.name = "sparsity", .values = {0.25, 0.5, 0.75, 1.0}}};
    const TopologyPicture picture = topologyPicture(run, report);
    QCOMPARE(picture.clients.size(), std::size_t(4));
    QCOMPARE(picture.edges.size(), std::size_t(2));
    QCOMPARE(picture.clients[0].bits, 10.0);
    QCOMPARE(picture.edges[1].bits, 7.0);
    QCOMPARE(*picture.clients[2].nonZero, 0.75);
    QVERIFY(!picture.clients[2].takesPart && picture.clients[3].takesPart);
    const QRectF area(0, 0, 400, 300);
    const TopologyLayout layout = layOutTopology(area, 4, picture.clientsOfEdge, picture.order);
    for (const QPointF& client : layout.clients)
        QVERIFY(area.contains(client));
    QVERIFY(layout.clients[1].x() < layout.edges[1].x());
    QVERIFY(layout.edges[0].x() < layout.edges[1].x());
    QVERIFY(layout.cloud.y() < layout.edges[0].y());
    const TopologyLayout many = layOutTopology(area, 1000, {}, {});
    for (const QPointF& client : many.clients)
        QVERIFY(area.contains(client));
    TopologyView view;
    view.resize(400, 300);
    view.setPicture(picture);
    QVERIFY(view.textOf({TopologyView::Client, 0}).contains(QStringLiteral("not zero")));
    int found = 0;
    for (int x = 0; x < 400; x += 2)
        for (int y = 0; y < 300; y += 2)
            if (const ViewPart part = view.partAt(QPointF(x, y)); part.kind == TopologyView::Client)
                found |= 1 << part.index;
    QCOMPARE(found, 15);
    QCOMPARE(bytesText(8e6), QStringLiteral("1 MB"));
    QCOMPARE(bytesText(8), QStringLiteral("1 B"));
}

COTERIE_WIDGET_SECTION(ShownRoundTest)

} // namespace tst_shown_round

#include "tst_shown_round.moc"
