#include "core/store/comparison.h"
#include "tests/core/metrics/measured.h"
#include "tests/core/store/store_fixture.h"
#include "tests/sections.h"

#include <algorithm>
#include <array>

namespace tst_target_rounds {

using namespace coterie;
using namespace coterie::test;

namespace {

/// Finishes a run whose global model has this accuracy after each round, from round 1 on.
void finishWith(StoreFixture& fixture,
                std::int64_t run,
                const std::vector<double>& accuracies,
                RunStatus status = RunStatus::Finished)
{
    Reports reports;
    for (std::size_t i = 0; i < accuracies.size(); ++i) {
        RoundReport report = plainReport(static_cast<int>(i) + 1);
        for (ClientReport& client : report.clients)
            client.globalTest =
                Score{.loss = 1.0 - accuracies[i], .accuracy = accuracies[i], .samples = 10};
        reports.push_back(shared(report));
    }
    if (!fixture.store->commit(run, measured(reports), nullptr)
        || !fixture.store->setStatus(run, status, ""))
        qFatal("not committed");
}

std::vector<ArmTarget> targetsOf(StoreFixture& fixture,
                                 std::string_view metric,
                                 double target,
                                 Better better = Better::Higher)
{
    const auto arms = valueOf(summarise(*fixture.store, valueOf(fixture.store->runs())));
    return valueOf(targetRounds(*fixture.store, arms, metric, target, better));
}

/// `before` rounds at 0.1, then 0.9 up to round 30.
std::vector<double> stepAfter(int before)
{
    std::vector<double> accuracies(30, 0.9);
    std::fill_n(accuracies.begin(), before, 0.1);
    return accuracies;
}

} // namespace

class TestTargetRounds : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theMedianCountsSeedsThatNeverArrived_data();
    void theMedianCountsSeedsThatNeverArrived();
    void armsAreComparedWithTheFirst();
    void oneLuckyRoundIsNoArrivalOnceSmoothed();
    void aStoppedRunCountsIfItHadArrived();
    void lossesFallToTheirTarget();
    void anArmWithoutTheMetricHasNothing();
    void aPapersRoundsStandBesideTheMedian();
    void theBestRoundStandsBesideTheLast();
};

void TestTargetRounds::theMedianCountsSeedsThatNeverArrived_data()
{
    QTest::addColumn<QList<int>>("rounds"); // 0: never
    QTest::addColumn<double>("median");     // 0: none
    QTest::newRow("nobody") << QList<int>{} << 0.0;
    QTest::newRow("one") << QList<int>{7} << 7.0;
    QTest::newRow("one that never did") << QList<int>{0} << 0.0;
    QTest::newRow("odd") << QList<int>{9, 2, 4} << 4.0;
    QTest::newRow("even") << QList<int>{9, 2, 4, 5} << 4.5;
    QTest::newRow("the last never") << QList<int>{0, 2, 4} << 4.0;
    QTest::newRow("the middle never") << QList<int>{0, 2, 0} << 0.0;
    QTest::newRow("half of the middle never") << QList<int>{3, 0} << 0.0;
    QTest::newRow("even, the last never") << QList<int>{0, 2, 4, 5} << 4.5;
}

void TestTargetRounds::theMedianCountsSeedsThatNeverArrived()
{
    QFETCH(QList<int>, rounds);
    QFETCH(double, median);
    std::vector<std::optional<int>> ofSeeds;
    for (const int round : rounds)
        ofSeeds.push_back(round == 0 ? std::nullopt : std::optional(round));
    const ReachedRounds found = reachedRounds(ofSeeds);
    QCOMPARE(found.median.value_or(0.0), median);
    QCOMPARE(found.median.has_value(), median != 0.0);
    QCOMPARE(static_cast<qsizetype>(found.reached), rounds.size() - rounds.count(0));
}

