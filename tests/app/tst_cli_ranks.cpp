#include "app/cli/ranks.h"
#include "core/algorithms/registry.h"
#include "core/data/formats/safetensors.h"
#include "core/experiment/experiment_json.h"
#include "core/store/exports.h"
#include "core/store/run_store.h"
#include "core/train/rank_group.h"
#include "tests/app/cli_fixture.h"
#include "tests/app/ranks_fixture.h"
#include "tests/patience.h"
#include "tests/sections.h"

#include <QDir>
#include <QFile>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTest>

#include <algorithm>
#include <csignal>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <sstream>

namespace tst_cli_ranks {

using namespace coterie;
using coterie::test::CliFixture;
using coterie::test::exportsOf;
using coterie::test::ranksOf;

// No raw strings: with an odd number of quotes in one, moc loses the namespace.
namespace {

/// Every algorithm, sampler and objective, and all that clients keep: moments, features, running
/// statistics of their own. Its ranks are also killed: tests/ranks/kills.sh.
const QString kEveryMethod = QStringLiteral(COTERIE_SOURCE_DIR "/tests/ranks/every_method.json");

/// Runs long enough to be met by what happens to them.
QByteArray twoLongRuns()
{
    return "{\"schema\": 1, \"name\": \"Long\", \"data\": {\"dataset\": {\"name\": "
           "\"glyphDigits\", "
           "\"samples\": 400}, \"partition\": {\"scheme\": \"dirichlet\", \"clients\": 5, "
           "\"alpha\": 1}, "
           "\"test\": {\"share\": 0.25}}, \"model\": {\"name\": \"mnist_cnn_20k\"}, \"local\": "
           "{\"optimizer\": "
           "{\"name\": \"adam\", \"learningRate\": 0.002}, \"keepOptimizerState\": true, "
           "\"batch\": 10}, "
           "\"rounds\": 32, \"seeds\": [1], \"checkpointSeconds\": 0.05, \"arms\": [{\"name\": "
           "\"FedAvg\", "
           "\"algorithm\": {\"name\": \"fedavg\"}, \"sampler\": {\"name\": \"random\", \"count\": "
           "3}}, "
           "{\"name\": \"HCCT\", \"algorithm\": {\"name\": \"hcct\"}}]}";
}

Result<RankPlace> placeIn(const std::map<std::string, std::string, std::less<>>& variables)
{
    return cli::rankPlaceIn([&](std::string_view name) -> std::optional<std::string> {
        const auto found = variables.find(name);
        return found == variables.end() ? std::nullopt : std::optional(found->second);
    });
}

} // namespace

/// `--ranks`: several processes play a run, and it is the run of one.
class TestCliRanks final : public CliFixture
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void theLongestJobsAreDealtFirst();
    void aLauncherGivesEachProcessItsPlace();
    void aLauncherSaysWhichRankOfItsMachineAProcessIs();
    void aProcessWithoutAPlaceIsRefused();
    void everyMethodIsAmongThoseCompared();
    void everyMethodGivesTheBytesOfOneProcess();
    void ranksOfAnEnvironmentMeet();
    void aKilledRankEndsTheRunAndAnyNumberResumesIt();
    void aSilentRankIsNamed();
    void aRankWithOtherDataIsNamed_data();
    void aRankWithOtherDataIsNamed();
    void aRankWithoutTheWeightsToBeginWithIsNamed();
    void anInterruptReachesAllRanks();
    void aForkHasItsChangesAtAllRanks();
    void rankZeroAloneAsksACommand();

private:
    /// The exports of the long runs that nobody disturbed, computed once.
    const std::string& undisturbed()
    {
        if (m_undisturbed.empty()) {
            const coterie::test::Outcome outcome =
                call({"run", write("long.json", twoLongRuns()), "--db", path("straight.sqlite")});
            if (outcome.code != 0)
                qFatal("%s", qPrintable(outcome.out + outcome.err));
            m_undisturbed = exportsOf(path("straight.sqlite"));
        }
        return m_undisturbed;
    }
    /// Runs until the round is over, and does this to the process; what it says in the end.
    coterie::test::Outcome
    disturbed(const QStringList& arguments,
              int round,
              const std::function<void(QProcess&, const QList<pid_t>&)>& disturb) const;

