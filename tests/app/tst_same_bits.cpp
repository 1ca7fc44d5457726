#include "core/algorithms/registry.h"
#include "core/experiment/experiment_json.h"
#include "core/report/kept_models.h"
#include "core/run/run_queue.h"
#include "core/store/run_store.h"
#include "tests/app/library_fixture.h"
#include "tests/core/fixtures/external_scripts.h"
#include "tests/core/fixtures/small_experiment.h"
#include "tests/patience.h"
#include "tests/sections.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QTest>

#include <csignal>
#include <optional>
#include <utility>

namespace tst_same_bits {

using namespace coterie;
using namespace coterie::test;

namespace {

constexpr int kRounds = 80; ///< a signal after round 50 meets a run that goes on

// A network of one's own, with dropout, for what a user can bring along.
const char* const kExperiment = R"({
  "schema": 1, "name": "Same bits",
  "data": { "dataset": { "name": "glyphDigits", "samples": 160 },
            "partition": { "scheme": "iid", "clients": 4 }, "test": { "share": 0.25 } },
  "model": { "name": "layers", "layers": [
    { "layer": "flatten" }, { "layer": "linear", "units": 12 }, { "layer": "batchNorm" }, { "layer": "relu" },
    { "layer": "dropout", "rate": 0.3 }, { "layer": "linear", "units": "classes" } ] },
  "local": { "optimizer": { "name": "sgd", "learningRate": 0.05 }, "batch": 15, "localEpochs": 1 },
  "rounds": 80, "seeds": [1], "checkpointSeconds": 0 })";

/// Everybody, or two pairs, by how many answers it gave before: its state.
std::string script()
{
    return shellScript(R"(
    count=$(expr $count + 1)
    case $(expr $count % 3) in
        0) groups='[[0, 1], [2, 3]]' ;;
        1) groups='[[0, 2], [1, 3]]' ;;
        *) groups='[[0, 1, 2, 3]]' ;;
    esac
    printf '{"message": "answer", "round": %d, "groups": %s, "state": "%04d", "values": {"answers": %d}}\n' \
        $round "$groups" $count $count)");
}

QJsonObject arm(const QJsonObject& algorithm, const QJsonObject& more = {})
{
    QJsonObject made{{"name", "Own"}, {"algorithm", algorithm}};
    for (auto member = more.begin(); member != more.end(); ++member)
        made.insert(member.key(), member.value());
    return made;
}

/// What a run leaves.
struct Results
{
    std::string exports;
    std::optional<KeptModels> models;

    bool operator==(const Results&) const = default;
};

} // namespace

/// What a user brings along computes the same bits with any number of workers, and however often it
/// is paused, stopped or killed and resumed.
class TestSameBits final : public LibraryFixture
{
    Q_OBJECT

private Q_SLOTS:
    void neitherWorkersNorStopsNorKillsChangeABit_data()
    {
        addRows();
        QTest::newRow("a method in a library") << "library";
    }

    void neitherWorkersNorStopsNorKillsChangeABit()
    {
        QFETCH(const QString, brought);
        bring(brought);
        const Results one = played("one", "1");
        QVERIFY(one.models && !one.models->models.empty());
        QCOMPARE(one.models->round, kRounds);
        for (const QString threads : {"2", "5"})
            QVERIFY2(played("by" + threads, threads) == one, qPrintable(threads));

        QProcess stopped;
        startUntil(stopped, words("stopped", true), 5);
        ::kill(static_cast<pid_t>(stopped.processId()), SIGINT);
        QCOMPARE(end(stopped).code, 130);
        QVERIFY(resumed("stopped") == one);

        for (const int round : {5, 25, 50}) {
            QProcess killed;
            startUntil(killed, words("killed", round == 5), round);
            killed.kill();
            QVERIFY(killed.waitForFinished(kTryMilliseconds));
            QCOMPARE(killed.exitStatus(), QProcess::CrashExit);
        }
        QVERIFY(resumed("killed") == one);
    }

    /// In this process, which has not loaded a library with methods. A pause is between two rounds,
    /// whatever the method.
    void noPauseChangesABit_data() { addRows(); }

