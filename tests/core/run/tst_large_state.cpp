#include "core/algorithms/registry.h"
#include "core/base/random_stream.h"
#include "core/experiment/experiment_json.h"
#include "core/store/run_store.h"
#include "tests/build_folder.h"
#include "tests/core/fixtures/small_experiment.h"
#include "tests/sections.h"

#include <QFile>
#include <QProcess>
#include <QTemporaryDir>

#include <chrono>
#include <sys/resource.h>
#include <thread>

namespace tst_large_state {

using namespace coterie;
using namespace coterie::test;

/// A run whose state is 1.2 GB, all of which changes in every round: 610 clients that keep a model
/// of 495,710 parameters each. Measures what its checkpoints cost, and kills and resumes it.
class TestLargeState : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void checkpointsCostATwentiethAtMost()
    {
        // By turns, so that whatever else this machine does meets both alike.
        SmallExperiment small = largeExperiment(24);
        Timed without;
        Timed with;
        for (const char* turn : {"first", "second"}) {
            small.checkpointSeconds = 86400; // only the end is written
            without += timedRun(small, QString("%1 without").arg(turn));
            small.checkpointSeconds = 10;
            with += timedRun(small, QString("%1 with").arg(turn));
            QVERIFY(with.exports == without.exports);
        }
        const double cost = with.seconds / without.seconds - 1;
        qInfo(
            "%d rounds took %.1f s (%.1f s of the cores) without checkpoints, %.1f s (%.1f s) with "
            "one every 10 s: %.1f %% more (%.1f %%)",
            2 * small.rounds,
            without.seconds,
            without.coreSeconds,
            with.seconds,
            with.coreSeconds,
            100 * cost,
            100 * (with.coreSeconds / without.coreSeconds - 1));
        QVERIFY(cost <= 0.05);
    }

    void twentyKillsLeaveARunThatResumesToTheSameBytes()
    {
        SmallExperiment small = largeExperiment(60);
        small.checkpointSeconds = 86400;
        const Timed undisturbed = timedRun(small, "undisturbed");
        const double roundSeconds = undisturbed.seconds / (small.rounds - 1);
        small.checkpointSeconds = 1; // one commit after another
        const QString experiment = m_folder.filePath("experiment.json");
        QFile file(experiment);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(QByteArray::fromStdString(writeExperiment(small.read())));
        file.close();
        QString store = m_folder.filePath("killed.sqlite");
        RandomStream moments({.seed = 1, .purpose = Purpose::Shuffle});
        int kept = -1;
        int advances = 0;
        int tooLate = 0;
        for (int life = 0; life < kKills;) {
            QProcess process;
            process.setProcessChannelMode(QProcess::ForwardedErrorChannel);
            process.start(tests::builtFile("tests/kill_resume_child"),
                          life == 0 ? QStringList{store, experiment} : QStringList{store});
            QVERIFY(process.waitForReadyRead(2 * kTryMilliseconds));
            // A commit begins after every round: this ends before the first, in the middle of it,
            // or in one of those that follow.
            std::this_thread::sleep_for(
                std::chrono::duration<double>(5 * roundSeconds * moments.uniform()));
            // What is over already did not die of our signal.
            const bool isOver =
                process.waitForFinished(0) || process.state() == QProcess::NotRunning;
            process.kill();
            QVERIFY(process.waitForFinished(kTryMilliseconds) || isOver);
            if (isOver)
                QCOMPARE(process.exitStatus(), QProcess::NormalExit);
            if (process.exitStatus() == QProcess::NormalExit) {
                // This process had no turn while that one had many: once more from the beginning.
                QCOMPARE(process.exitCode(), 0);
                QVERIFY(exportsOf(store.toStdString()) == undisturbed.exports);
                QVERIFY2(++tooLate <= 5, "the run is over before it is killed: make it longer");
                store = m_folder.filePath(QString("killed, again %1.sqlite").arg(tooLate));
                life = 0;
                kept = -1;
                advances = 0;
                continue;
            }
            ++life;
            const int now = roundsKept(store);
            QVERIFY(now >= kept);
            advances += now > kept ? 1 : 0;
            kept = now;
        }
        qInfo("%d of %d lives left a newer state; %d rounds kept", advances, kKills, kept);
        QVERIFY(advances >= kKills / 4);
        QProcess last;
        last.setProcessChannelMode(QProcess::ForwardedErrorChannel);
        last.start(tests::builtFile("tests/kill_resume_child"), {store});
        QVERIFY(last.waitForFinished(600000));
        QCOMPARE(last.exitCode(), 0);
        QVERIFY(exportsOf(store.toStdString()) == undisturbed.exports);
    }

private:
    static constexpr int kKills = 20;

    static SmallExperiment largeExperiment(int rounds)
    {
        SmallExperiment small;
        small.model = "dnn_500_200";
        small.samples = 30000;
        small.clients = 610;
        small.rounds = rounds;
        small.localEpochs = 4;
        small.evaluateEvery = 100;
        small.arms = R"([{"name": "Independent", "algorithm": {"name": "independent"}}])";
        return small;
    }

    /// −1 before the first commit.
    static int roundsKept(const QString& file)
    {
        const auto store = RunStore::open(file.toStdString());
        if (!store || (*store)->runs()->empty())
            return -1;
        const std::int64_t id = (*store)->runs()->front().id;
        return static_cast<int>((*store)->reports(id)->size()) - 1;
    }

    struct Timed
    {
        std::string exports;
        double seconds = 0;     ///< from the first trained round to the last
        double coreSeconds = 0; ///< what this process used of the cores meanwhile

        void operator+=(const Timed& other)
        {
            exports = other.exports;
            seconds += other.seconds;
            coreSeconds += other.coreSeconds;
        }
    };
    static double coreSecondsUsed()
    {
        rusage usage{};
        ::getrusage(RUSAGE_SELF, &usage);
        const auto seconds = [](const timeval& time) {
            return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
        };
        return seconds(usage.ru_utime) + seconds(usage.ru_stime);
    }
    Timed timedRun(const SmallExperiment& small, const QString& name)
    {
        using Clock = std::chrono::steady_clock;
        const Experiment experiment = small.read();
        Witness witness;
        Clock::time_point first;
        Clock::time_point last;
        double firstUsed = 0;
        double lastUsed = 0;
        witness.afterRound = [&](const RoundReport& report) {
            last = Clock::now();
            lastUsed = coreSecondsUsed();
            if (report.round <= 1) {
                first = last;
                firstUsed = lastUsed;
            }
        };
        const std::filesystem::path store = m_folder.filePath(name + ".sqlite").toStdString();
        RunQueue queue({.storeFile = store, .dataFolders = {}, .threads = 2, .device = "cpu"},
                       witness);
        queue.add(experiment, expand(experiment, registry()));
        queue.waitUntilIdle();
        return {.exports = exportsOf(store),
                .seconds = std::chrono::duration<double>(last - first).count(),
                .coreSeconds = lastUsed - firstUsed};
    }

    QTemporaryDir m_folder;
};

COTERIE_SECTION(TestLargeState)

} // namespace tst_large_state

#include "tst_large_state.moc"
