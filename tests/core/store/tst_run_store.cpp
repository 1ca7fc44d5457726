#include "core/spec/experiment_json.h"
#include "core/store/database.h"
#include "core/store/run_leases.h"
#include "core/store/state_file.h"
#include "store_fixture.h"
#include "tests/ordinary_user.h"

#include <QElapsedTimer>

#include <atomic>
#include <cmath>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <malloc.h>
#include <map>
#include <sys/resource.h>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

using namespace coterie;
using namespace coterie::test;

namespace {

RunPlan planOf(const std::string& arm, std::uint64_t seed)
{
    RunPlan plan;
    plan.armName = arm;
    plan.armIndex = 2;
    plan.seed = seed;
    plan.rounds = 7;
    return plan;
}

} // namespace

class TestRunStore : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void makesTheFolderThatIsMissing();
    void saysWhatIsWrongWithTheFile();
    void readsAReadOnlyFolder();
    void keepsWhatARunIs();
    void listsAllRunsOrNone();
    void namesSweepPointsShortly();
    void keepsSeedsOf64Bits();
    void keepsOneExperimentOnce();
    void keepsStatusTagsAndNotes();
    void discardedRunsComeBackUntilTheyArePurged();
    void readsAMetricOfAllRuns();
    void keepsFacts_data();
    void keepsFacts();
    void namesARunThatIsNotThere();
    void deletesEverythingOfARun();
    void listsTenThousandRunsWithinASecond();
    void storesTheMetricsOfEachRound();
    void theLastMetricsAreOfTheLastTestedRound();
    void replacesRoundsThatAreComputedAnew();
    void continuesTheMetricsOfAStoredRun();
    void aFailedCommitKeepsNothing();
    void aDiskThatRefusesIsNamedAndNothingIsLost();
    void letsGoOfWhatItKnewOfEndedRuns();
    void aSizeThatCannotBeIsToldAsDamage();
    void namesFinishedRunsThatHaveAState();
    void isReadWhileARunWrites();
    void severalMayCreateTheFileAtOnce();
    void namesTheUsersOwnFile();
};

void TestRunStore::makesTheFolderThatIsMissing()
{
    const StoreFixture fixture;
    const auto file = fixture.path("a") / "b" / "runs.sqlite";
    QVERIFY(RunStore::open(file).has_value());
    QVERIFY(std::filesystem::exists(file));
}

void TestRunStore::saysWhatIsWrongWithTheFile()
{
    const StoreFixture fixture;
    const auto missing = fixture.path("missing.sqlite");
    QCOMPARE(sentenceOf(RunStore::open(missing, RunStore::Mode::ReadOnly)),
             missing.string() + ": there is no such file");
    QVERIFY(!std::filesystem::exists(missing));

    std::ofstream(fixture.path("notes.txt"))
        << "no database, just a text that is long enough to have a header\n";
    QCOMPARE(sentenceOf(RunStore::open(fixture.path("notes.txt"))),
             fixture.path("notes.txt").string() + ": the file is not a database");
    QCOMPARE(sentenceOf(RunStore::open(fixture.path(""))),
             fixture.path("").string() + ": this is a folder, a file is needed");
    const auto below = fixture.path("notes.txt") / "runs.sqlite";
    QVERIFY(sentenceOf(RunStore::open(below)).find("the folder cannot be made")
            != std::string::npos);
}