    std::string m_undisturbed;
};

void TestCliRanks::initTestCase()
{
    if (const Result<void> available = checkRanksAvailable(); !available)
        QSKIP(available.error().sentence().c_str());
}

void TestCliRanks::theLongestJobsAreDealtFirst()
{
    const std::vector<std::size_t> costs{1, 5, 2, 5, 0, 9};
    QCOMPARE(dealt(costs, 1), std::vector<int>({0, 0, 0, 0, 0, 0}));
    // 9 | 5, 5 | … then 2 to the first, which has 10 against 12, 1 likewise, 0 to the less laden.
    QCOMPARE(dealt(costs, 2), std::vector<int>({1, 1, 0, 1, 0, 0}));
    QCOMPARE(dealt({}, 3), std::vector<int>());
}

void TestCliRanks::aLauncherGivesEachProcessItsPlace()
{
    const auto byHand = placeIn(
        {{"RANK", "2"}, {"WORLD_SIZE", "4"}, {"MASTER_ADDR", "node1"}, {"MASTER_PORT", "2950"}});
    QVERIFY(byHand);
    QCOMPARE(byHand->rank, 2);
    QCOMPARE(byHand->count, 4);
    QCOMPARE(byHand->address, std::string("node1"));
    QCOMPARE(byHand->port, std::uint16_t{2950});
    // torchrun listens on the port that it names.
    const auto torchrun = placeIn({{"RANK", "0"},
                                   {"WORLD_SIZE", "4"},
                                   {"MASTER_ADDR", "node1"},
                                   {"MASTER_PORT", "2950"},
                                   {"TORCHELASTIC_RUN_ID", "none"}});
    QCOMPARE(torchrun->port, std::uint16_t{2951});

    std::map<std::string, std::string, std::less<>> slurm{{"SLURM_PROCID", "1"},
                                                          {"SLURM_STEP_NUM_TASKS", "3"},
                                                          {"SLURM_JOB_ID", "77"},
                                                          {"SLURM_STEP_ID", "0"},
                                                          {"SLURM_STEP_NODELIST", "n[07-09],m1"}};
    const auto task = placeIn(slurm);
    QCOMPARE(task->rank, 1);
    QCOMPARE(task->count, 3);
    QCOMPARE(task->address, std::string("n07"));
    slurm["SLURM_PROCID"] = "2";
    QCOMPARE(placeIn(slurm)->port, task->port);
    slurm["SLURM_STEP_ID"] = "1"; // a second step of the job beside the first
    QVERIFY(placeIn(slurm)->port != task->port);
    QCOMPARE(cli::firstHost("alpha,beta"), std::string("alpha"));
    QCOMPARE(cli::firstHost("alpha"), std::string("alpha"));
    QCOMPARE(cli::firstHost("node[3]"), std::string("node3"));
    QCOMPARE(cli::firstHost("node[03-05,9]-ib,other"), std::string("node03-ib"));
    QCOMPARE(cli::firstHost("rack[2-3]node[07]"), std::string("rack2node07"));
    QCOMPARE(cli::firstHost("node[3"), std::string("node3"));
    // Not one that the system gives to connections of other programs.
    for (int job = 0; job < 200; ++job) {
        slurm["SLURM_JOB_ID"] = std::to_string(job);
        QVERIFY(placeIn(slurm)->port >= 20'000 && placeIn(slurm)->port < 32'768);
    }

    slurm.insert({{"OMPI_COMM_WORLD_RANK", "0"},
                  {"OMPI_COMM_WORLD_SIZE", "2"},
                  {"OMPI_COMM_WORLD_LOCAL_SIZE", "2"},
                  {"PMIX_NAMESPACE", "job 5"}});
    const auto openMpi = placeIn(slurm); // mpirun inside a job of Slurm
    QCOMPARE(openMpi->count, 2);
    QCOMPARE(openMpi->address, std::string("127.0.0.1"));
    slurm["OMPI_COMM_WORLD_LOCAL_SIZE"] = "1";
    QCOMPARE(placeIn(slurm).error().sentence(),
             std::string("--ranks env: the environment variable MASTER_ADDR must name the machine "
                         "of rank 0"));
}

