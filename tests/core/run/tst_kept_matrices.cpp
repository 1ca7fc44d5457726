#include "core/algorithms/registry.h"
#include "core/experiment/experiment_json.h"
#include "core/experiment/plan.h"
#include "core/run/checkpoint.h"
#include "core/run/kept_matrices.h"
#include "core/run/run.h"
#include "core/store/report_difference.h"
#include "tests/core/run/queue_fixture.h"
#include "tests/sections.h"

#include <algorithm>
#include <string>
#include <vector>

namespace tst_kept_matrices {

using namespace coterie;
using namespace coterie::test;

namespace {

constexpr int kRounds = 9;

RunPlan planOf(const char* algorithm, int every)
{
    SmallExperiment small;
    small.rounds = kRounds;
    small.arms =
        std::string("[{\"name\": \"A\", \"algorithm\": {\"name\": \"") + algorithm + "\"}}]";
    RunPlan plan = expand(small.read(), registry()).front();
    plan.keepMatricesEvery = every;
    return plan;
}

std::unique_ptr<Run> prepared(const RunPlan& plan)
{
    RunData data(DataFolders{});
    Result<std::unique_ptr<Run>> run = prepareRun(plan, data, 1, "cpu");
    if (!run)
        qFatal("%s", run.error().sentence().c_str());
    return *std::move(run);
}

std::vector<RoundReport> playOn(Run& run)
{
    std::vector<RoundReport> reports;
    while (run.roundsDone() < kRounds)
        reports.push_back(run.advance({}));
    return reports;
}

/// The rounds that have a Gram matrix.
std::vector<int> roundsWithGram(const std::vector<RoundReport>& reports)
{
    std::vector<int> rounds;
    for (const RoundReport& report : reports)
        if (report.gram)
            rounds.push_back(report.round);
    return rounds;
}

} // namespace

/// Dense matrices stay in the reports of some rounds only.
class TestKeptMatrices : public QueueFixture
{
    Q_OBJECT

private Q_SLOTS:
    void theirRoomDecidesHowOften();
    void everyRoundKeepsThemUnlessAsked();
    void theFirstAndTheLastRoundKeepThem();
    void nothingElseOfARoundDependsOnIt();
    void aResumedRunKeepsThoseOfTheSameRounds();
    void rowsThatRepeatStay();
    void whatARunIsKnownByDoesNotDependOnIt();
    void reportsCompareByWhatBothKeep();
    void theStoreHoldsTheKeptOnes();
};

void TestKeptMatrices::theirRoomDecidesHowOften()
{
    RunPlan plan;
    plan.rounds = 100;
    plan.keepMatricesMegabytes = 10;
    QCOMPARE(roundsBetweenMatrices(plan, 1e5), 1); // all fit, to the byte
    QCOMPARE(roundsWithMatrices(plan, 1e5), 100.0);
    for (const double bytes : {1.01e5, 2e5, 5e5, 1e6, 3e6, 5e6}) {
        const int between = roundsBetweenMatrices(plan, bytes);
        QVERIFY(between > 1);
        QVERIFY(bytes * roundsWithMatrices(plan, bytes) <= 10e6);
    }
    QCOMPARE(roundsBetweenMatrices(plan, 5e6), 100); // only two fit
    QCOMPARE(roundsBetweenMatrices(plan, 9e6), 100); // those two are kept in any case
    QCOMPARE(roundsWithMatrices(plan, 9e6), 2.0);
    QCOMPARE(roundsBetweenMatrices(plan, 1e9), 100);
    plan.keepMatricesEvery = 7;
    QCOMPARE(roundsBetweenMatrices(plan, 1), 7);
    QCOMPARE(roundsBetweenMatrices(plan, 2e6), 25);
    plan.rounds = 1;
    QCOMPARE(roundsWithMatrices(plan, 1e9), 1.0);
}

void TestKeptMatrices::everyRoundKeepsThemUnlessAsked()
{
    // The first round has no updates to compare.
    QCOMPARE(roundsWithGram(playOn(*prepared(planOf("hcct", 1)))),
             (std::vector{2, 3, 4, 5, 6, 7, 8, 9}));
}

void TestKeptMatrices::theFirstAndTheLastRoundKeepThem()
{
    QCOMPARE(roundsWithGram(playOn(*prepared(planOf("hcct", 4)))), (std::vector{2, 6, 9}));
    QCOMPARE(roundsWithGram(playOn(*prepared(planOf("hcct", 100)))), (std::vector{2, 9}));
}

void TestKeptMatrices::nothingElseOfARoundDependsOnIt()
{
    for (const char* algorithm : {"hcct", "fedamp"}) {
        const std::vector<RoundReport> all = playOn(*prepared(planOf(algorithm, 1)));
        const std::vector<RoundReport> some = playOn(*prepared(planOf(algorithm, 3)));
        QCOMPARE(all.size(), some.size());
        for (std::size_t round = 0; round < all.size(); ++round) {
            const auto found = firstDifferenceOfKept(all[round], some[round]);
            QVERIFY2(!found, found ? found->table.c_str() : "");
            QCOMPARE(all[round].metrics == some[round].metrics, true);
        }
        QVERIFY(std::ranges::any_of(some,
                                    [](const RoundReport& report) {
                                        return report.round > 0 && !report.gram
                                               && !report.collaboration;
                                    })
                == (std::string(algorithm) == "fedamp"));
    }
}

void TestKeptMatrices::aResumedRunKeepsThoseOfTheSameRounds()
{
    const RunPlan plan = planOf("hcct", 3);
    const std::vector<int> undisturbed = roundsWithGram(playOn(*prepared(plan)));
    QCOMPARE(undisturbed, (std::vector{2, 5, 8, 9}));
    for (int stop = 0; stop < kRounds; ++stop) {
        const std::unique_ptr<Run> first = prepared(plan);
        std::vector<RoundReport> reports;
        while (first->roundsDone() < stop)
            reports.push_back(first->advance({}));
        StateKeeper keeper;
        CheckpointEncoder encoder;
        const std::unique_ptr<Run> second = prepared(plan);
        if (stop > 0) {
            for (const RoundReport& report : reports)
                second->recall(report);
            QVERIFY(
                second->restore(encoder.changes(first->roundsDone(), keeper.keep(first->state()))));
        }
        std::ranges::move(playOn(*second), std::back_inserter(reports));
        QCOMPARE(roundsWithGram(reports), undisturbed);
    }
}

/// They are small.
void TestKeptMatrices::rowsThatRepeatStay()
{
    for (const RoundReport& report : playOn(*prepared(planOf("fedavg", 100))))
        QCOMPARE(report.collaboration.has_value(), report.round > 0);
}

void TestKeptMatrices::whatARunIsKnownByDoesNotDependOnIt()
{
    RunPlan often = planOf("hcct", 1);
    const std::string usual = writePlan(often);
    QVERIFY(!contains(usual, "keepMatrices")); // plans of before read the same to the byte
    RunPlan seldom = often;
    seldom.keepMatricesEvery = 5;
    seldom.keepMatricesMegabytes = 7;
    QCOMPARE(runIdentity(seldom), runIdentity(often));
    const auto again = parsePlan(writePlan(seldom), registry());
    QVERIFY(again.has_value());
    QCOMPARE(again->keepMatricesEvery, 5);
    QCOMPARE(again->keepMatricesMegabytes, 7);
}

void TestKeptMatrices::reportsCompareByWhatBothKeep()
{
    RoundReport one;
    one.gram = Matrix(2, 2, 1.0);
    RoundReport other;
    QVERIFY(coterie::firstDifference(one, other));
    QVERIFY(!firstDifferenceOfKept(one, other));
    QVERIFY(!firstDifferenceOfKept(other, one));
    other.gram = Matrix(2, 2, 2.0);
    const auto found = firstDifferenceOfKept(one, other);
    QVERIFY(found.has_value());
    QCOMPARE(found->table, std::string("matrices"));
    // An A of rows is never left out, so that its absence is a difference.
    other.gram = one.gram;
    other.collaboration = Collaboration::identity(2);
    QVERIFY(firstDifferenceOfKept(one, other));
}

void TestKeptMatrices::theStoreHoldsTheKeptOnes()
{
    SmallExperiment small;
    small.rounds = kRounds;
    small.arms = "[{\"name\": \"A\", \"algorithm\": {\"name\": \"hcct\"}}]";
    Experiment experiment = small.read();
    experiment.keepMatricesEvery = 4;
    {
        Witness witness;
        RunQueue queue(options(), witness);
        queue.add(experiment, expand(experiment, registry()));
        queue.waitUntilIdle();
        QVERIFY(witness.troubles().empty());
    }
    const auto opened = store();
    QVERIFY(opened.has_value());
    const auto reports = (*opened)->reports(1, 0, kRounds);
    QVERIFY(reports.has_value());
    QCOMPARE(reports->size(), std::size_t{kRounds + 1});
    QCOMPARE(roundsWithGram(*reports), (std::vector{2, 6, 9}));
}

COTERIE_SECTION(TestKeptMatrices)

} // namespace tst_kept_matrices

#include "tst_kept_matrices.moc"