void TestTargetRounds::armsAreComparedWithTheFirst()
{
    StoreFixture fixture;
    finishWith(fixture, fixture.addRun("random", 1, 0), stepAfter(19));
    finishWith(fixture, fixture.addRun("random", 2, 0), stepAfter(15));
    finishWith(fixture, fixture.addRun("hics", 1, 1), stepAfter(5));
    finishWith(fixture, fixture.addRun("hics", 2, 1), stepAfter(11));
    finishWith(fixture, fixture.addRun("stuck", 1, 2), stepAfter(30));
    finishWith(fixture, fixture.addRun("stuck", 2, 2), stepAfter(3));
    const auto targets = targetsOf(fixture, "globalAccuracy", 0.5);
    QCOMPARE(targets.size(), std::size_t{3});
    QCOMPARE(targets[0].arm, std::string("random"));
    QVERIFY((targets[0].raw == ReachedRounds{.median = 18.0, .reached = 2})); // 20 and 16
    QCOMPARE(*targets[0].speedUp, 1.0);
    QVERIFY((targets[1].raw == ReachedRounds{.median = 9.0, .reached = 2})); // 6 and 12
    QCOMPARE(*targets[1].speedUp, 2.0);
    QVERIFY((targets[2].raw == ReachedRounds{.median = {}, .reached = 1}));
    QVERIFY(!targets[2].speedUp);
    QCOMPARE(targets[2].measured, std::size_t{2});
    // The smoothed step is 0.1 + 0.8·59/143 = 0.43 in the round before it and 0.1 + 0.8·84/143 =
    // 0.57 in its first: it passes 0.5 where the step is.
    QVERIFY((targets[0].smoothed == ReachedRounds{.median = 18.0, .reached = 2}));
    QCOMPARE(targets[1].arm, std::string("hics"));
}

void TestTargetRounds::oneLuckyRoundIsNoArrivalOnceSmoothed()
{
    StoreFixture fixture;
    std::vector<double> lucky = stepAfter(20);
    lucky[7] = 0.9;
    finishWith(fixture, fixture.addRun(), lucky);
    const auto targets = targetsOf(fixture, "globalAccuracy", 0.5);
    QVERIFY((targets[0].raw == ReachedRounds{.median = 8.0, .reached = 1}));
    QVERIFY((targets[0].smoothed == ReachedRounds{.median = 21.0, .reached = 1}));
}

void TestTargetRounds::aStoppedRunCountsIfItHadArrived()
{
    StoreFixture fixture;
    const auto stop = [&](std::uint64_t seed, const std::vector<double>& accuracies) {
        finishWith(fixture, fixture.addRun("hics", seed), accuracies, RunStatus::Stopped);
    };
    stop(1, stepAfter(5));
    stop(2, {0.1, 0.1, 0.1}); // nobody knows when it would have
    std::vector<double> lucky(13, 0.1);
    lucky[7] = 0.9; // arrived, but the smoothed curve had not
    stop(3, lucky);
    finishWith(fixture, fixture.addRun("hics", 4), stepAfter(8));
    stop(4, stepAfter(2));     // the finished one counts
    fixture.addRun("hics", 1); // again, and not begun: hides nothing
    const auto targets = targetsOf(fixture, "globalAccuracy", 0.5);
    QCOMPARE(targets[0].measured, std::size_t{3});
    QVERIFY((targets[0].raw == ReachedRounds{.median = 8.0, .reached = 3})); // 6, 8 and 9
    QVERIFY((targets[0].smoothed == ReachedRounds{.median = 9.0, .reached = 2}));
}

void TestTargetRounds::lossesFallToTheirTarget()
{
    StoreFixture fixture;
    finishWith(fixture, fixture.addRun(), {0.25, 0.5, 0.75});
    const auto targets = targetsOf(fixture, "globalTestLoss", 0.5, Better::Lower);
    QCOMPARE(*targets[0].raw.median, 2.0);
    QVERIFY(!targetsOf(fixture, "globalTestLoss", 0.1, Better::Lower)[0].raw.median);
}

void TestTargetRounds::anArmWithoutTheMetricHasNothing()
{
    StoreFixture fixture;
    finishWith(fixture, fixture.addRun(), {0.25, 0.5});
    const auto targets = targetsOf(fixture, "officialAccuracy", 0.5);
    QCOMPARE(targets[0].measured, std::size_t{0});
    QCOMPARE(targets[0].raw.reached, std::size_t{0});
    QVERIFY(!targets[0].speedUp);
}

