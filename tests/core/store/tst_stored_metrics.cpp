#include "core/store/database.h"
#include "tests/core/metrics/measured.h"
#include "tests/core/store/store_fixture.h"
#include "tests/sections.h"

#include <cmath>
#include <map>

namespace tst_stored_metrics {

using namespace coterie;
using namespace coterie::test;

/// The metrics beside the rounds: kept round by round, read for many runs at once.
class TestStoredMetrics : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void readsAMetricOfAllRuns();
    void storesTheMetricsOfEachRound();
    void theLastMetricsAreOfTheLastTestedRound();
    void replacesRoundsThatAreComputedAnew();
    void continuesTheMetricsOfAStoredRun();
    void valuesOfTheRoundStoredAsAClientsComeBackAsTheRounds();
    void aFreeChoiceStoredForEachClientIsOneOfTheRound();
};

void TestStoredMetrics::readsAMetricOfAllRuns()
{
    StoreFixture fixture;
    const std::int64_t good = fixture.addRun();
    const std::int64_t bad = fixture.addRun();
    const std::int64_t empty = fixture.addRun();
    const auto report = [](int round, double accuracy) {
        RoundReport made = plainReport(round, 1);
        made.clients[0].personalTest->accuracy = accuracy;
        return shared(made);
    };
    QVERIFY(fixture.store->setFacts(good, trainedOn({10})).has_value());
    QVERIFY(
        fixture.store
            ->commit(good, measured({report(0, 0.25), report(1, 0.75), report(2, 0.5)}), nullptr)
            .has_value());
    QVERIFY(fixture.store->setFacts(bad, trainedOn({10})).has_value());
    QVERIFY(
        fixture.store->commit(bad, measured({report(0, std::nan("")), report(1, 0.125)}), nullptr)
            .has_value());
    using When = MetricMoment::When;
    const auto ask = [&](When when, int round = 0) {
        return valueOf(
            fixture.store->metricOfRuns({.metric = "meanTestError", .when = when, .round = round}));
    };
    QVERIFY((ask(When::Newest) == std::vector<RunMetric>{{good, 2, 50.0}, {bad, 1, 87.5}}));
    QVERIFY((ask(When::Best) == std::vector<RunMetric>{{good, 1, 25.0}, {bad, 1, 87.5}}));
    const auto atStart = ask(When::AtRound, 0);
    QCOMPARE(atStart.size(), std::size_t{2});
    QVERIFY((atStart[0] == RunMetric{good, 0, 75.0}) && std::isnan(atStart[1].value));
    QCOMPARE(ask(When::AtRound, 2).size(), std::size_t{1});
    QVERIFY(fixture.store->discardRuns(std::vector{good, empty}).has_value());
    QCOMPARE(ask(When::Newest).size(), std::size_t{1});
}

void TestStoredMetrics::storesTheMetricsOfEachRound()
{
    StoreFixture fixture;
    const std::int64_t run = fixture.addRun();
    QVERIFY(fixture.store
                ->commit(run, measured({shared(plainReport(0)), shared(plainReport(1))}), nullptr)
                .has_value());
    int found = 0;
    for (const MetricPoint& point : valueOf(fixture.store->metrics(run))) {
        if (point.name != "meanTestError")
            continue;
        QVERIFY(qAbs(point.value - (point.round == 0 ? 50.0 : 49.0)) < 1e-9);
        ++found;
    }
    QCOMPARE(found, 2);
    QCOMPARE(valueOf(fixture.store->run(run)).roundsDone, 1);
}

void TestStoredMetrics::theLastMetricsAreOfTheLastTestedRound()
{
    StoreFixture fixture;
    const std::int64_t run = fixture.addRun();
    QVERIFY(valueOf(fixture.store->lastMetrics(run)).empty());

    // Nothing was tested yet: the last round as it is.
    Reports untested;
    for (const int round : {1, 2}) {
        RoundReport report = plainReport(round);
        for (ClientReport& client : report.clients)
            client.personalTest.reset();
        untested.push_back(shared(report));
    }
    QVERIFY(fixture.store->commit(run, measured(untested), nullptr).has_value());
    const auto trained = valueOf(fixture.store->lastMetrics(run));
    QVERIFY(!trained.empty());
    for (const MetricPoint& point : trained)
        QCOMPARE(point.round, 2);

    // Groups in round 3, tests in 4, training only in 5: the result is that of round 4, without
    // groups that may long be others.
    RoundReport grouped = plainReport(3);
    grouped.grouping =
        Grouping{.groups = {{0, 1}, {2, 3}}, .merges = {}, .stopReason = {}, .refused = {}};
    RoundReport later = *untested.back();
    later.round = 5;
    QVERIFY(fixture.store
                ->commit(run,
                         measured({shared(grouped), shared(plainReport(4)), shared(later)}),
                         nullptr)
                .has_value());
    std::map<std::string, double> last;
    for (const MetricPoint& point : valueOf(fixture.store->lastMetrics(run))) {
        QCOMPARE(point.round, 4);
        last[point.name] = point.value;
    }
    QVERIFY(qAbs(last.at("meanTestError") - 46.0) < 1e-9);
    QVERIFY(last.contains("meanTrainLoss"));
    QVERIFY(!last.contains("groupCount"));
}

