#include "core/base/json_parse.h"
#include "core/experiment/experiment_json.h"
#include "core/store/design_points.h"
#include "core/store/exports.h"
#include "tests/core/store/store_fixture.h"
#include "tests/sections.h"

#include <QTest>

#include <sstream>

namespace tst_design_points {

using namespace coterie;
using namespace coterie::test;

namespace {

std::string csvOf(RunStore& store, std::string_view kind, std::vector<std::int64_t> runs = {})
{
    std::ostringstream out;
    const auto done = exportCsv(store, kind, runs, out);
    return done ? out.str() : done.error().sentence();
}

/// A run of HCCT that swept α.
RunRow hcct(const std::string& alpha, const std::string& more = R"("rounds":5)")
{
    RunRow row;
    row.experimentName = "digits";
    row.arm = "HCCT";
    row.seed = 1;
    row.sweep = "alpha = " + alpha;
    row.planJson = "{" + more + R"(,"algorithm":{"name":"hcct","alpha":)" + alpha + "}}";
    return row;
}

RecordedChange changed(int round, double alpha)
{
    return {.round = round, .change = {.place = "/algorithm/alpha", .value = alpha}};
}

QStringList designsOf(std::vector<RunRow> runs)
{
    for (std::size_t i = 0; i < runs.size(); ++i)
        runs[i].id = static_cast<std::int64_t>(i + 1);
    const RunSettings settings(runs);
    QStringList designs;
    for (const RunRow& run : runs)
        designs << QString::fromStdString(designText(run, settings));
    return designs;
}

} // namespace

/// What tells runs of one name apart, and that every exported row has it.
class TestDesignPoints : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void experimentsWithOtherSeedsAreOneDesign()
    {
        StoreFixture fixture;
        const auto add = [&](const char* json, const char* hash) {
            const std::int64_t experiment = valueOf(fixture.store->addExperiment("x", json, hash));
            QVERIFY(fixture.store->addRun(experiment, RunPlan(), "{}", {}).has_value());
        };
        add(R"({"name": "x", "rounds": 5, "seeds": [1]})", "a");
        add(R"({"seeds": [2, 3], "name": "more seeds", "device": "cpu", "rounds": 5})", "b");
        add(R"({"name": "x", "rounds": 6, "seeds": [1]})", "c");
        add(R"({"name": "spelled out", "rounds": 5, "momentum": 0, "seeds": [1]})", "a");
        add("no JSON", "d");
        const std::vector<RunRow> rows = valueOf(fixture.store->runs());
        QCOMPARE(rows.size(), std::size_t{5});
        QCOMPARE(rows[1].experimentDesign, rows[0].experimentDesign);
        QVERIFY(rows[2].experimentDesign != rows[0].experimentDesign);
        QCOMPARE(rows[3].experimentDesign, rows[0].experimentDesign); // the first text of the hash
        QCOMPARE(rows[4].experimentDesign, std::string("d"));
        for (const RunRow& row : rows)
            QCOMPARE(valueOf(fixture.store->run(row.id)).experimentDesign, row.experimentDesign);
    }

    void aDesignIsWhatAnExperimentComputesButForSeeds()
    {
        const Experiment experiment;
        const std::string design = designHash(experiment);
        QCOMPARE(designHash(parseJson(writeExperiment(experiment))->root), design);
        Experiment other = experiment;
        other.name = "Another name";
        other.seeds = {7, 8, 9};
        QCOMPARE(designHash(other), design);
        other.partitionSeed = 11;
        QVERIFY(designHash(other) != design);
        Experiment here = experiment;
        here.model.initial = InitialWeights{.path = "/here/weights.pt", .sha256 = "1234"};
        Experiment there = here;
        there.model.initial->path = "/there/weights.pt";
        QCOMPARE(designHash(here), designHash(there)); // the same weights
        there.model.initial->sha256 = "5678";
        QVERIFY(designHash(here) != designHash(there));
    }

    void aSweepPointIsItsSettings()
    {
        RunRow row;
        row.sweep = "alpha = 5, clientAlphas = [1, 2], odd";
        const RunSettings none;
        QVERIFY((designPoints(row, none)
                 == std::vector<DesignPoint>{{.name = "alpha", .value = "5"},
                                             {.name = "clientAlphas", .value = "[1, 2], odd"}}));
        QCOMPARE(designText(row, none), row.sweep);
        row.sweep.clear();
        QCOMPARE(designText(row, none), std::string());
    }

    /// Two experiments sweep α of HCCT; α of the partition is 0.5 in one and 2 in the other.
    void aSettingThatEndsAlikeDoesNotHideTheSweep()
    {
        std::vector<RunRow> runs;
        const std::vector<std::pair<std::string, std::string>> alphas{
            {"5", "0.5"}, {"40", "0.5"}, {"5", "2"}, {"40", "2"}, {"5", "5"}};
        for (const auto& [alpha, ofPartition] : alphas)
            runs.push_back(hcct(alpha, R"("data":{"partition":{"alpha":)" + ofPartition + "}}"));
        QCOMPARE(designsOf(runs),
                 (QStringList{"alpha = 5, partition/alpha = 0.5",
                              "alpha = 40, partition/alpha = 0.5",
                              "alpha = 5, partition/alpha = 2",
                              "alpha = 40, partition/alpha = 2",
                              "alpha = 5, partition/alpha = 5"}));
        runs[0].changes = {changed(3, 40)};
        runs[1].changes = {changed(3, 80)};
        const QStringList designs = designsOf(runs);
        QCOMPARE(designs[0], QString("alpha = 5 → 40 (round 3), partition/alpha = 0.5"));
        QCOMPARE(designs[1], QString("alpha = 40 → 80 (round 3), partition/alpha = 0.5"));
    }

