#include "core/data/formats/safetensors.h"
#include "core/store/run_store.h"
#include "core/train/rank_group.h"
#include "tests/app/cli_fixture.h"
#include "tests/app/ranks_fixture.h"
#include "tests/sections.h"

#include <QRegularExpression>
#include <QTest>

#include <algorithm>
#include <csignal>
#include <fstream>
#include <functional>
#include <sstream>
#include <utility>

namespace tst_cli_dealt {

using namespace coterie;
using coterie::test::CliFixture;
using coterie::test::exportsOf;
using coterie::test::Outcome;
using coterie::test::ranksOf;

namespace {

/// The methods that can be dealt, with the samplers that need no model of other clients.
const QString kDealtMethods = QStringLiteral(COTERIE_SOURCE_DIR "/tests/ranks/dealt_methods.json");

/// Many rounds of tiny models, whose state is one piece unless it is dealt.
QByteArray longRuns()
{
    return "{\"schema\": 1, \"name\": \"Long\", \"data\": {\"dataset\": {\"name\": "
           "\"glyphDigits\", \"samples\": 280}, \"partition\": {\"scheme\": \"dirichlet\", "
           "\"clients\": 7, \"alpha\": 1}, \"test\": {\"share\": 0.25}}, \"model\": {\"name\": "
           "\"layers\", \"layers\": [{\"layer\": \"averagePool\", \"kernel\": 7}, {\"layer\": "
           "\"flatten\"}, {\"layer\": \"linear\", \"units\": \"classes\"}]}, \"local\": "
           "{\"optimizer\": "
           "{\"name\": \"sgd\", \"learningRate\": 0.05}, \"batch\": 5, \"localSteps\": 40}, "
           "\"rounds\": 32, \"seeds\": [1], \"checkpointSeconds\": 0.05, \"arms\": [{\"name\": "
           "\"Ditto\", \"algorithm\": {\"name\": \"ditto\"}, \"sampler\": {\"name\": \"random\", "
           "\"count\": 4}}, {\"name\": \"FedPer\", \"algorithm\": {\"name\": \"fedper\"}}]}";
}

/// Of every kind of rows, with ranks that have none.
const QByteArray kFewClientsArms =
    R"(, {"name": "APFL", "algorithm": {"name": "apfl", "adaptive": true}})"
    R"(, {"name": "SCAFFOLD", "algorithm": {"name": "scaffold"}})"
    R"(, {"name": "HCCT", "algorithm": {"name": "hcct", "fixedGroups": 2}})"
    R"(, {"name": "IFCA", "algorithm": {"name": "ifca", "models": 2}})";

/// Every export but the timings, and the models that are kept of each run.
std::string resultsOf(const QString& file)
{
    const auto store = RunStore::open(file.toStdString(), RunStore::Mode::ReadOnly);
    if (!store)
        return store.error().sentence();
    std::ostringstream text;
    text << exportsOf(file);
    const auto runs = (*store)->runs();
    for (const RunRow& run : *runs) {
        const auto kept = (*store)->keptModels(run.id);
        if (!kept || !*kept)
            return "no models of run " + std::to_string(run.id);
        text << (*kept)->round << ' ' << (*kept)->bytes << '\n';
        for (const KeptModel& model : (*kept)->models) {
            text << static_cast<int>(model.role);
            for (const int client : model.clients)
                text << ' ' << client;
            const auto numbers = model.numbers.view();
            text << '\n'
                 << std::string_view(reinterpret_cast<const char*>(numbers.data()), numbers.size());
        }
    }
    return text.str();
}

/// Whether the stored state of a run has a piece for each client's tiny model.
bool isStoredByClient(const QString& file, std::int64_t run)
{
    const auto store = RunStore::open(file.toStdString());
    if (!store)
        return false;
    const auto checkpoint = (*store)->loadCheckpoint(run);
    return checkpoint && std::ranges::any_of(checkpoint->changed, [](const StateChunk& chunk) {
               return chunk.part.ends_with("models") && chunk.client >= 0;
           });
}

} // namespace

/// Ranks that deal the clients' models among themselves: the run is that of one process.
class TestCliDealt final : public CliFixture
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void cleanup()
    {
        qunsetenv("COTERIE_DEAL");
        CliFixture::m_folder.reset();
    }
    void dealtModelsGiveTheBytesOfOneProcess();
    void validateSaysWhereModelsAre();
    void aKilledRankEndsTheRunAndAnyNumberResumesIt_data();
    void aKilledRankEndsTheRunAndAnyNumberResumesIt();
    void whatMethodsKeepOfEachClientIsResumed_data();
    void whatMethodsKeepOfEachClientIsResumed();
    void aStopBetweenRoundsKeepsTheState();
    void aStateOfOneProcessIsDealt();
    void moreRanksThanClientsAreOfNoHarm();
    void modelsLargerThanAPieceAreStoredAndDealt();
    void keptStatesAndForksAreThoseOfOneProcess();
    void clientsThatJoinLaterAreDealt();
    void initialWeightsAreThoseOfAllRanks();

private:
    /// The results of the long runs that nobody disturbed, computed once, by one process.
    const std::string& undisturbed()
    {
        if (m_undisturbed.empty()) {
            const Outcome outcome =
                call({"run", write("long.json", longRuns()), "--db", path("straight.sqlite")});
            if (outcome.code != 0)
                qFatal("%s", qPrintable(outcome.out + outcome.err));
            m_undisturbed = resultsOf(path("straight.sqlite"));
        }
        return m_undisturbed;
    }
    /// Once the run has done this round, `disturb` is called with the other ranks.
    Outcome disturbed(const QStringList& arguments,
                      int round,
                      const std::function<void(QProcess&, const QList<pid_t>&)>& disturb) const;
    [[nodiscard]] Outcome dealt(const QString& command) const
    {
        return shell(QStringLiteral("COTERIE_DEAL=1 \"$COTERIE_CLI\" %1 --threads 1 --db '%2'")
                         .arg(command, m_database));
    }