void TestTargetRounds::aPapersRoundsStandBesideTheMedian()
{
    StoreFixture fixture;
    finishWith(fixture, fixture.addRun("random", 1, 0), stepAfter(19));
    finishWith(fixture, fixture.addRun("random", 2, 0), stepAfter(15));
    finishWith(fixture, fixture.addRun("hics", 1, 1), stepAfter(5));
    finishWith(fixture, fixture.addRun("hics", 2, 1), stepAfter(11));
    finishWith(fixture, fixture.addRun("stuck", 1, 2), stepAfter(30));
    const Reference rounds{.source = "HiCS-FL, Table 1",
                           .metric = "globalAccuracy",
                           .unit = "rounds",
                           .target = 0.5,
                           .values = {{"random", {.mean = 150, .deviation = {}}},
                                      {"hics", {.mean = 60, .deviation = {}}},
                                      {"stuck", {.mean = 75, .deviation = {}}},
                                      {"never run", {.mean = 1, .deviation = {}}}}};
    Reference last = rounds; // the same metric's last values, in a block of its own
    last.target.reset();
    Reference neither = rounds; // no round reaches a target of a metric without a better side
    neither.metric = "groupCount";
    const auto summaries = valueOf(summarise(*fixture.store, valueOf(fixture.store->runs())));
    const auto tables =
        valueOf(compare(*fixture.store, summaries, std::array{rounds, last, neither}));
    QCOMPARE(tables.size(), std::size_t{3});
    QCOMPARE(*tables[0].target, 0.5);
    QCOMPARE(tables[0].better, Better::Higher);
    const std::vector<ComparisonRow>& rows = tables[0].rows;
    QCOMPARE(rows.size(), std::size_t{4});
    QVERIFY(!rows[0].ours);
    QCOMPARE(*rows[0].rounds->raw.median, 18.0); // 20 and 16
    QCOMPARE(*rows[0].difference, -132.0);
    QCOMPARE(*rows[0].paperSpeedUp, 1.0);
    QCOMPARE(*rows[1].rounds->speedUp, 2.0); // 18 over the median of 6 and 12
    QCOMPARE(*rows[1].paperSpeedUp, 2.5);
    QCOMPARE(*rows[1].difference, -51.0);
    QVERIFY(!rows[1].jointDeviation && !rows[1].isWithin());
    QCOMPARE(rows[2].rounds->raw.reached, std::size_t{0});
    QVERIFY(!rows[2].difference);
    QCOMPARE(*rows[2].paperSpeedUp, 2.0);
    QCOMPARE(rows[3].arm, std::string("never run"));
    QVERIFY(!rows[3].rounds && rows[3].paper);
    QVERIFY(tables[1].rows[0].ours && !tables[1].rows[0].rounds);
    QCOMPARE(tables[1].rows[0].ours->mean, 0.9);
    QVERIFY(!tables[2].rows[0].rounds && !tables[2].rows[0].ours);
}

/// Code that papers come with often prints the highest accuracy of a run.
void TestTargetRounds::theBestRoundStandsBesideTheLast()
{
    StoreFixture fixture;
    finishWith(fixture, fixture.addRun("pFedMe", 1, 0), {0.1, 0.75, 0.5});
    finishWith(fixture, fixture.addRun("pFedMe", 2, 0), {0.25, 0.25, 0.25});
    finishWith(fixture, fixture.addRun("other", 1, 1), {1, 1, 1});
    const Reference accuracy{.source = "sFedHP, Table II",
                             .metric = "globalAccuracy",
                             .unit = "%",
                             .values = {{"pFedMe", {.mean = 40, .deviation = {}}}}};
    Reference neither = accuracy;
    neither.metric = "groupCount";
    const auto summaries = valueOf(summarise(*fixture.store, valueOf(fixture.store->runs())));
    const auto tables = valueOf(compare(*fixture.store, summaries, std::array{accuracy, neither}));
    const ComparisonRow& row = tables[0].rows[0];
    QVERIFY((row.ours == Spread{.mean = 37.5, .deviation = 12.5, .runs = 2}));
    QVERIFY((row.best == Spread{.mean = 50, .deviation = 25, .runs = 2}));
    QCOMPARE(*row.difference, -2.5); // of the last
    QVERIFY(tables[0].rows[1].best == tables[0].rows[1].ours);
    QVERIFY(!tables[1].rows[0].best);
}

COTERIE_SECTION(TestTargetRounds)

} // namespace tst_target_rounds

#include "tst_target_rounds.moc"
