#include "core/run/checkpoint.h"
#include "core/run/environment.h"
#include "core/store/run_store.h"
#include "tests/core/run/live_change_fixture.h"
#include "tests/sections.h"

#include <QTemporaryDir>

#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <utility>

namespace tst_live_changes {

using namespace coterie;
using namespace coterie::test;

namespace {

// No raw strings with an odd number of quotes: moc then loses the namespace.
std::string named(std::string_view method)
{
    return "{\"name\": \"" + std::string(method)
           + (method == "external" ? "\", \"command\": [\"sh\"]}" : "\"}");
}

std::string armOf(const std::string& algorithm, const std::string& objective = "plain")
{
    return "[{\"name\": \"A\", \"algorithm\": " + algorithm
           + ", \"local\": {\"objective\": {\"name\": \"" + objective + "\"}}}]";
}

bool isEvaluated(const RoundReport& report)
{
    return std::ranges::any_of(report.clients, [](const ClientReport& client) {
        return client.personalTest.has_value() || client.globalTest.has_value();
    });
}

double valueOf(const RunPlan& plan, const std::string& place)
{
    std::vector<LiveSetting> settings = liveSettings(plan, registry());
    return findSetting(settings, place)->value;
}

} // namespace

/// Settings changed by hand while a run goes on.
class TestLiveChanges : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        QVERIFY(m_folder->isValid());
    }

    void aParameterChangedByHandIsAsIfThePlanHadIt_data()
    {
        QTest::addColumn<QString>("arms");
        QTest::addColumn<QString>("place");
        for (const NamedPart& method : registry().algorithms)
            for (const ParameterDescriptor& parameter : method.parameters)
                if (parameter.live)
                    addRow(armOf(named(method.name)),
                           "/algorithm/" + std::string(parameter.name),
                           std::string(method.name));
        const std::string fedAvg = armOf(R"({"name": "fedavg"})");
        addRow(fedAvg, kRate, "fedavg");
        addRow(fedAvg, "/evaluateEvery", "fedavg");
        for (const NamedPart& objective : registry().objectives)
            for (const ParameterDescriptor& parameter : objective.parameters)
                if (parameter.live)
                    addRow(armOf(R"({"name": "fedavg"})", std::string(objective.name)),
                           "/local/objective/" + std::string(parameter.name),
                           std::string(objective.name));
    }
    void aParameterChangedByHandIsAsIfThePlanHadIt()
    {
        QFETCH(const QString, arms);
        QFETCH(const QString, place);
        SmallExperiment small{.samples = 200, .rounds = 6};
        small.arms = arms.toStdString();
        const RunPlan plan = planOf(small);
        const double before = valueOf(plan, place.toStdString());
        const LiveChange change{.place = place.toStdString(),
                                .value =
                                    place == "/evaluateEvery" ? 2 : std::abs(before) / 2 + 0.01};

        const std::unique_ptr<Run> unchanged = makeRun(plan);
        const std::unique_ptr<Run> changed = makeRun(plan);
        RunPlan other = plan;
        makeChange(change, other);
        const std::unique_ptr<Run> planned = makeRun(other);
        for (int round = 0; round <= 2; ++round) {
            const RoundReport report = unchanged->advance({});
            changed->recall(report);
            planned->recall(report);
        }
        StateKeeper keeper;
        CheckpointEncoder encoder;
        const CheckpointDelta afterTwo = encoder.changes(2, keeper.keep(unchanged->state()));
        QVERIFY(changed->restore(afterTwo));
        changed->change(std::span(&change, 1));
        QVERIFY(planned->restore(afterTwo));

        bool differs = false;
        for (int round = 3; round <= 4; ++round) {
            RoundReport report = withoutTimings(changed->advance({}));
            QCOMPARE(report.events.size(), std::size_t{round == 3 ? 1U : 0U});
            report.events.clear();
            QVERIFY(report == withoutTimings(planned->advance({})));
            differs |= report != withoutTimings(unchanged->advance({}));
        }
        QVERIFY2(differs, "the parameter does nothing");
    }

    void aChangedRunIsItsResumeAndItsRerun_data()
    {
        QTest::addColumn<QString>("arms");
        QTest::addColumn<QString>("place");
        QTest::addColumn<double>("value");
        QTest::addColumn<QString>("sentence");
        const std::string fedAvg = armOf(R"({"name": "fedavg"})");
        const auto add = [](const char* name,
                            const std::string& arms,
                            const std::string& place,
                            double value,
                            const char* sentence) {
            QTest::newRow(name) << QString::fromStdString(arms) << QString::fromStdString(place)
                                << value << QString::fromUtf8(sentence);
        };
        add("learning rate", fedAvg, kRate, 0.5, "Learning rate η, from 0.1 to 0.5.");
        add("more rounds", fedAvg, kRounds, 11, "Rounds, from 8 to 11.");
        add("fewer rounds", fedAvg, kRounds, 6, "Rounds, from 8 to 6.");
        add("evaluations", fedAvg, "/evaluateEvery", 3, "Evaluate every, from 1 to 3 rounds.");
        add("HCCT's alpha",
            armOf(R"({"name": "hcct"})"),
            "/algorithm/alpha",
            400,
            "Data hunger α, from 1 to 400.");
        add("FedProx's mu",
            armOf(R"({"name": "fedavg"})", "proximal"),
            "/local/objective/mu",
            2.5,
            "Pull of the received model μ, from 0.01 to 2.5.");
    }
    void aChangedRunIsItsResumeAndItsRerun()
    {
        QFETCH(const QString, arms);
        QFETCH(const QString, place);
        QFETCH(const double, value);
        QFETCH(const QString, sentence);
        SmallExperiment small{.rounds = 8};
        small.arms = arms.toStdString();
        const Experiment experiment = small.read();
        const LiveChange change{.place = place.toStdString(), .value = value};
        Witness straight;
        {
            RunQueue queue(options("straight"), straight);
            changeAfter(queue, straight, 2, change);
            queue.add(experiment, expand(experiment, registry()));
            queue.waitUntilIdle();
            QCOMPARE(straight.outcomes().at(1).status, RunStatus::Finished);
        }
        {
            Witness witness;
            RunQueue queue(options("stopped"), witness);
            changeAfter(queue, witness, 2, change, 4);
            queue.add(experiment, expand(experiment, registry()));
            queue.waitUntilIdle();
            QCOMPARE(witness.outcomes().at(1).status, RunStatus::Stopped);
            Witness resumed;
            RunQueue another(options("stopped"), resumed);
            another.resume({1});
            another.waitUntilIdle();
            QCOMPARE(resumed.outcomes().at(1).status, RunStatus::Finished);
            QCOMPARE(valueOf(resumed.headers().front().plan, change.place), value);
        }
        QVERIFY(exportsOf(file("stopped")) == exportsOf(file("straight")));

        const std::unique_ptr<RunStore> store = opened("straight");
        const std::vector<RoundReport> stored = *store->reports(1);
        const int rounds = change.place == kRounds ? static_cast<int>(value) : 8;
        QCOMPARE(store->run(1)->rounds, rounds);
        QCOMPARE(store->run(1)->roundsDone, rounds);
        QCOMPARE(stored.size(), static_cast<std::size_t>(rounds) + 1);
        for (const RoundReport& report : stored)
            QCOMPARE(report.events.size(), std::size_t{report.round == 3 ? 1U : 0U});
        QVERIFY(std::holds_alternative<SettingChanged>(stored[3].events.front().what));
        QCOMPARE(QString::fromStdString(stored[3].events.front().sentence),
                 QStringLiteral("Changed by hand: ") + sentence);

        const std::unique_ptr<Run> rerun = makeRun(planOf(small));
        for (const auto& report : straight.reports(1)) { // the store rounds matrices
            if (report->round == 3)
                rerun->change(std::span(&change, 1));
            QVERIFY(withoutTimings(rerun->advance({})) == withoutTimings(*report));
        }
    }

    void evaluationsFollowTheirIntervalAndTheLastRoundHasOne()
    {
        const Experiment experiment = SmallExperiment{.rounds = 9}.read();
        Witness witness;
        RunQueue queue(options("runs"), witness);
        witness.afterRound = [&](const RoundReport& report) {
            if (report.round == 2)
                QVERIFY(queue.change({.place = "/evaluateEvery", .value = 4}));
            if (report.round == 5)
                QVERIFY(queue.change({.place = kRounds, .value = 7}));
        };
        queue.add(experiment, expand(experiment, registry()));
        queue.waitUntilIdle();
        std::vector<int> evaluated;
        for (const auto& report : witness.reports(1))
            if (isEvaluated(*report))
                evaluated.push_back(report->round);
        QCOMPARE(evaluated, (std::vector{0, 1, 2, 4, 7}));
    }

    void roundsAskedForInTheLastOneAreStillPlayed()
    {
        const Experiment experiment = SmallExperiment{.rounds = 3}.read();
        Witness witness;
        RunQueue queue(options("runs"), witness);
        std::vector<std::string> refusals;
        witness.afterRound = [&](const RoundReport& report) {
            if (report.round == 3)
                QVERIFY(queue.change({.place = kRounds, .value = 5}));
            if (report.round == 5)
                refusals.push_back(queue.change({.place = kRate, .value = 0.5}).error().sentence());
        };
        queue.add(experiment, expand(experiment, registry()));
        queue.waitUntilIdle();
        QCOMPARE(witness.rounds(1), (std::vector{0, 1, 2, 3, 4, 5}));
        QCOMPARE(
            refusals,
            std::vector{kRate + ": the last round has started; there is no later round to change"});
        QCOMPARE(opened("runs")->run(1)->rounds, 5);
        QCOMPARE(witness.progress().back().rounds, 5);
        QCOMPARE(witness.progress().back().round, 5);
        QCOMPARE(queue.change({.place = kRate, .value = 0.5}).error().sentence(),
                 kRate + ": no run is running");
    }

    void whatNoRoundTakesBeforeAStopWaitsForTheResume()
    {
        const Experiment experiment = SmallExperiment{.rounds = 6}.read();
        {
            Witness witness;
            RunQueue queue(options("runs"), witness);
            changeAfter(queue, witness, 2, {.place = kRounds, .value = 4}, 2);
            queue.add(experiment, expand(experiment, registry()));
            queue.waitUntilIdle();
            QCOMPARE(witness.outcomes().at(1).status, RunStatus::Stopped);
            QCOMPARE(opened("runs")->run(1)->rounds, 4);
        }
        Witness resumed;
        RunQueue queue(options("runs"), resumed);
        queue.resume({1});
        queue.waitUntilIdle();
        QCOMPARE(resumed.headers().front().plan.rounds, 4);
        const RecordedChange fewer{.round = 3, .change = {.place = kRounds, .value = 4}};
        QVERIFY(resumed.headers().front().toCome == std::vector{fewer});
        QCOMPARE(resumed.rounds(1), (std::vector{3, 4}));
        QCOMPARE(resumed.reports(1).front()->events.size(), std::size_t{1});
        QCOMPARE(opened("runs")->run(1)->status, RunStatus::Finished);
    }

    void theValueThatHoldsIsNoChange()
    {
        const Experiment experiment = SmallExperiment{.rounds = 5}.read();
        const std::string expected = undisturbedExports(experiment, file("undisturbed"));
        Witness witness;
        RunQueue queue(options("runs"), witness);
        witness.afterRound = [&](const RoundReport& report) {
            if (report.round != 2)
                return;
            QVERIFY(queue.change({.place = kRate, .value = 0.1}));
            QVERIFY(queue.change({.place = "/evaluateEvery", .value = 1}));
            QVERIFY(queue.change({.place = kRounds, .value = 9})); // and back before it holds
            QVERIFY(queue.change({.place = kRounds, .value = 5}));
        };
        queue.add(experiment, expand(experiment, registry()));
        queue.waitUntilIdle();
        QVERIFY(exportsOf(file("runs")) == expected);
    }

    void hcctFormsOtherGroupsWithAnotherHunger()
    {
        SmallExperiment small{.rounds = 6};
        small.arms = armOf(R"({"name": "hcct", "alpha": 0})");
        const std::unique_ptr<Run> run = makeRun(planOf(small));
        std::vector<std::size_t> groups;
        for (int round = 0; round <= 5; ++round) {
            const LiveChange hungry{.place = "/algorithm/alpha", .value = 1e6};
            if (round == 4)
                run->change(std::span(&hungry, 1));
            const RoundReport report = run->advance({});
            if (report.grouping)
                groups.push_back(report.grouping->groups.size());
        }
        QCOMPARE(groups, (std::vector<std::size_t>{4, 4, 4, 1, 1}));
    }

    /// Stored runs are read by these words.
    void theWordsOfStoredChangesStay()
    {
        std::set<std::string> words;
        for (const NamedPart& method : registry().algorithms) {
            SmallExperiment small{.rounds = 2};
            small.arms = armOf(named(method.name), "proximal");
            for (const LiveSetting& setting : liveSettings(planOf(small), registry())) {
                const std::string sentence = sentenceOf(setting, setting.value);
                words.insert(setting.place + ": " + sentence.substr(0, sentence.find(", from")));
            }
        }
        std::string all;
        for (const std::string& word : words)
            all += word + '\n';
        QCOMPARE(all,
                 std::string("/algorithm/alpha: Changed by hand: Data hunger α\n"
                             "/algorithm/alpha: Changed by hand: Weight of the others α\n"
                             "/algorithm/lambda1: Changed by hand: Pull on the clients' models λ₁\n"
                             "/algorithm/lambda2: Changed by hand: Pull of the global model λ₂\n"
                             "/algorithm/lambda: Changed by hand: Pull of the cloud's mix λ\n"
                             "/algorithm/lambda: Changed by hand: Pull of the global model λ\n"
                             "/algorithm/rho: Changed by hand: Pull of agreeing models ρ\n"
                             "/evaluateEvery: Changed by hand: Evaluate every\n"
                             "/local/objective/mu: Changed by hand: Pull of the received model μ\n"
                             "/local/optimizer/learningRate: Changed by hand: Learning rate η\n"
                             "/rounds: Changed by hand: Rounds\n"));
    }

