#include "core/store/exports.h"
#include "tests/app/cli_fixture.h"
#include "tests/sections.h"

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
    void exportsGoToFilesAndStandardOutputAlike();
    void everyExportHasAName();
    void aClosedPipeEndsQuietly();
    void aFullDiskIsTold();
    void reportGathersTheSeedsOfOneExperiment();
    void reportCountsTheRoundsToATarget();
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
