#include "core/algorithms/registry.h"
#include "core/experiment/experiment_json.h"
#include "core/run/environment.h"
#include "core/run/known_runs.h"
#include "tests/core/store/store_fixture.h"
#include "tests/sections.h"

#include <QTest>

#include <functional>

namespace tst_known_runs {

using namespace coterie;
using namespace coterie::test;

namespace {

Experiment experimentOf(const std::string& arms)
{
    const Result<Experiment, Problems> experiment = parseExperiment(
        R"({"schema": 1, "name": "x", "model": {"name": "mlr"}, "local": {"localSteps": 2},
            "rounds": 2, "seeds": [1, 2], "arms": [)"
            + arms + "]}",
        registry());
    if (!experiment)
        qFatal("%s", sentences(experiment.error()).c_str());
    return *experiment;
}

/// Finished here.
RunRow finished(std::int64_t id, const RunPlan& plan)
{
    RunRow row;
    row.id = id;
    row.arm = plan.armName;
    row.armIndex = plan.armIndex;
    row.seed = plan.seed;
    row.planJson = writePlan(plan);
    row.status = RunStatus::Finished;
    row.environment = currentEnvironment("cpu");
    return row;
}

const char* const kFedAvg = R"({"name": "FedAvg", "algorithm": {"name": "fedavg"}})";
const char* const kBoth = R"({"name": "Alone", "algorithm": {"name": "independent"}},
                            {"name": "Mean", "algorithm": {"name": "fedavg"}})";

} // namespace

class TestKnownRuns : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theNewestFinishedRunIsKnownUnderAnyName()
    {
        const std::vector<RunPlan> plans = expand(experimentOf(kFedAvg), registry());
        const std::vector<RunRow> rows{finished(3, plans[0]), finished(5, plans[0])};
        const std::vector<RunPlan> asked = expand(experimentOf(kBoth), registry());
        const auto known = knownRuns(asked, rows, "cpu");
        QCOMPARE(known.size(), std::size_t{4});
        for (std::size_t i = 0; i < 4; ++i) {
            const bool isIt = asked[i].armName == "Mean" && asked[i].seed == 1;
            QCOMPARE(known[i], isIt ? std::optional<std::int64_t>(5) : std::nullopt);
        }
    }

    void whatCouldDifferIsNotKnown_data()
    {
        QTest::addColumn<std::function<void(RunRow&)>>("change");
        using Change = std::function<void(RunRow&)>;
        QTest::newRow("not finished")
            << Change([](RunRow& row) { row.status = RunStatus::Stopped; });
        QTest::newRow("changed by hand") << Change([](RunRow& row) { row.isMixed = true; });
        QTest::newRow("another BLAS core")
            << Change([](RunRow& row) { row.environment.blasCore = "Prescott"; });
        QTest::newRow("another program")
            << Change([](RunRow& row) { row.environment.program = "coterie 0.0.1"; });
        QTest::newRow("another device")
            << Change([](RunRow& row) { row.environment.device = "cuda (NVIDIA)"; });
        QTest::newRow("another version's plan")
            << Change([](RunRow& row) { row.planJson = R"({"experiment": "x"})"; });
    }

    void whatCouldDifferIsNotKnown()
    {
        QFETCH(std::function<void(RunRow&)>, change);
        const std::vector<RunPlan> plans = expand(experimentOf(kFedAvg), registry());
        RunRow row = finished(1, plans[0]);
        const std::span asked(plans.data(), 1);
        QVERIFY(knownRuns(asked, std::span(&row, 1), "cpu")[0]);
        row.environment.host = "another host"; // changes no bit
        QVERIFY(knownRuns(asked, std::span(&row, 1), "cpu")[0]);
        change(row);
        QVERIFY(!knownRuns(asked, std::span(&row, 1), "cpu")[0]);
    }

    void runsOnTheUsersOwnFilesAreNeverKnown()
    {
        Experiment experiment = experimentOf(kFedAvg);
        experiment.data.dataset = {.name = "csv", .parameters = {}};
        experiment.data.dataset.parameters.set("path", std::string("table.csv"));
        const std::vector<RunPlan> plans = expand(experiment, registry());
        const RunRow row = finished(1, plans[0]);
        QVERIFY(!knownRuns(plans, std::span(&row, 1), "cpu")[0]);
        QCOMPARE(runsOf(experiment, {row}).size(), std::size_t{1}); // a report counts it
    }

    void anExperimentsRunsTakeTheNamesOfItsArms()
    {
        Experiment other = experimentOf(kFedAvg);
        other.seeds = {7}; // a further seed counts too
        const std::vector<RunPlan> plans = expand(other, registry());
        RunRow stranger = finished(2, plans[0]);
        other.rounds = 3;
        stranger.planJson = writePlan(expand(other, registry())[0]);
        const std::vector<RunRow> found =
            runsOf(experimentOf(kBoth), {finished(1, plans[0]), stranger});
        QCOMPARE(found.size(), std::size_t{1});
        QCOMPARE(found[0].id, std::int64_t{1});
        QCOMPARE(found[0].arm, std::string("Mean"));
        QCOMPARE(found[0].armIndex, std::size_t{1});
        // Sweep points keep theirs; of arms that are equal, the one of that name.
        const Experiment swept = experimentOf(
            R"({"name": "A", "algorithm": {"name": "hcct", "alpha": {"sweep": [1, 5]}}},
               {"name": "B", "algorithm": {"name": "hcct", "alpha": 5}})");
        std::vector<RunRow> rows;
        for (const RunPlan& plan : expand(swept, registry()))
            rows.push_back(finished(static_cast<std::int64_t>(rows.size()) + 1, plan));
        const std::vector<RunRow> same = runsOf(swept, rows);
        QCOMPARE(same.size(), std::size_t{6});
        QCOMPARE(same[1].sweep, std::string("alpha = 5"));
        QCOMPARE(same[4].arm, std::string("B"));
        QCOMPARE(same[4].sweep, std::string());
    }

    void theStoreTellsWhichRunsWereChanged()
    {
        StoreFixture fixture;
        for (const EventValue& what :
             {EventValue(Note{}),
              EventValue(SettingChanged{.place = "/rounds", .from = {}, .to = 4}),
              EventValue(EnvironmentChanged{.what = "BLAS", .before = {}, .now = {}})}) {
            RoundReport report = plainReport(1);
            report.events = {{.what = what, .sentence = "Something."}};
            const std::int64_t run = fixture.addRun("HCCT", 1);
            QVERIFY(fixture.store->commit(run, {shared(report)}, nullptr));
        }
        const std::vector<RunRow> rows = valueOf(fixture.store->runs());
        QVERIFY(!rows[0].isMixed && rows[1].isMixed && rows[2].isMixed);
    }
};

COTERIE_SECTION(TestKnownRuns)

} // namespace tst_known_runs

#include "tst_known_runs.moc"
