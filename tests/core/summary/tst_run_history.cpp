#include "core/summary/findings.h"
#include "tests/core/metrics/measured.h"
#include "tests/core/store/store_fixture.h"
#include "tests/sections.h"

#include <QTest>

#include <algorithm>

namespace tst_run_history {

using namespace coterie;
using namespace coterie::test;

namespace {

/// A finished run of a plan.
RunRow planned(std::int64_t id, const std::string& planJson)
{
    RunRow row;
    row.id = id;
    row.seed = 1;
    row.status = RunStatus::Finished;
    row.planJson = planJson;
    return row;
}

std::string planOf(const std::string& algorithm, const std::string& rest = {})
{
    return "{\"algorithm\": {\"name\": \"" + algorithm
           + "\"}, \"local\": {\"batch\": 10}, \"model\": {\"name\": \"mlp\"}, "
             "\"data\": {\"name\": \"digits\"}, \"partitionSeed\": 1"
           + rest + "}";
}

/// Stores a finished run of this experiment whose four clients all have this accuracy.
std::int64_t finish(StoreFixture& fixture,
                    std::int64_t experiment,
                    const std::string& armName,
                    std::size_t armIndex,
                    std::uint64_t seed,
                    double accuracy,
                    const std::string& planJson = planOf("fedavg"))
{
    RunPlan plan;
    plan.armName = armName;
    plan.armIndex = armIndex;
    plan.seed = seed;
    plan.rounds = 1;
    const std::int64_t run =
        valueOf(fixture.store->addRun(experiment, plan, planJson, hostNamed("here")));
    RoundReport report = plainReport(1);
    for (ClientReport& client : report.clients)
        client.personalTest->accuracy = accuracy;
    if (!fixture.store->setFacts(run, trainedOn({10, 10, 10, 10}))
        || !fixture.store->commit(run, measured({shared(report)}), nullptr)
        || !fixture.store->setStatus(run, RunStatus::Finished, ""))
        qFatal("not committed");
    return run;
}

} // namespace

class tst_RunHistory : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void groupsAgreeAsTheMetricSays();
    void theRunAloneHasTheSameClients();
    void runsWithOtherSeedsAreOfTheSameExperiment();
    void anExcludedClientIsKnown();
};

void tst_RunHistory::groupsAgreeAsTheMetricSays()
{
    FederationFacts facts = trainedOn({10, 10, 10, 10, 10});
    facts.trueGroup = {0, 0, 1, 1, -1};
    const std::vector<std::vector<std::vector<int>>> cases{
        {{0, 1}, {2}}, {{0, 2}, {1}}, {{0, 1, 2, 3}}, {{0, 1}, {1, 2, 3}}, {{4}}, {{0, 4}, {1, 2}}};
    for (const std::vector<std::vector<int>>& groups : cases) {
        RoundReport report = plainReport(1, 5);
        report.grouping.emplace().groups = groups;
        const Metrics metrics = MetricTracker(facts).add(report);
        const auto metric = metrics.find("adjustedRandIndex");
        const std::optional<double> found = roundFacts(report, 5).agreement(facts.trueGroup);
        QCOMPARE(found.has_value(), metric != metrics.end());
        if (found)
            QCOMPARE(*found, metric->second);
    }
}

void tst_RunHistory::theRunAloneHasTheSameClients()
{
    const RunRow row = planned(7, planOf("hcct"));
    const auto chosen = [](const RunRow& of, const std::vector<RunRow>& runs) {
        const RunRow* found = runAloneBeside(runs, of);
        return found ? found->id : 0;
    };
    const RunRow alone = planned(3, planOf("independent"));
    QCOMPARE(chosen(row, {row, alone}), std::int64_t{3});
    QCOMPARE(chosen(row, {planned(5, planOf("independent")), alone}), std::int64_t{5});
    QCOMPARE(chosen(row, {alone, planned(5, planOf("independent"))}), std::int64_t{5});
    QCOMPARE(chosen(row, {row, planned(8, planOf("fedavg"))}), std::int64_t{0});
    QCOMPARE(chosen(planned(9, planOf("independent")), {alone}), std::int64_t{0});
    RunRow ofOtherStore = planned(kNumbersPerStore + 1, planOf("independent"));
    ofOtherStore.store = "cluster";
    QCOMPARE(chosen(row, {alone, ofOtherStore}), std::int64_t{3});
    QCOMPARE(chosen(row, {ofOtherStore}), std::int64_t{0});
    for (const auto& [mine, other] : {std::pair("digits", "letters"),
                                      std::pair("\"mlp", "\"cnn"),
                                      std::pair("\"batch\": 10", "\"batch\": 20"),
                                      std::pair("\"partitionSeed\": 1", "\"partitionSeed\": 2")}) {
        std::string plan = planOf("independent");
        plan.replace(plan.find(mine), std::string_view(mine).size(), other);
        QCOMPARE(chosen(row, {planned(3, plan)}), std::int64_t{0});
    }
    for (const char* more :
         {R"(, "excludeLastClient": true)", R"(, "clients": {"speeds": [1, 2]})"})
        QCOMPARE(chosen(row, {planned(3, planOf("independent", more))}), std::int64_t{0});
    RunRow changed = row;
    changed.changes.push_back({.round = 2, .change = {.place = "/local/batch", .value = 20}});
    QCOMPARE(chosen(changed, {alone}), std::int64_t{0});
}

