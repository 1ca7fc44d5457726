#include "core/algorithms/registry.h"
#include "core/experiment/experiment_json.h"
#include "core/experiment/module_settings.h"
#include "core/experiment/sweep_text.h"
#include "core/run/environment.h"
#include "core/run/known_runs.h"
#include "tests/core/store/store_fixture.h"
#include "tests/sections.h"

#include <QTest>

#include <algorithm>
#include <functional>
#include <set>
#include <string>
#include <vector>

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
    row.sweep = sweepText(plan.sweep);
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
        QTest::newRow("another engine") << Change([](RunRow& row) {
            std::string& program = row.environment.program;
            program.replace(program.size() - 8, 8, "01234567");
        });
        QTest::newRow("before engines were recorded") << Change([](RunRow& row) {
            std::string& program = row.environment.program;
            program.resize(program.find(", engine"));
        });
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

    void anUnfinishedRunIsResumedWhereItsBitsStayTheSame()
    {
        const std::vector<RunPlan> plans = expand(experimentOf(kFedAvg), registry());
        const std::span asked(plans.data(), 1);
        RunRow row = finished(1, plans[0]);
        const auto isResumed = [&] { return unfinishedRuns(asked, std::span(&row, 1), "cpu")[0]; };
        for (const RunStatus status : {RunStatus::Queued, RunStatus::Running, RunStatus::Stopped}) {
            row.status = status;
            QVERIFY(isResumed());
        }
        row.environment.torch = "another version";
        row.hasRounds = false; // so its bits will be those of this version
        QVERIFY(isResumed());
        row.hasRounds = true;
        QVERIFY(!isResumed());
        row = finished(1, plans[0]);
        QVERIFY(!isResumed());
        row.status = RunStatus::Failed;
        QVERIFY(!isResumed());
        row.status = RunStatus::Stopped;
        row.isMixed = true;
        QVERIFY(!isResumed());
    }

    /// Of cards, whether there are some here or not.
    void onCardsTheNumberOfRanksCounts()
    {
        const std::vector<RunPlan> plans = expand(experimentOf(kFedAvg), registry());
        const std::span asked(plans.data(), 1);
        RunRow row = finished(1, plans[0]);
        row.hasRounds = true;
        for (const int ranks : {1, 2}) {
            row.environment = environmentOf(plans[0], "cuda", ranks);
            for (const int wanted : {1, 2, 4}) {
                row.status = RunStatus::Finished;
                QCOMPARE(knownRuns(asked, std::span(&row, 1), "cuda", wanted)[0].has_value(),
                         wanted == ranks);
                row.status = RunStatus::Stopped;
                QCOMPARE(unfinishedRuns(asked, std::span(&row, 1), "cuda", wanted)[0].has_value(),
                         wanted == ranks);
            }
        }
        row = finished(1, plans[0]); // by the processor
        for (const int wanted : {0, 1, 2})
            QVERIFY(knownRuns(asked, std::span(&row, 1), "cpu", wanted)[0]);
        QVERIFY(!knownRuns(asked, std::span(&row, 1), "cuda", 1)[0]);
    }

    /// Whichever the module's run was: by itself on the processor, or as layers on a card.
    void aModuleIsKnownFromEither()
    {
        std::vector<RunPlan> plans = expand(experimentOf(kFedAvg), registry());
        plans.resize(1);
        Part& module = plans[0].model.model;
        module.name = kTorchScript;
        module.parameters.set(kModulePath, std::string("/net.pt"));
        module.parameters.set(kModuleDigest, std::string(64, 'a'));
        const Result<RunPlan, Problems> whole = parsePlan(writePlan(plans[0]), registry());
        QVERIFY2(whole.has_value(), whole ? "" : sentences(whole.error()).c_str());
        plans[0] = *whole; // with what it does not say
        RunRow row = finished(1, plans[0]);
        for (const char* computedBy : {"cpu", "cuda"}) {
            row.environment = environmentOf(plans[0], computedBy);
            QVERIFY(knownRuns(plans, std::span(&row, 1), "cuda", 1)[0]);
        }
        QVERIFY(!knownRuns(plans, std::span(&row, 1), "cpu", 1)[0]); // the row is a card's
        row.environment = environmentOf(plans[0], "cpu");
        row.status = RunStatus::Stopped;
        row.hasRounds = true;
        QVERIFY(unfinishedRuns(plans, std::span(&row, 1), "cpu", 1)[0]);
        QVERIFY(!unfinishedRuns(plans, std::span(&row, 1), "cuda", 1)[0]); // where would it go on?
    }

    void runsAreFinishedWhateverComputedThem()
    {
        const std::vector<RunPlan> plans = expand(experimentOf(kFedAvg), registry());
        std::vector<RunRow> rows{finished(1, plans[0]), finished(2, plans[1])};
        rows[0].environment.torch = "another version";
        rows[1].isMixed = true;
        QCOMPARE(identitiesOf(rows, RunStatus::Finished),
                 std::set<std::string>({runIdentity(plans[0])}));
        QVERIFY(identitiesOf(rows, RunStatus::Failed).empty());
        rows[0].origin = "a bundle";
        QVERIFY(identitiesOf(rows, RunStatus::Finished).empty());
    }

    void dataThatDependOnTheFilesThereAreNeverKnown_data()
    {
        QTest::addColumn<std::string>("dataset");
        QTest::addColumn<std::string>("parameter");
        QTest::addColumn<std::string>("word");
        QTest::addColumn<bool>("isKnown");
        const auto row = [](const std::string& dataset,
                            const std::string& parameter,
                            const std::string& word,
                            bool isKnown) {
            QTest::addRow("%s %s", dataset.c_str(), word.c_str())
                << dataset << parameter << word << isKnown;
        };
        row("csv", "path", "table.csv", false); // the user's own
        row("ixiTiny", "", "", false);          // as many scans as there are
        row("digitDomains", "missing", "leaveOut", false);
        row("digitDomains", "missing", "refuse", true);
        row("mnist", "", "", true);
    }

    void dataThatDependOnTheFilesThereAreNeverKnown()
    {
        QFETCH(std::string, dataset);
        QFETCH(std::string, parameter);
        QFETCH(std::string, word);
        QFETCH(bool, isKnown);
        Experiment experiment = experimentOf(kFedAvg);
        experiment.data.dataset = {.name = dataset, .parameters = {}};
        if (!parameter.empty())
            experiment.data.dataset.parameters.set(parameter, word);
        const std::vector<RunPlan> plans = expand(experiment, registry());
        const RunRow row = finished(1, plans[0]);
        QCOMPARE(knownRuns(plans, std::span(&row, 1), "cpu")[0].has_value(), isKnown);
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

    void equalArmsShareTheirRuns()
    {
        const Experiment experiment = experimentOf(
            R"({"name": "A", "algorithm": {"name": "hcct", "alpha": {"sweep": [1, 5]}}},
               {"name": "B", "algorithm": {"name": "hcct", "alpha": 5}},
               {"name": "C", "algorithm": {"name": "fedavg"}})");
        std::vector<RunPlan> plans = expand(experiment, registry());
        const std::vector<RunPlan> all = plans;
        leaveOutRepeated(plans);
        QCOMPARE(plans.size(), std::size_t{6}); // of eight
        QVERIFY(std::ranges::find(plans, "B", &RunPlan::armName) == plans.end());

        // A stored run is shown in every place that computes it, whatever it was called.
        const auto ofB = std::ranges::find(all, "B", &RunPlan::armName); // of seed 1
        QVERIFY(runIdentity(all[1]) == runIdentity(*ofB));
        RunRow renamed = finished(4, *ofB);
        renamed.arm = "Another";
        const auto shownAs = [&](const std::vector<RunRow>& rows) {
            std::vector<std::string> places;
            for (const RunRow& row : runsOf(experiment, rows)) {
                const Result<RunPlan, Problems> plan = parsePlan(row.planJson, registry());
                if (!plan || plan->armName != row.arm || plan->armIndex != row.armIndex
                    || row.seed != 1)
                    places.emplace_back("wrong plan");
                places.push_back(std::to_string(row.id) + ' ' + row.arm + ' ' + row.sweep);
            }
            return places;
        };
        using Places = std::vector<std::string>;
        QCOMPARE(shownAs({renamed}), Places({"4 A alpha = 5", "4 B "}));

        // Of arms that have their own, each has its own, but for one that was changed or stopped.
        const RunRow ofA = finished(1, all[1]);
        RunRow own = finished(2, *ofB);
        QCOMPARE(shownAs({ofA, own}), Places({"1 A alpha = 5", "2 B "}));
        own.isMixed = true;
        QCOMPARE(shownAs({ofA, own}), Places({"1 A alpha = 5", "1 B ", "2 B "}));
        own.isMixed = false;
        own.status = RunStatus::Stopped;
        QCOMPARE(shownAs({ofA, own}), Places({"1 A alpha = 5", "1 B ", "2 B "}));
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
