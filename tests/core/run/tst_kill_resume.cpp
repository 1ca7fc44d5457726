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

#include <thread>

namespace tst_kill_resume {

using namespace coterie;
using namespace coterie::test;

/// A process that runs an experiment is killed with SIGKILL again and again, at moments nobody
/// chose, and resumed by a new process each time. In the end the exports have the bytes of a run
/// that nobody disturbed.
class TestKillResume : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        SmallExperiment small = experimentWithMuchState();
        small.model = "mnist_cnn_20k";
        small.rounds = 60;
        small.checkpointSeconds = 0.05;
        m_experiment = small.read();
        m_file = m_folder.filePath("experiment.json");
        QFile file(m_file);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(QByteArray::fromStdString(writeExperiment(m_experiment)));
        file.close();
        m_expected = undisturbedExports(m_experiment, path("undisturbed").toStdString());
        // Rounds whose states are kept, so few that they are thinned, change no number, nor do the
        // best models, which a state has too.
        m_keeping = m_experiment;
        m_keeping.keepStates = 4;
        m_keeping.keepStatesMegabytes = 1;
        m_keeping.keepModels = "best";
        m_keepingFile = m_folder.filePath("keeping.json");
        QFile keeping(m_keepingFile);
        QVERIFY(keeping.open(QIODevice::WriteOnly));
        keeping.write(QByteArray::fromStdString(writeExperiment(m_keeping)));
        keeping.close();
        QVERIFY(undisturbedExports(m_keeping, path("keeping").toStdString()) == m_expected);
        m_keptRounds = keptRounds(path("keeping"));
        m_keptModels = keptModels(path("keeping"));
        const std::size_t all = expand(m_keeping, registry()).size()
                                * std::size_t(m_keeping.rounds / m_keeping.keepStates);
        QVERIFY2(m_keptRounds.size() >= 3 && m_keptRounds.size() < all,
                 qPrintable(QStringLiteral("%1 of %2").arg(m_keptRounds.size()).arg(all)));
    }

    void killedProcessesLeaveRunsThatResumeToTheSameBytes_data()
    {
        QTest::addColumn<int>("seed");
        QTest::addColumn<bool>("keeps");
        for (int seed = 1; seed <= kFederations; ++seed)
            QTest::addRow("seed %d%s", seed, seed % 2 == 0 ? ", states are kept" : "")
                << seed << (seed % 2 == 0);
    }
    void killedProcessesLeaveRunsThatResumeToTheSameBytes()
    {
        QFETCH(int, seed);
        QFETCH(bool, keeps);
        RandomStream moments(
            {.seed = static_cast<std::uint64_t>(seed), .purpose = Purpose::Shuffle});
        QString store = path(QString("killed %1").arg(seed));
        int killed = 0;
        int lives = 0;
        int tooLate = 0;
        while (killed < kKillsEach) {
            QProcess process;
            process.setProcessChannelMode(QProcess::ForwardedErrorChannel);
            process.start(tests::builtFile("tests/kill_resume_child"),
                          lives++ == 0 ? QStringList{store, keeps ? m_keepingFile : m_file}
                                       : QStringList{store});
            // One in five dies before its first run has begun, the others in the middle of
            // something.
            const bool early = lives > 1 && moments.below(5) == 0;
            const auto delay = static_cast<long>(moments.below(early ? 300 : 250));
            if (!early && process.waitForReadyRead(kTryMilliseconds))
                QCOMPARE(process.readLine(), QByteArray("started\n"));
            std::this_thread::sleep_for(std::chrono::milliseconds(delay));
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
                QVERIFY(exportsOf(store.toStdString()) == m_expected);
                QVERIFY2(++tooLate <= 5,
                         "the runs are over before they are killed: make them longer");
                store = path(QString("killed %1, again %2").arg(seed).arg(tooLate));
                killed = 0;
                lives = 0;
                continue;
            }
            ++killed;
            checkThatReportsAndStateAgree(store);
        }
        QProcess last;
        last.setProcessChannelMode(QProcess::ForwardedErrorChannel);
        last.start(tests::builtFile("tests/kill_resume_child"), {store});
        QVERIFY(last.waitForFinished(10 * kTryMilliseconds));
        QCOMPARE(last.exitCode(), 0);
        QVERIFY(exportsOf(store.toStdString()) == m_expected);
        if (keeps) {
            QCOMPARE(keptRounds(store), m_keptRounds);
            QVERIFY(keptModels(store) == m_keptModels);
        }
    }

    /// Killed as soon as it holds, before the round that it is to hold for can be stored, and again
    /// later: a change by hand is never forgotten.
    void aChangeByHandOutlivesTheProcess_data()
    {
        QTest::addColumn<QString>("place");
        QTest::addColumn<QString>("value");
        QTest::newRow("learning rate") << "/local/optimizer/learningRate"
                                       << "0.02";
        QTest::newRow("rounds") << "/rounds"
                                << "36";
    }
    void aChangeByHandOutlivesTheProcess()
    {
        QFETCH(const QString, place);
        QFETCH(const QString, value);
        SmallExperiment small{.model = "mnist_cnn_20k", .rounds = 24, .checkpointSeconds = 0.05};
        const QString file = m_folder.filePath("changed.json");
        QFile written(file);
        QVERIFY(written.open(QIODevice::WriteOnly));
        written.write(QByteArray::fromStdString(writeExperiment(small.read())));
        written.close();
        const auto asked = [&](const QString& store) {
            return QStringList{store, file, QStringLiteral("4"), place, value};
        };
        const QString straight = path("straight " + place.section('/', -1));
        QCOMPARE(QProcess::execute(tests::builtFile("tests/kill_resume_child"), asked(straight)),
                 0);

        const QString store = path("changed " + place.section('/', -1));
        QProcess first;
        first.setProcessChannelMode(QProcess::ForwardedErrorChannel);
        first.start(tests::builtFile("tests/kill_resume_child"),
                    asked(store) + QStringList{"hold"});
        QByteArray said;
        while (!said.contains("changed")) {
            QVERIFY(first.waitForReadyRead(kTryMilliseconds));
            said += first.readAll();
        }
        first.kill();
        QVERIFY(first.waitForFinished(kTryMilliseconds));
        QCOMPARE(first.exitStatus(), QProcess::CrashExit);
        checkThatReportsAndStateAgree(store);
        QProcess second;
        second.start(tests::builtFile("tests/kill_resume_child"), {store});
        QVERIFY(second.waitForReadyRead(kTryMilliseconds)); // it has begun
        std::this_thread::sleep_for(std::chrono::milliseconds(150));
        second.kill();
        QVERIFY(second.waitForFinished(kTryMilliseconds));
        QCOMPARE(QProcess::execute(tests::builtFile("tests/kill_resume_child"), {store}), 0);
        QVERIFY(exportsOf(store.toStdString()) == exportsOf(straight.toStdString()));
    }