/// An experiment that was run again with more seeds stands in the store twice.
void tst_RunHistory::runsWithOtherSeedsAreOfTheSameExperiment()
{
    StoreFixture fixture;
    const auto experiment = [&](const std::string& name, const std::string& json) {
        return valueOf(fixture.store->addExperiment(name, json, json));
    };
    const std::int64_t first = experiment("pair", R"({"name": "pair", "seeds": [1], "rounds": 1})");
    const std::int64_t again = experiment(
        "pair", R"({"seeds": [2, 3], "name": "pair", "description": "more", "rounds": 1})");
    const std::int64_t longer =
        experiment("pair", R"({"name": "pair", "seeds": [4], "rounds": 2})");
    const std::int64_t other = experiment("two", R"({"name": "two", "seeds": [1], "rounds": 1})");
    const std::int64_t run = finish(fixture, first, "HCCT", 0, 1, 0.75);
    finish(fixture, first, "FedAvg", 1, 1, 0.5);
    for (const std::uint64_t seed : {2, 3}) {
        finish(fixture, again, "HCCT", 0, seed, 0.75);
        finish(fixture, again, "FedAvg", 1, seed, 0.5);
    }
    for (const std::int64_t another : {longer, other}) {
        finish(fixture, another, "HCCT", 0, 4, 0.25);
        finish(fixture, another, "FedAvg", 1, 4, 0.5);
    }
    const RunRow row = valueOf(fixture.store->run(run));
    const std::vector<RunRow> runs = valueOf(runsOfExperiment(*fixture.store, row));
    QCOMPARE(runs.size(), std::size_t{6});
    const auto sentenceIn = [](const std::vector<Finding>& findings) {
        const auto found = std::ranges::find(findings, "seedsAndChance", &Finding::rule);
        return found == findings.end() ? std::string() : found->sentence;
    };
    const std::vector<Finding> found = valueOf(findingsOf(*fixture.store, row));
    QCOMPARE(sentenceIn(found),
             std::string("Over 3 seeds the mean test error of HCCT is 25.0 points below that of "
                         "FedAvg; to tell this from chance, at least 6 seeds are needed."));
    // The same from what was computed before, and nothing else is looked up.
    const std::vector<ArmSummary> arms = valueOf(summarise(*fixture.store, runs));
    QCOMPARE(sentenceIn(valueOf(findingsOf(*fixture.store, row, runs, arms))), sentenceIn(found));
    QCOMPARE(sentenceIn(valueOf(findingsOf(*fixture.store, row, {}, {}))), std::string());
}

void tst_RunHistory::anExcludedClientIsKnown()
{
    StoreFixture fixture;
    const std::int64_t experiment = valueOf(fixture.store->addExperiment("one", "{}", "abc"));
    const auto historyOf = [&](const std::string& rest) {
        const std::int64_t run =
            finish(fixture, experiment, "HCCT", 0, 1, 0.5, planOf("fedavg", rest));
        return valueOf(readHistory(*fixture.store, valueOf(fixture.store->run(run))));
    };
    QVERIFY(!historyOf("").excludesLast);
    QCOMPARE(historyOf("").population(), std::size_t{4});
    const RunHistory excluding = historyOf(R"(, "excludeLastClient": true)");
    QVERIFY(excluding.excludesLast);
    QCOMPARE(excluding.population(), std::size_t{3});
}

COTERIE_SECTION(tst_RunHistory)

} // namespace tst_run_history

#include "tst_run_history.moc"