private:
    static void addRow(const std::string& arms, const std::string& place, const std::string& name)
    {
        QTest::newRow((name + place).c_str())
            << QString::fromStdString(arms) << QString::fromStdString(place);
    }
    /// On the queue's thread, so that the round is exact.
    static void changeAfter(
        RunQueue& queue, Witness& witness, int round, const LiveChange& change, int stopAfter = -1)
    {
        witness.afterRound = [&queue, round, change, stopAfter](const RoundReport& report) {
            if (report.round == round)
                QVERIFY(queue.change(change));
            if (report.round == stopAfter)
                queue.stop();
        };
    }
    std::filesystem::path file(const std::string& name) const
    {
        return std::filesystem::path(m_folder->path().toStdString()) / (name + ".sqlite");
    }
    std::unique_ptr<RunStore> opened(const std::string& name) const
    {
        return std::move(*RunStore::open(file(name), RunStore::Mode::ReadOnly));
    }
    QueueOptions options(const std::string& name) const
    {
        return {.storeFile = file(name), .dataFolders = {}, .threads = 2, .device = "cpu"};
    }

    std::unique_ptr<QTemporaryDir> m_folder;
};

COTERIE_SECTION(TestLiveChanges)

} // namespace tst_live_changes

#include "tst_live_changes.moc"
