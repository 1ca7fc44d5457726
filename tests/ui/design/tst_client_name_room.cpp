#include "tests/sections.h"
#include "tests/ui/design/canvas_bench.h"
#include "ui/design/canvas/partition_side.h"
#include "ui/views/group_river_view.h"
#include "ui/views/matrix_view.h"
#include "ui/views/topology_view.h"

#include <QTest>

#include <numeric>

namespace tst_client_name_room {

using namespace coterie;
using namespace coterie::ui;
using namespace coterie::ui::test;

namespace {

const std::vector<std::string> kHospitals{"Lindenhof", "Inselspital", "Tiefenau"};

QImage picture(QWidget& view)
{
    return view.grab().toImage();
}

TopologyPicture topologyOf(int clients)
{
    TopologyPicture picture;
    picture.clients.resize(std::size_t(clients));
    picture.server = QStringLiteral("server");
    return picture;
}

} // namespace

/// Views write the clients' names where there is room for them, and their numbers elsewhere.
class ClientNameRoomTest final : public QObject
{
    Q_OBJECT

private slots:
    void theRiverNamesBothItsEnds();
    void discsAreNamedWhereTheyStandApart();
    void columnsOfAMatrixAreNamed();
    void barsAreNamedLeftOfThem();
    void namesOfOtherClientsAreNotUsed();
    void distancesInDesignAreNamed();
};

void ClientNameRoomTest::theRiverNamesBothItsEnds()
{
    GroupRiverView view;
    view.resize(700, 260);
    view.setRounds(
        {{.round = 1, .colourOfClient = {0, 0, 1}}, {.round = 2, .colourOfClient = {0, 1, 1}}});
    const double left = view.positionOf(1, 0).x();
    const double right = view.positionOf(2, 0).x();
    view.setClientNames(kHospitals);
    QVERIFY(view.positionOf(1, 0).x() > left + 30);
    QVERIFY(view.positionOf(2, 0).x() < right - 30);
    QVERIFY(view.positionOf(1, 0).x() < view.width() / 3.0); // the river keeps most
    // A narrow one has numbers only.
    view.resize(200, 260);
    (void)picture(view); // takes the size
    const double named = view.positionOf(1, 0).x();
    view.setClientNames({});
    QCOMPARE(view.positionOf(1, 0).x(), named);
}

void ClientNameRoomTest::discsAreNamedWhereTheyStandApart()
{
    TopologyView view;
    view.resize(700, 300);
    view.setPicture(topologyOf(3));
    const QImage numbers = picture(view);
    view.setClientNames(kHospitals);
    QVERIFY(picture(view) != numbers);
    view.setClientNames({});
    view.setPicture(topologyOf(20)); // 35 pixels each
    const QImage close = picture(view);
    view.setClientNames(std::vector<std::string>(20, "Lindenhof"));
    QCOMPARE(picture(view), close);
}

void ClientNameRoomTest::columnsOfAMatrixAreNamed()
{
    MatrixView view;
    MatrixPicture cells;
    cells.matrix = Matrix(3, 3, 0.5);
    cells.rows = {0, 1, 2};
    cells.columns = cells.rows;
    cells.rowWord = QStringLiteral("client");
    cells.columnWord = cells.rowWord;
    cells.valueWord = QStringLiteral("weight");
    view.resize(900, 420); // the height limits the squares
    view.setPicture(cells);
    const auto lastCell = [&view] {
        int y = view.height() - 1;
        while (y > 0 && !view.partAt(QPointF(200, y)))
            --y;
        return y;
    };
    const int plain = lastCell();
    view.setClientNames(kHospitals);
    QVERIFY2(lastCell() < plain - 20, qPrintable(QString::number(lastCell())));
    QVERIFY(lastCell() > view.height() / 2);
    // Many columns have numbers.
    view.setClientNames({});
    cells.matrix = Matrix(200, 200, 0.5);
    cells.rows.resize(200);
    std::iota(cells.rows.begin(), cells.rows.end(), 0);
    cells.columns = cells.rows;
    view.setPicture(cells);
    const int low = lastCell();
    view.setClientNames(std::vector<std::string>(200, "Lindenhof"));
    QCOMPARE(lastCell(), low);
}

void ClientNameRoomTest::barsAreNamedLeftOfThem()
{
    PartitionSketch sketch = made_up::sketch();
    CanvasBench bench(sketch);
    const double plain = bench.canvas.layoutShown().barsLeft;
    const auto gutter = [&bench, plain] {
        return picture(*bench.canvas.viewport())
            .copy(0, int(bench.canvas.layoutShown().rowsTop), int(plain), 60);
    };
    sketch.clientNames = {QStringLiteral("Lindenhof"),
                          QStringLiteral("Universitätsklinikum mit vielen Abteilungen"),
                          QStringLiteral("Tiefenau")};
    const QImage numbers = gutter();
    bench.canvas.setSketch(sketch);
    const double named = bench.canvas.layoutShown().barsLeft;
    QVERIFY2(named > plain + 60, qPrintable(QString::number(named)));
    QVERIFY(named < bench.canvas.width() / 3.0);
    QVERIFY(gutter() != numbers);
    QVERIFY(bench.canvas.explanation(endOf(bench.canvas, 1)).contains(sketch.clientNames[1]));
    // The name moves its client, as its number does.
    QVERIFY(hitAt(bench.canvas.layoutShown(), sketch, bodyOf(bench.canvas, 1), 0).kind
            == CanvasHit::Kind::Body);
    bench.canvas.resize(150, 400);
    const double narrow = bench.canvas.layoutShown().barsLeft;
    sketch.clientNames.clear();
    bench.canvas.setSketch(sketch);
    QCOMPARE(bench.canvas.layoutShown().barsLeft, narrow);
}

void ClientNameRoomTest::namesOfOtherClientsAreNotUsed()
{
    PartitionSketch sketch = made_up::sketch();
    sketch.clientNames = {QStringLiteral("Lindenhof"), QStringLiteral("Tiefenau")};
    QVERIFY(clientNamesOf(sketch).empty()); // of two of three
    sketch.clientNames.push_back(QStringLiteral("Bern"));
    QCOMPARE(clientNamesOf(sketch), std::vector<std::string>({"Lindenhof", "Tiefenau", "Bern"}));
}

void ClientNameRoomTest::distancesInDesignAreNamed()
{
    PartitionSide side;
    PartitionStatistics statistics;
    statistics.kindNames = {"a", "b"};
    statistics.totalVariation = Matrix(3, 3, 0.5);
    for (const std::string& name : kHospitals)
        statistics.clients.push_back(
            {.train = {3, 2}, .test = {}, .validation = {}, .trainSize = 5, .name = name});
    side.setStatistics(statistics);
    const auto* distances = side.findChild<MatrixView*>(QStringLiteral("distances"));
    QVERIFY(distances);
    QCOMPARE(distances->clientNames(), kHospitals);
    statistics.clients.front().name.clear();
    side.setStatistics(statistics);
    QVERIFY(distances->clientNames().empty());
}

COTERIE_WIDGET_SECTION(ClientNameRoomTest)

} // namespace tst_client_name_room

#include "tst_client_name_room.moc"
