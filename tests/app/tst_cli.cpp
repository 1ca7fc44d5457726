#include "app/cli/commands.h"
#include "core/algorithms/registry.h"
#include "core/store/exports.h"
#include "tests/coterie_test_main.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <csignal>
#include <map>
#include <optional>
#include <span>

using coterie::NamedPart;
using coterie::Registry;

namespace {

/// Two arms, four clients, a linear model: a run takes a moment.
constexpr const char* kSmall = R"json({
  "schema": 1, "name": "Small", "description": "Two ways to train one small model.",
  "data": { "dataset": { "name": "glyphDigits", "samples": 400 },
            "partition": { "scheme": "iid", "clients": 4 }, "test": { "share": 0.25 } },
  "model": { "name": "mlr" },
  "local": { "optimizer": { "name": "sgd", "learningRate": 0.05 }, "batch": 20, "localEpochs": 1 },
  "arms": [ { "name": "Independent", "algorithm": { "name": "independent" } },
            { "name": "FedAvg", "algorithm": { "name": "fedavg" } } ],
  "rounds": 3, "seeds": [1, 2],
  "reference": { "source": "A table", "metric": "meanTestError", "unit": "%",
                 "values": { "FedAvg": [29.55, 1.37] } } })json";

struct Outcome
{
    int code = -1;
    QString out;
    QString err;
};

QList<QJsonObject> jsonLines(const QString& text)
{
    QList<QJsonObject> objects;
    for (const QString& line : text.split('\n', Qt::SkipEmptyParts)) {
        QJsonParseError error;
        const QJsonDocument document = QJsonDocument::fromJson(line.toUtf8(), &error);
        if (error.error != QJsonParseError::NoError || !document.isObject())
            qFatal("not a JSON object: %s", qPrintable(line));
        objects.append(document.object());
    }
    return objects;
}

QByteArray contents(const QString& file)
{
    QFile opened(file);
    return opened.open(QIODevice::ReadOnly) ? opened.readAll() : QByteArray("(unreadable)");
}

} // namespace

class TestCli : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup() { m_folder.reset(); }

    void versionNamesWhatResultsDependOn();
    void everyCommandExplainsItself();
    void misspeltWordsGetTheNearestOne_data();
    void misspeltWordsGetTheNearestOne();
    void wrongArgumentsGetASentence_data();
    void wrongArgumentsGetASentence();
    void validateCountsTheRuns();
    void validateSaysAllThatIsWrong();

    void runEndsWithResultsAndThePlaceOfItsDatabase();
    void linesOfAFileNeverGoBack();
    void aTerminalGetsOneLineDrawnAnew();
    void jsonEventsTellTheWholeRun();
    void setChangesThePlan();
    void armAndSeedChooseTheRuns();
    void runsAreAlwaysNew();
    void aRunWithoutItsDataFails();
    void anInterruptedRunResumesToTheSameExports();
    void aSecondInterruptEndsAtOnce();
    void resumeAllLeavesFinishedRunsAlone();

    void listAndShowTellOfStoredRuns();
    void exportsGoToFilesAndStandardOutputAlike();
    void everyExportHasAName();
    void aClosedPipeEndsQuietly();
    void aFullDiskIsTold();
    void reportGathersTheSeedsOfOneExperiment();
    void reportCountsTheRoundsToATarget();

    void describeListsEverythingThatHasAName();
    void describeShowsAParameterTable();
    void modelsHaveLayersAndSizes();
    void dataSetsSayWhereTheyAreOrHowToGetThem();
    void theQuickstartIsValidAndRuns();

private:
    [[nodiscard]] QString path(const QString& name) const { return m_folder->filePath(name); }
    [[nodiscard]] QString write(const QString& name, const QByteArray& text) const;
    void prepare(QProcess& process) const;
    [[nodiscard]] Outcome call(const QStringList& arguments) const;
    [[nodiscard]] Outcome shell(const QString& line) const;
    [[nodiscard]] QString exported(const QString& database, const QString& table) const;

    std::unique_ptr<QTemporaryDir> m_folder;
    QString m_file; ///< kSmall
    QString m_database;
};

void TestCli::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    QVERIFY(m_folder->isValid());
    m_file = write("small.json", kSmall);
    m_database = path("runs.sqlite");
}