void TestStoredMetrics::replacesRoundsThatAreComputedAnew()
{
    StoreFixture fixture;
    const std::int64_t run = fixture.addRun();
    Reports reports;
    for (int round = 0; round <= 5; ++round)
        reports.push_back(shared(plainReport(round)));
    QVERIFY(fixture.store->commit(run, reports, nullptr).has_value());
    RoundReport anew = plainReport(3);
    anew.learningRate = 0.7;
    const auto resumed = fixture.openAgain();
    QVERIFY(resumed->commit(run, {shared(anew)}, nullptr).has_value());
    const auto stored = valueOf(fixture.store->reports(run));
    QCOMPARE(stored.size(), std::size_t{4});
    QVERIFY(stored[2] == *reports[2]);
    QVERIFY(stored[3] == anew);
    QCOMPARE(valueOf(fixture.store->run(run)).roundsDone, 3);
}

void TestStoredMetrics::continuesTheMetricsOfAStoredRun()
{
    // Unchanged matrices look back; a run resumed by another process must not notice.
    const auto commitAll = [](StoreFixture& fixture, std::int64_t run, bool reopen) {
        MetricTracker tracker({});
        for (int round = 0; round < 6; ++round) {
            RoundReport report = plainReport(round);
            for (ClientReport& client : report.clients)
                client.personalTest->accuracy = (client.client + round) % 4 / 4.0;
            report.collaboration = Matrix(4, 4, round < 4 ? 0.25 : 0.5);
            report.traffic = {sent(100.0)};
            report.metrics = tracker.add(report);
            if (reopen)
                fixture.store = fixture.openAgain();
            if (!fixture.store->commit(run, {shared(report)}, nullptr))
                qFatal("not committed");
        }
    };
    StoreFixture fixture;
    const std::int64_t straight = fixture.addRun();
    const std::int64_t resumed = fixture.addRun();
    commitAll(fixture, straight, false);
    commitAll(fixture, resumed, true);
    const auto expected = valueOf(fixture.store->metrics(straight));
    const auto found = valueOf(fixture.store->metrics(resumed));
    QCOMPARE(found.size(), expected.size());
    for (std::size_t i = 0; i < found.size(); ++i) {
        QCOMPARE(found[i].name, expected[i].name);
        QCOMPARE(found[i].round, expected[i].round);
        QVERIFY(found[i].value == expected[i].value);
    }
    Database database(fixture.file(), Database::Access::ReadOnly);
    for (const std::int64_t run : {straight, resumed}) {
        QCOMPARE(database.firstValue(
                     "SELECT group_concat(round) FROM matrix WHERE bytes IS NOT NULL AND run = "
                     + std::to_string(run)),
                 std::string("0,4"));
    }
}

void TestStoredMetrics::valuesOfTheRoundStoredAsAClientsComeBackAsTheRounds()
{
    // As stores of earlier versions have them: among the clients' and the groups', in lists of one.
    StoreFixture fixture;
    const std::int64_t run = fixture.addRun();
    RoundReport report = plainReport(0);
    report.clientValues = {{.name = "entropy", .values = {0.5, 0.25}},
                           {.name = "gamma1", .values = {0.001}},
                           {.name = "drawPlace", .values = {1.0}}};
    report.groupValues = {{.name = "samplingSharpness", .values = {4.0}},
                          {.name = "clusterEntropy", .values = {2.0, 3.0}}};
    QVERIFY(fixture.store->commit(run, {shared(report)}, nullptr).has_value());
    const RoundReport stored = valueOf(fixture.store->reports(run)).front();
    report.clientValues.erase(report.clientValues.begin() + 1);
    report.groupValues.erase(report.groupValues.begin());
    report.metrics = {{"gamma1", 0.001}, {"samplingSharpness", 4.0}};
    QVERIFY(stored == report);
}

void TestStoredMetrics::aFreeChoiceStoredForEachClientIsOneOfTheRound()
{
    // As stores of earlier versions have it; a run played again has no such lists to compare.
    StoreFixture fixture;
    const std::int64_t run = fixture.addRun();
    const auto choice = [](int round, std::optional<double> samples, double bits) {
        RoundReport report = plainReport(round);
        report.clientValues = {{.name = "drawPlace", .values = {1.0, std::nullopt}},
                               {.name = "selectionSamples", .values = {0.0, samples}},
                               {.name = "selectionBits", .values = {0.0, bits}}};
        return report;
    };
    RoundReport isFree = choice(0, 0.0, 0.0);
    const RoundReport costsBits = choice(1, 0.0, 64.0);
    const RoundReport someWereAsked = choice(2, std::nullopt, 0.0);
    QVERIFY(fixture.store
                ->commit(run, {shared(isFree), shared(costsBits), shared(someWereAsked)}, nullptr)
                .has_value());
    isFree.clientValues.resize(1);
    const std::vector<RoundReport> stored = valueOf(fixture.store->reports(run));
    QVERIFY(stored == (std::vector{isFree, costsBits, someWereAsked}));
}

COTERIE_SECTION(TestStoredMetrics)

} // namespace tst_stored_metrics

#include "tst_stored_metrics.moc"