/// Which decides about its graphics card.
void TestCliRanks::aLauncherSaysWhichRankOfItsMachineAProcessIs()
{
    using Set = std::map<std::string, std::string, std::less<>>;
    const Set torchrun{{"RANK", "5"},
                       {"WORLD_SIZE", "8"},
                       {"LOCAL_RANK", "1"},
                       {"MASTER_ADDR", "node1"},
                       {"MASTER_PORT", "2950"}};
    QCOMPARE(placeIn(torchrun)->local, 1);
    Set byHand = torchrun;
    byHand.erase("LOCAL_RANK");
    QCOMPARE(placeIn(byHand)->local, 5);
    byHand["LOCAL_RANK"] = "8";
    QCOMPARE(placeIn(byHand).error().sentence(),
             std::string("--ranks env: the environment variable LOCAL_RANK must be a whole number, "
                         "0 to 7 (is \"8\")"));
    Set slurm{{"SLURM_PROCID", "3"},
              {"SLURM_STEP_NUM_TASKS", "4"},
              {"SLURM_LOCALID", "1"},
              {"SLURM_JOB_ID", "7"},
              {"SLURM_STEP_NODELIST", "n[1-2]"}};
    QCOMPARE(placeIn(slurm)->local, 1);
    slurm.insert({{"OMPI_COMM_WORLD_RANK", "3"},
                  {"OMPI_COMM_WORLD_SIZE", "4"},
                  {"OMPI_COMM_WORLD_LOCAL_RANK", "0"},
                  {"MASTER_ADDR", "n1"},
                  {"MASTER_PORT", "2950"}});
    QCOMPARE(placeIn(slurm)->local, 0);
    const Set started{{"RANK", "2"}, {"WORLD_SIZE", "3"}, {"COTERIE_RANK_FILE", "/meeting"}};
    QCOMPARE(placeIn(started)->local, 2);
}

void TestCliRanks::aProcessWithoutAPlaceIsRefused()
{
    QVERIFY(placeIn({}).error().sentence().find("this process has no rank") != std::string::npos);
    QCOMPARE(placeIn({{"RANK", "4"}, {"WORLD_SIZE", "4"}}).error().sentence(),
             std::string("--ranks env: the environment variable RANK must be a whole number, 0 to "
                         "3 (is \"4\")"));
    const coterie::test::Outcome outcome = call({"run", m_file, "--ranks", "two"});
    QCOMPARE(outcome.code, 2);
    QVERIFY2(outcome.err.contains("--ranks"), qPrintable(outcome.err));
}

/// But a command of the user, which rankZeroAloneAsksACommand() compares.
void TestCliRanks::everyMethodIsAmongThoseCompared()
{
    std::ifstream file(kEveryMethod.toStdString());
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    const auto experiment = parseExperiment(text, registry());
    QVERIFY(experiment);
    std::set<std::string> compared{"external"};
    for (const RunPlan& plan : expand(*experiment, registry()))
        compared.insert({plan.algorithm.name, plan.sampler.name, plan.local.objective.name});
    for (const auto& parts : {registry().algorithms, registry().samplers, registry().objectives})
        for (const NamedPart& part : parts)
            QVERIFY2(compared.contains(std::string(part.name)), std::string(part.name).c_str());
}

