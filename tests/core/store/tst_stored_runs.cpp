#include "core/experiment/experiment_json.h"
#include "core/store/checkpoint_rows.h"
#include "core/store/database.h"
#include "core/store/leases.h"
#include "core/store/schema.h"
#include "tests/core/store/store_fixture.h"
#include "tests/margin.h"
#include "tests/sections.h"

#include <array>
#include <fstream>

namespace tst_stored_runs {

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

/// What the store keeps of each run, and how runs are listed, marked and deleted.
class TestStoredRuns : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void keepsWhatARunIs();
    void listsAllRunsOrNone();
    void namesSweepPointsShortly();
    void keepsSeedsOf64Bits();
    void keepsOneExperimentOnce();
    void keepsStatusTagsAndNotes();
    void discardedRunsComeBackUntilTheyArePurged();
    void keepsFacts_data();
    void keepsFacts();
    void namesARunThatIsNotThere();
    void deletesEverythingOfARun();
    void listsTenThousandRunsWithinASecond();
    void namesFinishedRunsThatHaveAState();
    void sentencesOfAnOlderStoreBecomeValues_data();
    void sentencesOfAnOlderStoreBecomeValues();
    void anOlderStoreStillTellsWhichRunsHaveNotBegun();
};

void TestStoredRuns::keepsWhatARunIs()
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

void TestStoredRuns::listsAllRunsOrNone()
{
    const StoreFixture fixture;
    const std::int64_t experiment = valueOf(fixture.store->addExperiment("digits", "{}", "beef"));
    std::vector<RunPlan> plans;
    for (const std::uint64_t seed : {5, 6, 7})
        plans.push_back(planOf("HCCT", seed));
    plans[2].device = "cuda";
    Database database(fixture.file(), Database::Access::ReadWrite);
    // The third is refused.
    database.execute("CREATE UNIQUE INDEX full ON run (experiment) WHERE seed > 5");
    const auto refused = fixture.store->addRuns(experiment, plans, hostNamed("here"));
    QVERIFY(!refused.has_value());
    QVERIFY(valueOf(fixture.store->runs()).empty());
    database.execute("DROP INDEX full");

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

void TestStoredRuns::namesSweepPointsShortly()
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

void TestStoredRuns::keepsSeedsOf64Bits()
{
    StoreFixture fixture;
    const std::int64_t run = fixture.addRun("FedAvg", 0xfedcba9876543210U);
    QCOMPARE(valueOf(fixture.store->run(run)).seed, std::uint64_t{0xfedcba9876543210U});
}

void TestStoredRuns::keepsOneExperimentOnce()
{
    const StoreFixture fixture;
    const auto first = valueOf(fixture.store->addExperiment("digits", "{}", "beef"));
    QCOMPARE(valueOf(fixture.store->addExperiment("digits", "{}", "beef")), first);
    QVERIFY(valueOf(fixture.store->addExperiment("digits", "{ }", "beef")) != first);
    QVERIFY(valueOf(fixture.store->addExperiment("digits, again", "{}", "beef")) != first);
}

void TestStoredRuns::keepsStatusTagsAndNotes()
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

void TestStoredRuns::discardedRunsComeBackUntilTheyArePurged()
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

void TestStoredRuns::keepsFacts_data()
{
    QTest::addColumn<int>("shape");
    QTest::newRow("none") << 0;
    QTest::newRow("classification with true groups") << 1;
    QTest::newRow("regression") << 2;
    QTest::newRow("class lists that are empty") << 3;
}

void TestStoredRuns::keepsFacts()
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

void TestStoredRuns::namesARunThatIsNotThere()
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

void TestStoredRuns::deletesEverythingOfARun()
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
        report.metrics = {{"meanTestLoss", 0.5}};
        report.traffic = {sent(8.0)};
        report.events = {{.what = Note{"note"}, .client = {}, .sentence = "x"}};
        const CheckpointDelta state{.round = 1,
                                    .changed = {{.part = "models", .bytes = bytes(100, 1)}},
                                    .removed = {},
                                    .keeping = {.every = 1, .budget = 1000}};
        FederationFacts facts = trainedOn({1, 2});
        facts.edges = {{.name = "north", .clients = {0, 1}}};
        facts.clientNames = {"Bern", "Basel"};
        QVERIFY(fixture.store->setFacts(run, facts).has_value());
        QVERIFY(fixture.store->commit(run, {shared(report)}, &state).has_value());
        const KeptModels models{.precision = "float32",
                                .tensors = "0.weight 1\n",
                                .bytes = 4,
                                .models = {{.clients = {0}, .numbers = bytes(4, 1)}}};
        QVERIFY(fixture.store->finish(run, &models).has_value());
        QVERIFY(fixture.store->addTag(run, "t").has_value());
        QVERIFY(fixture.store->setNote(run, "n").has_value());
        Database(fixture.file(), Database::Access::ReadWrite)
            .execute("INSERT INTO branch (run, name, round, changes) VALUES (" + std::to_string(run)
                     + ", 'HCCT', 1, '')");
        QVERIFY(
            fixture.store->moveRuns(std::array{RunFolder{.run = run, .folder = "f"}}).has_value());
        QVERIFY(fixture.store->nameRuns(std::array{RunName{.run = run, .name = "n"}}).has_value());
    }
    QVERIFY(fixture.store->deleteRun(gone).has_value());
    Database database(fixture.file(), Database::Access::ReadOnly);
    int tables = 0;
    for (const QByteArray& table :
         QByteArray(
             "federation federation_client federation_client_name federation_edge"
             " federation_edge_client round round_metric client_metric value_series client_value "
             "group_value group_member"
             " merge cluster_member cluster_merge matrix participation traffic timing event"
             " checkpoint checkpoint_bytes checkpoint_piece kept_state kept_piece kept_models"
             " kept_model kept_model_client kept_model_piece branch note tag folder shown_name")
             .split(' ')) {
        const std::string count = "SELECT count(*) FROM " + table.toStdString() + " WHERE run = ";
        QVERIFY2(database.firstValue(count + std::to_string(keep)) != "0", table.data());
        QVERIFY2(database.firstValue(count + std::to_string(gone)) == "0", table.data());
        ++tables;
    }
    // All tables but experiment, run and saved_view: a new one must be listed above.
    QCOMPARE(database.firstValue("SELECT count(*) FROM sqlite_master WHERE type = 'table'"),
             std::to_string(tables + 3));
    QCOMPARE(valueOf(fixture.store->runs()).size(), std::size_t{1});
}