QString TestCli::write(const QString& name, const QByteArray& text) const
{
    QFile file(path(name));
    if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size())
        qFatal("cannot write %s", qPrintable(file.fileName()));
    return file.fileName();
}

/// The user's own stores and data are none of a test's business.
void TestCli::prepare(QProcess& process) const
{
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert("HOME", m_folder->path());
    environment.insert("XDG_DATA_HOME", path("share"));
    environment.insert("COTERIE_CLI", COTERIE_CLI);
    environment.remove("COTERIE_DATA");
    process.setProcessEnvironment(environment);
    process.setWorkingDirectory(m_folder->path());
}

Outcome TestCli::call(const QStringList& arguments) const
{
    QProcess process;
    prepare(process);
    process.start(COTERIE_CLI, arguments);
    if (!process.waitForFinished(120'000))
        process.kill();
    return {.code = process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1,
            .out = QString::fromUtf8(process.readAllStandardOutput()),
            .err = QString::fromUtf8(process.readAllStandardError())};
}

Outcome TestCli::shell(const QString& line) const
{
    QProcess process;
    prepare(process);
    process.start("bash", {"-o", "pipefail", "-c", line});
    if (!process.waitForFinished(120'000))
        process.kill();
    return {.code = process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1,
            .out = QString::fromUtf8(process.readAllStandardOutput()),
            .err = QString::fromUtf8(process.readAllStandardError())};
}

QString TestCli::exported(const QString& database, const QString& table) const
{
    const Outcome outcome =
        call({"export", "--all", "--what", table, "--out", "-", "--db", database});
    return outcome.code == 0 ? outcome.out : "failed: " + outcome.err;
}

void TestCli::versionNamesWhatResultsDependOn()
{
    const Outcome outcome = call({"--version"});
    QCOMPARE(outcome.code, 0);
    QVERIFY(outcome.out.startsWith("coterie "));
    for (const char* library :
         {"LibTorch", "SQLite", "zlib", "nlohmann_json", "BLAS core", "instructions", "device"}) {
        const QRegularExpression line(QString("^ +%1 +\\S+").arg(library),
                                      QRegularExpression::MultilineOption);
        QVERIFY2(line.match(outcome.out).hasMatch(), library);
    }
}

void TestCli::everyCommandExplainsItself()
{
    const Outcome overview = call({"--help"});
    QCOMPARE(overview.code, 0);
    QCOMPARE(call({"help"}).out, overview.out);
    QCOMPARE(call({}).out, overview.out);
    for (const char* name : {"run",
                             "validate",
                             "list",
                             "show",
                             "resume",
                             "export",
                             "report",
                             "whatif",
                             "describe",
                             "models",
                             "datasets",
                             "bench",
                             "sufficient",
                             "selfcheck"}) {
        QVERIFY2(overview.out.contains(QString("\n  %1 ").arg(name)), name);
        const Outcome help = call({name, "--help"});
        QCOMPARE(help.code, 0);
        QVERIFY2(help.out.startsWith(QString("Usage: coterie-cli %1").arg(name)), name);
        QCOMPARE(call({"help", name}).out, help.out);
    }
}

void TestCli::misspeltWordsGetTheNearestOne_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("nearest");
    QTest::newRow("command") << QStringList{"validte", "x.json"} << "validate";
    QTest::newRow("help of a command") << QStringList{"help", "exprot"} << "export";
    QTest::newRow("option") << QStringList{"run", "small.json", "--thread", "2"} << "--threads";
    QTest::newRow("device") << QStringList{"run", "small.json", "--device", "cdua"} << "cuda";
    QTest::newRow("arm") << QStringList{"run", "small.json", "--arm", "FedAvgs"} << "FedAvg";
    QTest::newRow("name") << QStringList{"describe", "fedagv"} << "fedavg";
    QTest::newRow("table") << QStringList{"export", "1", "--what", "round", "--out", "-"}
                           << "rounds";
    QTest::newRow("metric")
        << QStringList{"report", "small.json", "--target", "0.5", "--metric", "globalAcuracy"}
        << "globalAccuracy";
    QTest::newRow("place in the file")
        << QStringList{"run", "small.json", "--set", "/rouns=2"} << "rounds";
}

void TestCli::misspeltWordsGetTheNearestOne()
{
    QFETCH(QStringList, arguments);
    QFETCH(QString, nearest);
    const Outcome outcome = call(arguments);
    QCOMPARE(outcome.code, 2);
    QCOMPARE(outcome.out, QString());
    QVERIFY2(outcome.err.contains("did you mean \"" + nearest + "\"?"), qPrintable(outcome.err));
    QCOMPARE(outcome.err.count('\n'), 1);
}

void TestCli::wrongArgumentsGetASentence_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("sentence");
    QTest::newRow("no file") << QStringList{"run"} << "run needs FILE: an experiment file";
    QTest::newRow("two files") << QStringList{"run", "a", "b"}
                               << "run takes one FILE, \"b\" is one too many";
    QTest::newRow("missing file") << QStringList{"run", "none.json"}
                                  << "none.json: there is no such file";
    QTest::newRow("folder") << QStringList{"validate", "."}
                            << "a folder or device found, a file needed";
    QTest::newRow("threads") << QStringList{"run", "small.json", "--threads", "0"}
                             << "--threads: \"0\" found, a whole number from 1 to 1024 needed";
    QTest::newRow("missing value")
        << QStringList{"run", "small.json", "--db"} << "--db: its value FILE is missing";
    QTest::newRow("twice") << QStringList{"run", "small.json", "--db=a", "--db=b"}
                           << "--db: it may be given once only";
    QTest::newRow("flag with a value")
        << QStringList{"list", "--json=1"} << "--json: it takes no value";
    QTest::newRow("operand for none") << QStringList{"list", "3"} << "list takes no \"3\"";
    QTest::newRow("sufficient at no precision")
        << QStringList{"sufficient", "--precision", "1,-2"}
        << "--precision: \"1,-2\" found, numbers above 0 needed, separated by commas alone";
    QTest::newRow("set without value")
        << QStringList{"run", "small.json", "--set", "/rounds"} << "/POINTER=VALUE needed";
    QTest::newRow("set out of range")
        << QStringList{"run", "small.json", "--set", "/rounds=-1"} << "/rounds: -1 found";
    QTest::newRow("seed")
        << QStringList{"run", "small.json", "--seed", "one"}
        << "--seed: \"one\" found, a whole number from 0 to 9223372036854775807 needed";
    QTest::newRow("seed out of range")
        << QStringList{"run", "small.json", "--seed", "9223372036854775808"}
        << "--seed: \"9223372036854775808\" found, a whole number from 0 to";
    QTest::newRow("no place for a store")
        << QStringList{"run", "small.json", "--db", ""} << "the run store: no file was named";
    QTest::newRow("data") << QStringList{"run", "small.json", "--data", "nowhere"}
                          << "--data: \"nowhere\" is not a folder";
    QTest::newRow("database") << QStringList{"run", "small.json", "--db", "small.json"}
                              << "small.json";
    QTest::newRow("no store") << QStringList{"list"} << "there is no run store yet";
    QTest::newRow("no table") << QStringList{"export", "1", "--out", "-"} << "export needs --what";
    QTest::newRow("no runs") << QStringList{"export", "--what", "rounds", "--out", "-"}
                             << "export needs either runs or --all";
    QTest::newRow("nothing to resume")
        << QStringList{"resume"} << "resume needs either runs or --all";
    const QStringList report{"report", "small.json"};
    QTest::newRow("target") << report + QStringList{"--target", "90%"}
                            << "--target: \"90%\" found, a number needed";
    QTest::newRow("target no share")
        << report + QStringList{"--target", "90"}
        << "--target: \"90\" found, globalAccuracy is a share: a number from 0 to 1 needed";
    QTest::newRow("metric without target")
        << report + QStringList{"--metric", "globalAccuracy"}
        << "--metric says what --target is about, which is missing";
    QTest::newRow("metric without direction")
        << report + QStringList{"--target", "3", "--metric", "groupCount"}
        << "groupCount has no target";
    QTest::newRow("nothing to report")
        << QStringList{"report", "small.json"} << "there is no run store yet";
}

void TestCli::wrongArgumentsGetASentence()
{
    QFETCH(QStringList, arguments);
    QFETCH(QString, sentence);
    const Outcome outcome = call(arguments);
    QVERIFY2(outcome.err.contains(sentence) || outcome.out.contains(sentence),
             qPrintable(outcome.err));
    QCOMPARE(outcome.code, 2);
}

void TestCli::validateCountsTheRuns()
{
    const Outcome outcome = call({"validate", m_file});
    QCOMPARE(outcome.code, 0);
    QCOMPARE(outcome.out, m_file + ": valid, 2 arms × 2 seeds = 4 runs\n");
    const Outcome swept = call(
        {"validate", m_file, "--set", R"(/local/optimizer/learningRate={"sweep":[0.1,0.2,0.3]})"});
    QCOMPARE(swept.out, m_file + ": valid, 2 arms × 2 seeds, with sweeps = 12 runs\n");
}

void TestCli::validateSaysAllThatIsWrong()
{
    QByteArray text = kSmall;
    text.replace("\"rounds\": 3", "\"rounds\": 0");
    text.replace("\"name\": \"fedavg\"", "\"name\": \"fedagv\"");
    text.replace("\"description\"", "\"decsription\"");
    const Outcome outcome = call({"validate", write("bad.json", text)});
    QCOMPARE(outcome.code, 2);
    QCOMPARE(outcome.out.count('\n'), 3);
    QVERIFY(outcome.out.contains("/rounds: 0 found"));
    QVERIFY(outcome.out.contains("did you mean \"fedavg\"?"));
    QVERIFY(outcome.out.contains("did you mean \"description\"?"));
    QCOMPARE(call({"run", path("bad.json")}).code, 2);
    QVERIFY2(!QFile::exists(path("share/coterie/runs.sqlite")), "nothing is half-saved");
}

void TestCli::runEndsWithResultsAndThePlaceOfItsDatabase()
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
}

void TestCli::linesOfAFileNeverGoBack()
{
    const Outcome outcome =
        call({"run", m_file, "--db", m_database, "--set", "/rounds=100", "--seed", "1"});
    QCOMPARE(outcome.code, 0);
    QVERIFY(!outcome.out.contains('\r'));
    QVERIFY(!outcome.out.contains('\033'));
    QVERIFY(outcome.out.contains("round 100 of 100: test error "));
    QVERIFY2(outcome.out.count("  round ") <= 2 * 21, "a few lines per run, not one per round");
}

void TestCli::aTerminalGetsOneLineDrawnAnew()
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

void TestCli::jsonEventsTellTheWholeRun()
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

void TestCli::setChangesThePlan()
{
    const QStringList set{"--set", "/rounds=2", "--set", "/local/batch=10"};
    QCOMPARE(call(QStringList{"run", m_file, "--db", m_database} + set).code, 0);
    const Outcome shown = call({"show", "1", "--db", m_database});
    QVERIFY(shown.out.contains("finished after 2 of 2 rounds"));
    QVERIFY(shown.out.contains("batch 10"));
}

void TestCli::armAndSeedChooseTheRuns()
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

void TestCli::runsAreAlwaysNew()
{
    const QStringList run{"run", m_file, "--db", m_database, "--seed", "1", "--arm", "FedAvg"};
    QCOMPARE(call(run).code, 0);
    const Outcome again = call(run);
    QCOMPARE(again.code, 0);
    QVERIFY2(again.out.contains("Runs: 2\n"), qPrintable(again.out));
    QCOMPARE(jsonLines(call({"list", "--db", m_database, "--json"}).out).size(), 2);
}

void TestCli::aRunWithoutItsDataFails()
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

void TestCli::anInterruptedRunResumesToTheSameExports()
{
    const QStringList common{
        "--set", "/rounds=400", "--set", "/evaluateEvery=5", "--seed", "1", "--json"};
    QCOMPARE(call(QStringList{"run", m_file, "--db", path("whole.sqlite")} + common).code, 0);

    QProcess process;
    prepare(process);
    process.start(COTERIE_CLI, QStringList{"run", m_file, "--db", m_database} + common);
    QString seen;
    while (!seen.contains("\"round\":3,") && process.waitForReadyRead(60'000))
        seen += QString::fromUtf8(process.readAllStandardOutput());
    QVERIFY2(seen.contains("\"round\":3,"), qPrintable(seen));
    ::kill(static_cast<pid_t>(process.processId()), SIGINT);
    QVERIFY(process.waitForFinished(60'000));
    seen += QString::fromUtf8(process.readAllStandardOutput());
    QCOMPARE(process.exitStatus(), QProcess::NormalExit);
    QCOMPARE(process.exitCode(), 130);
    const QJsonObject last = jsonLines(seen).last();
    QCOMPARE(last.value("resume").toString(), "coterie-cli resume 1 2 --db " + m_database);
    QVERIFY(exported(m_database, "rounds") != exported(path("whole.sqlite"), "rounds"));

    QCOMPARE(call({"resume", "1", "2", "--db", m_database}).code, 0);
    for (const char* table : {"rounds", "clients", "traffic"})
        QCOMPARE(exported(m_database, table), exported(path("whole.sqlite"), table));
    const Outcome again = call({"resume", "1", "--db", m_database});
    QCOMPARE(again.code, 2);
    QVERIFY(again.err.contains("run 1: it is finished"));
}

void TestCli::aSecondInterruptEndsAtOnce()
{
    QProcess process;
    prepare(process);
    process.start(COTERIE_CLI,
                  {"run", m_file, "--db", m_database, "--json", "--set", "/rounds=100000"});
    QString seen;
    while (!seen.contains("\"round\":3,") && process.waitForReadyRead(60'000))
        seen += QString::fromUtf8(process.readAllStandardOutput());
    // Without a process its number is 0, which would signal this test itself.
    QVERIFY2(seen.contains("\"round\":3,"), qPrintable(seen));
    // Two different signals, as two equal ones that nobody has taken yet count as one.
    ::kill(static_cast<pid_t>(process.processId()), SIGSTOP);
    ::kill(static_cast<pid_t>(process.processId()), SIGINT);
    ::kill(static_cast<pid_t>(process.processId()), SIGTERM);
    ::kill(static_cast<pid_t>(process.processId()), SIGCONT);
    QVERIFY(process.waitForFinished(10'000));
    seen += QString::fromUtf8(process.readAllStandardOutput());
    QCOMPARE(process.exitStatus(), QProcess::NormalExit);
    QCOMPARE(process.exitCode(), 130);
    QVERIFY(seen.contains("ended at once"));
    QVERIFY2(!seen.contains("\"ended\""), "no time for a summary");
    QCOMPARE(jsonLines(call({"list", "--db", m_database, "--json"}).out).size(), 4);
}

void TestCli::resumeAllLeavesFinishedRunsAlone()
{
    QCOMPARE(call({"run", m_file, "--db", m_database, "--seed", "1"}).code, 0);
    const Outcome outcome = call({"resume", "--all", "--db", m_database});
    QCOMPARE(outcome.code, 0);
    QCOMPARE(outcome.out, QString("There is no run to resume.\n"));
    const Outcome unknown = call({"resume", "99", "--db", m_database});
    QCOMPARE(unknown.code, 2);
    QVERIFY2(unknown.err.contains("99"), qPrintable(unknown.err));
}

void TestCli::listAndShowTellOfStoredRuns()
{
    QCOMPARE(call({"run", m_file, "--db", m_database, "--seed", "1"}).code, 0);
    const Outcome list = call({"list", "--db", m_database});
    QCOMPARE(list.code, 0);
    QCOMPARE(list.out.count('\n'), 3);
    QVERIFY(list.out.contains(QRegularExpression("\n +2  Small +FedAvg +1  finished  3 of 3  ")));
    const Outcome show = call({"show", "2", "--db", m_database});
    QCOMPARE(show.code, 0);
    for (const char* expected : {"Algorithm    fedavg",
                                 "glyphDigits (samples = 400",
                                 "LibTorch",
                                 "4 with 75 training samples",
                                 "7,850 parameters"})
        QVERIFY2(show.out.contains(expected), qPrintable(show.out));
    QVERIFY(show.out.contains(QRegularExpression("\nround +test error % ")));
    QVERIFY(show.out.contains(QRegularExpression("\n +3 +[0-9.]+ ")));
    QCOMPARE(call({"show", "3", "--db", m_database}).code, 2);
    QCOMPARE(call({"show", "x", "--db", m_database}).code, 2);
}

void TestCli::exportsGoToFilesAndStandardOutputAlike()
{
    QCOMPARE(call({"run", m_file, "--db", m_database}).code, 0);
    const Outcome toFile =
        call({"export", "4", "2", "--what", "rounds", "--out", path("r.csv"), "--db", m_database});
    QCOMPARE(toFile.code, 0);
    QCOMPARE(toFile.out, QString());
    const Outcome toOutput =
        call({"export", "2", "4", "--what", "rounds", "--out", "-", "--db", m_database});
    QCOMPARE(toOutput.code, 0);
    QCOMPARE(toOutput.out.toUtf8(), contents(path("r.csv")));
    QVERIFY(toOutput.out.startsWith("experiment,arm,seed,sweep,repeat,"));
    QVERIFY(toOutput.out.count('\n') > 8);
    const Outcome nowhere =
        call({"export", "2", "--what", "rounds", "--out", path("no/r.csv"), "--db", m_database});
    QCOMPARE(nowhere.code, 2);
    QVERIFY2(nowhere.err.contains("r.csv"), qPrintable(nowhere.err));
}

void TestCli::everyExportHasAName()
{
    const Outcome list = call({"export", "--what", "list"});
    QCOMPARE(list.code, 0);
    QCOMPARE(call({"run", m_file, "--db", m_database, "--seed", "1"}).code, 0);
    QVERIFY(!coterie::exportKinds().empty());
    for (const coterie::ExportKind& kind : coterie::exportKinds()) {
        const QString name =
            QString::fromUtf8(kind.name.data(), static_cast<int>(kind.name.size()));
        QVERIFY2(list.out.contains('\n' + name + ' '), qPrintable(name));
        QVERIFY2(exported(m_database, name).startsWith("experiment,"), qPrintable(name));
    }
}

void TestCli::aClosedPipeEndsQuietly()
{
    QCOMPARE(call({"run", m_file, "--db", m_database, "--set", "/rounds=300", "--seed", "1"}).code,
             0);
    for (const QString& command : {QString("export --all --what clients --out - --db runs.sqlite"),
                                   QString("show 1 --all --db runs.sqlite"),
                                   QString("describe")}) {
        const Outcome outcome = shell("\"$COTERIE_CLI\" " + command + " | head -n 1");
        QCOMPARE(outcome.code, 0);
        QCOMPARE(outcome.err, QString());
        QCOMPARE(outcome.out.count('\n'), 1);
    }
}

void TestCli::aFullDiskIsTold()
{
    const Outcome outcome = shell("\"$COTERIE_CLI\" models > /dev/full");
    QCOMPARE(outcome.code, 3);
    QVERIFY(outcome.err.contains("the output could not be written: No space left on device"));
}

void TestCli::reportGathersTheSeedsOfOneExperiment()
{
    QCOMPARE(call({"run", m_file, "--db", m_database, "--seed", "1"}).code, 0);
    QCOMPARE(call({"run", m_file, "--db", m_database, "--seed", "2"}).code, 0);
    // Another experiment in the same store, which does not count.
    QCOMPARE(call({"run", m_file, "--db", m_database, "--set", "/rounds=2"}).code, 0);

    const Outcome text = call({"report", m_file, "--db", m_database});
    QCOMPARE(text.code, 0);
    QVERIFY(text.out.startsWith("Small\n"));
    QVERIFY(text.out.contains(QRegularExpression("\nFedAvg +2 +[0-9.]+ ± ")));
    const Outcome markdown = call({"report", m_file, "--db", m_database, "--markdown"});
    QVERIFY(markdown.out.startsWith("## Small\n\n| arm | runs |"));
    QVERIFY(markdown.out.contains("| 29.55 ± 1.37 |"));

    const QList<QJsonObject> json =
        jsonLines(call({"report", m_file, "--db", m_database, "--json"}).out);
    QCOMPARE(json.size(), 1);
    const QJsonArray arms = json[0].value("results").toObject().value("arms").toArray();
    QCOMPARE(arms.size(), 2);
    // The mean of what each seed's own session said.
    double sum = 0;
    for (const char* seed : {"1", "2"}) {
        const QList<QJsonObject> lines = jsonLines(call({"run",
                                                         m_file,
                                                         "--db",
                                                         path("again.sqlite"),
                                                         "--json",
                                                         "--arm",
                                                         "FedAvg",
                                                         "--seed",
                                                         seed})
                                                       .out);
        sum += lines[4].value("metrics").toObject().value("meanTestError").toDouble();
    }
    const QJsonObject error =
        arms[1].toObject().value("metrics").toObject().value("meanTestError").toObject();
    QCOMPARE(error.value("mean").toDouble(), sum / 2);
    QCOMPARE(error.value("runs").toInt(), 2);

    const Outcome none = call({"report", m_file, "--db", m_database, "--set", "/rounds=9"});
    QCOMPARE(none.code, 2);
    QVERIFY(none.err.contains("no run of this experiment"));
}

void TestCli::reportCountsTheRoundsToATarget()
{
    QCOMPARE(call({"run", m_file, "--db", m_database}).code, 0);
    const QStringList report{"report", m_file, "--db", m_database};

    // A target that the arms reach in different rounds: FedAvg's error after round 2, seed 1.
    std::map<QString, QList<QList<double>>> errors; // by arm, then seed: of rounds 1 to 3
    const QStringList rows = exported(m_database, "rounds").split('\n', Qt::SkipEmptyParts);
    const QStringList header = rows.first().split(',');
    const auto arm = header.indexOf("arm");
    const auto round = header.indexOf("round");
    const auto error = header.indexOf("meanTestError_percent");
    QVERIFY(arm >= 0 && round >= 0 && error >= 0);
    for (const QString& row : rows.mid(1)) {
        const QStringList cells = row.split(',');
        if (cells[round] == "0")
            continue;
        if (cells[round] == "1")
            errors[cells[arm]].append(QList<double>());
        errors[cells[arm]].last().append(cells[error].toDouble());
    }
    const double target = errors.at("FedAvg").first().at(1);
    const QString word = QString::number(target, 'g', 17);

    const QList<QJsonObject> json = jsonLines(
        call(report + QStringList{"--json", "--target", word, "--metric", "meanTestError"}).out);
    QCOMPARE(json.size(), 1);
    const QJsonObject found = json[0].value("target").toObject();
    QCOMPARE(found.value("metric").toString(), QString("meanTestError"));
    QCOMPARE(found.value("target").toDouble(), target);
    const QJsonArray arms = found.value("arms").toArray();
    QCOMPARE(arms.size(), 2);
    std::optional<double> firstMedian;
    for (qsizetype i = 0; i < arms.size(); ++i) {
        const QJsonObject entry = arms[i].toObject();
        QList<int> reached;
        for (const QList<double>& ofSeed : errors.at(entry.value("arm").toString())) {
            const auto place = std::ranges::find_if(
                ofSeed, [target](double percent) { return percent <= target; });
            if (place != ofSeed.end())
                reached.append(static_cast<int>(place - ofSeed.begin()) + 1);
        }
        std::optional<double> median;
        if (reached.size() == 2)
            median = (reached[0] + reached[1]) / 2.0;
        if (i == 0)
            firstMedian = median;
        const QJsonObject raw = entry.value("raw").toObject();
        QCOMPARE(entry.value("seeds").toInt(), 2);
        QCOMPARE(raw.value("reached").toInt(), static_cast<int>(reached.size()));
        QCOMPARE(raw.contains("medianRounds"), median.has_value());
        QCOMPARE(raw.value("medianRounds").toDouble(), median.value_or(0.0));
        QCOMPARE(raw.contains("speedUp"), firstMedian && median);
        if (firstMedian && median)
            QCOMPARE(raw.value("speedUp").toDouble(), *firstMedian / *median);
        // A curve of three points is its own smoothed curve.
        QCOMPARE(entry.value("smoothed"), entry.value("raw"));
    }

    const Outcome text = call(report + QStringList{"--target", "0"});
    QCOMPARE(text.code, 0);
    QVERIFY2(text.out.contains("\nRounds until globalAccuracy is at least 0\n"),
             qPrintable(text.out));
    QVERIFY2(text.out.contains(QRegularExpression("\nFedAvg +1 +2 of 2 +")), qPrintable(text.out));
    // Independent training has no global model.
    QVERIFY2(text.out.contains(QRegularExpression("\nIndependent +not measured")),
             qPrintable(text.out));
    const Outcome never = call(report + QStringList{"--target", "1", "--markdown"});
    QVERIFY2(never.out.contains("| not reached | 0 of 2 |"), qPrintable(never.out));
    const Outcome none =
        call(report + QStringList{"--target", "1", "--metric", "adjustedRandIndex"});
    QCOMPARE(none.code, 2);
    QVERIFY2(none.err.contains("no finished run of this experiment has adjustedRandIndex"),
             qPrintable(none.err));
}

void TestCli::describeListsEverythingThatHasAName()
{
    const Outcome outcome = call({"describe"});
    QCOMPARE(outcome.code, 0);
    const Registry& registry = coterie::registry();
    for (const std::span<const NamedPart> parts : {registry.algorithms,
                                                   registry.samplers,
                                                   registry.objectives,
                                                   registry.optimizers,
                                                   registry.schedules,
                                                   registry.datasets,
                                                   registry.partitions,
                                                   registry.models,
                                                   registry.preprocessSteps}) {
        QVERIFY(!parts.empty());
        for (const NamedPart& part : parts) {
            const QString name =
                QString::fromUtf8(part.name.data(), static_cast<int>(part.name.size()));
            QVERIFY2(outcome.out.contains("\n  " + name + ' '), qPrintable(name));
            QCOMPARE(call({"describe", name}).code, 0);
        }
    }
}

void TestCli::describeShowsAParameterTable()
{
    const Outcome outcome = call({"describe", "dirichlet"});
    QCOMPARE(outcome.code, 0);
    QVERIFY(outcome.out.startsWith("dirichlet: "));
    const NamedPart* part = coterie::findPart(coterie::registry().partitions, "dirichlet");
    QVERIFY(part != nullptr);
    QVERIFY(!part->parameters.empty());
    for (const coterie::ParameterDescriptor& parameter : part->parameters) {
        const QString name =
            QString::fromUtf8(parameter.name.data(), static_cast<int>(parameter.name.size()));
        QVERIFY2(outcome.out.contains("\n  " + name + ' '), qPrintable(name));
    }
    QVERIFY(outcome.out.contains("parameter "));
    QVERIFY(outcome.out.contains("default"));
}

void TestCli::modelsHaveLayersAndSizes()
{
    const Outcome outcome = call({"models"});
    QCOMPARE(outcome.code, 0);
    for (const NamedPart& part : coterie::registry().models) {
        const QString name =
            QString::fromUtf8(part.name.data(), static_cast<int>(part.name.size()));
        const QRegularExpression line(QString("^%1 +[0-9][0-9,]* ").arg(name),
                                      QRegularExpression::MultilineOption);
        QVERIFY2(line.match(outcome.out).hasMatch(), qPrintable(name));
    }
    QVERIFY(outcome.out.contains(QRegularExpression("\nmlr +7,850 ")));
}

void TestCli::dataSetsSayWhereTheyAreOrHowToGetThem()
{
    const Outcome outcome = call({"datasets"});
    QCOMPARE(outcome.code, 0);
    QVERIFY(outcome.out.contains(QRegularExpression("\nglyphDigits +built in +4,000 +10 ")));
    QVERIFY(outcome.out.contains(QRegularExpression("\nmnist +not found ")));
    QVERIFY(outcome.out.contains("train-images-idx3-ubyte.gz"));
}

void TestCli::theQuickstartIsValidAndRuns()
{
    const QString file = COTERIE_SOURCE_DIR "/experiments/quickstart.json";
    const Outcome valid = call({"validate", file});
    QVERIFY2(valid.code == 0, qPrintable(valid.out));
    QVERIFY(valid.out.endsWith("2 arms × 1 seed = 2 runs\n"));
    QCOMPARE(call({"validate", "quickstart"}).out, "quickstart: valid, 2 arms × 1 seed = 2 runs\n");
    QVERIFY(!write("quickstart", "{}").isEmpty()); // now a file of that name is what is meant
    QCOMPARE(call({"validate", "quickstart"}).code, 2);
    const Outcome outcome =
        call({"run", file, "--set", "/rounds=1", "--set", "/data/dataset/samples=800"});
    QCOMPARE(outcome.code, 0);
    // Without --db the runs go where the user's data is.
    QVERIFY(outcome.out.contains("Database: " + path("share/coterie/runs.sqlite")));
}

COTERIE_TEST_MAIN(TestCli)
#include "tst_cli.moc"