void TestRunStore::readsAReadOnlyFolder()
{
    StoreFixture fixture;
    const std::int64_t run = fixture.addRun();
    QVERIFY(fixture.store->commit(run, {shared(plainReport(0))}, nullptr).has_value());
    fixture.store.reset();
    const std::string folder = fixture.folder.path().toStdString();
    QCOMPARE(::chmod(fixture.file().c_str(), 0444), 0);
    QCOMPARE(::chmod(folder.c_str(), 0555), 0);
    std::size_t found = 0;
    std::string sentence;
    asOrdinaryUser([&] {
        if (auto store = RunStore::open(fixture.file(), RunStore::Mode::ReadOnly))
            found = valueOf((*store)->reports(run)).size();
        sentence = sentenceOf(RunStore::open(fixture.file()));
    });
    QCOMPARE(::chmod(folder.c_str(), 0755), 0);
    QCOMPARE(found, std::size_t{1});
    QVERIFY2(sentence.find("read-only") != std::string::npos, sentence.c_str());
    QVERIFY2(sentence.starts_with(fixture.file().string()), sentence.c_str());
}

void TestRunStore::keepsWhatARunIs()
{
    StoreFixture fixture;
    const Environment environment{.program = "coterie 0.1.0",
                                  .torch = "1.13.0",
                                  .blas = "OpenBLAS 0.3.21",
                                  .blasCore = "SkylakeX",
                                  .instructions = "avx512",
                                  .device = "cpu",
                                  .sqlite = "3.40.1",
                                  .host = "kiel"};
    const std::int64_t experiment =
        valueOf(fixture.store->addExperiment("digits", "{\"a\": 1}", "beef"));
    const std::int64_t id = valueOf(
        fixture.store->addRun(experiment, planOf("HCCT", 5), "{\"plan\": true}", environment));
    const RunRow row = valueOf(fixture.openAgain()->run(id));
    QCOMPARE(row.experiment, experiment);
    QCOMPARE(row.experimentName, std::string("digits"));
    QCOMPARE(row.experimentHash, std::string("beef"));
    QCOMPARE(row.arm, std::string("HCCT"));
    QCOMPARE(row.armIndex, std::size_t{2});
    QCOMPARE(row.seed, std::uint64_t{5});
    QCOMPARE(row.sweep, std::string());
    QCOMPARE(row.planJson, std::string("{\"plan\": true}"));
    QVERIFY(row.status == RunStatus::Queued);
    QCOMPARE(row.rounds, 7);
    QCOMPARE(row.roundsDone, 0);
    QVERIFY(row.environment == environment);
    QCOMPARE(row.created.size(), std::string("2026-01-01T00:00:00Z").size());
    QCOMPARE(valueOf(fixture.store->experimentJson(experiment)), std::string("{\"a\": 1}"));

    Environment moved = environment;
    moved.device = "cuda (H200)";
    QVERIFY(fixture.store->setEnvironment(id, moved).has_value());
    QVERIFY(valueOf(fixture.store->run(id)).environment == moved);
}

void TestRunStore::listsAllRunsOrNone()
{
    const StoreFixture fixture;
    const std::int64_t experiment = valueOf(fixture.store->addExperiment("digits", "{}", "beef"));
    std::vector<RunPlan> plans;
    for (const std::uint64_t seed : {5, 6, 7})
        plans.push_back(planOf("HCCT", seed));
    plans[2].device = "cuda";
    Database database(fixture.file(), Database::Access::ReadWrite);
    database.execute("CREATE TRIGGER full BEFORE INSERT ON run WHEN NEW.seed = 7"
                     " BEGIN SELECT RAISE(ABORT, 'no more'); END");
    const auto refused = fixture.store->addRuns(experiment, plans, hostNamed("here"));
    QVERIFY(!refused.has_value());
    QVERIFY(valueOf(fixture.store->runs()).empty());
    database.execute("DROP TRIGGER full");

    const auto ids = valueOf(fixture.store->addRuns(experiment, plans, hostNamed("here")));
    const auto rows = valueOf(fixture.store->runs());
    QCOMPARE(rows.size(), std::size_t{3});
    for (std::size_t i = 0; i < rows.size(); ++i) {
        QCOMPARE(rows[i].id, ids[i]);
        QCOMPARE(rows[i].seed, plans[i].seed);
        QCOMPARE(rows[i].planJson, writePlan(plans[i]));
        QCOMPARE(rows[i].status, RunStatus::Queued);
        QCOMPARE(rows[i].environment.host, std::string("here"));
        QCOMPARE(rows[i].environment.device, plans[i].device);
    }
    QVERIFY(!fixture.store->addRuns(experiment + 1, plans, {}).has_value());
}