void TestStoredRuns::listsTenThousandRunsWithinASecond()
{
    StoreFixture fixture;
    {
        Database database(fixture.file(), Database::Access::ReadWrite);
        static_cast<void>(fixture.addRun());
        database.execute(
            "WITH RECURSIVE n(i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < 10000)"
            " INSERT INTO run SELECT i, experiment, arm, arm_index, i, sweep, hex(randomblob(700)),"
            " status, reason, rounds, rounds_done, created, program, torch, blas, blas_core,"
            " instructions, device, sqlite, host, pinned, discarded, begun, origin FROM n, run "
            "WHERE "
            "run.id = 1;"
            "INSERT INTO tag SELECT id, 'tag' FROM run");
    }
    const double before = tests::threadMilliseconds();
    const auto rows = valueOf(fixture.store->runs());
    const double took = tests::threadMilliseconds() - before;
    QCOMPARE(rows.size(), std::size_t{10000});
    QCOMPARE(rows.back().tags.size(), std::size_t{1});
    // Of computing alone: how long the disk or another program keeps it waiting does not count.
    QVERIFY2(took < tests::allowed(1000), qPrintable(QString::number(took)));
}

void TestStoredRuns::namesFinishedRunsThatHaveAState()
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

namespace {

/// Makes the store one of version 4, where events had no values and runs no `begun`.
void asVersion4(const std::filesystem::path& file)
{
    const std::string now = file.string() + "-now";
    std::filesystem::rename(file, now);
    Database database(file, Database::Access::ReadWrite);
    createTables(database, 4);
    database.execute("ATTACH '" + now
                     + "' AS now;"
                       "INSERT INTO experiment SELECT * FROM now.experiment;"
                       "INSERT INTO run SELECT id, experiment, arm, arm_index, seed, sweep, plan,"
                       " status, reason, rounds, rounds_done, created, program, torch, blas,"
                       " blas_core, instructions, device, sqlite, host, pinned, discarded"
                       " FROM now.run;"
                       "INSERT INTO round SELECT * FROM now.round");
}

} // namespace

