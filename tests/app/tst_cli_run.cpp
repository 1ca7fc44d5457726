#include "core/run/environment.h"
#include "tests/app/cli_fixture.h"
#include "tests/build_folder.h"
#include "tests/core/data/digit_files.h"
#include "tests/sections.h"

#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QRegularExpression>
#include <QTest>

#include <csignal>

namespace tst_cli_run {

using namespace coterie;
using namespace coterie::test;

/// run and resume.
class TestCliRun final : public CliFixture
{
    Q_OBJECT

private Q_SLOTS:
    void runEndsWithResultsAndThePlaceOfItsDatabase();
    void linesOfAFileNeverGoBack();
    void aTerminalGetsOneLineDrawnAnew();
    void anEscapedNameDoesNotWrapTheLine();
    void jsonEventsTellTheWholeRun();
    void setChangesThePlan();
    void armAndSeedChooseTheRuns();
    void whatTheStoreHoldsIsNotComputedAgain();
    void namesDoNotMakeAnotherRun();
    void equalArmsAreComputedOnceAndShownUnderBothNames();
    void aRunWithoutItsDataFails();
    void aCardThatIsNotUsedIsNamed();
    void aGpuThatIsNotThereIsRefusedBeforeAnything();
    void anInterruptedRunResumesToTheSameExports();
    void aSecondInterruptEndsAtOnce();
    void resumeAllLeavesFinishedRunsAlone();
    void filesOnFiveSetsOfDigitsRun_data();
    void filesOnFiveSetsOfDigitsRun();
    void aDataSetIsExchangedByItsName();
    void theQuickstartIsValidAndRuns();
};

void TestCliRun::runEndsWithResultsAndThePlaceOfItsDatabase()
{
    const Outcome outcome = call({"run", m_file, "--db", m_database});
    QCOMPARE(outcome.code, 0);
    QCOMPARE(outcome.err, QString());
    QVERIFY(outcome.out.contains("Database: " + m_database + "\nRuns: 1, 2, 3, 4\n"));
    QVERIFY(outcome.out.contains("mean ± sd over seeds (ddof 0)"));
    const QRegularExpression row("^FedAvg +2 +[0-9.]+ ± [0-9.]+ +[0-9.]+ ± [0-9.]+ ",
                                 QRegularExpression::MultilineOption);
    QVERIFY2(row.match(outcome.out).hasMatch(), qPrintable(outcome.out));
    QVERIFY(outcome.out.contains("Beside A table: meanTestError in %"));
    QVERIFY(outcome.out.contains("29.55 ± 1.37"));
    QVERIFY2(outcome.out.contains(
                 QRegularExpression("arm +here, last +best round +reference +difference\n")),
             qPrintable(outcome.out));
    QVERIFY(outcome.out.contains("\nThe best round of a run is the one with its best value"));
}

void TestCliRun::linesOfAFileNeverGoBack()
{
    const Outcome outcome =
        call({"run", m_file, "--db", m_database, "--set", "/rounds=100", "--seed", "1"});
    QCOMPARE(outcome.code, 0);
    QVERIFY(!outcome.out.contains('\r'));
    QVERIFY(!outcome.out.contains('\033'));
    QVERIFY(outcome.out.contains("round 100 of 100: test error "));
    QVERIFY2(outcome.out.count("  round ") <= 2 * 21, "a few lines per run, not one per round");
}

void TestCliRun::aTerminalGetsOneLineDrawnAnew()
{
    // `script` gives the program a terminal to write to.
    const Outcome outcome = shell("script -qec '\"$COTERIE_CLI\" run small.json --db runs.sqlite "
                                  "--set /rounds=200' /dev/null");
    QCOMPARE(outcome.code, 0);
    QVERIFY(outcome.out.contains("\r\033[K"));
    QVERIFY(outcome.out.contains("█"));
    QVERIFY(outcome.out.contains("run 2 of 4, round "));
    QVERIFY(outcome.out.contains("Database: "));
    const QStringList drawn = outcome.out.split("\r\033[K");
    for (const QString& line : drawn)
        QVERIFY2(line.contains("Database") || line.count('\n') <= 1, qPrintable(line));
}

void TestCliRun::anEscapedNameDoesNotWrapTheLine()
{
    m_file = write("small.json",
                   QByteArray(kSmall).replace("Independent", QByteArray("\\u202e").repeated(10)));
    const Outcome outcome = shell("script -qec 'stty cols 60; \"$COTERIE_CLI\" run small.json --db "
                                  "runs.sqlite --set /rounds=200 --seed 1' /dev/null < /dev/null");
    QVERIFY2(outcome.code == 0, qPrintable(outcome.out));
    int drawings = 0;
    for (const QString& line : outcome.out.split("\r\033[K"))
        if (line.startsWith("█") || line.startsWith("░")) {
            ++drawings;
            QVERIFY2(line.section('\r', 0, 0).size() <= 59, qPrintable(line));
        }
    QVERIFY2(drawings > 0, qPrintable(outcome.out));
}

void TestCliRun::jsonEventsTellTheWholeRun()
{
    const Outcome outcome =
        call({"run", m_file, "--db", m_database, "--json", "--seed", "7", "--arm", "FedAvg"});
    QCOMPARE(outcome.code, 0);
    const QList<QJsonObject> lines = jsonLines(outcome.out);
    QStringList events;
    for (const QJsonObject& line : lines)
        events.append(line.value("event").toString());
    QCOMPARE(events,
             QStringList({"runStarted", "round", "round", "round", "round", "runEnded", "ended"}));
    QCOMPARE(lines[0].value("arm").toString(), QString("FedAvg"));
    QCOMPARE(lines[0].value("seed").toInt(), 7);
    QCOMPARE(lines[0].value("clients").toInt(), 4);
    QCOMPARE(lines[0].value("parameters").toInt(), 7850);
    QCOMPARE(lines[4].value("round").toInt(), 3);
    QVERIFY(lines[4].value("metrics").toObject().value("meanTestError").isDouble());
    QCOMPARE(lines[5].value("status").toString(), QString("finished"));
    QCOMPARE(lines[6].value("database").toString(), m_database);
    QCOMPARE(lines[6].value("runs").toArray(), QJsonArray({1}));
    // The last round's metrics and the result are the same numbers by two ways.
    const QJsonObject arm =
        lines[6].value("results").toObject().value("arms").toArray().first().toObject();
    QCOMPARE(arm.value("metrics").toObject().value("meanTestLoss").toObject().value("mean"),
             lines[4].value("metrics").toObject().value("meanTestLoss"));
}

void TestCliRun::setChangesThePlan()
{
    const QStringList set{"--set", "/rounds=2", "--set", "/local/batch=10"};
    QCOMPARE(call(QStringList{"run", m_file, "--db", m_database} + set).code, 0);
    const Outcome shown = call({"show", "1", "--db", m_database});
    QVERIFY(shown.out.contains("finished after 2 of 2 rounds"));
    QVERIFY(shown.out.contains("batch 10"));
}

void TestCliRun::armAndSeedChooseTheRuns()
{
    const QStringList run{"run", m_file, "--db", m_database};
    QCOMPARE(call(run + QStringList{"--arm", "FedAvg", "--seed", "2", "--seed", "5"}).code, 0);
    const QList<QJsonObject> rows = jsonLines(call({"list", "--db", m_database, "--json"}).out);
    QCOMPARE(rows.size(), 2);
    QCOMPARE(rows[0].value("arm").toString(), QString("FedAvg"));
    QCOMPARE(rows[0].value("seed").toInt(), 2);
    QCOMPARE(rows[1].value("seed").toInt(), 5);
    // A further seed is one more run of the same experiment.
    QCOMPARE(rows[0].value("hash"), rows[1].value("hash"));
    const Outcome report = call({"report", m_file, "--db", m_database});
    QVERIFY2(report.out.contains(QRegularExpression("FedAvg +2 ")), qPrintable(report.out));
}

void TestCliRun::whatTheStoreHoldsIsNotComputedAgain()
{
    const QStringList one{"run", m_file, "--db", m_database, "--seed", "1", "--arm", "FedAvg"};
    QCOMPARE(call(one).code, 0);
    const Outcome again = call(one);
    QCOMPARE(again.code, 0);
    QVERIFY2(again.out.startsWith("Already stored, with the same result to the bit: run 1."),
             qPrintable(again.out));
    QVERIFY2(again.out.contains("Runs: 1\n"), qPrintable(again.out));
    QVERIFY(again.out.contains(QRegularExpression("FedAvg +1 +[0-9.]+"))); // and its results
    // Only what is missing is computed; the other way round it is asked for.
    const Outcome rest = call({"run", m_file, "--db", m_database, "--seed", "1"});
    QVERIFY2(rest.out.contains("Runs: 1, 2\n"), qPrintable(rest.out));
    const Outcome asked = call(one + QStringList{"--again"});
    QVERIFY2(asked.out.contains("Runs: 3\n"), qPrintable(asked.out));
    // Another result is another run.
    const Outcome longer = call(one + QStringList{"--set", "/rounds=4"});
    QVERIFY2(longer.out.contains("Runs: 4\n"), qPrintable(longer.out));
}

void TestCliRun::namesDoNotMakeAnotherRun()
{
    QCOMPARE(call({"run", m_file, "--db", m_database, "--seed", "1"}).code, 0);
    const QStringList renamed{"--set",
                              "/name=Other",
                              "--set",
                              "/description=A",
                              "--set",
                              "/lookFor=B",
                              "--set",
                              "/arms/0/name=Mean",
                              "--set",
                              R"(/reference={"source":"T","metric":"meanTestError","unit":"%",)"
                              R"("values":{"Mean":12.5}})"};
    const Outcome run =
        call(QStringList{"run", m_file, "--db", m_database, "--seed", "1"} + renamed);
    QCOMPARE(run.code, 0);
    QVERIFY2(run.out.contains("Runs: 1, 2\n"), qPrintable(run.out));
    QVERIFY2(run.out.contains(QRegularExpression("\nMean +1 ")), qPrintable(run.out));
    const Outcome report = call(QStringList{"report", m_file, "--db", m_database} + renamed);
    QVERIFY2(report.out.startsWith("Other\n"), qPrintable(report.out));
    QVERIFY2(report.out.contains(QRegularExpression("\nMean .* 12.50 ")), qPrintable(report.out));
    const QList<QJsonObject> rows = jsonLines(call({"list", "--db", m_database, "--json"}).out);
    QCOMPARE(rows.size(), 2);
}

void TestCliRun::equalArmsAreComputedOnceAndShownUnderBothNames()
{
    QByteArray text(kSmall);
    text.replace(R"("arms": [)",
                 R"("arms": [ { "name": "Mean", "algorithm": { "name": "fedavg" } },)");
    const QString file = write("equal.json", text);
    const QStringList run{"run", file, "--db", m_database};
    const auto rowOf = [](const Outcome& outcome, const QString& arm) {
        const QRegularExpression row("\n" + arm + " +(2 .*)\n");
        return row.match(outcome.out).captured(1).simplified();
    };
    const Outcome first = call(run);
    QCOMPARE(first.code, 0);
    QVERIFY2(first.out.contains("\nRuns: 1, 2, 3, 4\n"), qPrintable(first.out));
    QVERIFY2(!rowOf(first, "Mean").isEmpty(), qPrintable(first.out));
    QCOMPARE(rowOf(first, "FedAvg"), rowOf(first, "Mean"));

    const Outcome second = call(run);
    QVERIFY2(second.out.startsWith("Already stored, with the same result to the bit: "
                                   "runs 1, 2, 3, 4. "),
             qPrintable(second.out));
    QVERIFY(second.out.contains("\nRuns: 1, 2, 3, 4\n"));
    for (const char* const arm : {"Mean", "Independent", "FedAvg"})
        QCOMPARE(rowOf(second, arm), rowOf(first, arm));
    const QJsonObject ended = jsonLines(call(run + QStringList{"--json"}).out).last();
    QCOMPARE(ended.value("runs").toArray(), QJsonArray({1, 2, 3, 4}));

    // Who chooses an arm sees that one; and asked for again it is computed again, once.
    const Outcome one = call(run + QStringList{"--arm", "FedAvg"});
    QVERIFY2(one.out.contains("\nRuns: 1, 2\n"), qPrintable(one.out));
    QCOMPARE(rowOf(one, "FedAvg"), rowOf(first, "FedAvg"));
    QCOMPARE(rowOf(one, "Mean"), QString());
    const Outcome again = call(run + QStringList{"--again", "--seed", "1"});
    QVERIFY2(again.out.contains("\nRuns: 5, 6\n"), qPrintable(again.out));
}

void TestCliRun::aRunWithoutItsDataFails()
{
    const Outcome outcome = call({"run",
                                  m_file,
                                  "--db",
                                  m_database,
                                  "--set",
                                  R"(/data/dataset={"name":"mnist"})",
                                  "--seed",
                                  "1"});
    QCOMPARE(outcome.code, 3);
    QVERIFY2(outcome.err.contains("MNIST was not found"), qPrintable(outcome.err));
    QVERIFY(outcome.err.contains("COTERIE_DATA"));
}

void TestCliRun::aCardThatIsNotUsedIsNamed()
{
    if (call({"--version"}).out.contains(QRegularExpression("device +cuda")))
        QSKIP("LibTorch finds a GPU here");
    const QString withCard =
        "LD_LIBRARY_PATH=" + tests::builtFile("tests/fake_card") + " \"$COTERIE_CLI\" ";
    const QString why = "he Imagined Card is not used: this program was built with a LibTorch "
                        "without CUDA (see docs/gpu.md)";
    const QString few = "run small.json --db runs.sqlite --seed 1 --set /rounds=1 ";
    const Outcome run = shell(withCard + few);
    QCOMPARE(run.code, 0);
    QCOMPARE(run.err, "coterie-cli: T" + why + ".\n");
    QVERIFY2(run.out.contains(" starts on cpu: "), qPrintable(run.out));
    QCOMPARE(shell(withCard + few + "--again --device cpu").err, QString()); // as asked for
    const Outcome refused = shell(withCard + "selfcheck --device cuda");
    QVERIFY(refused.code != 0);
    QVERIFY2((refused.out + refused.err).contains("because t" + why),
             qPrintable(refused.out + refused.err));
}

void TestCliRun::aGpuThatIsNotThereIsRefusedBeforeAnything()
{
    if (call({"--version"}).out.contains(QRegularExpression("device +cuda")))
        QSKIP("LibTorch finds a GPU here");
    const QString sentence = QString::fromStdString(checkDevice("cuda").error().sentence());
    QVERIFY(sentence.startsWith("/device: must be \"cpu\" or \"auto\" because "));
    const QStringList onGpu{"run", m_file, "--db", m_database, "--set", "/device=cuda"};
    const Outcome run = call(onGpu);
    QCOMPARE(run.code, 2);
    QVERIFY2(run.err.contains(sentence) && run.err.count('\n') == 1, qPrintable(run.err));
    QVERIFY(!QFile::exists(m_database));
    const Outcome asked = call({"run", m_file, "--db", m_database, "--device", "cuda"});
    QCOMPARE(asked.code, 2);
    QVERIFY2(asked.err.contains("--device: must be \"cpu\" or \"auto\""), qPrintable(asked.err));
    QVERIFY(!QFile::exists(m_database));

    // A stored run that waits for the GPU it was meant for, and for its data.
    const QStringList lacking{
        "--device", "cpu", "--set", R"(/data/dataset={"name":"mnist"})", "--seed", "1"};
    QCOMPARE(call(onGpu + lacking).code, 3);
    const Outcome resumed = call({"resume", "1", "--db", m_database});
    QCOMPARE(resumed.code, 2);
    QVERIFY2(resumed.err.contains("run 1, " + sentence), qPrintable(resumed.err));
}

void TestCliRun::anInterruptedRunResumesToTheSameExports()
{
    const QStringList common{"--set", "/rounds=800", "--set", "/evaluateEvery=5", "--seed", "1"};
    QCOMPARE(call(QStringList{"run", m_file, "--db", path("whole.sqlite")} + common).code, 0);

    QProcess process;
    startUntil(process, QStringList{"run", m_file, "--db", m_database} + common, 3);
    // While it stands still, so that no thread of it waits for the signal.
    ::kill(static_cast<pid_t>(process.processId()), SIGINT);
    const Outcome interrupted = end(process);
    QCOMPARE(interrupted.code, 130);
    const QJsonObject last = jsonLines(interrupted.out).last();
    QCOMPARE(last.value("resume").toString(), "coterie-cli resume 1 2 --db " + m_database);
    QVERIFY(exported(m_database, "rounds") != exported(path("whole.sqlite"), "rounds"));

    QCOMPARE(call({"resume", "1", "2", "--db", m_database}).code, 0);
    for (const char* table : {"rounds", "clients", "traffic"})
        QCOMPARE(exported(m_database, table), exported(path("whole.sqlite"), table));
    const Outcome again = call({"resume", "1", "--db", m_database});
    QCOMPARE(again.code, 2);
    QVERIFY(again.err.contains("run 1: is finished"));
}

void TestCliRun::aSecondInterruptEndsAtOnce()
{
    QProcess process;
    startUntil(process, {"run", m_file, "--db", m_database, "--set", "/rounds=100000"}, 3);
    // Two different signals, as two equal ones that nobody has taken yet count as one.
    ::kill(static_cast<pid_t>(process.processId()), SIGINT);
    ::kill(static_cast<pid_t>(process.processId()), SIGTERM);
    const Outcome interrupted = end(process);
    QCOMPARE(interrupted.code, 130);
    QVERIFY(interrupted.out.contains("ended at once"));
    QVERIFY2(!interrupted.out.contains("\"ended\""), "no time for a summary");
    QCOMPARE(jsonLines(call({"list", "--db", m_database, "--json"}).out).size(), 4);
}

void TestCliRun::resumeAllLeavesFinishedRunsAlone()
{
    QCOMPARE(call({"run", m_file, "--db", m_database, "--seed", "1"}).code, 0);
    const Outcome outcome = call({"resume", "--all", "--db", m_database});
    QCOMPARE(outcome.code, 0);
    QCOMPARE(outcome.out, QString("There is no run to resume.\n"));
    const Outcome unknown = call({"resume", "99", "--db", m_database});
    QCOMPARE(unknown.code, 2);
    QVERIFY2(unknown.err.contains("99"), qPrintable(unknown.err));
}

/// HCCT's Digit task on small files in the published formats of its five data sets.
void TestCliRun::filesOnFiveSetsOfDigitsRun_data()
{
    QTest::addColumn<QString>("file");
    for (const char* name : {"table4_digit", "table4_digit_code", "figure5", "figure6"})
        QTest::newRow(name) << "papers/hcct/" + QString::fromLatin1(name);
}

void TestCliRun::filesOnFiveSetsOfDigitsRun()
{
    QFETCH(QString, file);
    digitfiles::putAll(path("digits"));
    QStringList small;
    for (const char* setting : {"/data/dataset/samples=2",
                                "/data/partition/clientsPerDomain=1",
                                "/data/partition/samplesPerDomain=2",
                                "/model/name=digit_cnn_small",
                                "/local/localEpochs=1",
                                "/local/dropLast=false",
                                "/rounds=2"})
        small << "--set" << QString::fromLatin1(setting);
    if (file.endsWith("figure5"))
        small << "--set"
              << "/arms/0/algorithm/fixedGroups=2";
    const QString arm = file.endsWith("figure5") ? "HCCT, K groups" : "HCCT";
    const Outcome run = call(QStringList{"run", file, "--data", path("digits"), "--db", m_database}
                             + QStringList{"--seed", "1", "--arm", arm, "--json"} + small);
    QVERIFY2(run.code == 0, qPrintable(run.err));
    double groups = 0;
    for (const QJsonObject& line : jsonLines(run.out)) {
        const QJsonObject metrics = line.value("metrics").toObject();
        groups = metrics.value("groupCount").toDouble(groups);
        if (!metrics.isEmpty())
            QVERIFY(metrics.contains("maxBestPerClientTestError"));
    }
    QVERIFY(file.endsWith("figure5") ? groups == 2 : groups >= 1 && groups <= 5);
}

/// A stand-in becomes the paper's experiment by the name of its data set alone.
void TestCliRun::aDataSetIsExchangedByItsName()
{
    const QStringList validate{"validate", "papers/hcct/table4_drawn", "--set"};
    const Outcome outcome = call(validate + QStringList{"/data/dataset/name=digitDomains"});
    QVERIFY2(outcome.code == 0, qPrintable(outcome.err + outcome.out));
}

void TestCliRun::theQuickstartIsValidAndRuns()
{
    const QString file = COTERIE_SOURCE_DIR "/experiments/quickstart.json";
    const Outcome valid = call({"validate", file});
    QVERIFY2(valid.code == 0, qPrintable(valid.out));
    QVERIFY(valid.out.contains("2 arms × 1 seed = 2 runs\n"));
    QVERIFY(call({"validate", "quickstart"})
                .out.startsWith("quickstart: valid, 2 arms × 1 seed = 2 runs\n"));
    QVERIFY(call({"validate", "papers/hcct/table4_fmnist"}).out.contains("table4_fmnist: valid"));
    QCOMPARE(call({"validate", "papers/hcct/none"}).code, 2);
    QVERIFY(!write("quickstart", "{}").isEmpty()); // now a file of that name is what is meant
    QCOMPARE(call({"validate", "quickstart"}).code, 2);
    const Outcome outcome =
        call({"run", file, "--set", "/rounds=1", "--set", "/data/dataset/samples=800"});
    QCOMPARE(outcome.code, 0);
    // Without --db the runs go where the user's data is.
    QVERIFY(outcome.out.contains("Database: " + path("share/coterie/runs.sqlite")));
}

COTERIE_SECTION(TestCliRun)

} // namespace tst_cli_run

#include "tst_cli_run.moc"