void TestRunStore::namesSweepPointsShortly()
{
    StoreFixture fixture;
    const std::int64_t experiment = valueOf(fixture.store->addExperiment("digits", "{}", "beef"));
    RunPlan plan = planOf("HCCT", 1);
    plan.sweep = {{.pointer = "/arms/2/algorithm/alpha", .value = 10.0},
                  {.pointer = "/local/batch", .value = std::int64_t{64}}};
    const std::int64_t first = valueOf(fixture.store->addRun(experiment, plan, "{}", {}));
    QCOMPARE(valueOf(fixture.store->run(first)).sweep, std::string("alpha = 10, batch = 64"));

    plan.sweep = {{.pointer = "/arms/2/algorithm/mu", .value = 0.5},
                  {.pointer = "/local/objective/mu", .value = 2.0}};
    const std::int64_t second = valueOf(fixture.store->addRun(experiment, plan, "{}", {}));
    QCOMPARE(valueOf(fixture.store->run(second)).sweep,
             std::string("algorithm/mu = 0.5, objective/mu = 2"));
}

void TestRunStore::keepsSeedsOf64Bits()
{
    StoreFixture fixture;
    const std::int64_t run = fixture.addRun("FedAvg", 0xfedcba9876543210U);
    QCOMPARE(valueOf(fixture.store->run(run)).seed, std::uint64_t{0xfedcba9876543210U});
}

void TestRunStore::keepsOneExperimentOnce()
{
    const StoreFixture fixture;
    const auto first = valueOf(fixture.store->addExperiment("digits", "{}", "beef"));
    QCOMPARE(valueOf(fixture.store->addExperiment("digits", "{}", "beef")), first);
    QVERIFY(valueOf(fixture.store->addExperiment("digits", "{ }", "beef")) != first);
    QVERIFY(valueOf(fixture.store->addExperiment("digits, again", "{}", "beef")) != first);
}

void TestRunStore::keepsStatusTagsAndNotes()
{
    StoreFixture fixture;
    const std::int64_t first = fixture.addRun();
    const std::int64_t second = fixture.addRun();
    QVERIFY(fixture.store->setStatus(second, RunStatus::Failed, "the loss is not a number")
                .has_value());
    QVERIFY(fixture.store->addTag(second, "zebra").has_value());
    QVERIFY(fixture.store->addTag(second, "ape").has_value());
    QVERIFY(fixture.store->addTag(second, "ape").has_value());
    QVERIFY(fixture.store->setNote(second, "try a smaller step").has_value());
    QVERIFY(fixture.store->setNote(second, "a \"smaller\" step, µ = 0").has_value());
    auto rows = valueOf(fixture.openAgain()->runs());
    QCOMPARE(rows.size(), std::size_t{2});
    QCOMPARE(rows[0].id, first);
    QVERIFY(rows[0].status == RunStatus::Queued && rows[0].tags.empty() && rows[0].note.empty());
    QVERIFY(rows[1].status == RunStatus::Failed);
    QCOMPARE(rows[1].reason, std::string("the loss is not a number"));
    QVERIFY((rows[1].tags == std::vector<std::string>{"ape", "zebra"}));
    QCOMPARE(rows[1].note, std::string("a \"smaller\" step, µ = 0"));
    QVERIFY(fixture.store->removeTag(second, "ape").has_value());
    QVERIFY((valueOf(fixture.store->run(second)).tags == std::vector<std::string>{"zebra"}));
}