void TestStoredRuns::sentencesOfAnOlderStoreBecomeValues_data()
{
    QTest::addColumn<QString>("kind");
    QTest::addColumn<QString>("sentence");
    QTest::addColumn<EventValue>("expected");
    const auto change = [](const char* place, std::optional<double> from, double to) {
        return EventValue(SettingChanged{.place = place, .from = from, .to = to});
    };
    QTest::newRow("only the rate could be changed")
        << "liveChange"
        << "The learning rate was set to 0.005 by hand."
        << change("/local/optimizer/learningRate", {}, 0.005);
    QTest::newRow("rate") << "liveChange"
                          << "Changed by hand: Learning rate η, from 0.1 to 1e-300."
                          << change("/local/optimizer/learningRate", 0.1, 1e-300);
    QTest::newRow("proximal") << "liveChange"
                              << "Changed by hand: Pull of the received model μ, from 0.01 to 0.1."
                              << change("/local/objective/mu", 0.01, 0.1);
    QTest::newRow("HCCT") << "liveChange"
                          << "Changed by hand: Data hunger α, from 80 to 0.30000000000000004."
                          << change("/algorithm/alpha", 80, 0.1 + 0.2);
    QTest::newRow("Ditto") << "liveChange"
                           << "Changed by hand: Pull of the global model λ, from 1 to 2."
                           << change("/algorithm/lambda", 1, 2);
    QTest::newRow("sFedHP, edge")
        << "liveChange"
        << "Changed by hand: Pull on the clients' models λ₁, from 20 to 5."
        << change("/algorithm/lambda1", 20, 5);
    QTest::newRow("sFedHP, cloud") << "liveChange"
                                   << "Changed by hand: Pull on the edges' models λ₂, from 20 to 5."
                                   << change("/algorithm/lambda2", 20, 5);
    QTest::newRow("CoBo") << "liveChange"
                          << "Changed by hand: Pull of agreeing models ρ, from 0.05 to 0."
                          << change("/algorithm/rho", 0.05, 0);
    QTest::newRow("rounds") << "liveChange"
                            << "Changed by hand: Rounds, from 6 to 9." << change("/rounds", 6, 9);
    QTest::newRow("with a unit") << "liveChange"
                                 << "Changed by hand: Evaluate every, from 2 to 5 rounds."
                                 << change("/evaluateEvery", 2, 5);
    QTest::newRow("cut short") << "liveChange"
                               << "Changed by hand: Rounds, from 6"
                               << EventValue(Note{"liveChange"});
    QTest::newRow("arrival") << "arrival"
                             << "Client 3 joins." << EventValue(ClientJoined{});
    QTest::newRow("arrival in a group")
        << "arrival"
        << "Client 1 joins the group of client 0; benefits: group of client 0: 0.5."
        << EventValue(ClientJoined{0});
    QTest::newRow("training loss") << "nonFinite"
                                   << "The training loss of client 3 is not a number in round 5."
                                   << EventValue(LossNotFinite{"trainLoss"});
    QTest::newRow("global loss")
        << "nonFinite"
        << "The global model's loss on the official test set is infinite in round 5."
        << EventValue(LossNotFinite{"officialTestLoss"});
    QTest::newRow("anything else")
        << "layerScore"
        << "Updates are compared in layer a; scores: a 1." << EventValue(Note{"layerScore"});
}

void TestStoredRuns::sentencesOfAnOlderStoreBecomeValues()
{
    QFETCH(const QString, kind);
    QFETCH(const QString, sentence);
    QFETCH(const EventValue, expected);
    StoreFixture fixture;
    const std::int64_t run = fixture.addRun();
    QVERIFY(fixture.store->commit(run, {shared(plainReport(1))}, nullptr).has_value());
    fixture.store.reset();
    asVersion4(fixture.file());
    Database(fixture.file(), Database::Access::ReadWrite)
        .statement("INSERT INTO event VALUES (1, 1, 0, 'information', ?, NULL, ?)")
        .bind(kind.toStdString(), sentence.toStdString())
        .run();
    fixture.store = fixture.openAgain();
    const std::vector<Event> events = valueOf(fixture.store->reports(run)).front().events;
    QCOMPARE(events.size(), std::size_t{1});
    QVERIFY(events.front().what == expected);
    QCOMPARE(QString::fromStdString(events.front().sentence), sentence);
}

void TestStoredRuns::anOlderStoreStillTellsWhichRunsHaveNotBegun()
{
    StoreFixture fixture;
    const std::int64_t waited = fixture.addRun();
    const std::int64_t stopped = fixture.addRun();
    const std::int64_t waitedAgain = fixture.addRun();
    const auto stop = [&](std::int64_t run, const char* reason) {
        return fixture.store->setStatus(run, RunStatus::Stopped, reason).has_value();
    };
    QVERIFY(fixture.store->commit(waitedAgain, {shared(plainReport(0))}, nullptr).has_value());
    QVERIFY(stop(waited, "The queue was stopped before its turn."));
    QVERIFY(stop(stopped, "Stopped after round 0; it can be resumed."));
    QVERIFY(stop(waitedAgain, "The queue was stopped before its turn."));
    fixture.store.reset();
    asVersion4(fixture.file());
    fixture.store = fixture.openAgain(RunStore::Mode::ReadOnly); // which updates it first
    QVERIFY(valueOf(fixture.store->run(waited)).isNotBegun());
    QVERIFY(!valueOf(fixture.store->run(stopped)).isNotBegun());
    QVERIFY(!valueOf(fixture.store->run(waitedAgain)).isNotBegun());
}

COTERIE_SECTION(TestStoredRuns)

} // namespace tst_stored_runs

#include "tst_stored_runs.moc"