void TestCliRanks::everyMethodGivesTheBytesOfOneProcess()
{
    std::string expected;
    for (const char* ranks : {"1", "2", "4"})
        for (const char* threads : {"1", "2"}) {
            const QString store = path(QStringLiteral("%1x%2.sqlite").arg(ranks, threads));
            const coterie::test::Outcome outcome =
                shell(QStringLiteral("\"$COTERIE_CLI\" run '%1' --ranks %2 --threads %3 --db '%4'")
                          .arg(kEveryMethod, ranks, threads, store));
            QVERIFY2(outcome.code == 0, qPrintable(outcome.out.right(400) + outcome.err));
            const std::string exported = exportsOf(store);
            if (expected.empty())
                expected = exported;
            QVERIFY2(exported == expected, qPrintable(store));
        }
    QVERIFY(expected.size() > 100'000);
}

void TestCliRanks::ranksOfAnEnvironmentMeet()
{
    QVERIFY(call({"run", m_file, "--db", path("one.sqlite")}).code == 0);
    // A port that was free a moment ago: once more if another program has taken it since.
    const auto meet = [this] {
        QFile::remove(path("three.sqlite"));
        return shell(
            QStringLiteral(
                "export WORLD_SIZE=3 MASTER_ADDR=127.0.0.1 MASTER_PORT=$(python3 -c 'import "
                "socket; s = socket.socket(); s.bind((\"127.0.0.1\", 0)); "
                "print(s.getsockname()[1])' || echo 29517)\n"
                "for rank in 2 1 0; do RANK=$rank \"$COTERIE_CLI\" run '%1' --ranks env "
                "--db '%2' > \"$HOME/said.$rank\" 2>&1 & ids+=($!); done\n"
                "for id in \"${ids[@]}\"; do wait $id || exit; done")
                .arg(m_file, path("three.sqlite")));
    };
    coterie::test::Outcome outcome = meet();
    if (outcome.code != 0)
        outcome = meet();
    QVERIFY2(outcome.code == 0,
             (outcome.err.toUtf8() + coterie::test::contents(path("said.0"))).data());
    QCOMPARE(coterie::test::contents(path("said.1")), QByteArray());
    QVERIFY(exportsOf(path("three.sqlite")) == exportsOf(path("one.sqlite")));
}

coterie::test::Outcome
TestCliRanks::disturbed(const QStringList& arguments,
                        int round,
                        const std::function<void(QProcess&, const QList<pid_t>&)>& disturb) const
{
    QProcess process;
    startUntil(process, arguments, round);
    disturb(process, ranksOf(process));
    return end(process);
}

void TestCliRanks::aKilledRankEndsTheRunAndAnyNumberResumesIt()
{
    const QString file = write("long.json", twoLongRuns());
    int round = 5;
    QStringList arguments{"run", file, "--threads", "1"};
    for (const char* ranks : {"3", "2", "4"}) {
        const coterie::test::Outcome outcome =
            disturbed(arguments + QStringList{"--ranks", ranks, "--db", m_database},
                      round,
                      [&](QProcess&, const QList<pid_t>& others) {
                          QCOMPARE(others.size(), QByteArray(ranks).toInt() - 1);
                          ::kill(others.at(round % others.size()), SIGKILL);
                      });
        QCOMPARE(outcome.code, 3);
        static const QRegularExpression named(
            "Rank [1-3] has ended, or its connection is broken[.]");
        QVERIFY2(outcome.out.contains(named), qPrintable(outcome.out));
        arguments = QStringList{"resume", "--all", "--threads", "1"};
        round += 8;
    }
    const coterie::test::Outcome last =
        shell(QStringLiteral("\"$COTERIE_CLI\" resume --all --ranks 2 --db '%1'").arg(m_database));
    QVERIFY2(last.code == 0, qPrintable(last.out + last.err));
    QVERIFY(exportsOf(m_database) == undisturbed());
}

void TestCliRanks::aSilentRankIsNamed()
{
    const QString file = write("long.json", twoLongRuns());
    pid_t silent = 0;
    const coterie::test::Outcome outcome =
        disturbed({"run", file, "--ranks", "3", "--rank-timeout", "10", "--db", m_database},
                  5,
                  [&](QProcess&, const QList<pid_t>& others) {
                      QCOMPARE(others.size(), 2);
                      silent = others.at(1);
                      ::kill(silent, SIGSTOP);
                  });
    QCOMPARE(outcome.code, 3);
    // Rank 1 is silent too where it waits for what rank 2 has sent to rank 0 alone.
    static const QRegularExpression named(
        "Rank [12] has made no progress for 10 s [(]--rank-timeout[)][.]");
    QVERIFY2(outcome.out.contains(named), qPrintable(outcome.out));
    QCOMPARE(::kill(silent, 0), -1); // it does not outlive the command
    QVERIFY(call({"resume", "--all", "--db", m_database}).code == 0);
    QVERIFY(exportsOf(m_database) == undisturbed());
}

void TestCliRanks::aRankWithOtherDataIsNamed_data()
{
    QTest::addColumn<int>("moreRows");
    QTest::newRow("other numbers") << 0;
    QTest::newRow("other sizes") << 40; // whose messages would not fit each other
}

void TestCliRanks::aRankWithOtherDataIsNamed()
{
    QFETCH(int, moreRows);
    QByteArray table;
    for (int row = 0; row < 60; ++row)
        table += QByteArray::number(row % 7) + ',' + QByteArray::number(row % 5) + ','
                 + QByteArray::number(row % 2) + '\n';
    for (const char* folder : {"a", "b"}) {
        QVERIFY(QDir(m_folder->path()).mkpath(QString(folder)));
        write(QString(folder) + "/own.csv", "x,y,label\n" + table);
        table.replace("3,", "4,");
        for (int row = 0; row < moreRows; ++row)
            table += QByteArray::number(row % 6) + ",2," + QByteArray::number(row % 2) + '\n';
    }
    const QString file = write(
        "own.json",
        "{\"schema\": 1, \"name\": \"Own\", \"data\": {\"dataset\": {\"name\": \"csv\", \"path\": "
        "\"own.csv\", "
        "\"label\": \"label\"}, \"partition\": {\"scheme\": \"iid\", \"clients\": 4}, \"test\": "
        "{\"share\": "
        "0.25}}, \"model\": {\"name\": \"mlr\"}, \"local\": {\"optimizer\": {\"name\": \"sgd\", "
        "\"learningRate\": 0.1}}, \"rounds\": 3, \"seeds\": [1], \"arms\": [{\"name\": \"FedAvg\", "
        "\"algorithm\": {\"name\": \"fedavg\"}}]}");
    const auto rank = [&](int number, const char* folder) {
        return QStringLiteral("RANK=%1 \"$COTERIE_CLI\" run '%2' --ranks env --data '%3' --db '%4'")
            .arg(QString::number(number), file, path(folder), m_database);
    };
    const coterie::test::Outcome outcome =
        shell("export WORLD_SIZE=2 COTERIE_RANK_FILE=\"$HOME/meeting\"\n" + rank(1, "b") + " &\n"
              + rank(0, "a") + "; code=$?; wait; exit $code");
    QCOMPARE(outcome.code, 3);
    QVERIFY2(outcome.out.contains("Rank 1 has other data than rank 0"),
             qPrintable(outcome.out + outcome.err));
}

/// Of a run that is resumed before its first round: no state can stand in for them.
void TestCliRanks::aRankWithoutTheWeightsToBeginWithIsNamed()
{
    for (const char* folder : {"a", "b"})
        QVERIFY(QDir(m_folder->path()).mkpath(QString(folder)));
    {
        const std::vector<NamedTensor> tensors{
            {.name = "1.weight", .shape = {10, 784}, .values = std::vector<float>(7840, 0.5F)},
            {.name = "1.bias", .shape = {10}, .values = std::vector<float>(10, 0.25F)}};
        std::ofstream out(path("a/start.safetensors").toStdString(), std::ios::binary);
        writeSafetensors(tensors, out);
    }
    QByteArray text = twoLongRuns();
    text.replace("{\"name\": \"mnist_cnn_20k\"}",
                 "{\"name\": \"mlr\", \"initial\": {\"path\": \"start.safetensors\"}}");
    text.replace("\"rounds\": 32", "\"rounds\": 100000");
    const QString file = write("weights.json", text);
    const coterie::test::Outcome stopped =
        disturbed({"run", file, "--data", path("a"), "--db", m_database},
                  2,
                  [](QProcess& process, const QList<pid_t>&) {
                      ::kill(static_cast<pid_t>(process.processId()), SIGINT);
                  });
    QCOMPARE(stopped.code, 130);
    const auto rank = [&](int number, const char* folder) {
        return QStringLiteral("RANK=%1 \"$COTERIE_CLI\" resume 2 --ranks env --data '%2' --db '%3'")
            .arg(QString::number(number), path(folder), m_database);
    };
    const coterie::test::Outcome outcome =
        shell("export WORLD_SIZE=2 COTERIE_RANK_FILE=\"$HOME/meeting\"\n" + rank(1, "b") + " &\n"
              + rank(0, "a") + "; code=$?; wait; exit $code");
    QCOMPARE(outcome.code, 3);
    QVERIFY2(outcome.out.contains("Rank 1: /model/initial/path: "),
             qPrintable(outcome.out + outcome.err));
}

void TestCliRanks::anInterruptReachesAllRanks()
{
    const QString file = write("long.json", twoLongRuns());
    QList<pid_t> started;
    const coterie::test::Outcome outcome =
        disturbed({"run", file, "--ranks", "3", "--db", m_database},
                  5,
                  [&](QProcess& process, const QList<pid_t>& others) {
                      started = others;
                      ::kill(static_cast<pid_t>(process.processId()), SIGINT);
                  });
    QCOMPARE(outcome.code, 130);
    QVERIFY2(outcome.out.contains("You can resume it."), qPrintable(outcome.out));
    QVERIFY(!outcome.out.contains("Rank "));
    for (const pid_t other : started)
        QCOMPARE(::kill(other, 0), -1);
    const coterie::test::Outcome last =
        shell(QStringLiteral("\"$COTERIE_CLI\" resume --all --ranks 4 --db '%1'").arg(m_database));
    QVERIFY2(last.code == 0, qPrintable(last.out + last.err));
    QVERIFY(exportsOf(m_database) == undisturbed());
}

void TestCliRanks::aForkHasItsChangesAtAllRanks()
{
    QVERIFY(call({"run", m_file, "--db", path("1.sqlite")}).code == 0);
    QVERIFY(QFile::copy(path("1.sqlite"), path("3.sqlite")));
    for (const char* ranks : {"1", "3"}) {
        const coterie::test::Outcome fork =
            shell(QStringLiteral("\"$COTERIE_CLI\" fork 3 --round 1 --set /rounds=5 --set "
                                 "/local/optimizer/learningRate=0.2 --ranks %1 --db '%2'")
                      .arg(ranks, path(QString(ranks) + ".sqlite")));
        QVERIFY2(fork.code == 0, qPrintable(fork.out + fork.err));
    }
    QVERIFY(exportsOf(path("1.sqlite")) == exportsOf(path("3.sqlite")));
}

void TestCliRanks::rankZeroAloneAsksACommand()
{
    if (QStandardPaths::findExecutable("python3").isEmpty())
        QSKIP("python3 is not installed");
    for (const char* ranks : {"1", "2"}) {
        const coterie::test::Outcome outcome =
            shell(QStringLiteral("\"$COTERIE_CLI\" run '%1/experiments/external/losses.json' --set "
                                 "/rounds=2 --allow-external --ranks %2 --db '%3'")
                      .arg(COTERIE_SOURCE_DIR, ranks, path(QString(ranks) + ".sqlite")));
        QVERIFY2(outcome.code == 0, qPrintable(outcome.out + outcome.err));
    }
    QVERIFY(exportsOf(path("1.sqlite")) == exportsOf(path("2.sqlite")));
}

COTERIE_SECTION(TestCliRanks)

} // namespace tst_cli_ranks

#include "tst_cli_ranks.moc"