    void noPauseChangesABit()
    {
        QFETCH(const QString, brought);
        bring(brought);
        const Results straight = playedHere("straight", {});
        QVERIFY(playedHere("paused", {3, 4, 50}) == straight);
    }

    /// A store holds runs that finished, stopped, failed or never began; resume --all continues
    /// those that can be continued.
    void resumeAllTakesWhatWasStoppedOrKilled()
    {
        bring("layers");
        m_experiment["rounds"] = 3;
        save();
        QCOMPARE(call(words("runs", true)).code, 0); // run 1, finished
        m_experiment["rounds"] = kRounds;
        m_experiment["seeds"] = QJsonArray{2, 3};
        save();
        QProcess stopped; // in run 2; the turn of run 3 never came
        startUntil(stopped, words("runs", true), 5);
        ::kill(static_cast<pid_t>(stopped.processId()), SIGINT);
        QCOMPARE(end(stopped).code, 130);
        m_experiment["seeds"] = QJsonArray{4};
        save();
        QProcess killed; // in run 4
        startUntil(killed, words("runs", true), 5);
        killed.kill();
        QVERIFY(killed.waitForFinished(kTryMilliseconds));
        write("who.sh", "echo 'not today' >&2\nexit 1\n");
        m_experiment["arms"] =
            QJsonArray{arm({{"name", "external"}, {"command", QJsonArray{"sh", "who.sh"}}})};
        save();
        QCOMPARE(call(words("runs", true) + QStringList{"--allow-external"}).code, 3); // 5, failed

        const QStringList resumeAll{"resume", "--all", "--db", path("runs.sqlite")};
        const Outcome all = call(resumeAll);
        QVERIFY2(all.code == 0, qPrintable(all.out + all.err));
        const auto store = opened("runs");
        const std::vector<RunRow> rows = *store->runs();
        QCOMPARE(rows.size(), std::size_t{5});
        for (const RunRow& row : rows)
            QCOMPARE(row.status, row.id == 5 ? RunStatus::Failed : RunStatus::Finished);
        for (const std::int64_t id : {2, 3, 4}) {
            QCOMPARE(rows[static_cast<std::size_t>(id) - 1].roundsDone, kRounds);
            QCOMPARE(store->reports(id)->size(), static_cast<std::size_t>(kRounds) + 1);
        }
        QCOMPARE(call(resumeAll).out, QString("There is no run to resume.\n"));
    }

private:
    static void addRows()
    {
        QTest::addColumn<QString>("brought");
        QTest::newRow("a network of one's own") << "layers";
        QTest::newRow("weights to begin with") << "weights";
        QTest::newRow("a command that chooses") << "external";
    }

    /// Writes the experiment and what it needs.
    void bring(const QString& what)
    {
        m_experiment = QJsonDocument::fromJson(kExperiment).object();
        m_options.clear();
        const QJsonObject some{{"sampler", QJsonObject{{"name", "random"}, {"count", 3}}}};
        if (what == "external") {
            write("who.sh", QByteArray::fromStdString(script()));
            m_options = {"--allow-external"};
            setArm(arm({{"name", "external"},
                        {"command", QJsonArray{"sh", "who.sh"}},
                        {"wants", QJsonArray{"gram", "losses", "sizes"}}}));
        } else if (what == "library") {
            installPackage();
            put("midway.so", built("own_method", "midway"));
            m_options = {"--methods", "methods"};
            setArm(arm({{"name", "midway"}, {"share", 0.25}}));
        } else if (what == "weights") {
            setArm(arm({{"name", "fedavg"}}, some));
            QJsonObject model = m_experiment["model"].toObject();
            model["initial"] = QJsonObject{{"path", trained()}};
            m_experiment["model"] = model;
        } else {
            QJsonObject kept = some; // a state with every kind of part
            kept["local"] =
                QJsonObject{{"optimizer", QJsonObject{{"name", "adam"}, {"learningRate", 0.002}}},
                            {"keepOptimizerState", true}};
            setArm(arm({{"name", "independent"}}, kept));
        }
        save();
    }
    void setArm(const QJsonObject& arm) { m_experiment["arms"] = QJsonArray{arm}; }
    void save() { m_own = write("own.json", QJsonDocument(m_experiment).toJson()); }