void TestRunStore::discardedRunsComeBackUntilTheyArePurged()
{
    StoreFixture fixture;
    const std::int64_t first = fixture.addRun();
    const std::int64_t second = fixture.addRun();
    const std::int64_t third = fixture.addRun();
    QVERIFY(fixture.store->setPinned(third, true).has_value());
    QVERIFY(fixture.store->discardRuns(std::vector{first, second}).has_value());
    auto rows = valueOf(fixture.openAgain()->runs());
    QCOMPARE(rows.size(), std::size_t{1});
    QVERIFY(rows[0].id == third && rows[0].pinned);
    QVERIFY(!fixture.store->discardRuns(std::vector<std::int64_t>{third, 77}).has_value());
    QCOMPARE(valueOf(fixture.store->runs()).size(), std::size_t{1}); // all or none
    QVERIFY(fixture.store->restoreRuns(std::vector{second}).has_value());
    QCOMPARE(valueOf(fixture.store->runs()).size(), std::size_t{2});
    QCOMPARE(valueOf(fixture.store->purgeDiscarded(1)), std::size_t{0}); // not a day old yet
    {
        auto leases = valueOf(RunLeases::open(fixture.file()));
        const auto lease = valueOf(leases.take(first));
        QCOMPARE(valueOf(fixture.store->purgeDiscarded(0)), std::size_t{0});
    }
    QCOMPARE(valueOf(fixture.store->purgeDiscarded(0)), std::size_t{1});
    QVERIFY(!fixture.store->run(first).has_value());
    QVERIFY(fixture.store->run(second).has_value());
}

