#include "core/store/comparison.h"
#include "tests/core/metrics/measured.h"
#include "tests/core/store/store_fixture.h"
#include "tests/sections.h"

#include <array>
#include <cmath>

namespace tst_statistics {

using namespace coterie;
using namespace coterie::test;

namespace {

/// Finishes a run whose four clients all have this accuracy in its only round.
void finishWith(StoreFixture& fixture,
                std::int64_t run,
                double accuracy,
                RunStatus status = RunStatus::Finished)
{
    RoundReport report = plainReport(1);
    for (ClientReport& client : report.clients)
        client.personalTest->accuracy = accuracy;
    if (!fixture.store->commit(run, measured({shared(report)}), nullptr)
        || !fixture.store->setStatus(run, status, ""))
        qFatal("not committed");
}

std::vector<ArmSummary> summaryOf(StoreFixture& fixture)
{
    return valueOf(summarise(*fixture.store, valueOf(fixture.store->runs())));
}

Comparison besideOf(StoreFixture& fixture, const Reference& reference)
{
    return valueOf(compare(*fixture.store, summaryOf(fixture), std::array{reference})).front();
}

} // namespace

class TestStatistics : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theSpreadIsOfThePopulation();
    void notANumberIsNotSkipped();
    void armsAreSummarisedOverSeeds();
    void theNewestFinishedRunOfASeedCounts();
    void aRunChangedOnItsWayCountsOnlyWhereThereIsNoOther();
    void sweepPointsStandApartInTheirOrder();
    void aMethodLooksTheSameInEveryExperiment();
    void paperNumbersStandBesideOurs();
    void theDifferenceIsHeldAgainstBothDeviations();
    void deviationsOverClientsAndOverSeedsAreNeverJoined();
    void armsAreComparedOverCommonSeeds();
    void differencesThatAreAlikeHaveNoDeviation();
    void sharesBecomePercentWhereThePaperGivesPercent();
    void ofSeveralStoresOnesOwnRunsComeFirst();
};

void TestStatistics::theSpreadIsOfThePopulation()
{
    QVERIFY(!spreadOf({}));
    // 2, 4, 4, 4, 5, 5, 7, 9: mean 5, squares of the distances 9+1+1+1+0+0+4+16 = 32, over 8 is 4.
    const std::vector<double> values{2, 4, 4, 4, 5, 5, 7, 9};
    QVERIFY((spreadOf(values) == Spread{.mean = 5.0, .deviation = 2.0, .runs = 8}));
    const std::vector<double> one{3.5};
    QVERIFY((spreadOf(one) == Spread{.mean = 3.5, .deviation = 0.0, .runs = 1}));
    const std::vector<double> equal(5, 97531.1); // whose sum is rounded
    QVERIFY((spreadOf(equal) == Spread{.mean = 97531.1, .deviation = 0.0, .runs = 5}));
    QVERIFY(kSpreadLabel.find("ddof 0") != std::string_view::npos);
}

void TestStatistics::notANumberIsNotSkipped()
{
    const std::vector<double> values{1.0, std::nan("")};
    QVERIFY(std::isnan(spreadOf(values)->mean));
    QCOMPARE(spreadOf(values)->runs, std::size_t{2});
}

void TestStatistics::armsAreSummarisedOverSeeds()
{
    StoreFixture fixture;
    finishWith(fixture, fixture.addRun("HCCT", 2, 1), 0.75);
    finishWith(fixture, fixture.addRun("FedAvg", 1, 0), 0.25);
    finishWith(fixture, fixture.addRun("HCCT", 1, 1), 0.5);
    const auto summaries = summaryOf(fixture);
    QCOMPARE(summaries.size(), std::size_t{2});
    QCOMPARE(summaries[0].arm, std::string("FedAvg"));
    QCOMPARE(summaries[1].arm, std::string("HCCT"));
    QVERIFY((summaries[1].seeds == std::vector<std::uint64_t>{1, 2}));
    QVERIFY((*summaries[1].find("meanTestError")
             == Spread{.mean = 37.5, .deviation = 12.5, .runs = 2}));
    QVERIFY((*summaries[0].find("meanTestAccuracy")
             == Spread{.mean = 0.25, .deviation = 0.0, .runs = 1}));
    QVERIFY(summaries[0].find("globalAccuracy") == nullptr);
}

