#include "tests/sections.h"
#include "tests/ui/design/made_up_sketch.h"
#include "ui/design/canvas/partition_edits.h"
#include "ui/design/canvas/partition_side.h"
#include "ui/design/canvas/sketch_json.h"

#include <QTest>

#include <algorithm>
#include <functional>

namespace tst_partition_edits {

using namespace coterie;
using namespace coterie::ui;

namespace {

/// Of every kind, what all clients and nobody hold together: no edit may change it.
KindCounts everything(const PartitionSketch& sketch)
{
    KindCounts all = sketch.unheld;
    for (const KindCounts& held : sketch.held)
        std::ranges::transform(all, held, all.begin(), std::plus<>());
    return all;
}

} // namespace

/// The edits of a partition, as values: what they make of it and where they stop.
class PartitionEditsTest final : public QObject
{
    Q_OBJECT

private slots:
    void sharesAddUp();
    void sharesWithinLimitsAddUp();
    void shrinkingKeepsTheMix();
    void growingTakesWhatNobodyHolds();
    void growingStopsWhereTheDataEnds();
    void growingMayTakeFromTheOthers();
    void severalClientsGrowByTheSameFactor();
    void aBorderMovesSamplesBetweenTwoClasses();
    void aBorderStopsAtWhatIsThere();
    void copiesNeedSamplesThatNobodyHolds();
    void copiesFollowTheirOriginals();
    void splittingHalvesEveryClass();
    void mergingAddsUp();
    void deletingRenumbersTheOthers();
    void somebodyMustRemain();
    void clientsMoveBetweenEdges();
    void emptyEdgesGoAndItIsSaid();
    void edgesHaveNamesOfTheirOwn();
    void somebodyIsThereFromTheStart();
    void randomEditsLoseNoSample();
    void histogramsCoverAllValues();
};

void PartitionEditsTest::sharesAddUp()
{
    QCOMPARE(apportioned(KindCounts{60, 30, 10}, 50), KindCounts({30, 15, 5}));
    QCOMPARE(apportioned(KindCounts{1, 1, 1}, 2), KindCounts({1, 1, 0}));
    QCOMPARE(apportioned(KindCounts{2, 3, 0}, 4), KindCounts({2, 2, 0}));
    QCOMPARE(apportioned(KindCounts{0, 0}, 4), KindCounts({0, 0}));
    QCOMPARE(apportioned(KindCounts{7, 9}, 0), KindCounts({0, 0}));
}

void PartitionEditsTest::sharesWithinLimitsAddUp()
{
    QCOMPARE(apportionedWithin(KindCounts{10, 10}, KindCounts{3, 20}, 10), KindCounts({3, 7}));
    QCOMPARE(apportionedWithin(KindCounts{10, 0}, KindCounts{3, 2}, 5), KindCounts({3, 2}));
    QCOMPARE(apportionedWithin(KindCounts{1, 1}, KindCounts{2, 2}, 9), KindCounts({2, 2}));
}

void PartitionEditsTest::shrinkingKeepsTheMix()
{
    const PartitionSketch before = made_up::sketch();
    const SketchEdit edit = resized(before, {0}, 0, 50, Missing::Refused);
    QCOMPARE(edit.after.held[0], KindCounts({30, 15, 5}));
    QCOMPARE(edit.after.unheld, KindCounts({70, 35, 5}));
    QCOMPARE(edit.after.held[1], before.held[1]);
    QVERIFY(edit.limit.isEmpty());
    QCOMPARE(edit.label, QString("Resize client 0"));
    // A client keeps a sample.
    QCOMPARE(resized(before, {0}, 0, -30, Missing::Refused).after.size(0), std::int64_t(1));
}

void PartitionEditsTest::growingTakesWhatNobodyHolds()
{
    const SketchEdit edit = resized(made_up::sketch(), {2}, 2, 45, Missing::Refused);
    QCOMPARE(edit.after.held[2], KindCounts({45, 0, 0}));
    QCOMPARE(edit.after.unheld, KindCounts({15, 20, 0}));
    QVERIFY(edit.limit.isEmpty());
}

void PartitionEditsTest::growingStopsWhereTheDataEnds()
{
    // Nobody holds more of class c, so client 0 may grow while its tenth of c still rounds to 10.
    const SketchEdit edit = resized(made_up::sketch(), {0}, 0, 200, Missing::Refused);
    QCOMPARE(edit.after.held[0][2], std::int64_t(10));
    QVERIFY(edit.after.size(0) >= 104 && edit.after.size(0) <= 106);
    QVERIFY2(edit.limit.startsWith("Client 0 can hold at most"), qPrintable(edit.limit));
    QVERIFY2(edit.limit.contains("class “c”"), qPrintable(edit.limit));
    const SketchEdit all = resized(made_up::sketch(), {2}, 2, 61, Missing::Refused);
    QCOMPARE(all.after.held[2], KindCounts({60, 0, 0}));
    QVERIFY(all.limit.contains("60 samples"));
}

void PartitionEditsTest::growingMayTakeFromTheOthers()
{
    const PartitionSketch before = made_up::sketch();
    const SketchEdit edit = resized(before, {0}, 0, 190, Missing::TakenFromOthers);
    QCOMPARE(edit.after.held[0], KindCounts({114, 57, 19}));
    QVERIFY(edit.limit.isEmpty());
    // 40 of a and 20 of b were free; the other 14, 7 and 9 were the others'.
    QCOMPARE(edit.after.unheld, KindCounts({0, 0, 0}));
    QCOMPARE(edit.after.held[1], KindCounts({0, 43, 41}));
    QCOMPARE(edit.after.held[2], KindCounts({6, 0, 0}));
    QCOMPARE(everything(edit.after), everything(before));
    // Each of the others keeps a sample, so one of a is missing for 200.
    const SketchEdit more = resized(before, {0}, 0, 200, Missing::TakenFromOthers);
    QVERIFY(more.after.size(0) >= 197 && more.after.size(0) < 200);
    QVERIFY(more.limit.contains("class “a”"));
}

void PartitionEditsTest::severalClientsGrowByTheSameFactor()
{
    const SketchEdit edit = resized(made_up::sketch(), {0, 1}, 0, 50, Missing::Refused);
    QCOMPARE(edit.after.held[0], KindCounts({30, 15, 5}));
    QCOMPARE(edit.after.held[1], KindCounts({0, 25, 25}));
    QCOMPARE(edit.label, QString("Resize 2 clients"));
}

void PartitionEditsTest::aBorderMovesSamplesBetweenTwoClasses()
{
    const PartitionSketch before = made_up::sketch();
    const SketchEdit more = remixed(before, 0, 0, 1, 12, Missing::Refused);
    QCOMPARE(more.after.held[0], KindCounts({72, 18, 10}));
    QCOMPARE(more.after.unheld, KindCounts({28, 32, 0}));
    const SketchEdit less = remixed(before, 0, 0, 1, -12, Missing::Refused);
    QCOMPARE(less.after.held[0], KindCounts({48, 42, 10}));
    QVERIFY(less.limit.isEmpty());
}

void PartitionEditsTest::aBorderStopsAtWhatIsThere()
{
    const SketchEdit all = remixed(made_up::sketch(), 0, 0, 1, 99, Missing::Refused);
    QCOMPARE(all.after.held[0], KindCounts({90, 0, 10})); // no more of b to give
    QVERIFY(all.limit.isEmpty());
    const SketchEdit none = remixed(made_up::sketch(), 0, 1, 2, -5, Missing::Refused);
    QCOMPARE(none.after.held[0], KindCounts({60, 30, 10}));
    QVERIFY2(none.limit.contains("at most 10 samples of class “c”"), qPrintable(none.limit));
    const SketchEdit taken = remixed(made_up::sketch(), 0, 1, 2, -5, Missing::TakenFromOthers);
    QCOMPARE(taken.after.held[0], KindCounts({60, 25, 15}));
    QCOMPARE(taken.after.held[1], KindCounts({0, 50, 45}));
}

void PartitionEditsTest::copiesNeedSamplesThatNobodyHolds()
{
    const PartitionSketch before = made_up::sketch();
    const SketchEdit good = copied(before, {2}, Missing::Refused);
    QCOMPARE(good.after.clients(), std::size_t(4));
    QCOMPARE(good.after.held[3], KindCounts({20, 0, 0}));
    QCOMPARE(good.after.unheld, KindCounts({20, 20, 0}));
    QCOMPARE(good.selected, std::vector<int>({3}));
    const SketchEdit bad = copied(before, {0}, Missing::Refused);
    QVERIFY(bad.after == before);
    QVERIFY2(
        bad.limit.startsWith("A copy of client 0 needs 60 samples of class “a”, but only 40 are"),
        qPrintable(bad.limit));
    const SketchEdit taken = copied(before, {0}, Missing::TakenFromOthers);
    QVERIFY(taken.after == before); // 19 more of a are to be had, 20 needed
    QVERIFY(taken.limit.contains("only 59 are available"));
}

void PartitionEditsTest::copiesFollowTheirOriginals()
{
    PartitionSketch before = made_up::sketch();
    before.edges = {{.name = "north", .clients = {0, 2}}, {.name = "south", .clients = {1}}};
    before.arrivals = {{.round = 4, .clients = {2}}};
    before.trueGroups = {0, 1, 5};
    const SketchEdit edit = copied(before, {2}, Missing::Refused);
    QCOMPARE(edit.after.edges[0].clients, std::vector<int>({0, 2, 3}));
    QCOMPARE(edit.after.arrivals[0].clients, std::vector<int>({2, 3}));
    QCOMPARE(edit.after.trueGroups, std::vector<int>({0, 1, 5, 5}));
}

void PartitionEditsTest::splittingHalvesEveryClass()
{
    PartitionSketch before = made_up::sketch();
    before.held[0] = {61, 31, 11};
    const SketchEdit edit = split(before, {0});
    QCOMPARE(edit.after.held[0], KindCounts({31, 15, 6}));
    QCOMPARE(edit.after.held[3], KindCounts({30, 16, 5}));
    before.held[0] = {1, 1, 0};
    QCOMPARE(split(before, {0}).after.held[0], KindCounts({1, 0, 0}));
    before.held[0] = {1, 0, 0};
    QVERIFY(split(before, {0}).after == before);
    QVERIFY(!split(before, {0}).limit.isEmpty());
}

void PartitionEditsTest::mergingAddsUp()
{
    PartitionSketch before = made_up::sketch();
    before.edges = {{.name = "north", .clients = {0, 2}}, {.name = "south", .clients = {1}}};
    const SketchEdit edit = merged(before, {1, 0});
    QCOMPARE(edit.after.clients(), std::size_t(2));
    QCOMPARE(edit.after.held[0], KindCounts({60, 80, 60}));
    QCOMPARE(edit.after.held[1], KindCounts({20, 0, 0}));
    QCOMPARE(edit.after.trueGroups, std::vector<int>({-1, -1})); // they were of two groups
    QCOMPARE(edit.after.edges.size(), std::size_t(1));
    QCOMPARE(edit.after.edges[0].clients, std::vector<int>({0, 1}));
    QVERIFY(!merged(before, {1}).limit.isEmpty());
}

void PartitionEditsTest::deletingRenumbersTheOthers()
{
    PartitionSketch before = made_up::sketch();
    before.edges = {{.name = "north", .clients = {0, 2}}, {.name = "south", .clients = {1}}};
    before.arrivals = {{.round = 3, .clients = {0}}, {.round = 9, .clients = {2}}};
    const SketchEdit edit = deleted(before, {0});
    QCOMPARE(edit.after.held, (std::vector<KindCounts>{{0, 50, 50}, {20, 0, 0}}));
    QCOMPARE(edit.after.unheld, KindCounts({100, 50, 10}));
    QCOMPARE(edit.after.edges[0].clients, std::vector<int>({1}));
    QCOMPARE(edit.after.edges[1].clients, std::vector<int>({0}));
    QCOMPARE(edit.after.arrivals.size(), std::size_t(1));
    QCOMPARE(edit.after.arrivals[0].clients, std::vector<int>({1}));
    QCOMPARE(edit.after.trueGroups, std::vector<int>({1, -1}));
}

void PartitionEditsTest::somebodyMustRemain()
{
    PartitionSketch before = made_up::sketch();
    QVERIFY(deleted(before, {0, 1, 2}).after == before);
    QCOMPARE(deleted(before, {0, 1, 2}).limit, QString("At least one client must remain."));
    before.arrivals = {{.round = 3, .clients = {0, 1}}};
    QVERIFY(deleted(before, {2}).after == before);
    QVERIFY(deleted(before, {2}).limit.contains("from the start"));
}

void PartitionEditsTest::clientsMoveBetweenEdges()
{
    PartitionSketch before = made_up::sketch();
    before.edges = {{.name = "north", .clients = {0, 1}}, {.name = "süd 🌞", .clients = {2}}};
    const SketchEdit moved = movedToEdge(before, {1}, 1);
    QCOMPARE(moved.after.edges[0].clients, std::vector<int>({0}));
    QCOMPARE(moved.after.edges[1].clients, std::vector<int>({1, 2}));
    QCOMPARE(moved.label, QString("Move client 1 to edge server “süd 🌞”"));
    const SketchEdit out = movedToEdge(before, {1}, std::nullopt);
    QVERIFY(!edgeOf(out.after, 1));
    QVERIFY(movedToEdge(before, {0, 1}, 0).after == before);
    const SketchEdit fresh = movedToNewEdge(before, {0});
    QCOMPARE(fresh.after.edges.back().name, std::string("edge 2"));
    QCOMPARE(fresh.after.edges.back().clients, std::vector<int>({0}));
}

void PartitionEditsTest::emptyEdgesGoAndItIsSaid()
{
    PartitionSketch before = made_up::sketch();
    before.edges = {{.name = "north", .clients = {0, 1}}, {.name = "south", .clients = {2}}};
    const SketchEdit edit = movedToEdge(before, {2}, 0);
    QCOMPARE(edit.after.edges.size(), std::size_t(1));
    QCOMPARE(edit.note, QString("Edge server “south” was removed because it has no clients."));
}

void PartitionEditsTest::edgesHaveNamesOfTheirOwn()
{
    PartitionSketch before = made_up::sketch();
    before.edges = {{.name = "north", .clients = {0, 1}}, {.name = "south", .clients = {2}}};
    QCOMPARE(renamedEdge(before, 0, " Köln ").after.edges[0].name, std::string("Köln"));
    QVERIFY(!renamedEdge(before, 0, "south").limit.isEmpty());
    QVERIFY(!renamedEdge(before, 0, "  ").limit.isEmpty());
    QCOMPARE(removedEdge(before, 0).after.edges.size(), std::size_t(1));
}

void PartitionEditsTest::somebodyIsThereFromTheStart()
{
    const PartitionSketch before = made_up::sketch();
    const SketchEdit late = arriving(before, {0, 2}, 7);
    QCOMPARE(late.after.arrivals.size(), std::size_t(1));
    QCOMPARE(arrivalOf(late.after, 2), std::optional(7));
    QVERIFY(!arrivalOf(late.after, 1));
    QVERIFY(arriving(before, {0, 1, 2}, 7).after == before);
    QVERIFY(!arriving(before, {0, 1, 2}, 7).limit.isEmpty());
    QCOMPARE(arrivalOf(arriving(before, {0}, 99).after, 0), std::optional(20)); // the last round
    const SketchEdit back = arriving(late.after, {0}, std::nullopt);
    QCOMPARE(back.after.arrivals[0].clients, std::vector<int>({2}));
}

void PartitionEditsTest::randomEditsLoseNoSample()
{
    std::uint32_t state = 7;
    const auto below = [&state](std::size_t count) {
        state = state * 1664525 + 1013904223;
        return static_cast<int>((state >> 8) % count);
    };
    PartitionSketch sketch = made_up::sketchOf(12, 5);
    sketch.unheld = {50, 0, 10, 200, 3};
    const KindCounts all = everything(sketch);
    for (int step = 0; step < 600; ++step) {
        const int client = below(sketch.clients());
        const int other = below(sketch.clients());
        std::vector<int> two{client};
        if (other != client)
            two.push_back(other);
        const Missing missing = below(2) == 0 ? Missing::Refused : Missing::TakenFromOthers;
        const auto left = static_cast<std::size_t>(below(4));
        SketchEdit edit;
        switch (below(7)) {
        case 0:
            edit = resized(sketch, two, client, below(400), missing);
            break;
        case 1:
            edit = remixed(sketch, client, left, left + 1, below(100) - 50, missing);
            break;
        case 2:
            edit = sketch.clients() < 30 ? split(sketch, two) : merged(sketch, two);
            break;
        case 3:
            edit = merged(sketch, two);
            break;
        case 4:
            edit = copied(sketch, {client}, missing);
            break;
        case 5:
            edit = sketch.clients() > 4 ? deleted(sketch, {client}) : split(sketch, {client});
            break;
        default:
            edit = movedToNewEdge(sketch, two);
        }
        const WrittenEdit done = written(sketch, edit);
        QCOMPARE(done.changes.empty(), sketch == edit.after);
        sketch = done.after;
        QCOMPARE(everything(sketch), all);
        for (std::size_t each = 0; each < sketch.clients(); ++each) {
            QVERIFY(sketch.size(static_cast<int>(each)) >= 1);
            QVERIFY(std::ranges::min(sketch.held[each]) >= 0);
        }
        QVERIFY(std::ranges::min(sketch.unheld) >= 0);
        QCOMPARE(sketch.trueGroups.size(), sketch.clients());
    }
}

void PartitionEditsTest::histogramsCoverAllValues()
{
    const std::vector<std::int64_t> values{3, 17, 17, 99, 240};
    const Histogram histogram = histogramOf(values, 10);
    QCOMPARE(histogram.width, 50.0);
    QCOMPARE(histogram.bins.size(), std::size_t(5));
    QCOMPARE(histogram.bins[0], (HistogramBin{.low = 0, .count = 3}));
    QCOMPARE(histogram.bins[4], (HistogramBin{.low = 200, .count = 1}));
    QCOMPARE(histogram.tallest, std::size_t(3));
    const std::vector<std::int64_t> alike(7, 42);
    QCOMPARE(histogramOf(alike, 10).bins, (std::vector<HistogramBin>{{.low = 42, .count = 7}}));
    QVERIFY(histogramOf({}, 10).bins.empty());
    const std::vector<std::int64_t> wide{1, 2'000'000'000};
    QVERIFY(histogramOf(wide, 1).bins.size() <= 1);
}

COTERIE_WIDGET_SECTION(PartitionEditsTest)

} // namespace tst_partition_edits

#include "tst_partition_edits.moc"