    /// A file of weights, of a run of two rounds.
    QString trained()
    {
        QJsonObject brief = m_experiment;
        brief["rounds"] = 2;
        brief["seeds"] = QJsonArray{9};
        write("short.json", QJsonDocument(brief).toJson());
        for (const QStringList& arguments :
             {QStringList{"run", "short.json"},
              QStringList{"export", "1", "--what", "models", "--out", "models"}}) {
            const Outcome outcome = call(arguments + QStringList{"--db", "short.sqlite"});
            if (outcome.code != 0)
                qFatal("%s", qPrintable(outcome.out + outcome.err));
        }
        return path("models/global.safetensors");
    }

    /// The command line that runs the experiment into a store, or resumes the store's runs.
    [[nodiscard]] QStringList words(const QString& store, bool begins) const
    {
        const QStringList first =
            begins ? QStringList{"run", "own.json"} : QStringList{"resume", "--all"};
        return first + m_options + QStringList{"--db", store + ".sqlite"};
    }
    [[nodiscard]] Results played(const QString& store, const QString& threads) const
    {
        return after(words(store, true) + QStringList{"--threads", threads}, store);
    }
    [[nodiscard]] Results resumed(const QString& store) const
    {
        return after(words(store, false), store);
    }
    /// Only the program itself has what a library with methods is linked to.
    [[nodiscard]] Results after(const QStringList& arguments, const QString& store) const
    {
        const Outcome outcome =
            m_options.contains("--methods") ? run(arguments.join(' ')) : call(arguments);
        if (outcome.code != 0)
            qFatal("%s", qPrintable(outcome.out + outcome.err));
        return resultsOf(store);
    }
    [[nodiscard]] Results playedHere(const QString& name, std::vector<int> pauses) const
    {
        const Result<Experiment, Problems> experiment =
            readExperiment(m_own.toStdString(), registry());
        if (!experiment)
            qFatal("%s", sentences(experiment.error()).c_str());
        Witness witness;
        RunQueue queue({.storeFile = path(name + ".sqlite").toStdString(),
                        .dataFolders = {},
                        .threads = 2,
                        .device = "cpu",
                        .commands = {.given = true, .folder = m_folder->path().toStdString()}},
                       witness);
        witness.afterRound = [&](const RoundReport& report) {
            if (std::ranges::find(pauses, report.round) != pauses.end())
                queue.pause();
        };
        queue.add(*experiment, expand(*experiment, registry()));
        for (const int round : pauses) {
            const auto isPausedAfter = [&] {
                const auto store =
                    RunStore::open(path(name + ".sqlite").toStdString(), RunStore::Mode::ReadOnly);
                const auto row = store ? (*store)->run(1) : Result<RunRow>(RunRow{});
                return row && row->status == RunStatus::Paused && row->roundsDone == round;
            };
            if (!QTest::qWaitFor(isPausedAfter, kTryMilliseconds))
                qFatal("the run does not pause after round %d", round);
            queue.proceed();
        }
        queue.waitUntilIdle();
        for (const std::string& trouble : witness.troubles())
            qFatal("%s", trouble.c_str());
        return resultsOf(name);
    }

    [[nodiscard]] std::unique_ptr<RunStore> opened(const QString& store) const
    {
        auto made = RunStore::open(path(store + ".sqlite").toStdString(), RunStore::Mode::ReadOnly);
        if (!made)
            qFatal("%s", made.error().sentence().c_str());
        return *std::move(made);
    }
    [[nodiscard]] Results resultsOf(const QString& store) const
    {
        return {.exports = exportsOf(path(store + ".sqlite").toStdString()),
                .models = *opened(store)->keptModels(1)};
    }

    QJsonObject m_experiment;
    QStringList m_options; ///< that the experiment needs
    QString m_own;         ///< its file
};

COTERIE_SECTION(TestSameBits)

} // namespace tst_same_bits

#include "tst_same_bits.moc"