void TestStatistics::theNewestFinishedRunOfASeedCounts()
{
    StoreFixture fixture;
    finishWith(fixture, fixture.addRun("HCCT", 1), 0.5);
    finishWith(fixture, fixture.addRun("HCCT", 1), 0.75);
    finishWith(fixture, fixture.addRun("HCCT", 1), 0.25, RunStatus::Stopped);
    const auto summaries = summaryOf(fixture);
    QCOMPARE(summaries.size(), std::size_t{1});
    QVERIFY((summaries[0].seeds == std::vector<std::uint64_t>{1}));
    QCOMPARE(summaries[0].unfinished, std::size_t{1});
    QCOMPARE(summaries[0].find("meanTestError")->mean, 25.0);
}

void TestStatistics::aRunChangedOnItsWayCountsOnlyWhereThereIsNoOther()
{
    StoreFixture fixture;
    finishWith(fixture, fixture.addRun("HCCT", 1), 0.5);
    finishWith(fixture, fixture.addRun("HCCT", 1), 0.75); // and its learning rate was changed
    finishWith(fixture, fixture.addRun("HCCT", 2), 0.25); // so was this one's
    std::vector<RunRow> rows = valueOf(fixture.store->runs());
    for (RunRow& row : rows)
        row.isMixed = row.id >= 2;
    const auto summaries = valueOf(summarise(*fixture.store, rows));
    QVERIFY((summaries[0].runs == std::vector<std::int64_t>{1, 3}));
    QVERIFY((summaries[0].changed == std::vector<std::int64_t>{3}));
    QCOMPARE(summaries[0].find("meanTestError")->mean, 62.5); // of 50 and 75 %

    // The same of runs that were stopped.
    finishWith(fixture, fixture.addRun("HCCT", 3), 0.5, RunStatus::Stopped);
    finishWith(fixture, fixture.addRun("HCCT", 3), 0.5, RunStatus::Stopped);
    rows = valueOf(fixture.store->runs());
    for (RunRow& row : rows)
        row.isMixed = row.id == 5;
    QVERIFY((valueOf(summarise(*fixture.store, rows))[0].farthestUnfinished
             == std::vector<std::int64_t>{4}));
}

void TestStatistics::sweepPointsStandApartInTheirOrder()
{
    StoreFixture fixture;
    const std::int64_t experiment = valueOf(fixture.store->addExperiment("digits", "{}", "a"));
    for (const double alpha : {1.0, 10.0, 2.0}) {
        RunPlan plan;
        plan.armName = "HCCT";
        plan.sweep = {{.pointer = "/arms/0/algorithm/alpha", .value = alpha}};
        finishWith(fixture, valueOf(fixture.store->addRun(experiment, plan, "{}", {})), 0.5);
    }
    const auto summaries = summaryOf(fixture);
    QCOMPARE(summaries.size(), std::size_t{3});
    QCOMPARE(summaries[0].sweep, std::string("alpha = 1"));
    QCOMPARE(summaries[1].sweep, std::string("alpha = 10"));
    QCOMPARE(summaries[2].sweep, std::string("alpha = 2"));
    for (std::size_t place = 0; place < 3; ++place)
        QCOMPARE(summaries[place].sweepPlace, place);
    // It stays when the others go, and does not depend on which runs are asked for.
    QVERIFY(fixture.store->discardRuns(std::vector<std::int64_t>{1}).has_value());
    const std::vector<RunRow> left = valueOf(fixture.store->runs());
    QCOMPARE(left.size(), std::size_t{2});
    QCOMPARE(left.front().sweepPlace, std::size_t{1});
    QCOMPARE(valueOf(fixture.store->run(3)).sweepPlace, std::size_t{2});
}

void TestStatistics::aMethodLooksTheSameInEveryExperiment()
{
    StoreFixture fixture;
    const auto add = [&](const char* hash, const char* json, std::size_t arm) {
        const std::int64_t experiment = valueOf(fixture.store->addExperiment("digits", json, hash));
        RunPlan plan;
        plan.armIndex = arm;
        finishWith(fixture, valueOf(fixture.store->addRun(experiment, plan, "{}", {})), 0.5);
    };
    add("a", R"({"arms": [{"algorithm": {"name": "fedavg"}}]})", 0);
    add("b",
        R"({"arms": [{"algorithm": {"name": "hcct"}}, {"algorithm": {"name": "fedavg"}}]})",
        1);
    add("c", "{}", 6); // what the file does not tell
    add("d", "no JSON at all", 4);
    const std::vector<RunRow> rows = valueOf(fixture.store->runs());
    QCOMPARE(rows[1].look, rows[0].look);
    QCOMPARE(rows[2].look, std::size_t{6});
    QCOMPARE(rows[3].look, std::size_t{4});
    QCOMPARE(valueOf(fixture.store->run(2)).look, rows[0].look);
    QCOMPARE(summaryOf(fixture).front().look, rows[0].look);
}

