#include "tests/sections.h"
#include "ui/runs/group_colours.h"
#include "ui/views/group_river_view.h"

#include <QTest>

#include <random>

namespace tst_group_river {

using namespace coterie::ui;

class GroupRiverTest final : public QObject
{
    Q_OBJECT

private slots:
    void aGroupKeepsTheColourOfMostOfItsMembers();
    void groupsOfOneRoundHaveDifferentColours();
    void everyClientHasAPlaceInEveryColumn();
    void aCalmIsDrawnByItsEnds();
    void moreRoundsThanPixelsAreThinnedNotCrowded();
    void roundsAddedOneByOneAreTheSameRiver();
    void bandsCarryEveryClientOnce();
    void blocksStayWhereTheirMembersStood();
    void pointingNamesTheClients();
    void theTitleOfTheRoundsLeavesALowStripItsHeight();
};

namespace {

RiverRound riverRound(int round, std::vector<int> colours)
{
    return {.round = round, .colourOfClient = std::move(colours)};
}

std::vector<RiverRound> randomRounds(unsigned seed, int clients, int rounds)
{
    std::mt19937 random(seed);
    std::vector<RiverRound> result;
    std::vector<int> colours(std::size_t(clients), 0);
    for (int round = 1; round <= rounds; ++round) {
        if (random() % 3 != 0)
            for (int& colour : colours)
                if (random() % 4 == 0)
                    colour = int(random() % 5) - 1;
        result.push_back(riverRound(round, colours));
    }
    return result;
}

} // namespace

void GroupRiverTest::aGroupKeepsTheColourOfMostOfItsMembers()
{
    GroupColours colours;
    using Groups = std::vector<std::vector<int>>;
    QCOMPARE(colours.add(Groups{{0}, {1}, {2}, {3}, {4}}), std::vector<int>({0, 1, 2, 3, 4}));
    QCOMPARE(colours.add(Groups{{0, 1}, {2, 3, 4}}), std::vector<int>({0, 2}));
    // Client 2 leaves for the other group: both keep their colours.
    QCOMPARE(colours.add(Groups{{0, 1, 2}, {3, 4}}), std::vector<int>({0, 2}));
    // A split: the larger part keeps the colour, the other takes a free one.
    QCOMPARE(colours.add(Groups{{0}, {1, 2}, {3, 4}}), std::vector<int>({1, 0, 2}));
    QCOMPARE(colours.colourOf(1), 0);
    QCOMPARE(colours.colourOf(9), -1);
}

void GroupRiverTest::groupsOfOneRoundHaveDifferentColours()
{
    std::mt19937 random(3);
    GroupColours colours;
    for (int round = 0; round < 200; ++round) {
        std::vector<std::vector<int>> groups(1 + random() % 6);
        for (int client = 0; client < 15; ++client)
            groups[random() % groups.size()].push_back(client);
        std::erase_if(groups, [](const auto& group) { return group.empty(); });
        const std::vector<int> given = colours.add(groups);
        QCOMPARE(given.size(), groups.size());
        std::set<int> distinct(given.begin(), given.end());
        QCOMPARE(distinct.size(), groups.size());
        QVERIFY(*distinct.begin() >= 0);
    }
}

void GroupRiverTest::everyClientHasAPlaceInEveryColumn()
{
    for (unsigned seed = 0; seed < 30; ++seed) {
        const RiverLayout layout = layOutRiver(randomRounds(seed, 12, 20));
        for (const RiverColumn& column : layout.columns) {
            std::vector<int> places = column.placeOfClient;
            std::ranges::sort(places);
            for (int place = 0; place < 12; ++place)
                QCOMPARE(places[std::size_t(place)], place);
            int covered = 0;
            for (const RiverBlock& block : column.blocks) {
                QCOMPARE(block.first, covered);
                covered += block.count;
            }
            QCOMPARE(covered, 12);
        }
    }
}

void GroupRiverTest::aCalmIsDrawnByItsEnds()
{
    std::vector<RiverRound> rounds;
    for (int round = 1; round <= 1000; ++round)
        rounds.push_back(riverRound(round, {0, 0, 1}));
    const RiverLayout layout = layOutRiver(rounds);
    QCOMPARE(layout.columns.size(), std::size_t(2));
    QCOMPARE(layout.columns[0].round, 1);
    QCOMPARE(layout.columns[1].round, 1000);
    QCOMPARE(layOutRiver(std::span(rounds).first(1)).columns.size(), std::size_t(1));
    QVERIFY(layOutRiver({}).columns.empty());
}

void GroupRiverTest::moreRoundsThanPixelsAreThinnedNotCrowded()
{
    std::vector<RiverRound> rounds;
    for (int round = 1; round <= 5000; ++round) // somebody moves in every one of them
        rounds.push_back(riverRound(round, {round % 2, 0, 1, round % 3}));
    const RiverLayout layout = layOutRiver(rounds, 60);
    QVERIFY(layout.columns.size() >= 60 && layout.columns.size() <= 62);
    QCOMPARE(layout.columns.front().round, 1);
    QCOMPARE(layout.columns.back().round, 5000);
    for (std::size_t i = 1; i + 1 < layout.columns.size(); ++i)
        QVERIFY(layout.columns[i].round - layout.columns[i - 1].round >= 5000 / 60 - 1);
    for (const RiverColumn& column : layout.columns) // each is a round as it was
        QCOMPARE(column.blocks.size(), std::size_t(column.round % 3 == 2 ? 3 : 2));
    // One change far from the others keeps its column.
    std::vector<RiverRound> calm(1000, riverRound(0, {0, 1}));
    for (std::size_t i = 0; i < calm.size(); ++i)
        calm[i].round = int(i);
    calm[700].colourOfClient = {1, 1};
    QCOMPARE(layOutRiver(calm, 60).columns.size(), layOutRiver(calm).columns.size());
}

void GroupRiverTest::roundsAddedOneByOneAreTheSameRiver()
{
    const std::vector<RiverRound> rounds = randomRounds(5, 7, 40);
    GroupRiverView whole;
    whole.resize(500, 200);
    whole.setRounds(rounds);
    GroupRiverView grown;
    grown.resize(500, 200);
    for (const RiverRound& round : rounds)
        grown.addRounds({round});
    QVERIFY(grown.rounds() == rounds);
    QVERIFY(grown.layoutShown().columns == whole.layoutShown().columns);
    QVERIFY(grown.layoutShown().bands == whole.layoutShown().bands);
}

void GroupRiverTest::bandsCarryEveryClientOnce()
{
    for (unsigned seed = 0; seed < 30; ++seed) {
        const RiverLayout layout = layOutRiver(randomRounds(seed, 9, 15));
        std::map<std::size_t, std::vector<int>> carried;
        for (const RiverBand& band : layout.bands) {
            QCOMPARE(std::size_t(band.count), band.clients.size());
            for (std::size_t i = 0; i < band.clients.size(); ++i) {
                const auto client = std::size_t(band.clients[i]);
                const auto offset = int(i);
                QCOMPARE(layout.columns[band.column].placeOfClient[client],
                         band.fromFirst + offset);
                QCOMPARE(layout.columns[band.column + 1].placeOfClient[client],
                         band.toFirst + offset);
                carried[band.column].push_back(band.clients[i]);
            }
        }
        for (std::size_t column = 0; column + 1 < layout.columns.size(); ++column) {
            std::ranges::sort(carried[column]);
            QCOMPARE(carried[column], std::vector<int>({0, 1, 2, 3, 4, 5, 6, 7, 8}));
        }
    }
}

void GroupRiverTest::blocksStayWhereTheirMembersStood()
{
    // Clients 0..2 and 3..5; then 2 joins the second group: it goes to that group's near end.
    const RiverLayout layout = layOutRiver(std::vector<RiverRound>{
        riverRound(1, {0, 0, 0, 1, 1, 1}), riverRound(2, {0, 0, 1, 1, 1, 1})});
    QCOMPARE(layout.columns[1].placeOfClient, std::vector<int>({0, 1, 2, 3, 4, 5}));
    QCOMPARE(layout.columns[1].blocks[0].colour, 0);
    QCOMPARE(layout.columns[1].blocks[1].count, 4);
}

void GroupRiverTest::pointingNamesTheClients()
{
    GroupRiverView view;
    view.resize(400, 200);
    view.setRounds({riverRound(1, {0, 0, 1}), riverRound(2, {0, 0, 1})});
    QCOMPARE(view.clientsAt(QPointF(200, 30)), std::vector<int>({0, 1}));
    QCOMPARE(view.clientsAt(QPointF(200, 145)), std::vector<int>({2}));
    QVERIFY(view.clientsAt(QPointF(-5, 30)).empty());
    // A band says where it leads, a block since when its clients are together.
    QCOMPARE(view.textAt(QPointF(200, 30)), QStringLiteral("Rounds 1 to 2, to group 1: {0, 1}"));
    view.setRounds({riverRound(1, {0, 1, 1}),
                    riverRound(2, {0, 0, 1}),
                    riverRound(3, {0, 0, 1}),
                    riverRound(4, {0, 0, -1})});
    const double end = view.positionOf(4, 0).x();
    QCOMPARE(view.textAt({end, view.positionOf(4, 1).y()}),
             QStringLiteral("Round 4, group 1 since round 2: {0, 1}"));
    QCOMPARE(view.textAt({end, view.positionOf(4, 2).y()}),
             QStringLiteral("Round 4, in no group: {2}"));
    QCOMPARE(view.textAt(view.positionOf(1, 0)),
             QStringLiteral("Round 1, alone since round 1: {0}"));
    GroupRiverView empty;
    empty.resize(300, 100);
    QVERIFY(!empty.grab().isNull());
    QVERIFY(empty.clientsAt(QPointF(100, 50)).empty());
}

void GroupRiverTest::theTitleOfTheRoundsLeavesALowStripItsHeight()
{
    GroupRiverView view;
    view.setRounds({riverRound(1, {0, 0, 1}), riverRound(2, {0, 0, 1})});
    const int line = QFontMetrics(view.font()).height();
    const auto reaches = [&](int height) { // how far down the lowest group does
        view.resize(400, height);
        int lowest = 0;
        for (int y = 0; y < height; ++y)
            if (!view.clientsAt(QPointF(200, y)).empty())
                lowest = y;
        return lowest;
    };
    // Below it one line of numbers, and only where there is room also the title.
    QCOMPARE(reaches(6 * line), 6 * line - line - 13);
    QCOMPARE(reaches(20 * line), 20 * line - 2 * line - 13);
}

COTERIE_WIDGET_SECTION(GroupRiverTest)

} // namespace tst_group_river

#include "tst_group_river.moc"