void TestRunStore::readsAMetricOfAllRuns()
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
    QVERIFY(fixture.store
                ->commit(good, {report(0, 0.25), report(1, 0.75), report(2, 0.5)}, nullptr)
                .has_value());
    QVERIFY(fixture.store->setFacts(bad, trainedOn({10})).has_value());
    QVERIFY(fixture.store
                ->commit(bad, {report(0, std::nan("")), report(1, 0.125)}, nullptr)
                .has_value());
    using When = MetricMoment::When;
    const auto ask = [&](When when, int round = 0) {
        return valueOf(fixture.store->metricOfRuns(
            {.metric = "meanTestError", .when = when, .round = round}));
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

void TestRunStore::keepsFacts_data()
{
    QTest::addColumn<int>("shape");
    QTest::newRow("none") << 0;
    QTest::newRow("classification with true groups") << 1;
    QTest::newRow("regression") << 2;
    QTest::newRow("class lists that are empty") << 3;
}

void TestRunStore::keepsFacts()
{
    QFETCH(int, shape);
    FederationFacts facts;
    if (shape != 0)
        facts = {.trainSamples = {10, 20, 0},
                 .testSamples = {1, 2, 3},
                 .validationSamples = {},
                 .classCounts = {},
                 .trueGroup = {},
                 .parameters = 582026,
                 .classes = 10};
    if (shape == 1) {
        facts.validationSamples = {4, 5, 6};
        facts.classCounts = {{10, 0}, {7, 13}, {0, 0}};
        facts.edges = {{.name = "north", .clients = {2, 0}}, {.name = "south", .clients = {}}};
        facts.trueGroup = {0, 1, -1};
    }
    if (shape == 3)
        facts.classCounts = {{}, {3}, {}};
    StoreFixture fixture;
    const std::int64_t run = fixture.addRun();
    QVERIFY(fixture.store->setFacts(run, trainedOn({1, 2, 3, 4, 5, 6, 7})).has_value());
    QVERIFY(fixture.store->setFacts(run, facts).has_value()); // said anew on resume
    QVERIFY(valueOf(fixture.openAgain()->facts(run)) == facts);
}

void TestRunStore::namesARunThatIsNotThere()
{
    const StoreFixture fixture;
    const std::string expected = fixture.file().string() + ": there is no run 77 in this run store";
    QCOMPARE(sentenceOf(fixture.store->run(77)), expected);
    QCOMPARE(sentenceOf(fixture.store->reports(77)), expected);
    QCOMPARE(sentenceOf(fixture.store->metrics(77)), expected);
    QCOMPARE(sentenceOf(fixture.store->facts(77)), expected);
    QCOMPARE(sentenceOf(fixture.store->loadCheckpoint(77)), expected);
    QCOMPARE(sentenceOf(fixture.store->commit(77, {shared(plainReport(0))}, nullptr)), expected);
    QCOMPARE(sentenceOf(fixture.store->setStatus(77, RunStatus::Running, "")), expected);
    QCOMPARE(sentenceOf(fixture.store->deleteRun(77)), expected);
    QCOMPARE(sentenceOf(fixture.store->addRun(5, planOf("HCCT", 1), "{}", {})),
             fixture.file().string() + ": there is no experiment 5 in this run store");
}

void TestRunStore::deletesEverythingOfARun()
{
    StoreFixture fixture;
    const std::int64_t keep = fixture.addRun();
    const std::int64_t gone = fixture.addRun();
    for (const std::int64_t run : {keep, gone}) {
        RoundReport report = plainReport(1);
        report.grouping = Grouping{.groups = {{0, 1}, {2, 3}},
                                   .merges = {Merge{}},
                                   .stopReason = "no gain",
                                   .refused = Merge{}};
        report.samplingClusters = report.grouping;
        report.collaboration = Matrix(4, 4, 0.25);
        report.clientValues = {{.name = "entropy", .values = {1.0}}};
        report.groupValues = {{.name = "size", .values = {2.0}}};
        report.traffic = {sent(8.0)};
        report.events = {{.kind = "note", .client = {}, .sentence = "x"}};
        const CheckpointDelta state{
            .round = 1, .changed = {{.part = "models", .bytes = bytes(100, 1)}}, .removed = {}};
        FederationFacts facts = trainedOn({1, 2});
        facts.edges = {{.name = "north", .clients = {0, 1}}};
        QVERIFY(fixture.store->setFacts(run, facts).has_value());
        QVERIFY(fixture.store->commit(run, {shared(report)}, &state).has_value());
        QVERIFY(fixture.store->addTag(run, "t").has_value());
        QVERIFY(fixture.store->setNote(run, "n").has_value());
    }
    QVERIFY(fixture.store->deleteRun(gone).has_value());
    Database database(fixture.file(), Database::Access::ReadOnly);
    int tables = 0;
    for (const char* table : {"federation",
                              "federation_client",
                              "federation_edge",
                              "federation_edge_client",
                              "round",
                              "round_metric",
                              "client_metric",
                              "value_series",
                              "client_value",
                              "group_value",
                              "group_member",
                              "merge",
                              "cluster_member",
                              "cluster_merge",
                              "matrix",
                              "participation",
                              "traffic",
                              "timing",
                              "event",
                              "checkpoint",
                              "checkpoint_chunk",
                              "note",
                              "tag"}) {
        const std::string count = std::string("SELECT count(*) FROM ") + table + " WHERE run = ";
        QVERIFY2(database.firstValue(count + std::to_string(keep)) != "0", table);
        QVERIFY2(database.firstValue(count + std::to_string(gone)) == "0", table);
        ++tables;
    }
    // All tables but experiment and run themselves: a new one must be listed above.
    QCOMPARE(database.firstValue("SELECT count(*) FROM sqlite_master WHERE type = 'table'"),
             std::to_string(tables + 2));
    QCOMPARE(valueOf(fixture.store->runs()).size(), std::size_t{1});
}

void TestRunStore::listsTenThousandRunsWithinASecond()
{
    StoreFixture fixture;
    {
        Database database(fixture.file(), Database::Access::ReadWrite);
        static_cast<void>(fixture.addRun());
        database.execute(
            "WITH RECURSIVE n(i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < 10000)"
            " INSERT INTO run SELECT i, experiment, arm, arm_index, i, sweep, hex(randomblob(700)),"
            " status, reason, rounds, rounds_done, created, program, torch, blas, blas_core,"
            " instructions, device, sqlite, host, pinned, discarded FROM n, run WHERE run.id = 1;"
            "INSERT INTO tag SELECT id, 'tag' FROM run");
    }
    QElapsedTimer timer;
    timer.start();
    const auto rows = valueOf(fixture.store->runs());
    const qint64 elapsed = timer.elapsed();
    QCOMPARE(rows.size(), std::size_t{10000});
    QCOMPARE(rows.back().tags.size(), std::size_t{1});
    QVERIFY2(elapsed < 1000, qPrintable(QString::number(elapsed)));
}

void TestRunStore::storesTheMetricsOfEachRound()
{
    StoreFixture fixture;
    const std::int64_t run = fixture.addRun();
    QVERIFY(fixture.store->commit(run, {shared(plainReport(0)), shared(plainReport(1))}, nullptr)
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

void TestRunStore::theLastMetricsAreOfTheLastTestedRound()
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
    QVERIFY(fixture.store->commit(run, untested, nullptr).has_value());
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
                ->commit(run, {shared(grouped), shared(plainReport(4)), shared(later)}, nullptr)
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

void TestRunStore::replacesRoundsThatAreComputedAnew()
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

void TestRunStore::continuesTheMetricsOfAStoredRun()
{
    // Best-so-far metrics and unchanged matrices look back; a run resumed by another process must
    // not notice.
    const auto commitAll = [](StoreFixture& fixture, std::int64_t run, bool reopen) {
        for (int round = 0; round < 6; ++round) {
            RoundReport report = plainReport(round);
            for (ClientReport& client : report.clients)
                client.personalTest->accuracy = (client.client + round) % 4 / 4.0;
            report.collaboration = Matrix(4, 4, round < 4 ? 0.25 : 0.5);
            report.traffic = {sent(100.0)};
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

void TestRunStore::aFailedCommitKeepsNothing()
{
    StoreFixture fixture;
    const std::int64_t run = fixture.addRun();
    const CheckpointDelta first{
        .round = 0, .changed = {{.part = "models", .bytes = bytes(10, 1)}}, .removed = {}};
    QVERIFY(fixture.store->commit(run, {shared(plainReport(0))}, &first).has_value());
    const CheckpointDelta tooLarge{
        .round = 1,
        .changed = {{.part = "models", .bytes = bytes(kLargestChunk + 1, 2)}},
        .removed = {}};
    const std::string sentence =
        sentenceOf(fixture.store->commit(run, {shared(plainReport(1))}, &tooLarge));
    QVERIFY2(sentence.find("\"models\"") != std::string::npos, sentence.c_str());
    QCOMPARE(valueOf(fixture.store->reports(run)).size(), std::size_t{1});
    QCOMPARE(valueOf(fixture.store->loadCheckpoint(run)).round, 0);
    // And the run goes on as if the failed commit had never been.
    QVERIFY(fixture.store->commit(run, {shared(plainReport(1))}, nullptr).has_value());
    QVERIFY(valueOf(fixture.store->reports(run)).back() == plainReport(1));
}

void TestRunStore::aDiskThatRefusesIsNamedAndNothingIsLost()
{
    StoreFixture fixture;
    const std::int64_t run = fixture.addRun();
    const CheckpointDelta small{
        .round = 1, .changed = {{.part = "models", .bytes = bytes(100, 1)}}, .removed = {}};
    const CheckpointDelta large{.round = 2,
                                .changed = {{.part = "models", .bytes = bytes(kLargestChunk, 2)}},
                                .removed = {}};
    QVERIFY(fixture.store->commit(run, {shared(plainReport(1))}, &small).has_value());
    // A limit on the size of files stands for a disk without room: the log cannot grow.
    std::signal(SIGXFSZ, SIG_IGN);
    rlimit before{};
    QCOMPARE(::getrlimit(RLIMIT_FSIZE, &before), 0);
    rlimit low = before;
    low.rlim_cur = 2000000;
    QCOMPARE(::setrlimit(RLIMIT_FSIZE, &low), 0);
    const std::string sentence =
        sentenceOf(fixture.store->commit(run, {shared(plainReport(2))}, &large));
    QCOMPARE(::setrlimit(RLIMIT_FSIZE, &before), 0);
    QVERIFY2(sentence.starts_with(fixture.file().string() + ": the disk "), sentence.c_str());

    const auto check = [&](RunStore& store, int round, const CheckpointDelta& state) {
        const auto reports = valueOf(store.reports(run));
        QCOMPARE(reports.size(), static_cast<std::size_t>(round));
        QVERIFY(reports.back() == plainReport(round));
        const CheckpointDelta found = valueOf(store.loadCheckpoint(run));
        QCOMPARE(found.round, round);
        QVERIFY(found.changed.front().bytes == state.changed.front().bytes);
    };
    check(*fixture.store, 1, small);
    QVERIFY(
        fixture.store->commit(run, {shared(plainReport(2))}, &large).has_value()); // room was made
    check(*fixture.openAgain(), 2, large);
}

void TestRunStore::letsGoOfWhatItKnewOfEndedRuns()
{
    StoreFixture fixture;
    const auto inUse = [] {
        const struct mallinfo2 info = ::mallinfo2();
        return info.uordblks + info.hblkhd;
    };
    const auto runOnce = [&](RunStatus end) {
        const std::int64_t run = fixture.addRun();
        RoundReport report = plainReport(0);
        report.collaboration = Matrix(500, 500, 0.25);
        report.gram = Matrix(500, 500, 0.5);
        QVERIFY(fixture.store->commit(run, {shared(report)}, nullptr).has_value());
        QVERIFY(fixture.store->setStatus(run, end, {}).has_value());
    };
    runOnce(RunStatus::Finished); // whatever is kept once
    const std::size_t before = inUse();
    for (const RunStatus end : {RunStatus::Finished, RunStatus::Failed, RunStatus::Stopped})
        for (int i = 0; i < 10; ++i)
            runOnce(end);
    // The last matrices of one run are 12 · 500² bytes.
    QCOMPARE_LT(inUse(), before + 12 * 500 * 500);
}

void TestRunStore::aSizeThatCannotBeIsToldAsDamage()
{
    StoreFixture fixture;
    const std::int64_t run = fixture.addRun();
    RoundReport report = plainReport(0);
    report.grouping =
        Grouping{.groups = {{0, 1}, {2, 3}}, .merges = {}, .stopReason = {}, .refused = {}};
    QVERIFY(fixture.store->commit(run, {shared(report)}, nullptr).has_value());
    Database(fixture.file(), Database::Access::ReadWrite).execute("UPDATE round SET groups = -1");
    QCOMPARE(sentenceOf(fixture.store->reports(run)),
             fixture.file().string()
                 + ": the run store is damaged: it holds a size that cannot be");
}

void TestRunStore::namesFinishedRunsThatHaveAState()
{
    StoreFixture fixture;
    const CheckpointDelta state{.round = 1, .changed = {chunk("models", 0, 100, 1)}, .removed = {}};
    std::vector<std::int64_t> runs;
    for (const RunStatus status : {RunStatus::Finished, RunStatus::Stopped, RunStatus::Finished}) {
        runs.push_back(fixture.addRun());
        QVERIFY(fixture.store->commit(runs.back(), {shared(plainReport(1))}, &state).has_value());
        QVERIFY(fixture.store->setStatus(runs.back(), status, {}).has_value());
    }
    QVERIFY(fixture.store->dropCheckpoint(runs[2]).has_value());
    QCOMPARE(valueOf(fixture.store->finishedWithState()), std::vector{runs[0]});
    // The rows went and the file beside the store did not.
    std::ofstream(stateFile(fixture.file(), runs[2])) << "what is left of it";
    QCOMPARE(valueOf(fixture.store->finishedWithState()), (std::vector{runs[0], runs[2]}));
    QVERIFY(fixture.store->dropCheckpoint(runs[2]).has_value());
    QVERIFY(!std::filesystem::exists(stateFile(fixture.file(), runs[2])));
}

void TestRunStore::isReadWhileARunWrites()
{
    StoreFixture fixture;
    const std::int64_t run = fixture.addRun();
    constexpr int kRounds = 150;
    std::atomic<bool> writing = true;
    std::atomic<bool> written = true;
    std::thread writer([&] {
        const auto store = fixture.openAgain();
        for (int round = 0; round < kRounds; ++round) {
            const CheckpointDelta state{
                .round = round,
                .changed = {{.part = "models", .bytes = bytes(10000, round)}},
                .removed = {}};
            if (!store->commit(run, {shared(plainReport(round))}, &state))
                written = false;
        }
        writing = false;
    });
    const auto reader = fixture.openAgain(RunStore::Mode::ReadOnly);
    std::size_t seen = 0;
    int looks = 0;
    bool ordered = true;
    bool consistent = true;
    bool readable = true;
    while (true) {
        const bool last = !writing;
        const auto reports = reader->reports(run);
        const auto state = reader->loadCheckpoint(run);
        if (!reports || !state) {
            readable = false;
            break;
        }
        ordered = ordered && reports->size() >= seen;
        seen = reports->size();
        for (std::size_t i = 0; i < reports->size(); ++i)
            consistent = consistent && (*reports)[i] == plainReport(static_cast<int>(i));
        if (state->round >= 0)
            consistent = consistent
                         && state->changed.front().bytes.view().back()
                                == static_cast<std::byte>(state->round);
        ++looks;
        if (last)
            break;
    }
    writer.join();
    QVERIFY(readable);
    QVERIFY(written);
    QVERIFY(ordered);
    QVERIFY(consistent);
    QCOMPARE(seen, std::size_t{kRounds});
    QVERIFY(looks > 2);
}

void TestRunStore::severalMayCreateTheFileAtOnce()
{
    const StoreFixture fixture;
    for (int trial = 0; trial < 10; ++trial) {
        const auto file = fixture.path("new" + std::to_string(trial) + ".sqlite");
        std::vector<std::string> sentences(4);
        std::vector<std::thread> threads;
        for (std::string& sentence : sentences) {
            threads.emplace_back([&sentence, &file] {
                const auto store = RunStore::open(file);
                sentence = store ? sentenceOf((*store)->addExperiment("digits", "{}", "beef"))
                                 : sentenceOf(store);
            });
        }
        for (std::thread& thread : threads)
            thread.join();
        for (const std::string& sentence : sentences)
            QVERIFY2(sentence == "(no error)", sentence.c_str());
    }
}

void TestRunStore::namesTheUsersOwnFile()
{
    ::setenv("XDG_DATA_HOME", "/somewhere/data", 1);
    QCOMPARE(defaultStoreFile().string(), std::string("/somewhere/data/coterie/runs.sqlite"));
    ::setenv("XDG_DATA_HOME", "relative", 1);
    ::setenv("HOME", "/home/ada", 1);
    QCOMPARE(defaultStoreFile().string(),
             std::string("/home/ada/.local/share/coterie/runs.sqlite"));
    ::unsetenv("XDG_DATA_HOME");
    QCOMPARE(defaultStoreFile().string(),
             std::string("/home/ada/.local/share/coterie/runs.sqlite"));
    ::unsetenv("HOME");
    QVERIFY(defaultStoreFile().empty());
    const auto nowhere = RunStore::open(defaultStoreFile());
    QVERIFY(!nowhere.has_value());
    QCOMPARE(nowhere.error().place, std::string("the run store"));
}

QTEST_GUILESS_MAIN(TestRunStore)
#include "tst_run_store.moc"