void TestStatistics::paperNumbersStandBesideOurs()
{
    StoreFixture fixture;
    finishWith(fixture, fixture.addRun("HCCT", 1, 0), 0.75);
    finishWith(fixture, fixture.addRun("Ours", 1, 1), 0.5);
    static_cast<void>(fixture.addRun("Waiting", 1, 2));
    const Reference reference{.source = "HCCT, Table 4, Digit",
                              .metric = "bestPerClientTestError",
                              .unit = "%",
                              .values = {{"HCCT", {.mean = 20.06, .deviation = 0.66}},
                                         {"MAXFL", {.mean = 30.0, .deviation = {}}}}};
    const Comparison table = besideOf(fixture, reference);
    QCOMPARE(table.source, std::string("HCCT, Table 4, Digit"));
    QCOMPARE(table.rows.size(), std::size_t{4});
    QCOMPARE(table.rows[0].arm, std::string("HCCT"));
    QVERIFY((table.rows[0].ours == Spread{.mean = 25.0, .deviation = 0.0, .runs = 1}));
    QCOMPARE(table.rows[0].paper->mean, 20.06);
    QVERIFY(std::abs(*table.rows[0].difference - 4.94) < 1e-12);
    QCOMPARE(table.rows[1].arm, std::string("Ours"));
    QVERIFY(table.rows[1].ours && !table.rows[1].paper && !table.rows[1].difference);
    QCOMPARE(table.rows[2].arm, std::string("Waiting"));
    QVERIFY(!table.rows[2].ours && !table.rows[2].paper);
    QCOMPARE(table.rows[3].arm, std::string("MAXFL"));
    QVERIFY(!table.rows[3].ours && table.rows[3].paper && !table.rows[3].difference);
}

void TestStatistics::theDifferenceIsHeldAgainstBothDeviations()
{
    ComparisonRow row;
    QVERIFY(!row.isWithin());
    StoreFixture fixture;
    finishWith(fixture, fixture.addRun("HCCT", 1), 0.75);
    Reference reference{.source = "", .metric = "meanTestError", .unit = "", .values = {}};
    reference.values["HCCT"] = {.mean = 25.5, .deviation = {}};
    // One run and a paper that gives no deviation: nothing to judge by.
    QVERIFY(!besideOf(fixture, reference).rows[0].isWithin());
    reference.values["HCCT"] = {.mean = 25.5, .deviation = 0.25};
    QCOMPARE(besideOf(fixture, reference).rows[0].isWithin(), std::optional(false));
    // Two runs of 25 and 31 have the mean 28 and the deviation 3; with the paper's 4 that makes 5.
    finishWith(fixture, fixture.addRun("HCCT", 2), 0.69);
    reference.values["HCCT"] = {.mean = 32.9, .deviation = 4.0};
    const ComparisonRow near = besideOf(fixture, reference).rows[0];
    QVERIFY(std::abs(*near.jointDeviation - 5) < 1e-9);
    QCOMPARE(near.isWithin(), std::optional(true));
    reference.values["HCCT"] = {.mean = 33.1, .deviation = 4.0};
    QCOMPARE(besideOf(fixture, reference).rows[0].isWithin(), std::optional(false));
}

void TestStatistics::deviationsOverClientsAndOverSeedsAreNeverJoined()
{
    StoreFixture fixture;
    // Every second client is 25 points worse.
    const auto finishSpread = [&](std::uint64_t seed, double best) {
        RoundReport report = plainReport(1);
        for (std::size_t i = 0; i < report.clients.size(); ++i)
            report.clients[i].personalTest->accuracy = best - 0.25 * double(i % 2);
        const std::int64_t run = fixture.addRun("HCCT", seed);
        if (!fixture.store->commit(run, measured({shared(report)}), nullptr)
            || !fixture.store->setStatus(run, RunStatus::Finished, ""))
            qFatal("not committed");
        return report.clients.size();
    };
    const std::size_t clients = finishSpread(1, 0.75);
    QCOMPARE(finishSpread(2, 0.5), clients);
    const auto summaries = summaryOf(fixture);
    const double ofClients = summaries[0].find("stdTestError")->mean; // the same for both seeds
    QVERIFY(ofClients > 10);
    Reference reference{.source = "",
                        .metric = "meanTestError",
                        .unit = "",
                        .deviationOver = Reference::Over::Clients,
                        .values = {{"HCCT", {.mean = 40, .deviation = 20.0}}}};
    const Comparison overClients = besideOf(fixture, reference);
    QVERIFY(overClients.deviationOver == Reference::Over::Clients);
    const ComparisonRow& row = overClients.rows[0];
    QCOMPARE(row.ours->deviation, 12.5); // over seeds
    QVERIFY(std::abs(*row.clientDeviation - std::hypot(ofClients, 12.5)) < 1e-9);
    QVERIFY(row.difference && !row.jointDeviation && !row.isWithin());
    reference.deviationOver = Reference::Over::Seeds;
    QVERIFY(std::abs(*besideOf(fixture, reference).rows[0].jointDeviation - std::hypot(12.5, 20))
            < 1e-9);
    // Nothing says how other metrics spread over clients.
    reference.metric = "meanTestAccuracy";
    QVERIFY(!besideOf(fixture, reference).rows[0].clientDeviation);
}

