#include "core/run/prepare_run.h"
#include "core/run/run.h"
#include "tests/core/run/external_fixture.h"
#include "tests/sections.h"

#include <QFile>
#include <QStandardPaths>

#include <cmath>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <map>
#include <vector>

namespace tst_external_runs {

using namespace coterie;
using namespace coterie::test;

/// Plays an experiment to its end in a store of its own.
std::string playedExports(const Experiment& experiment, const QueueOptions& options)
{
    Witness witness;
    {
        RunQueue queue(options, witness);
        queue.add(experiment, expand(experiment, registry()));
        queue.waitUntilIdle();
    }
    return exportsOf(options.storeFile);
}

/// Methods that are a command: what they get and what they choose, and what becomes of a run whose
/// command fails. The commands are scripts of /bin/sh, but for those of the shipped module.
class TestExternalRuns final : public ExternalFixture
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        QVERIFY(m_cache.isValid());
        qputenv("XDG_CACHE_HOME", m_cache.path().toLocal8Bit()); // for the shipped module
    }

    void aScriptChoosesTheMatrixAndWhatIsTold()
    {
        write("who.sh", shellScript());
        SmallExperiment small{.rounds = 2};
        small.arms = externalArm();
        const Experiment experiment = small.read();
        Witness witness;
        RunQueue queue(allowed(), witness);
        queue.add(experiment, plans(experiment));
        queue.waitUntilIdle();
        QCOMPARE(statuses(), std::vector{RunStatus::Finished});
        const auto reports = witness.reports(1);
        QCOMPARE(reports.size(), std::size_t{3});
        const RoundReport& last = *reports.back();
        QVERIFY(last.collaboration);
        QCOMPARE(last.collaboration->at(0, 0), 0.94);
        QCOMPARE(last.collaboration->at(0, 3), 0.02);
        QVERIFY(last.gram);
        QVERIFY(last.gram->at(0, 0) > 0);
        QCOMPARE(last.clientValues.front().name, std::string("answers"));
        QCOMPARE(last.clientValues.front().values.front(), std::optional(2.0));
        QCOMPARE(last.events.front().sentence, std::string("Answer 2."));
    }

    void equalModelsFollowFromEqualRows()
    {
        write("who.sh", shellScript(R"(
    printf '{"message": "answer", "round": %d, "groups": [[0, 1, 2, 3]]}\n' $round)"));
        SmallExperiment small{.rounds = 2};
        small.arms = externalArm();
        small.arms.pop_back();
        small.arms += R"(, {"name": "FedAvg", "algorithm": {"name": "fedavg"}}])";
        const Experiment experiment = small.read();
        Witness witness;
        RunQueue queue(allowed(), witness);
        queue.add(experiment, plans(experiment));
        queue.waitUntilIdle();
        const RoundReport& own = *witness.reports(1).back();
        const RoundReport& average = *witness.reports(2).back();
        QVERIFY(own.grouping);
        QCOMPARE(own.grouping->groups.size(), std::size_t{1});
        // Weights of an average that are normalised before or after differ in their last bits.
        for (std::size_t client = 0; client < own.clients.size(); ++client)
            QCOMPARE_LT(std::abs(own.clients[client].personalTest->loss
                                 - average.clients[client].personalTest->loss),
                        1e-5);
    }

    void theNumberOfWorkersChangesNothing()
    {
        write("who.sh", shellScript());
        SmallExperiment small{.rounds = 3};
        small.arms = externalArm(R"("wants": ["gram", "cosines", "distances", "losses", "sizes"])");
        const Experiment experiment = small.read();
        const std::string one = playedExports(experiment, allowed(1, "one"));
        QVERIFY(contains(one, "answers"));
        for (const int threads : {2, 5}) {
            const std::string more =
                playedExports(experiment, allowed(threads, "by" + std::to_string(threads)));
            QVERIFY2(more == one, firstDifference(more, one).c_str());
        }
    }

    void aResumedRunGoesOnFromTheStateOfItsScript()
    {
        write("who.sh", shellScript());
        SmallExperiment small{.rounds = 6};
        small.arms = externalArm();
        const Experiment experiment = small.read();
        const std::string undisturbed = playedExports(experiment, allowed(2, "undisturbed"));

        playUntil(3, experiment, allowed());
        QCOMPARE(statuses(), std::vector{RunStatus::Stopped});
        Witness witness;
        QueueOptions resuming = allowed();
        resuming.commands.folder.clear(); // that of the first rounds
        RunQueue queue(resuming, witness);
        queue.resume({1});
        queue.waitUntilIdle();
        QCOMPARE(statuses(), std::vector{RunStatus::Finished});
        const std::string resumed = exportsOf(file());
        QVERIFY2(resumed == undisturbed, firstDifference(resumed, undisturbed).c_str());
    }

    void aRunThatFailedInRoundOneKnowsItsFolder()
    {
        write("who.sh", "exit 1");
        SmallExperiment small{.rounds = 2};
        small.arms = externalArm();
        const Experiment experiment = small.read();
        Witness witness;
        {
            RunQueue queue(allowed(), witness);
            queue.add(experiment, plans(experiment));
            queue.waitUntilIdle();
        }
        QCOMPARE(statuses(), std::vector{RunStatus::Failed});
        write("who.sh", shellScript());
        QueueOptions resuming = allowed();
        resuming.commands.folder.clear();
        RunQueue queue(resuming, witness);
        queue.resume({1});
        queue.waitUntilIdle();
        QCOMPARE(statuses(), std::vector{RunStatus::Finished});
    }

    void withoutAFolderNothingStarts()
    {
        SmallExperiment small{.rounds = 2};
        small.arms = externalArm();
        const Experiment experiment = small.read();
        Witness witness;
        QueueOptions nowhere = allowed();
        nowhere.commands.folder.clear();
        RunQueue queue(nowhere, witness);
        queue.add(experiment, plans(experiment));
        queue.waitUntilIdle();
        const RunRow failed = *(*store())->run(1);
        QVERIFY2(contains(failed.reason, "in which folder this run began"), failed.reason.c_str());
    }

    void aStopDoesNotWaitForTheScript()
    {
        write("who.sh", shellScript("    echo waiting > told; exec sleep 1000"));
        SmallExperiment small{.rounds = 2};
        small.arms = externalArm(R"("timeoutSeconds": 1000)");
        const Experiment experiment = small.read();
        Witness witness;
        RunQueue queue(allowed(), witness);
        queue.add(experiment, plans(experiment));
        QTRY_VERIFY(std::filesystem::exists(folder() / "told"));
        queue.stop();
        queue.waitUntilIdle();
        QCOMPARE(statuses(), std::vector{RunStatus::Stopped});
    }

    void aCommandTypedAsOneItemIsExplained()
    {
        SmallExperiment small{.rounds = 1};
        small.arms =
            R"([{"name": "Own", "algorithm": {"name": "external", "command": ["sh who.sh"]}}])";
        const Experiment experiment = small.read();
        Witness witness;
        {
            RunQueue queue(allowed(), witness);
            queue.add(experiment, plans(experiment));
            queue.waitUntilIdle();
        }
        const RunRow failed = *(*store())->run(1);
        QCOMPARE(failed.status, RunStatus::Failed);
        QVERIFY2(contains(failed.reason,
                          "must list the program and each argument as an item of its own, with "
                          "commas between them"),
                 failed.reason.c_str());
        // A path may have blanks, and so it is only explained once it cannot be started.
        small.arms = R"([{"name": "Own", "algorithm": {"name": "external",
                          "command": ["/opt/my tools/who"]}}])";
        const Experiment path = small.read();
        RunQueue queue(allowed(), witness);
        queue.add(path, plans(path));
        queue.waitUntilIdle();
        const std::string reason = (*(*store())->run(2)).reason;
        QVERIFY2(contains(reason, "could not be started: ")
                     && contains(reason, "items of their own, with commas between them"),
                 reason.c_str());
    }

    void aScriptThatFailsEndsTheRunAndWhatWasIsKept_data()
    {
        QTest::addColumn<QString>("inRoundTwo");
        QTest::addColumn<QString>("sentence");
        const auto row = [](const char* name, const char* script, const char* sentence) {
            QTest::newRow(name) << script << sentence;
        };
        row("dies",
            "echo 'I give up' >&2; exit 7",
            "The command sh who.sh ended with status 7 instead of answering. It said: I give up");
        row("is killed", "kill -9 $$", "was ended by signal 9 instead of answering");
        row("closes its output", "exec 1>&-; sleep 1000", "closed its output instead of answering");
        row("nonsense", "echo hello", "wrote a line that is no JSON: hello");
        row("another round",
            R"(echo '{"message": "answer", "round": 1, "groups": []}')",
            "must say that its answer is of round 2 (is 1)");
        row("too few rows",
            R"(echo '{"message": "answer", "round": 2, "A": [[1]]}')",
            "A must have 4 rows (has 1)");
        row("a row that does not sum to one",
            R"(echo '{"message": "answer", "round": 2, "rows": [[[0, 1]], [[1, 0.9]], [[2, 1]], [[3, 1]]]}')",
            "row 1 of A sums to 0.9, and must sum to 1");
        for (const char* name : {"trainLoss", "plainBytesUp", "meanTestError"}) {
            std::string answer = R"(echo '{"message": "answer", "round": 2, "groups": [])";
            answer += ", \"values\": {\"" + std::string(name) + "\": 1}}'";
            row(name, answer.c_str(), "which the program uses itself");
        }
        row("a line without an end",
            "head -c 17000000 /dev/zero | tr '\\0' 'a'; sleep 1000",
            "wrote a line of more than 16 MB");
        row("last words with an escape",
            R"(printf 'one\n\033[31mtwo\n' >&2; exit 1)",
            "It said: one | \\u001b[31mtwo");
    }

    void aScriptThatFailsEndsTheRunAndWhatWasIsKept()
    {
        QFETCH(const QString, inRoundTwo);
        QFETCH(const QString, sentence);
        SmallExperiment small{.rounds = 3};
        small.arms = externalArm();
        const Experiment experiment = small.read();
        write("who.sh",
              shellScript("if [ $round = 2 ]; then\n" + inRoundTwo.toStdString()
                          + "\ncontinue\nfi\n" + goodAnswer()));
        Witness witness;
        {
            RunQueue queue(allowed(), witness);
            queue.add(experiment, plans(experiment));
            queue.waitUntilIdle();
        }
        const RunRow failed = *(*store())->run(1);
        QCOMPARE(failed.status, RunStatus::Failed);
        QVERIFY2(contains(failed.reason, "Round 2 failed: "), failed.reason.c_str());
        QVERIFY2(contains(failed.reason, sentence.toStdString()), failed.reason.c_str());
        QCOMPARE(witness.rounds(1), upTo(1));
        QCOMPARE(failed.roundsDone, 1);

        write("who.sh", shellScript()); // its author mends it
        RunQueue queue(allowed(), witness);
        queue.resume({1});
        queue.waitUntilIdle();
        QCOMPARE(statuses(), std::vector{RunStatus::Finished});
        const std::string undisturbed = playedExports(experiment, allowed(2, "undisturbed"));
        const std::string mended = exportsOf(file());
        QVERIFY2(mended == undisturbed, firstDifference(mended, undisturbed).c_str());
    }

    void aScriptThatDoesNotAnswerInTimeEndsTheRunAndIsEnded()
    {
        // It never answers, so however slow the machine is, it is late at the same place.
        write("who.sh", "echo $$ > number; sleep 1000 & echo $! > other; wait");
        SmallExperiment small{.rounds = 2};
        small.arms = externalArm(R"("timeoutSeconds": 2)");
        const Experiment experiment = small.read();
        Witness witness;
        RunQueue queue(allowed(), witness);
        queue.add(experiment, plans(experiment));
        queue.waitUntilIdle();
        const RunRow failed = *(*store())->run(1);
        QCOMPARE(failed.status, RunStatus::Failed);
        QCOMPARE(failed.reason,
                 std::string("Round 1 failed: The command sh who.sh did not answer within 2 s "
                             "(timeoutSeconds)."));
        for (const char* name : {"number", "other"}) {
            std::ifstream text(folder() / name);
            pid_t process = 0;
            QVERIFY(text >> process);
            // Gone, or a zombie that its new parent has not waited for.
            QTRY_VERIFY(::kill(process, 0) != 0 || isZombie(process));
        }
    }

    void aCommandThatIsNotThereIsSaid()
    {
        SmallExperiment small{.rounds = 2};
        small.arms = R"([{"name": "Own", "algorithm": {"name": "external",
                          "command": ["no-such-program", "a b"]}}])";
        const Experiment experiment = small.read();
        Witness witness;
        RunQueue queue(allowed(), witness);
        queue.add(experiment, plans(experiment));
        queue.waitUntilIdle();
        const RunRow failed = *(*store())->run(1);
        QCOMPARE(failed.reason,
                 std::string("Round 1 failed: The command no-such-program 'a b' could not be "
                             "started: No such file or directory."));
    }

    void withoutConsentNothingStarts()
    {
        write("who.sh", "echo started > told\n" + shellScript());
        SmallExperiment small{.rounds = 2};
        small.arms = externalArm();
        const Experiment experiment = small.read();
        Witness witness;
        QueueOptions without = allowed();
        without.commands.given = false;
        {
            RunQueue queue(without, witness);
            queue.add(experiment, plans(experiment));
            queue.waitUntilIdle();
        }
        QCOMPARE(statuses(), std::vector{RunStatus::Failed});
        QVERIFY2(contains(witness.troubles().front(),
                          "/arms/0/algorithm/command: starts the command sh who.sh"),
                 witness.troubles().front().c_str());
        QVERIFY(!std::filesystem::exists(folder() / "told"));

        RunQueue queue(without, witness); // nor when it is resumed
        queue.resume({1});
        queue.waitUntilIdle();
        QCOMPARE(statuses(), std::vector{RunStatus::Failed});
        QVERIFY(!std::filesystem::exists(folder() / "told"));
    }

    void labelsAreToldOnlyIfTheExperimentSaysSo()
    {
        SmallExperiment small{.rounds = 1};
        small.arms = externalArm(R"("wants": ["labelCounts"])");
        RunData data({});
        const RunPlan refused = plans(small.read()).front();
        const auto run = prepareRun(refused, data, 1, "cpu", false, {.given = true});
        QVERIFY(!run);
        QCOMPARE(run.error().place, std::string("/arms/0/algorithm/wants"));
        small.arms = externalArm(R"("wants": ["labelCounts"], "tellLabels": true)");
        QVERIFY(prepareRun(plans(small.read()).front(), data, 1, "cpu", false, {.given = true}));
    }

    void aMethodInPythonIsTenLines()
    {
        if (!hasPython())
            QSKIP("python3 is not installed");
        write("who.py", R"(import coterie

@coterie.method(wants=["cosines", "sizes"])
def who(round):
    print("round", round.round)  # to standard error
    round.state = {"seen": (round.state or {"seen": 0})["seen"] + 1}
    n = round.clients
    best = [max((j for j in range(n) if j != i), key=lambda j: round.cosines[i][j]) for i in range(n)]
    A = [[0.5 if j in (i, best[i]) else 0 for j in range(n)] for i in range(n)]
    return coterie.Answer(A=A, values={"seen": round.state["seen"], "size": round.sizes}, log="Done.")
)");
        SmallExperiment small{.rounds = 5};
        small.arms = R"([{"name": "Own", "algorithm": {"name": "external",
            "command": ["python3", "who.py"], "wants": ["cosines", "sizes"]}}])";
        const Experiment experiment = small.read();
        const std::string undisturbed = playedExports(experiment, allowed(1, "undisturbed"));
        QVERIFY(contains(undisturbed, "seen"));
        playUntil(2, experiment, allowed());
        Witness witness;
        RunQueue queue(allowed(), witness);
        queue.resume({1});
        queue.waitUntilIdle();
        QCOMPARE(statuses(), std::vector{RunStatus::Finished});
        const std::string resumed = exportsOf(file());
        QVERIFY2(resumed == undisturbed, firstDifference(resumed, undisturbed).c_str());
        QCOMPARE(witness.reports(1).back()->clientValues.front().values.front(),
                 std::optional(5.0));
    }

    void aMistakeInPythonIsTold()
    {
        if (!hasPython())
            QSKIP("python3 is not installed");
        write("who.py", R"(import coterie

@coterie.method()
def who(round):
    return round.losses
)");
        SmallExperiment small{.rounds = 1};
        small.arms = R"([{"name": "Own", "algorithm": {"name": "external",
            "command": ["python3", "who.py"]}}])";
        const Experiment experiment = small.read();
        Witness witness;
        RunQueue queue(allowed(), witness);
        queue.add(experiment, plans(experiment));
        queue.waitUntilIdle();
        const RunRow failed = *(*store())->run(1);
        QVERIFY2(contains(failed.reason, "AttributeError: the round has no losses"),
                 failed.reason.c_str());
    }

    void theShippedExamplesPlay_data()
    {
        QTest::addColumn<QString>("name");
        for (const char* name : {"nearest", "simplex", "losses"})
            QTest::newRow(name) << name;
    }

    void theShippedExamplesPlay()
    {
        QFETCH(const QString, name);
        if (!hasPython())
            QSKIP("python3 is not installed");
        const std::filesystem::path examples =
            std::filesystem::path(COTERIE_SOURCE_DIR) / "experiments" / "external";
        const Result<Experiment, Problems> experiment =
            readExperiment(examples / (name.toStdString() + ".json"), registry());
        QVERIFY2(experiment, experiment ? "" : sentences(experiment.error()).c_str());
        QueueOptions there = allowed();
        there.commands.folder = examples;
        Witness witness;
        RunQueue queue(there, witness);
        queue.add(*experiment, plans(*experiment));
        queue.waitUntilIdle();
        for (const auto& [run, outcome] : witness.outcomes())
            QVERIFY2(outcome.status == RunStatus::Finished, outcome.reason.c_str());
    }

private:
    static bool isZombie(pid_t process)
    {
        std::ifstream text("/proc/" + std::to_string(process) + "/stat");
        std::string all;
        std::getline(text, all);
        return contains(all, ") Z");
    }
    static bool hasPython()
    {
        return !QStandardPaths::findExecutable(QStringLiteral("python3")).isEmpty();
    }

    QTemporaryDir m_cache;
};

COTERIE_SECTION(TestExternalRuns)

} // namespace tst_external_runs

#include "tst_external_runs.moc"
