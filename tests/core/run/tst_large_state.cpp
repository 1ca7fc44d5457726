#include "core/algorithms/registry.h"
#include "core/spec/experiment_json.h"
#include "core/store/run_store.h"
#include "small_experiment.h"
#include "tests/coterie_test_main.h"

#include <QFile>
#include <QProcess>
#include <QTemporaryDir>

#include <chrono>
#include <thread>

using namespace coterie;
using namespace coterie::test;

/// A run whose state is 1.2 GB, all of which changes in every round: 610 clients that keep a model
/// of 495,710 parameters each. Measures what its checkpoints cost, and kills and resumes it.
class TestLargeState : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        m_small.model = "dnn_500_200";
        m_small.samples = 30000;
        m_small.clients = 610;
        m_small.rounds = 12;
        m_small.localEpochs = 4;
        m_small.evaluateEvery = 100;
        m_small.arms = R"([{"name": "Independent", "algorithm": {"name": "independent"}}])";
        m_small.checkpointSeconds = 86400; // only the end is written
        const auto [expected, seconds] = timedRun("without checkpoints");
        m_expected = expected;
        m_secondsWithout = seconds;
    }

    void checkpointsCostATwentiethAtMost()
    {
        m_small.checkpointSeconds = 10;
        const auto [got, seconds] = timedRun("with checkpoints");
        QCOMPARE(got == m_expected, true);
        const double cost = seconds / m_secondsWithout - 1;
        qInfo("%d rounds took %.1f s without checkpoints, %.1f s with one every 10 s: %.1f %% more",
              m_small.rounds,
              m_secondsWithout,
              seconds,
              100 * cost);
        QVERIFY(cost <= 0.05);
    }

    void aKilledRunResumesToTheSameBytes()
    {
        m_small.checkpointSeconds = 5;
        const QString experiment = m_folder.filePath("experiment.json");
        QFile file(experiment);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(QByteArray::fromStdString(writeExperiment(m_small.read())));
        file.close();
        const QString store = m_folder.filePath("killed.sqlite");
        for (int life = 0; life < 3; ++life) {
            QProcess process;
            process.setProcessChannelMode(QProcess::ForwardedErrorChannel);
            process.start(KILL_RESUME_HELPER,
                          life == 0 ? QStringList{store, experiment} : QStringList{store});
            QVERIFY(process.waitForReadyRead(120000));
            std::this_thread::sleep_for(std::chrono::milliseconds(9000 + 1700 * life));
            process.kill();
            QVERIFY(process.waitForFinished());
            QCOMPARE(process.exitStatus(), QProcess::CrashExit);
        }
        QProcess last;
        last.setProcessChannelMode(QProcess::ForwardedErrorChannel);
        last.start(KILL_RESUME_HELPER, {store});
        QVERIFY(last.waitForFinished(600000));
        QCOMPARE(last.exitCode(), 0);
        QVERIFY(exportsOf(store.toStdString()) == m_expected);
    }

private:
    struct Timed
    {
        std::string exports;
        double seconds = 0; ///< from the first trained round to the last
    };
    Timed timedRun(const QString& name)
    {
        using Clock = std::chrono::steady_clock;
        const Experiment experiment = m_small.read();
        Witness witness;
        Clock::time_point first;
        Clock::time_point last;
        witness.afterRound = [&](const RoundReport& report) {
            last = Clock::now();
            if (report.round <= 1)
                first = last;
        };
        const std::filesystem::path store = m_folder.filePath(name + ".sqlite").toStdString();
        RunQueue queue({.storeFile = store, .dataFolders = {}, .threads = 2, .device = "cpu"},
                       witness);
        queue.add(experiment, expand(experiment, registry()));
        queue.waitUntilIdle();
        return {exportsOf(store), std::chrono::duration<double>(last - first).count()};
    }

    QTemporaryDir m_folder;
    SmallExperiment m_small;
    std::string m_expected;
    double m_secondsWithout = 0;
};

COTERIE_TEST_MAIN(TestLargeState)
#include "tst_large_state.moc"