void TestStatistics::armsAreComparedOverCommonSeeds()
{
    StoreFixture fixture;
    for (const std::uint64_t seed : {1, 2, 3})
        finishWith(fixture, fixture.addRun("HCCT", seed, 0), 0.5 + 0.125 * double(seed));
    for (const std::uint64_t seed : {2, 3, 4})
        finishWith(fixture, fixture.addRun("FedAvg", seed, 1), 0.5);
    const auto arms = summaryOf(fixture);
    const PairedComparison result = comparePaired(arms[0], arms[1], "meanTestError");
    QCOMPARE(result.seeds, std::size_t{2}); // 2 and 3: 25 − 50 and 12.5 − 50
    QVERIFY((result.difference == Spread{.mean = -31.25, .deviation = 6.25, .runs = 2}));
    QCOMPARE(result.wilcoxon.pairs, std::size_t{2});
    QCOMPARE(*result.wilcoxon.p, 0.5);
    QVERIFY(std::abs(result.student.statistic + 5) < 1e-12);
    QCOMPARE(comparePaired(arms[0], arms[1], "nonsense").seeds, std::size_t{0});
}

void TestStatistics::differencesThatAreAlikeHaveNoDeviation()
{
    ArmSummary one;
    ArmSummary other;
    one.ofSeeds["meanTestError"] = {{1, 6.67}, {2, std::nextafter(6.67, 7)}}; // by rounding alone
    other.ofSeeds["meanTestError"] = {{1, 0.0}, {2, 0.0}};
    const PairedComparison result = comparePaired(one, other, "meanTestError");
    QCOMPARE(result.difference->deviation, 0.0);
    QVERIFY(!result.student.p);
}

void TestStatistics::sharesBecomePercentWhereThePaperGivesPercent()
{
    StoreFixture fixture;
    finishWith(fixture, fixture.addRun("HCCT", 1), 0.5);
    finishWith(fixture, fixture.addRun("HCCT", 2), 1.0);
    Reference reference{.source = "", .metric = "meanTestAccuracy", .unit = "%", .values = {}};
    QVERIFY((besideOf(fixture, reference).rows[0].ours
             == Spread{.mean = 75.0, .deviation = 25.0, .runs = 2}));
    reference.unit = "";
    QVERIFY((besideOf(fixture, reference).rows[0].ours
             == Spread{.mean = 0.75, .deviation = 0.25, .runs = 2}));
}

void TestStatistics::ofSeveralStoresOnesOwnRunsComeFirst()
{
    const auto rowOf = [](std::int64_t id, const char* store, const char* created) {
        RunRow row;
        row.id = id;
        row.store = store;
        row.created = created;
        row.status = RunStatus::Finished;
        return row;
    };
    const std::vector<RunRow> newestFirst{
        rowOf(7, "", "2026-01-01T00:00:00Z"), // an imported one keeps its date
        rowOf(6, "", "2026-03-01T00:00:00Z"),
        rowOf(kNumbersPerStore + 2, "a", "2026-05-02T00:00:00Z"),
        rowOf(2 * kNumbersPerStore + 9, "b", "2026-05-01T00:00:00Z"),
        rowOf(2 * kNumbersPerStore + 8, "b", "2026-05-01T00:00:00Z")};
    for (std::size_t one = 0; one < newestFirst.size(); ++one)
        for (std::size_t other = 0; other < newestFirst.size(); ++other) {
            QCOMPARE(isNewer(newestFirst[one], newestFirst[other]), one < other);
            QCOMPARE(countsBefore(newestFirst[one], newestFirst[other]), one < other);
            QCOMPARE(standsBefore(newestFirst[one], newestFirst[other]), one < other);
        }
}

COTERIE_SECTION(TestStatistics)

} // namespace tst_statistics

#include "tst_statistics.moc"
