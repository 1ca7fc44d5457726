#include "tests/sections.h"
#include "tests/ui/design/made_up_sketch.h"
#include "ui/design/canvas/partition_edits.h"
#include "ui/design/canvas/sketch_json.h"

#include <QTest>

namespace tst_sketch_json {

using namespace coterie;
using namespace coterie::ui;

namespace {

std::string jsonAt(const WrittenEdit& edit, const std::string& pointer)
{
    for (const JsonChange& change : edit.changes)
        if (change.pointer == pointer)
            return change.value ? writeCompact(*change.value) : "removed";
    return "unchanged";
}

} // namespace

/// The edits of a partition as the file will say them.
class SketchJsonTest final : public QObject
{
    Q_OBJECT

private slots:
    void countsBecomeOverrides();
    void anOverrideReplacesTheClientsOwn();
    void theSplitIsFixedWhereSeedsWouldSplitDifferently();
    void otherClientsBecomeAPartitionByHand();
    void byHandKeepsGroupsAndTests();
    void domainsAreWrittenByDomain();
    void fewerSamplesOfOneDomainAreAnOverride();
    void madeEdgesAreWrittenDownOnceSomebodyMoves();
    void newcomersAreListedOnceSomethingIsEdited();
    void whatIsEmptyIsRemoved();
    void givingBackRemovesTheOverride();
    void withoutKindsNothingIsWrittenByHand();
};

void SketchJsonTest::countsBecomeOverrides()
{
    const PartitionSketch before = made_up::sketch();
    const WrittenEdit edit = written(before, resized(before, {0}, 0, 50, Missing::Refused));
    QCOMPARE(edit.changes.size(), std::size_t(1));
    QCOMPARE(jsonAt(edit, "/clients/overrides"),
             std::string(R"([{"client":0,"classCounts":[30,15,5]}])"));
    QVERIFY(edit.note.isEmpty());
    QCOMPARE(edit.after.source.overrides.size(), std::size_t(1));
    QVERIFY(written(before, resized(before, {0}, 0, 100, Missing::Refused)).changes.empty());
}

void SketchJsonTest::anOverrideReplacesTheClientsOwn()
{
    PartitionSketch before = made_up::sketch();
    before.source.overrides = {{.client = 1, .samples = 7, .classCounts = {}},
                               {.client = 2, .samples = 9, .classCounts = {}}};
    const WrittenEdit edit = written(before, resized(before, {1}, 1, 50, Missing::Refused));
    QCOMPARE(jsonAt(edit, "/clients/overrides"),
             std::string(R"([{"client":1,"classCounts":[0,25,25]},{"client":2,"samples":9}])"));
}

void SketchJsonTest::theSplitIsFixedWhereSeedsWouldSplitDifferently()
{
    PartitionSketch before = made_up::sketch();
    before.source.seedVaries = true;
    before.source.partitionSeed = 4;
    const WrittenEdit edit = written(before, resized(before, {0}, 0, 50, Missing::Refused));
    QCOMPARE(jsonAt(edit, "/partitionSeed"), std::string("4"));
    QVERIFY(edit.note.contains("All seeds now use the partition"));
    QVERIFY(!edit.after.source.seedVaries);
    // Counts by hand fit every seed.
    QCOMPARE(jsonAt(written(before, split(before, {0})), "/partitionSeed"),
             std::string("unchanged"));
}

void SketchJsonTest::otherClientsBecomeAPartitionByHand()
{
    PartitionSketch before = made_up::sketch();
    before.trueGroups = {-1, -1, -1};
    before.source.overrides = {{.client = 1, .samples = 7, .classCounts = {}}};
    const WrittenEdit edit = written(before, deleted(before, {0}));
    QCOMPARE(jsonAt(edit, "/data/partition"),
             std::string(R"({"scheme":"byHand","clients":2,"counts":[0,50,50,20,0,0]})"));
    QCOMPARE(jsonAt(edit, "/clients/overrides"), std::string("removed"));
    QVERIFY2(
        edit.note.startsWith("The partition is now by hand: counts of each class for 2 clients"),
        qPrintable(edit.note));
    QVERIFY(edit.note.contains("“Dirichlet”"));
    // From then on there is nothing to say of it.
    const WrittenEdit next = written(edit.after, resized(edit.after, {0}, 0, 50, Missing::Refused));
    QCOMPARE(jsonAt(next, "/data/partition"),
             std::string(R"({"scheme":"byHand","clients":2,"counts":[0,25,25,20,0,0]})"));
    QVERIFY(next.note.isEmpty());
}

void SketchJsonTest::byHandKeepsGroupsAndTests()
{
    PartitionSketch before = made_up::sketch();
    before.source.testIsOfficial = true;
    const WrittenEdit edit = written(before, split(before, {2}));
    QCOMPARE(
        jsonAt(edit, "/data/partition"),
        std::string(R"({"scheme":"byHand","clients":4,"counts":[60,30,10,0,50,50,10,0,0,10,0,0],)"
                    R"("groups":[0,1,-1,-1],"test":"official"})"));
    const WrittenEdit next = written(edit.after, split(edit.after, {0}));
    QVERIFY(jsonAt(next, "/data/partition").ends_with(R"("test":"official"})"));
}

void SketchJsonTest::domainsAreWrittenByDomain()
{
    PartitionSketch before = made_up::sketch();
    before.kind = HoldingKind::Domain;
    before.trueGroups = {-1, -1, -1};
    const WrittenEdit edit = written(before, resized(before, {0}, 0, 50, Missing::Refused));
    QCOMPARE(jsonAt(edit, "/data/partition"),
             std::string(R"({"scheme":"byHand","clients":3,"by":"domain",)"
                         R"("counts":[30,15,5,0,50,50,20,0,0]})"));
}

void SketchJsonTest::fewerSamplesOfOneDomainAreAnOverride()
{
    PartitionSketch before = made_up::sketch();
    before.kind = HoldingKind::Domain;
    QCOMPARE(jsonAt(written(before, resized(before, {2}, 2, 12, Missing::Refused)),
                    "/clients/overrides"),
             std::string(R"([{"client":2,"samples":12}])"));
    // More than the scheme gives is not.
    QVERIFY(
        jsonAt(written(before, resized(before, {2}, 2, 25, Missing::Refused)), "/data/partition")
        != "unchanged");
}

void SketchJsonTest::madeEdgesAreWrittenDownOnceSomebodyMoves()
{
    PartitionSketch before = made_up::sketch();
    before.source.generatedEdges = GeneratedEdges{.count = 3, .scheme = "blocks"};
    before.edges = {{.name = "edge 0", .clients = {0}},
                    {.name = "edge 1", .clients = {1}},
                    {.name = "edge 2", .clients = {2}}};
    const WrittenEdit moved = written(before, movedToEdge(before, {1}, 2));
    QCOMPARE(jsonAt(moved, "/clients/edges"),
             std::string(R"([{"name":"edge 0","clients":[0]},{"name":"edge 2","clients":[1,2]}])"));
    QVERIFY(!moved.note.isEmpty());
    // With another number of clients they are still to be made.
    QCOMPARE(jsonAt(written(before, split(before, {0})), "/clients/edges"),
             std::string("unchanged"));
    QCOMPARE(jsonAt(written(before, deleted(before, {0})), "/clients/edges/count"),
             std::string("2"));
}

void SketchJsonTest::newcomersAreListedOnceSomethingIsEdited()
{
    PartitionSketch before = made_up::sketch();
    const std::string all = std::to_string(before.clients());
    const int last = int(before.clients()) - 1;
    before.arrivals = {{.round = 2, .clients = {last}}};
    before.source.saysNewcomers = true;
    QVERIFY(written(before, arriving(before, {last}, 2)).changes.empty());

    const WrittenEdit later = written(before, arriving(before, {last}, 5));
    QCOMPARE(jsonAt(later, "/data/partition/clients"), all);
    QCOMPARE(jsonAt(later, "/clients/arrivals"),
             R"([{"round":5,"clients":[)" + std::to_string(last) + "]}]");
    QCOMPARE(later.changes.size(), std::size_t(2));
    QVERIFY(later.note.contains("lists who joins when"));
    QVERIFY(!later.after.source.saysNewcomers);

    // Also where the edit is about something else, and where it replaces the partition.
    const WrittenEdit smaller = written(before, resized(before, {0}, 0, 50, Missing::Refused));
    QCOMPARE(jsonAt(smaller, "/data/partition/clients"), all);
    QVERIFY(jsonAt(smaller, "/clients/arrivals").starts_with(R"([{"round":2)"));
    const WrittenEdit fewer = written(before, deleted(before, {0}));
    QCOMPARE(jsonAt(fewer, "/data/partition/clients"), std::string("unchanged"));
    QVERIFY(jsonAt(fewer, "/data/partition").find(R"("clients":)" + std::to_string(last))
            != std::string::npos);
    QCOMPARE(jsonAt(fewer, "/clients/arrivals"),
             R"([{"round":2,"clients":[)" + std::to_string(last - 1) + "]}]");
}

void SketchJsonTest::whatIsEmptyIsRemoved()
{
    PartitionSketch before = made_up::sketch();
    before.edges = {{.name = "north", .clients = {0}}};
    before.arrivals = {{.round = 2, .clients = {1}}};
    QCOMPARE(jsonAt(written(before, movedToEdge(before, {0}, std::nullopt)), "/clients/edges"),
             std::string("removed"));
    QCOMPARE(jsonAt(written(before, arriving(before, {1}, std::nullopt)), "/clients/arrivals"),
             std::string("removed"));
    QCOMPARE(jsonAt(written(before, arriving(before, {0}, 5)), "/clients/arrivals"),
             std::string(R"([{"round":2,"clients":[1]},{"round":5,"clients":[0]}])"));
}

void SketchJsonTest::givingBackRemovesTheOverride()
{
    PartitionSketch before = made_up::sketch();
    QVERIFY(written(before, givenBack(before, {0})).changes.empty());
    before.source.overrides = {{.client = 1, .samples = 7, .classCounts = {}},
                               {.client = 2, .samples = 9, .classCounts = {}}};
    QCOMPARE(jsonAt(written(before, givenBack(before, {0, 1})), "/clients/overrides"),
             std::string(R"([{"client":2,"samples":9}])"));
}

void SketchJsonTest::withoutKindsNothingIsWrittenByHand()
{
    PartitionSketch before = made_up::sketch();
    before.kind = HoldingKind::Sample;
    before.kindNames = {"samples"};
    before.held = {{100}, {100}, {20}};
    before.unheld = {500};
    QVERIFY(!split(before, {0}).limit.isEmpty());
    QVERIFY(!deleted(before, {0}).limit.isEmpty());
    const SketchEdit more = resized(before, {0}, 0, 150, Missing::Refused);
    QVERIFY(more.after == before);
    QVERIFY2(more.limit.contains("at most 100 samples"), qPrintable(more.limit));
    QCOMPARE(jsonAt(written(before, resized(before, {0}, 0, 40, Missing::Refused)),
                    "/clients/overrides"),
             std::string(R"([{"client":0,"samples":40}])"));
}

COTERIE_WIDGET_SECTION(SketchJsonTest)

} // namespace tst_sketch_json

#include "tst_sketch_json.moc"