    void aChangeOfAnotherRoundIsAnotherDesign()
    {
        std::vector<RunRow> runs{hcct("5"), hcct("5"), hcct("5")};
        runs[0].changes = {changed(3, 40)};
        runs[1].changes = {changed(12, 40)};
        runs[2].changes = {changed(3, 40), changed(12, 5)};
        QCOMPARE(designsOf(runs),
                 (QStringList{"alpha = 5 → 40 (round 3)",
                              "alpha = 5 → 40 (round 12)",
                              "alpha = 5 → 40 (round 3) → 5 (round 12)"}));
    }

    /// The data of each seed are split by that seed in one design, by seed 1 in the other.
    void partitionsOfOneSeedAreAnotherDesign()
    {
        std::vector<RunRow> runs{hcct("5", R"("partitionSeed":1)"),
                                 hcct("5", R"("partitionSeed":2)")};
        runs[1].seed = 2;
        QCOMPARE(designsOf(runs), (QStringList{"alpha = 5", "alpha = 5"}));
        runs.push_back(hcct("5", R"("partitionSeed":1)"));
        runs.back().seed = 2;
        QCOMPARE(designsOf(runs),
                 (QStringList{"alpha = 5, partitionSeed = seed",
                              "alpha = 5, partitionSeed = seed",
                              "alpha = 5, partitionSeed = 1"}));
    }

    /// The seed of the partition that all runs of an experiment have is that of one of them, too.
    void aFixedPartitionIsOneDesign()
    {
        const auto run = [](std::uint64_t seed, const char* partition, const char* hash) {
            RunRow row = hcct("5", std::string(R"("partitionSeed":)") + partition);
            row.seed = seed;
            row.experimentDesign = hash;
            return row;
        };
        const std::vector<RunRow> runs{run(1, "1", "fixed"),
                                       run(2, "1", "fixed"),
                                       run(1, "1", "by seed"),
                                       run(2, "2", "by seed")};
        QCOMPARE(designsOf(runs),
                 (QStringList{"alpha = 5, partitionSeed = 1",
                              "alpha = 5, partitionSeed = 1",
                              "alpha = 5, partitionSeed = seed",
                              "alpha = 5, partitionSeed = seed"}));
    }

    void designsOfOneNameAreToldApartInEveryRow()
    {
        StoreFixture fixture;
        const auto experiment = valueOf(fixture.store->addExperiment("digits", "{}", "abc"));
        const auto add = [&](const std::string& batch, int rounds, std::vector<Event> events) {
            RunPlan plan;
            plan.armName = "FedAvg";
            plan.seed = 1;
            plan.rounds = rounds;
            const std::int64_t run = valueOf(fixture.store->addRun(
                experiment,
                plan,
                R"({"local":{"batch":)" + batch + R"(,"optimizer":{"learningRate":0.1}}})",
                {}));
            RoundReport report;
            report.round = 1;
            report.participants = {0};
            report.events = std::move(events);
            if (!fixture.store->commit(run, {shared(report)}, nullptr))
                qFatal("not committed");
        };
        add("16", 20, {});
        add("16", 20, {});
        const auto rows = [&] {
            return csvOf(*fixture.store, "participation")
                .substr(std::string_view("experiment,arm,seed,sweep,repeat,").size());
        };
        QCOMPARE(
            rows(),
            std::string("round,draw,client\ndigits,FedAvg,1,,1,1,1,0\ndigits,FedAvg,1,,2,1,1,0\n"));
        add("32", 20, {});
        add("16",
            20,
            {{.what = SettingChanged{
                  .place = "/local/optimizer/learningRate", .from = 0.1, .to = 0.05}}});
        QCOMPARE(
            QString::fromStdString(rows()),
            QString("round,draw,client\n"
                    "digits,FedAvg,1,\"batch = 16, learningRate = 0.1\",1,1,1,0\n"
                    "digits,FedAvg,1,\"batch = 16, learningRate = 0.1\",2,1,1,0\n"
                    "digits,FedAvg,1,\"batch = 16, learningRate = 0.1 → 0.05 (round 1)\",1,1,1,0\n"
                    "digits,FedAvg,1,\"batch = 32, learningRate = 0.1\",1,1,1,0\n"));
        // A run that was changed by hand is marked alone, too.
        QVERIFY(csvOf(*fixture.store, "participation", {4})
                    .ends_with("\ndigits,FedAvg,1,learningRate = 0.1 → 0.05 (round 1),1,1,1,0\n"));
        add("16", 40, {});
        QVERIFY(csvOf(*fixture.store, "participation", {1, 5}).find("rounds = 40")
                != std::string::npos);
    }
};

COTERIE_SECTION(TestDesignPoints)

} // namespace tst_design_points

#include "tst_design_points.moc"
