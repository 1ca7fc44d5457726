#include "core/store/database.h"
#include "core/store/exports.h"
#include "tests/app/cli_fixture.h"
#include "tests/sections.h"

#include <QFile>
#include <QJsonArray>
#include <QRegularExpression>
#include <QTest>

#include <algorithm>
#include <map>
#include <optional>

namespace tst_cli_stores {

using namespace coterie::test;

/// list, show, export and report: what is made of stored runs.
class TestCliStores final : public CliFixture
{
    Q_OBJECT

private Q_SLOTS:
    void listAndShowTellOfStoredRuns();
    void otherDesignsOfOneNameAreListedSo();
    void exportsGoToFilesAndStandardOutputAlike();
    void runsAreTaggedAndPutIntoFolders();
    void everyExportHasAName();
    void aClosedPipeEndsQuietly();
    void everyCommandSurvivesAClosedPipe();
    void aFullDiskIsTold();
    void closedStreamsAreNoFailure();
    void aPipeInTheStoresPlaceIsRefused();
    void exportsGoIntoPipesAndDevices();
    void namesOfStrangersCannotCommandTheTerminal();
    void wordsOfDataCannotCommandTheTerminal();
    void textsForSpreadsheetsAreNoFormulas();
    void reportGathersTheSeedsOfOneExperiment();
    void reportPairsTheSeedsOfTwoArms();
    void reportCountsTheRoundsToATarget();

private:
    void makeStrangersStore();
};

void TestCliStores::listAndShowTellOfStoredRuns()
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

void TestCliStores::otherDesignsOfOneNameAreListedSo()
{
    const QStringList first{"run", m_file, "--db", m_database, "--seed", "1"};
    QCOMPARE(call(first).code, 0);
    QCOMPARE(call(first + QStringList{"--set", "/excludeLastClient=true"}).code, 0);
    const QString list = call({"list", "--db", m_database}).out;
    QCOMPARE(list.count("  excludeLastClient = false  "), 2);
    QCOMPARE(list.count("  excludeLastClient = true  "), 2);
    const QList<QJsonObject> rows = jsonLines(call({"list", "--db", m_database, "--json"}).out);
    QCOMPARE(rows.last()["design"].toString(), QString("excludeLastClient = true"));
    QCOMPARE(rows.last()["sweep"].toString(), QString());
}

void TestCliStores::exportsGoToFilesAndStandardOutputAlike()
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

void TestCliStores::runsAreTaggedAndPutIntoFolders()
{
    QCOMPARE(call({"run", m_file, "--db", m_database, "--seed", "1"}).code, 0);
    const auto tag = [&](QStringList words) {
        const Outcome outcome = call(QStringList{"tag"} + words + QStringList{"--db", m_database});
        return QString::number(outcome.code) + ' ' + outcome.out + outcome.err;
    };
    const QString rounds = exported(m_database, "rounds");
    QCOMPARE(tag({"1", "2", "--add", "paper", "--add", "to keep"}),
             QString("0 Changed the tags of 2 runs.\n"));
    QCOMPARE(tag({"2", "--remove", "paper", "--remove", "nobody", "--folder", "a/b"}),
             QString("0 Changed the tags of 1 run.\nMoved 1 run to a/b.\n"));
    const QList<QJsonObject> runs = jsonLines(call({"list", "--db", m_database, "--json"}).out);
    QCOMPARE(runs[0]["tags"].toArray(), (QJsonArray{"paper", "to keep"}));
    QCOMPARE(runs[1]["tags"].toArray(), QJsonArray{"to keep"});
    QCOMPARE(runs[1]["folder"].toString(), QString("a/b"));
    QVERIFY(call({"list", "--db", m_database}).out.contains(" a/b "));
    QCOMPARE(exported(m_database, "rounds"), rounds); // none of their business
    QCOMPARE(tag({"2", "--folder", ""}), QString("0 Moved 1 run out of folders.\n"));
    // Nothing is changed by what is wrong.
    QVERIFY(tag({"1"}).startsWith("2 "));
    QVERIFY(tag({"1", "--add", "new", "--folder", "a//b"}).startsWith("2 "));
    QVERIFY(tag({"1", "9", "--add", "new"}).startsWith("2 "));
    QVERIFY(tag({"1", "--add", "a,b"}).contains("cannot have a comma"));
    QCOMPARE(jsonLines(call({"list", "--db", m_database, "--json"}).out)[0]["tags"].toArray(),
             (QJsonArray{"paper", "to keep"}));
    QCOMPARE(call({"tag", "1", "--add", "a", "--db", path("none.sqlite")}).code, 2);
    QVERIFY(!QFile::exists(path("none.sqlite")));
}

void TestCliStores::everyExportHasAName()
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

void TestCliStores::aClosedPipeEndsQuietly()
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

/// `true` reads nothing: all that is written after it ended finds the pipe closed.
void TestCliStores::everyCommandSurvivesAClosedPipe()
{
    QCOMPARE(call({"run", m_file, "--db", m_database, "--seed", "1"}).code, 0);
    for (const QString& command : {QString("--version"),
                                   QString("--help"),
                                   QString("help run"),
                                   QString("run small.json --seed 1 --db other.sqlite"),
                                   QString("run small.json --seed 1 --db other.sqlite --json"),
                                   QString("validate small.json"),
                                   QString("partition small.json --all --features"),
                                   QString("list --db runs.sqlite"),
                                   QString("list --db runs.sqlite --json"),
                                   QString("show 1 --all --db runs.sqlite"),
                                   QString("export --what list"),
                                   QString("export --all --what rounds --out - --db runs.sqlite"),
                                   QString("report small.json --db runs.sqlite"),
                                   QString("report small.json --json --db runs.sqlite"),
                                   QString("describe"),
                                   QString("describe hcct"),
                                   QString("describe --markdown"),
                                   QString("models"),
                                   QString("models mnist_cnn_20k"),
                                   QString("models mnist_cnn_20k --json"),
                                   QString("datasets"),
                                   QString("datasets show mnist"),
                                   QString("sufficient --csv")}) {
        const Outcome outcome = shell("\"$COTERIE_CLI\" " + command + " | true");
        QVERIFY2(outcome.code == 0 && outcome.err.isEmpty(), qPrintable(command + outcome.err));
    }
}

void TestCliStores::closedStreamsAreNoFailure()
{
    const Outcome run =
        shell("\"$COTERIE_CLI\" run small.json --seed 1 --db runs.sqlite <&- >&- 2>&-");
    QCOMPARE(run.code, 0);
    QCOMPARE(jsonLines(call({"list", "--db", m_database, "--json"}).out).size(), 2);
}

void TestCliStores::aPipeInTheStoresPlaceIsRefused()
{
    for (const QString& command : {QString("list"),
                                   QString("show 1"),
                                   QString("resume --all"),
                                   QString("run small.json"),
                                   QString("report small.json")}) {
        const Outcome outcome = shell("test -p pipe || mkfifo pipe; timeout 120 \"$COTERIE_CLI\" "
                                      + command + " --db pipe");
        QCOMPARE(outcome.code, 2);
        QCOMPARE(outcome.err,
                 QString("coterie-cli: pipe: must be a file (is a pipe or a device)\n"));
    }
}

void TestCliStores::exportsGoIntoPipesAndDevices()
{
    QCOMPARE(call({"run", m_file, "--db", m_database, "--seed", "1"}).code, 0);
    const QString table = exported(m_database, "rounds");
    const QString command =
        "timeout 120 \"$COTERIE_CLI\" export --all --what rounds --db runs.sqlite --out ";
    const Outcome pipe = shell("mkfifo pipe; cat pipe & " + command + "pipe; wait; test -p pipe");
    QCOMPARE(pipe.code, 0);
    QCOMPARE(pipe.out, table);
    const Outcome output = shell(command + "/dev/stdout");
    QCOMPARE(output.out, table);
    // A link, so that a program which replaces what it is given does not harm the machine.
    const Outcome device = shell("ln -s /dev/null null; " + command + "null; test -c null");
    QVERIFY2(device.code == 0, qPrintable(device.err));
    const Outcome full = shell("ln -s /dev/full full; " + command + "full");
    QCOMPARE(full.code, 2);
    QCOMPARE(full.err, QString("coterie-cli: full: the disk is full; the file was not written\n"));
}

/// As a stranger's store may be: names with escapes, a change of direction, a line of their own and
/// a formula.
void TestCliStores::makeStrangersStore()
{
    QCOMPARE(call({"run", m_file, "--db", m_database, "--seed", "1"}).code, 0);
    coterie::Database database(m_database.toStdString(), coterie::Database::Access::ReadWrite);
    database.execute("UPDATE experiment SET name = char(27) || '[31mS' || char(8238) || 'mall'");
    database.execute(
        "UPDATE run SET arm = '=1+1' || char(10) || 'coterie-cli: ' || char(155) || '2J'"
        " WHERE id = 1");
}

void TestCliStores::namesOfStrangersCannotCommandTheTerminal()
{
    makeStrangersStore();
    const QRegularExpression obeyed("[\\x{1b}\\x{9b}\\x{202e}]|\ncoterie-cli: ");
    for (const QStringList& arguments : {QStringList{"list"},
                                         QStringList{"list", "--json"},
                                         QStringList{"show", "1"},
                                         QStringList{"report", m_file},
                                         QStringList{"report", m_file, "--json"},
                                         QStringList{"report", m_file, "--markdown"}}) {
        const Outcome outcome = call(arguments + QStringList{"--db", m_database});
        QVERIFY2(outcome.code == 0, qPrintable(outcome.err));
        QVERIFY2(!outcome.out.contains(obeyed), qPrintable(outcome.out));
        QVERIFY2(outcome.out.contains("\\u009b2J") || arguments[0] == "report",
                 qPrintable(outcome.out)); // which has the arms' names from the file
    }
    const QList<QJsonObject> rows = jsonLines(call({"list", "--json", "--db", m_database}).out);
    QCOMPARE(rows[0].value("experiment").toString(), QString::fromUtf8("\x1b[31mS\u202Emall"));
    // Data for another program stays what it is.
    const QString name = QString::fromUtf8("\x1b[31mS\u202Emall,");
    QVERIFY(exported(m_database, "rounds").contains(name));
    // On a terminal, which `script` stands for, the same table is only shown.
    if (shell("command -v script").code == 0) {
        const Outcome terminal =
            shell("script -qec '\"$COTERIE_CLI\" export 1 --what rounds --out - --db runs.sqlite' "
                  "/dev/null < /dev/null");
        QVERIFY2(terminal.out.contains("\\u001b[31mS\\u202emall,"), qPrintable(terminal.out));
        QVERIFY(!terminal.out.contains(name));
        // Whole letters, also where a buffer ends.
        coterie::Database(m_database.toStdString(), coterie::Database::Access::ReadWrite)
            .execute("UPDATE run SET arm = replace(hex(zeroblob(40000)), '00', char(22259))");
        const Outcome wide =
            shell("script -qec '\"$COTERIE_CLI\" export 1 --what rounds --out - --db runs.sqlite' "
                  "/dev/null < /dev/null");
        QCOMPARE(wide.out.count(QChar(22259)), 4 * 40000);
        QVERIFY(!wide.out.contains(QChar(0xfffd)));
    }
}

void TestCliStores::wordsOfDataCannotCommandTheTerminal()
{
    const QString table = write("table.csv", "1,\x1b[2Jcat\n2,=dog()\n3,\x1b[2Jcat\n4,=dog()\n");
    const QString file = write("cells.json",
                               QByteArray(kSmall)
                                   .replace(R"({ "name": "glyphDigits", "samples": 400 })",
                                            R"({ "name": "csv", "path": "table.csv" })")
                                   .replace(R"("clients": 4)", R"("clients": 1)"));
    const Outcome shown = call({"partition", file, "--csv", path("p.csv")});
    QVERIFY2(shown.code == 0, qPrintable(shown.err));
    QVERIFY2(shown.out.contains("\\u001b[2Jcat") && !shown.out.contains('\x1b'),
             qPrintable(shown.out));
    QVERIFY(contents(path("p.csv")).contains(",=dog(),"));
    QCOMPARE(call({"partition", file, "--csv", path("p.csv"), "--spreadsheet"}).code, 0);
    QVERIFY(contents(path("p.csv")).contains(",'=dog(),"));
    const Outcome missing = call({"validate", QString::fromUtf8("no\x1b[2J\nne.json")});
    QCOMPARE(missing.code, 2);
    QVERIFY2((missing.out + missing.err).contains("no\\u001b[2J\\nne.json: there is no such file"),
             qPrintable(missing.out + missing.err));
}

void TestCliStores::textsForSpreadsheetsAreNoFormulas()
{
    makeStrangersStore();
    const QStringList command{"export", "1", "--what", "rounds", "--db", m_database, "--out"};
    const Outcome plain = call(command + QStringList{"-"});
    QVERIFY(plain.out.contains(",\"=1+1\n"));
    const Outcome marked = call(command + QStringList{"-", "--spreadsheet"});
    QVERIFY(marked.out.contains(",\"'=1+1\n"));
    QString unmarked = marked.out;
    QCOMPARE(unmarked.replace("'=1+1", "=1+1"), plain.out);
    QCOMPARE(call(command + QStringList{path("r.csv"), "--spreadsheet"}).code, 0);
    QCOMPARE(QString::fromUtf8(contents(path("r.csv"))), marked.out);
}

void TestCliStores::aFullDiskIsTold()
{
    const Outcome outcome = shell("\"$COTERIE_CLI\" models > /dev/full");
    QCOMPARE(outcome.code, 3);
    QVERIFY(outcome.err.contains("cannot write the output: No space left on device"));
}

void TestCliStores::reportGathersTheSeedsOfOneExperiment()
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

void TestCliStores::reportPairsTheSeedsOfTwoArms()
{
    QCOMPARE(call({"run", m_file, "--db", m_database}).code, 0);
    const QStringList report{"report", m_file, "--db", m_database, "--baseline", "Independent"};
    // What each run said last, by arm and seed.
    std::map<QString, QList<double>> last;
    const QStringList rows = exported(m_database, "rounds").split('\n', Qt::SkipEmptyParts);
    const QStringList header = rows.first().split(',');
    for (const QString& row : rows.mid(1)) {
        const QStringList cells = row.split(',');
        if (cells[header.indexOf("round")] == "3")
            last[cells[header.indexOf("arm")]].append(
                cells[header.indexOf("meanTestError_percent")].toDouble());
    }
    QCOMPARE(last.at("FedAvg").size(), 2);
    const double first = last.at("FedAvg")[0] - last.at("Independent")[0];
    const double second = last.at("FedAvg")[1] - last.at("Independent")[1];

    const QList<QJsonObject> json = jsonLines(call(report + QStringList{"--json"}).out);
    const QJsonArray paired = json[0].value("paired").toArray();
    QCOMPARE(paired.size(), 1); // the metric of the paper's numbers
    const QJsonObject differences = paired[0].toObject();
    QCOMPARE(differences.value("metric").toString(), QString("meanTestError"));
    const QJsonArray arms = differences.value("rows").toArray();
    QCOMPARE(arms.size(), 1);
    QCOMPARE(arms[0].toObject().value("arm").toString(), QString("FedAvg"));
    QVERIFY(std::abs(arms[0].toObject().value("mean").toDouble() - (first + second) / 2) < 1e-9);
    QVERIFY(
        std::abs(arms[0].toObject().value("deviation").toDouble() - std::abs(first - second) / 2)
        < 1e-9);
    QVERIFY(!jsonLines(call(report.first(4) + QStringList{"--json"}).out)[0].contains("paired"));

    const Outcome text = call(report);
    QVERIFY2(text.out.contains("\nEach arm minus Independent, paired by seed: "
                               "meanTestError in percentage points\n"),
             qPrintable(text.out));
    const Outcome other = call(report + QStringList{"--metric", "meanTestLoss", "--markdown"});
    QVERIFY2(other.out.contains("paired by seed: meanTestLoss\n\n| arm | seeds | difference |"),
             qPrintable(other.out));
    const Outcome none = call(report + QStringList{"--metric", "adjustedRandIndex"});
    QCOMPARE(none.code, 2);
    QVERIFY2(none.err.contains("no other arm has a finished run with a seed of Independent"),
             qPrintable(none.err));
}

void TestCliStores::reportCountsTheRoundsToATarget()
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

COTERIE_SECTION(TestCliStores)

} // namespace tst_cli_stores

#include "tst_cli_stores.moc"