    std::string m_undisturbed;
};

void TestCliDealt::initTestCase()
{
    if (const Result<void> available = checkRanksAvailable(); !available)
        QSKIP(available.error().sentence().c_str());
}

void TestCliDealt::dealtModelsGiveTheBytesOfOneProcess()
{
    const QString said =
        shell(QStringLiteral("COTERIE_DEAL=1 \"$COTERIE_CLI\" validate '%1' --ranks 4")
                  .arg(kDealtMethods))
            .out;
    QVERIFY2(said.count("dealt by owner among 4 ranks") >= 4, qPrintable(said));
    QVERIFY2(!said.contains("whole on each rank"), qPrintable(said));
    std::string expected;
    for (const auto& [ranks, threads] : {std::pair("1", "1"), {"2", "1"}, {"4", "2"}}) {
        const QString store = path(QStringLiteral("%1x%2.sqlite").arg(ranks, threads));
        const Outcome outcome =
            shell(QStringLiteral("COTERIE_DEAL=1 \"$COTERIE_CLI\" run '%1' --ranks %2 "
                                 "--threads %3 --db '%4'")
                      .arg(kDealtMethods, ranks, threads, store));
        QVERIFY2(outcome.code == 0, qPrintable(outcome.out.right(400) + outcome.err));
        const std::string results = resultsOf(store);
        if (expected.empty())
            expected = results;
        QVERIFY2(results == expected, qPrintable(store));
    }
    QVERIFY(expected.size() > 100'000);
}

void TestCliDealt::validateSaysWhereModelsAre()
{
    const QString file = write("whole.json",
                               QByteArray(coterie::test::kSmall)
                                   .replace("{ \"name\": \"FedAvg\",",
                                            "{ \"name\": \"HCCT\", \"algorithm\": { \"name\": "
                                            "\"hcct\", \"similarity\": \"sign\" } }, { \"name\": "
                                            "\"MaxFL\", \"algorithm\": { \"name\": \"maxfl\" } }, "
                                            "{ \"name\": \"FedAvg\","));
    const auto said = [&](const char* deal) {
        qputenv("COTERIE_DEAL", deal);
        return call({"validate", file, "--ranks", "3", "--set", "/data/partition/clients=40"}).out;
    };
    const QString dealtOnes = said("1");
    const QString wholeOnes = said("0");
    static const QRegularExpression dealt(
        "\nModels of Independent: dealt by owner among 3 ranks, ([0-9.]+) MB per rank[.]\n");
    static const QRegularExpression whole(
        "\nModels of Independent: whole on each rank, ([0-9.]+) MB, because they fit[.]\n");
    static const QRegularExpression hcct(
        "\nModels of HCCT: whole on each rank, [0-9.]+ MB, because HCCT compares signs[.]\n");
    static const QRegularExpression maxfl(
        "\nModels of MaxFL: whole on each rank, [0-9.]+ MB, because "
        "MAXFL mixes models in groups unless its mode is canonical[.]\n");
    for (const QRegularExpression& sentence : {dealt, hcct, maxfl})
        QVERIFY2(dealtOnes.contains(sentence), qPrintable(dealtOnes));
    for (const QRegularExpression& sentence : {whole, hcct, maxfl})
        QVERIFY2(wholeOnes.contains(sentence), qPrintable(wholeOnes));
    // Of 40 clients one of three ranks has 14.
    const double here = dealt.match(dealtOnes).captured(1).toDouble();
    const double all = whole.match(wholeOnes).captured(1).toDouble();
    QVERIFY2(here > 0.25 * all && here < 0.45 * all, qPrintable(dealtOnes + wholeOnes));
}

Outcome
TestCliDealt::disturbed(const QStringList& arguments,
                        int round,
                        const std::function<void(QProcess&, const QList<pid_t>&)>& disturb) const
{
    QProcess process;
    startUntil(process, arguments, round);
    disturb(process, ranksOf(process));
    return end(process);
}

void TestCliDealt::aKilledRankEndsTheRunAndAnyNumberResumesIt_data()
{
    QTest::addColumn<QByteArray>("algorithm");
    QTest::newRow("Ditto") << QByteArray("\"ditto\"");
    QTest::newRow("FedAMP") << QByteArray("\"fedamp\", \"sigma\": 3");
    QTest::newRow("HCCT") << QByteArray("\"hcct\", \"fixedGroups\": 3, \"repartitionEvery\": 4");
}

void TestCliDealt::aKilledRankEndsTheRunAndAnyNumberResumesIt()
{
    QFETCH(QByteArray, algorithm);
    const QByteArray runs = longRuns().replace("\"ditto\"", algorithm);
    const QString file = write("long.json", runs);
    std::string expected;
    if (runs == longRuns()) {
        expected = undisturbed();
    } else {
        const Outcome alone = call({"run", file, "--db", path("straight.sqlite")});
        QVERIFY2(alone.code == 0, qPrintable(alone.out + alone.err));
        expected = resultsOf(path("straight.sqlite"));
    }
    qputenv("COTERIE_DEAL", "1");
    int round = 5;
    QStringList arguments{"run", file, "--threads", "1"};
    for (const char* ranks : {"3", "2", "4"}) {
        const Outcome outcome =
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
        QVERIFY(isStoredByClient(m_database, 1));
        arguments = QStringList{"resume", "--all", "--threads", "1"};
        round += 8;
    }
    qunsetenv("COTERIE_DEAL");
    const Outcome last =
        shell(QStringLiteral("\"$COTERIE_CLI\" resume --all --db '%1'").arg(m_database));
    QVERIFY2(last.code == 0, qPrintable(last.out + last.err));
    QVERIFY(resultsOf(m_database) == expected);
}

void TestCliDealt::whatMethodsKeepOfEachClientIsResumed_data()
{
    QTest::addColumn<QByteArray>("algorithm");
    QTest::newRow("pFedMe") << QByteArray(R"("pfedme", "localRounds": 10, "innerSteps": 4)");
    QTest::newRow("APFL") << QByteArray(R"("apfl", "adaptive": true)");
    QTest::newRow("SCAFFOLD") << QByteArray(R"("scaffold")");
    QTest::newRow("FedDyn") << QByteArray(R"("feddyn")");
    QTest::newRow("Per-FedAvg") << QByteArray(R"("perfedavg")");
}

void TestCliDealt::whatMethodsKeepOfEachClientIsResumed()
{
    QFETCH(QByteArray, algorithm);
    QByteArray text = longRuns()
                          .replace("\"rounds\": 32", "\"rounds\": 20")
                          .replace("\"checkpointSeconds\": 0.05", "\"checkpointSeconds\": 0")
                          .replace("\"ditto\"", algorithm);
    text.replace(text.mid(text.indexOf(", {\"name\": \"FedPer\"")), "]}");
    const QString file = write("one.json", text);
    const Outcome alone = call({"run", file, "--db", path("straight.sqlite")});
    QVERIFY2(alone.code == 0, qPrintable(alone.out + alone.err));
    qputenv("COTERIE_DEAL", "1");
    const Outcome killed =
        disturbed({"run", file, "--ranks", "3", "--threads", "1", "--db", m_database},
                  4,
                  [](QProcess&, const QList<pid_t>& others) {
                      QCOMPARE(others.size(), 2);
                      ::kill(others.at(1), SIGKILL);
                  });
    QCOMPARE(killed.code, 3);
    const Outcome last = dealt("resume --all --ranks 4");
    QVERIFY2(last.code == 0, qPrintable(last.out + last.err));
    QVERIFY(resultsOf(m_database) == resultsOf(path("straight.sqlite")));
}

void TestCliDealt::aStopBetweenRoundsKeepsTheState()
{
    const QString file = write("long.json", longRuns());
    const std::string& expected = undisturbed();
    qputenv("COTERIE_DEAL", "1");
    for (const int round : {5, 12}) {
        const QStringList arguments =
            round == 5 ? QStringList{"run", file} : QStringList{"resume", "--all"};
        const Outcome outcome =
            disturbed(arguments + QStringList{"--ranks", "3", "--db", m_database},
                      round,
                      [&](QProcess& process, const QList<pid_t>&) {
                          ::kill(static_cast<pid_t>(process.processId()), SIGINT);
                      });
        QCOMPARE(outcome.code, 130);
        QVERIFY2(outcome.out.contains("You can resume it."), qPrintable(outcome.out));
        QVERIFY(!outcome.out.contains("Rank "));
    }
    const Outcome last =
        shell(QStringLiteral("\"$COTERIE_CLI\" resume --all --ranks 4 --db '%1'").arg(m_database));
    QVERIFY2(last.code == 0, qPrintable(last.out + last.err));
    QVERIFY(resultsOf(m_database) == expected);
}

void TestCliDealt::aStateOfOneProcessIsDealt()
{
    const QString file = write("long.json", longRuns());
    const std::string& expected = undisturbed();
    const Outcome stopped =
        disturbed({"run", file, "--db", m_database}, 9, [](QProcess& process, const QList<pid_t>&) {
            ::kill(static_cast<pid_t>(process.processId()), SIGINT);
        });
    QCOMPARE(stopped.code, 130);
    QVERIFY(!isStoredByClient(m_database, 1));
    const Outcome last =
        shell(QStringLiteral("COTERIE_DEAL=1 \"$COTERIE_CLI\" resume --all --ranks "
                             "4 --db '%1'")
                  .arg(m_database));
    QVERIFY2(last.code == 0, qPrintable(last.out + last.err));
    QVERIFY(resultsOf(m_database) == expected);
}

void TestCliDealt::moreRanksThanClientsAreOfNoHarm()
{
    const QString file =
        write("few.json",
              longRuns()
                  .replace("\"clients\": 7", "\"clients\": 3")
                  .replace("\"count\": 4", "\"count\": 2")
                  .replace(R"(, {"name": "FedPer")", kFewClientsArms + R"(, {"name": "FedPer")"));
    const Outcome alone = call({"run", file, "--db", path("straight.sqlite")});
    QVERIFY2(alone.code == 0, qPrintable(alone.out + alone.err));
    qputenv("COTERIE_DEAL", "1");
    const Outcome stopped =
        disturbed({"run", file, "--ranks", "5", "--threads", "1", "--db", m_database},
                  7,
                  [](QProcess& process, const QList<pid_t>&) {
                      ::kill(static_cast<pid_t>(process.processId()), SIGINT);
                  });
    QCOMPARE(stopped.code, 130);
    QVERIFY(isStoredByClient(m_database, 1));
    const Outcome last = dealt("resume --all --ranks 4");
    QVERIFY2(last.code == 0, qPrintable(last.out + last.err));
    QVERIFY(resultsOf(m_database) == resultsOf(path("straight.sqlite")));
}

void TestCliDealt::modelsLargerThanAPieceAreStoredAndDealt()
{
    const QString file =
        write("large.json",
              "{\"schema\": 1, \"name\": \"Large\", \"data\": {\"dataset\": {\"name\": "
              "\"glyphDigits\", \"samples\": 60}, \"partition\": {\"scheme\": \"iid\", "
              "\"clients\": 3}, \"test\": {\"share\": 0.25}}, \"model\": {\"name\": \"layers\", "
              "\"layers\": [{\"layer\": \"flatten\"}, {\"layer\": \"linear\", \"units\": 5600}, "
              "{\"layer\": \"relu\"}, {\"layer\": \"linear\", \"units\": \"classes\"}]}, "
              "\"local\": {\"optimizer\": {\"name\": \"sgd\", \"learningRate\": 0.05}, "
              "\"batch\": 10, \"localSteps\": 1}, \"rounds\": 5, \"seeds\": [1], "
              "\"checkpointSeconds\": 0, \"keepModels\": \"last\", \"arms\": [{\"name\": "
              "\"FedPer\", \"algorithm\": {\"name\": \"fedper\"}}]}");
    QVERIFY(call({"run", file, "--db", path("straight.sqlite")}).code == 0);
    qputenv("COTERIE_DEAL", "1");
    const Outcome killed =
        disturbed({"run", file, "--ranks", "2", "--threads", "1", "--db", m_database},
                  2,
                  [](QProcess&, const QList<pid_t>& others) { ::kill(others.at(0), SIGKILL); });
    QCOMPARE(killed.code, 3);
    QVERIFY(isStoredByClient(m_database, 1));
    const Outcome last = dealt("resume --all --ranks 3");
    QVERIFY2(last.code == 0, qPrintable(last.out + last.err));
    const std::string results = resultsOf(m_database);
    QVERIFY(results == resultsOf(path("straight.sqlite")));
    QVERIFY(results.size() > 3 * kLargestChunk);
}

void TestCliDealt::keptStatesAndForksAreThoseOfOneProcess()
{
    const QString file = write(
        "kept.json", longRuns().replace("\"rounds\": 32", "\"rounds\": 9, \"keepStates\": 3"));
    // A fork from a state that is kept, and one that computes rounds again.
    for (const QString& command :
         {QStringLiteral("run '%1'").arg(file),
          QStringLiteral("fork 1 --round 6 --set /local/optimizer/learningRate=0.01"),
          QStringLiteral("fork 1 --round 5 --set /local/optimizer/learningRate=0.02")}) {
        const Outcome alone = shell(
            QStringLiteral("\"$COTERIE_CLI\" %1 --db '%2'").arg(command, path("straight.sqlite")));
        QVERIFY2(alone.code == 0, qPrintable(alone.out + alone.err));
        const Outcome outcome = dealt(command + " --ranks 3");
        QVERIFY2(outcome.code == 0, qPrintable(outcome.out + outcome.err));
    }
    QVERIFY(resultsOf(m_database) == resultsOf(path("straight.sqlite")));
    const auto store = RunStore::open(m_database.toStdString());
    QVERIFY(store);
    for (const int round : {3, 6}) {
        const Result<CheckpointDelta> kept = (*store)->stateUpTo(1, round);
        QVERIFY(kept && kept->round == round);
        QVERIFY(std::ranges::any_of(kept->changed, [](const StateChunk& chunk) {
            return chunk.part.ends_with("models") && chunk.client == 6;
        }));
    }
}

void TestCliDealt::clientsThatJoinLaterAreDealt()
{
    const QString file =
        write("late.json",
              longRuns()
                  .replace("\"arms\": [",
                           "\"arms\": [{\"name\": \"HCCT\", \"algorithm\": {\"name\": \"hcct\", "
                           "\"alpha\": 100, \"repartitionEvery\": 0}}, {\"name\": \"HCCT-P\", "
                           "\"algorithm\": {\"name\": \"hcctP\", \"alpha\": 100, "
                           "\"newcomerProbe\": \"init\", \"newcomerMode\": \"repartition\"}}, "
                           "{\"name\": \"FedAMP\", \"algorithm\": {\"name\": \"fedamp\"}}, ")
                  .replace("\"rounds\": 32",
                           "\"rounds\": 8, \"clients\": {\"arrivals\": [{\"round\": 3, "
                           "\"clients\": [0, 5, 6]}, {\"round\": 5, \"clients\": [2]}]}"));
    QVERIFY(call({"run", file, "--db", path("straight.sqlite")}).code == 0);
    const Outcome outcome = dealt("run '" + file + "' --ranks 3");
    QVERIFY2(outcome.code == 0, qPrintable(outcome.out + outcome.err));
    const std::string results = resultsOf(m_database);
    QVERIFY(results == resultsOf(path("straight.sqlite")));
    QVERIFY(results.find("joins the group of client") != std::string::npos);
}

void TestCliDealt::initialWeightsAreThoseOfAllRanks()
{
    const std::vector<NamedTensor> tensors{
        {.name = "1.weight", .shape = {10, 784}, .values = std::vector<float>(7840, 0.01F)},
        {.name = "1.bias", .shape = {10}, .values = std::vector<float>(10, 0.25F)}};
    {
        std::ofstream out(path("start.safetensors").toStdString(), std::ios::binary);
        writeSafetensors(tensors, out);
    }
    QByteArray text = longRuns().replace("\"rounds\": 32", "\"rounds\": 4");
    const QByteArray layers = text.mid(text.indexOf("{\"name\": \"layers\""));
    text.replace(layers.left(layers.indexOf(", \"local\"")),
                 "{\"name\": \"mlr\", \"initial\": {\"path\": \"start.safetensors\"}}");
    const QString file = write("begun.json", text);
    const Outcome alone = call({"run", file, "--db", path("straight.sqlite")});
    QVERIFY2(alone.code == 0, qPrintable(alone.out + alone.err));
    const Outcome outcome = dealt("run '" + file + "' --ranks 3");
    QVERIFY2(outcome.code == 0, qPrintable(outcome.out + outcome.err));
    QVERIFY(resultsOf(m_database) == resultsOf(path("straight.sqlite")));
    const Outcome drawn = call({"run",
                                write("drawn.json",
                                      text.replace(", \"initial\": {\"path\": "
                                                   "\"start.safetensors\"}",
                                                   "")),
                                "--db",
                                path("drawn.sqlite")});
    QVERIFY2(drawn.code == 0, qPrintable(drawn.out + drawn.err));
    QVERIFY(resultsOf(path("drawn.sqlite")) != resultsOf(m_database));
}

COTERIE_SECTION(TestCliDealt)

} // namespace tst_cli_dealt

#include "tst_cli_dealt.moc"