private:
    static constexpr int kFederations = 4;
    static constexpr int kKillsEach = 5;

    QString path(const QString& name) const { return m_folder.filePath(name + ".sqlite"); }

    static void checkThatReportsAndStateAgree(const QString& file)
    {
        const auto store = RunStore::open(file.toStdString());
        QVERIFY2(store, store ? "" : store.error().sentence().c_str());
        const std::vector<RunRow> rows = *(*store)->runs();
        for (const RunRow& row : rows) {
            const std::size_t reports = (*store)->reports(row.id)->size();
            if (reports == 0)
                QCOMPARE((*store)->loadCheckpoint(row.id)->round, -1);
            else if (row.status != RunStatus::Finished)
                QCOMPARE((*store)->loadCheckpoint(row.id)->round, static_cast<int>(reports) - 1);
        }
    }

    static std::vector<KeptModels> keptModels(const QString& file)
    {
        std::vector<KeptModels> models;
        const auto store = RunStore::open(file.toStdString(), RunStore::Mode::ReadOnly);
        const std::vector<RunRow> rows = *(*store)->runs();
        for (const RunRow& row : rows)
            models.push_back((*store)->keptModels(row.id)->value());
        return models;
    }

    /// Of every run those whose state is in the store, the last first.
    static std::vector<int> keptRounds(const QString& file)
    {
        std::vector<int> rounds;
        const auto store = RunStore::open(file.toStdString(), RunStore::Mode::ReadOnly);
        const std::vector<RunRow> rows = *(*store)->runs();
        for (const RunRow& row : rows)
            for (int round = row.rounds; round >= 0; --round) {
                round = (*store)->stateUpTo(row.id, round)->round;
                if (round >= 0)
                    rounds.push_back(round);
            }
        return rounds;
    }

    QTemporaryDir m_folder;
    Experiment m_experiment;
    QString m_file;
    Experiment m_keeping;
    QString m_keepingFile;
    std::vector<int> m_keptRounds;
    std::vector<KeptModels> m_keptModels;
    std::string m_expected;
};

COTERIE_SECTION(TestKillResume)

} // namespace tst_kill_resume

#include "tst_kill_resume.moc"
