#include "core/algorithms/registry.h"
#include "core/experiment/experiment_json.h"
#include "core/run/environment.h"
#include "core/store/leases.h"
#include "core/store/run_store.h"
#include "tests/build_folder.h"
#include "tests/core/fixtures/small_experiment.h"
#include "tests/sections.h"

#include <QFile>
#include <QProcess>
#include <QTemporaryDir>

namespace tst_run_leases {

using namespace coterie;
using namespace coterie::test;

/// A run is computed by one process at a time, and a process that dies leaves it free.
class TestRunLeases : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void anotherProcessMayNotContinueWhatOneIsComputing()
    {
        SmallExperiment small = experimentWithMuchState(); // two arms: one computed, one waiting
        small.rounds = 100000;
        small.checkpointSeconds = 0.05;
        const QString experiment = m_folder.filePath("experiment.json");
        QFile file(experiment);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(QByteArray::fromStdString(writeExperiment(small.read())));
        file.close();
        const QString store = m_folder.filePath("runs.sqlite");
        QProcess first;
        first.setProcessChannelMode(QProcess::ForwardedErrorChannel);
        first.start(tests::builtFile("tests/kill_resume_child"), {store, experiment});
        QVERIFY(first.waitForReadyRead(kTryMilliseconds));

        const std::string pid = std::to_string(first.processId());
        const std::string holder =
            " is being computed by another process (pid " + pid + ") on this machine.";
        Witness second;
        resume(store, second);
        QCOMPARE(second.troubles(), (std::vector<std::string>{"Run 1" + holder, "Run 2" + holder}));
        QVERIFY(second.headers().empty());
        QCOMPARE(first.state(), QProcess::Running); // and so was it all the time
        QTRY_COMPARE(statusOf(store, 1), RunStatus::Running);
        QCOMPARE(statusOf(store, 2), RunStatus::Queued);

        first.kill();
        QVERIFY(first.waitForFinished(kTryMilliseconds));
        QCOMPARE(first.exitStatus(), QProcess::CrashExit);
        QCOMPARE(statusOf(store, 1), RunStatus::Stopped); // whatever it wrote last
        QVERIFY(wasLeft(store.toStdString(), 1) && wasLeft(store.toStdString(), 2));
        const RunRow waiting = rowOf(store, 2);
        QCOMPARE(waiting.status, RunStatus::Stopped);
        QVERIFY(waiting.isNotBegun());
        // Who could not continue it leaves it as it was.
        if (automaticDevice() != "cuda") {
            Witness refused;
            QueueOptions elsewhere = optionsFor(store);
            elsewhere.device = "cuda";
            RunQueue queue(elsewhere, refused);
            queue.resume({2});
            queue.waitUntilIdle();
            QCOMPARE(refused.troubles().size(), std::size_t{1});
            QVERIFY(refused.headers().empty());
        }
        QVERIFY(wasLeft(store.toStdString(), 2));
        QCOMPARE(statusOf(store, 2), RunStatus::Stopped);
        Witness third;
        RunQueue queue(optionsFor(store), third);
        queue.resume({1, 2});
        QTRY_VERIFY(third.headers().size() == 1);
        QVERIFY(third.troubles().empty());
        QVERIFY(third.headers().front().resumed);
        queue.stop();
        queue.waitUntilIdle();
        QCOMPARE(statusOf(store, 1), RunStatus::Stopped);
    }

    void norMayAnotherQueueOfTheSameProgram()
    {
        SmallExperiment small = experimentWithMuchState();
        small.rounds = 100000;
        const Experiment experiment = small.read();
        const QString store = m_folder.filePath("one program.sqlite");
        Witness first;
        RunQueue queue(optionsFor(store), first);
        queue.add(experiment, expand(experiment, registry()));
        QTRY_VERIFY(first.headers().size() == 1);
        Witness second;
        resume(store, second);
        QCOMPARE(second.troubles(),
                 (std::vector<std::string>{
                     "Run 1 is being computed by another queue of this program.",
                     "Run 2 is being computed by another queue of this program."}));
        queue.stop();
        queue.waitUntilIdle();
        QVERIFY(first.troubles().empty());
        for (const std::int64_t run : {1, 2}) // let go of, which is no death
            QVERIFY(!wasLeft(store.toStdString(), run));
        // What is stopped is free, although that queue is still there.
        Witness third;
        RunQueue other(optionsFor(store), third);
        other.resume({1, 2});
        QTRY_VERIFY(third.headers().size() == 1);
        QVERIFY(third.troubles().empty());
    }

private:
    static QueueOptions optionsFor(const QString& store)
    {
        return {.storeFile = store.toStdString(), .dataFolders = {}, .threads = 2, .device = "cpu"};
    }
    static void resume(const QString& store, Witness& witness)
    {
        RunQueue queue(optionsFor(store), witness);
        queue.resume({1, 2});
        queue.waitUntilIdle();
    }
    static RunRow rowOf(const QString& file, std::int64_t run)
    {
        const auto store = RunStore::open(file.toStdString(), RunStore::Mode::ReadOnly);
        return *(*store)->run(run);
    }
    static RunStatus statusOf(const QString& file, std::int64_t run)
    {
        return rowOf(file, run).status;
    }

    QTemporaryDir m_folder;
};

COTERIE_SECTION(TestRunLeases)

} // namespace tst_run_leases

#include "tst_run_leases.moc"
