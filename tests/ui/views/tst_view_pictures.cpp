#include "core/math/linkage.h"
#include "tests/sections.h"
#include "tests/ui/looks.h"
#include "tests/ui/made_up_groups.h"
#include "ui/frame/theme.h"
#include "ui/views/dendrogram_view.h"
#include "ui/views/group_river_view.h"
#include "ui/views/matrix_view.h"
#include "ui/views/parallel_view.h"
#include "ui/views/topology_view.h"

#include <QMap>
#include <QTest>
#include <QToolTip>

#include <cmath>
#include <numeric>
#include <random>

namespace tst_view_pictures {

using namespace coterie;
using namespace coterie::ui;
using namespace coterie::ui::test;

namespace {

constexpr int kClients = 12;

MatrixPicture weights()
{
    MatrixPicture picture;
    picture.matrix = Matrix(kClients, kClients);
    for (int row = 0; row < kClients; ++row)
        for (int column = 0; column < kClients; ++column)
            picture.matrix.at(std::size_t(row), std::size_t(column)) =
                (row % 3 == column % 3 ? 0.2 : 0.02) + 0.004 * ((7 * row + 3 * column) % 11);
    for (int group = 0; group < 3; ++group)
        for (int client = group; client < kClients; client += 3)
            picture.rows.push_back(client);
    picture.columns = picture.rows;
    picture.rowBreaks = picture.columnBreaks = {4, 8};
    picture.rowWord = QStringLiteral("client");
    picture.columnWord = QStringLiteral("takes from client");
    picture.valueWord = QStringLiteral("difference of inner product");
    return picture;
}

MatrixPicture participation()
{
    MatrixPicture picture;
    constexpr int kRounds = 40;
    picture.matrix = Matrix(kClients, kRounds);
    for (int column = 0; column < kRounds; ++column) {
        picture.columnNames.push_back(column + 1);
        for (int draw = 0; draw < 4; ++draw)
            picture.matrix.at(std::size_t((5 * column + 3 * draw) % kClients),
                              std::size_t(column)) = 1;
    }
    picture.rows.resize(kClients);
    picture.columns.resize(kRounds);
    std::iota(picture.rows.begin(), picture.rows.end(), 0);
    std::iota(picture.columns.begin(), picture.columns.end(), 0);
    picture.columnsAreClients = false;
    picture.rowWord = QStringLiteral("client");
    picture.columnWord = QStringLiteral("round");
    picture.valueWord = QStringLiteral("times drawn");
    return picture;
}

/// A tree of distances over twelve clients that the round cut into three groups.
DendrogramPicture tree()
{
    DendrogramPicture picture{.grouping = {}, .clients = kClients, .colourOfClient = {}};
    std::vector<int> top(3);
    int next = kClients;
    for (int group = 0; group < 3; ++group) {
        int node = group;
        std::vector<int> members{group};
        for (int client = group + 3; client < kClients; client += 3) {
            members.push_back(client);
            picture.grouping.merges.push_back(made_up::merged(
                node, client, 0.2 + 0.09 * client, int(members.size()), MergeKind::Distance));
            node = next++;
        }
        top[std::size_t(group)] = node;
        picture.grouping.groups.push_back(members);
    }
    picture.grouping.merges.push_back(made_up::merged(top[0], top[1], 2.4, 8, MergeKind::Distance));
    picture.grouping.merges.push_back(made_up::merged(next, top[2], 3.1, 12, MergeKind::Distance));
    for (int client = 0; client < kClients; ++client)
        picture.colourOfClient.push_back(client % 3);
    return picture;
}

std::vector<RiverRound> rounds()
{
    std::mt19937 random(4);
    std::vector<RiverRound> all;
    std::vector<int> colours(kClients, 0);
    for (int round = 1; round <= 30; ++round) {
        if (round % 6 == 1)
            for (int client = 0; client < kClients; ++client)
                colours[std::size_t(client)] = int(random() % 4);
        all.push_back({.round = round, .colourOfClient = colours});
    }
    return all;
}

TopologyPicture federation()
{
    TopologyPicture picture;
    for (int client = 0; client < kClients; ++client) {
        picture.clients.push_back({.accuracy = 0.3 + 0.05 * client,
                                   .nonZero = 0.9 - 0.05 * client,
                                   .bits = 8e5 * (client + 1),
                                   .colour = client % 3,
                                   .takesPart = client % 5 != 4});
        picture.order.push_back(client);
    }
    for (const char* name : {"north", "east", "south"}) {
        const int first = 4 * int(picture.edges.size());
        picture.edgeNames.push_back(QLatin1String(name));
        picture.edges.push_back({.accuracy = 0.6, .nonZero = 0.7, .bits = 4e6});
        picture.clientsOfEdge.push_back({first, first + 1, first + 2, first + 3});
    }
    picture.server = QStringLiteral("cloud");
    return picture;
}

} // namespace

/// The painted views side by side with what the keys, a moved cut and a narrow dock make of them.
class ViewPicturesTest final : public QObject
{
    Q_OBJECT

private slots:
    void everyViewIsDrawn_data() { addLooks(kFewLooks); }
    void everyViewIsDrawn();
};

void ViewPicturesTest::everyViewIsDrawn()
{
    QFETCH(bool, dark);
    QFETCH(int, scale);
    Theme theme;
    theme.choose(dark ? ThemeChoice::Dark : ThemeChoice::Light);
    QMap<QString, QImage> pictures;
    const auto draw = [&](PaintedView& view, const char* name, const QSize& size) {
        view.resize(size);
        const QString full = QLatin1String(name);
        if (!full.endsWith(QLatin1String("walked"))) { // what the walk before said
            QToolTip::hideText();
            QTRY_VERIFY(!QToolTip::isVisible());
        }
        pictures[full] = drawn(view, scale);
        QVERIFY(kept(
            pictures[full],
            QStringLiteral("view-%1-%2").arg(full, QString::fromLatin1(QTest::currentDataTag()))));
        const QColor ground = pictures[full].pixelColor(scale * 3, scale * (size.height() - 3));
        QCOMPARE(ground.lightness() < 100, dark);
    };
    const auto walk = [](PaintedView& view, std::initializer_list<Qt::Key> keys) {
        view.show();
        view.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&view, kTryMilliseconds));
        view.clearFocus();
        view.setFocus(Qt::TabFocusReason);
        for (const Qt::Key key : keys)
            QTest::keyClick(&view, key);
    };
    constexpr QSize kWide(640, 420);
    constexpr QSize kNarrow(250, 330);

    MatrixView matrix;
    matrix.setPicture(weights());
    draw(matrix, "matrix", kWide);
    draw(matrix, "matrix-narrow", kNarrow);
    matrix.setSelected({3, 7});
    walk(matrix, {Qt::Key_Down, Qt::Key_Down, Qt::Key_Right});
    draw(matrix, "matrix-walked", {420, 360});
    MatrixPicture nearlyEqual = weights();
    for (double& value : nearlyEqual.matrix.values)
        value = 0.999 + 0.004 * value;
    MatrixView close;
    close.setPicture(nearlyEqual);
    draw(close, "matrix-of-a-narrow-range", kWide);
    for (double& value : nearlyEqual.matrix.values)
        value -= 1;
    nearlyEqual.scale = ColourScale::Kind::Diverging;
    close.setPicture(nearlyEqual);
    draw(close, "matrix-of-differences", kWide);
    MatrixView drawnRounds;
    drawnRounds.setPicture(participation());
    draw(drawnRounds, "participation", kWide);

    DendrogramView dendrogram;
    dendrogram.setPicture(tree());
    draw(dendrogram, "tree", kWide);
    walk(dendrogram, {Qt::Key_Down, Qt::Key_Right, Qt::Key_Right});
    draw(dendrogram, "tree-walked", kWide);
    QTest::keyClick(&dendrogram, Qt::Key_Left, Qt::ShiftModifier);
    QTest::keyClick(&dendrogram, Qt::Key_Left, Qt::ShiftModifier);
    const auto groups = groupsUnderCut(tree().grouping, kClients, *dendrogram.scene().cut());
    std::vector<int> colours(kClients);
    for (std::size_t group = 0; group < groups.size(); ++group)
        for (const int client : groups[group])
            colours[std::size_t(client)] = int(group);
    dendrogram.setColoursOfCut(colours);
    draw(dendrogram, "tree-cut-moved", kWide);
    draw(dendrogram, "tree-cut-moved-narrow", kNarrow);
    DendrogramView forest;
    forest.setPicture(
        {.grouping = made_up::sixClients(), .clients = 6, .colourOfClient = {0, 0, 0, 1, 1, 2}});
    walk(forest, {Qt::Key_End, Qt::Key_Right});
    draw(forest, "forest-walked", kWide);
    DendrogramView named;
    DendrogramPicture sinceSomeRound{
        .grouping = made_up::sixClients(), .clients = 6, .colourOfClient = {0, 0, 0, 1, 1, 2}};
    sinceSomeRound.joinedOfClient = {2, 2, 12, 3, 3, 1};
    sinceSomeRound.round = 12;
    named.setPicture(sinceSomeRound);
    draw(named, "forest", kWide);
    draw(named, "forest-narrow", kNarrow);
    named.setAxis(MergeAxis::Score);
    draw(named, "forest-by-gain", kWide);
    sinceSomeRound.isWhatIf = true;
    sinceSomeRound.joinedOfClient.clear();
    named.setAxis(MergeAxis::Order);
    named.setPicture(sinceSomeRound);
    draw(named, "forest-what-if", kWide);
    DendrogramView given;
    given.setPicture({.grouping = {.groups = {{0, 1, 2}, {3, 4}, {5}},
                                   .merges = {},
                                   .stopReason = "The groups were given.",
                                   .refused = {}},
                      .clients = 6,
                      .colourOfClient = {0, 0, 0, 1, 1, 2},
                      .joinedOfClient = {1, 1, 1, 1, 1, 1}});
    draw(given, "groups-without-merges", kWide);

    GroupRiverView river;
    river.setRounds(rounds());
    river.setRoundShown(9);
    draw(river, "river", kWide);
    draw(river, "river-low", {400, 110});
    walk(river, {Qt::Key_Down});
    draw(river, "river-walked", kWide);

    TopologyView topology;
    topology.setPicture(federation());
    draw(topology, "topology", kWide);
    walk(topology, {Qt::Key_Right, Qt::Key_Right});
    draw(topology, "topology-walked", kWide);
    TopologyPicture clustered = federation();
    clustered.groups = {{0, 3, 6, 9}, {1, 4, 7, 10}, {2, 5, 8, 11}};
    clustered.areForSampling = true;
    TopologyView drawnFrom;
    drawnFrom.setPicture(clustered);
    draw(drawnFrom, "topology-sampling-clusters", kWide);

    ParallelView parallel;
    std::vector<ParallelAxis> axes{
        {.title = QStringLiteral("alpha"), .values = {}, .words = {}},
        {.title = QStringLiteral("arm"),
         .values = {},
         .words = {QStringLiteral("FedAvg"), QStringLiteral("HCCT")}},
        {.title = QStringLiteral("Mean test error"), .values = {}, .words = {}}};
    QStringList names;
    for (int run = 0; run < 9; ++run) {
        axes[0].values.push_back(std::pow(10.0, run % 4));
        axes[1].values.push_back(run % 2);
        axes[2].values.push_back(run == 5 ? std::optional<double>() : 12 + (7 * run) % 10);
        names << QStringLiteral("Run %1: HCCT, seed 1").arg(run + 1);
    }
    parallel.setAxes(axes, names);
    draw(parallel, "parallel", kWide);
    walk(parallel, {Qt::Key_Down, Qt::Key_Down});
    draw(parallel, "parallel-walked", kWide);

    for (auto one = pictures.cbegin(); one != pictures.cend(); ++one)
        for (auto other = pictures.cbegin(); other != one; ++other)
            QVERIFY2(one.value() != other.value(), qPrintable(one.key() + other.key()));
}

COTERIE_WIDGET_SECTION(ViewPicturesTest)

} // namespace tst_view_pictures

#include "tst_view_pictures.moc"
