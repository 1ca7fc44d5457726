#include "core/store/database.h"
#include "tests/app/cli_fixture.h"
#include "tests/sections.h"

#include <QJsonArray>
#include <QTest>

#include <algorithm>
#include <utility>

namespace tst_cli_report {

using namespace coterie::test;

namespace {

/// A step size swept for all arms, a setting swept for one, and an arm with a step size of its own.
const char* const kSwept = R"json({
  "schema": 1, "name": "Swept",
  "data": { "dataset": { "name": "glyphDigits", "samples": 400 },
            "partition": { "scheme": "iid", "clients": 4 }, "test": { "share": 0.25 } },
  "model": { "name": "mlr" },
  "local": { "optimizer": { "name": "sgd", "learningRate": { "sweep": [0.02, 0.1] } },
             "batch": 20, "localEpochs": 1 },
  "arms": [ { "name": "FedAvg", "algorithm": { "name": "fedavg" } },
            { "name": "HCCT", "algorithm": { "name": "hcct", "alpha": { "sweep": [1, 80] } } },
            { "name": "Large steps", "algorithm": { "name": "fedavg" },
              "local": { "optimizer": { "name": "sgd", "learningRate": 0.5 }, "batch": 20,
                         "localEpochs": 1 } } ],
  "rounds": 1, "seeds": [1, 2] })json";

double valueOf(const QJsonObject& arm, const char* metric = "meanTestError")
{
    return arm.value("metrics").toObject().value(metric).toObject().value("mean").toDouble();
}

/// The arm at this sweep point in "results".
QJsonObject armAt(const QJsonObject& report, const QString& name, const QString& sweep)
{
    for (const QJsonValue each : report.value("results").toObject().value("arms").toArray()) {
        const QJsonObject arm = each.toObject();
        if (arm.value("arm").toString() == name && arm.value("sweep").toString() == sweep)
            return arm;
    }
    return {};
}

} // namespace

/// Which runs `report` takes, and which arms it compares.
class TestCliReport final : public CliFixture
{
    Q_OBJECT

private Q_SLOTS:
    void armsArePairedByTheSweptValuesTheyShare();
    void aChangedRunOfAnotherExperimentHidesNone();
    void equalArmsShareTheirRunsHereAndWhereTheyAreImported();
};

void TestCliReport::armsArePairedByTheSweptValuesTheyShare()
{
    const QString file = write("swept.json", kSwept);
    QCOMPARE(call({"run", file, "--db", m_database}).code, 0);
    const QStringList report{"report", file, "--db", m_database, "--baseline", "FedAvg"};
    const QJsonObject found =
        jsonLines(call(report + QStringList{"--metric", "meanTestError", "--json"}).out).front();
    const QJsonArray rows =
        found.value("paired").toArray().at(0).toObject().value("rows").toArray();
    QCOMPARE(rows.size(), 4); // of HCCT: two of alpha by two step sizes
    for (const QJsonValue each : rows) {
        const QJsonObject row = each.toObject();
        const QString sweep = row.value("sweep").toString();
        QCOMPARE(row.value("arm").toString(), QString("HCCT"));
        QVERIFY2(sweep.startsWith("alpha = "), qPrintable(sweep));
        const QJsonObject base = armAt(found, "FedAvg", sweep.mid(sweep.indexOf(", ") + 2));
        const double difference = valueOf(armAt(found, "HCCT", sweep)) - valueOf(base);
        QVERIFY(!base.isEmpty());
        QVERIFY(std::abs(row.value("mean").toDouble() - difference) < 1e-9);
        QCOMPARE(row.value("seeds").toInt(), 2);
    }
    const QJsonArray unpaired = found.value("unpaired").toArray();
    QCOMPARE(unpaired.size(), 1);
    QCOMPARE(unpaired.at(0).toObject().value("arm").toString(), QString("Large steps"));

    // Arms that are not compared are named.
    const Outcome text = call(report);
    QVERIFY2(text.out.contains("\nNot compared, because their swept values are those of no run of "
                               "FedAvg: Large steps.\n"),
             qPrintable(text.out));
    const Outcome none = call(report.first(4) + QStringList{"--baseline", "HCCT"});
    QCOMPARE(none.code, 2);
    QVERIFY2(
        none.err.contains("no arm can be compared with HCCT. Not compared, because their swept "
                          "values are those of no run of HCCT: FedAvg, learningRate = 0.02; "),
        qPrintable(none.err));
}

void TestCliReport::aChangedRunOfAnotherExperimentHidesNone()
{
    QCOMPARE(call({"run", m_file, "--db", m_database}).code, 0);
    const QStringList report{"report", m_file, "--db", m_database};
    const QJsonObject before = jsonLines(call(report + QStringList{"--json"}).out).front();
    QVERIFY(!before.contains("leftOut"));

    // Newer runs of an equal plan under another name: one changed by hand, one as the plan says.
    const QString other = write("other.json", QByteArray(kSmall).replace("\"Small\"", "\"Other\""));
    const QStringList again{"run", other, "--db", m_database, "--again", "--arm", "FedAvg"};
    QCOMPARE(call(again).code, 0);
    {
        coterie::Database database(m_database.toStdString(), coterie::Database::Access::ReadWrite);
        database.execute("INSERT INTO event (run, round, position, severity, kind, sentence)"
                         " VALUES (5, 1, 0, 'info', 'liveChange', 'Changed.')");
        database.execute("UPDATE round_metric SET value = value + 50 WHERE run IN (5, 6)");
    }
    const QJsonObject after = jsonLines(call(report + QStringList{"--json"}).out).front();
    QCOMPARE(after.value("leftOut").toArray(), QJsonArray{5});
    const double error = valueOf(armAt(before, "FedAvg", ""));
    QVERIFY(std::abs(valueOf(armAt(after, "FedAvg", "")) - (error + 25)) < 1e-9); // of run 6 alone
    QCOMPARE(armAt(after, "FedAvg", "").value("seeds").toArray().size(), 2);
    const Outcome text = call(report);
    QVERIFY2(
        text.out.contains("\nLeft out: run 5 of another experiment, which was changed by hand"),
        qPrintable(text.out));

    // Its own experiment counts it: nobody else changed it. So does one that has no other.
    const Outcome own = call({"report", other, "--db", m_database, "--json"});
    QVERIFY(!jsonLines(own.out).front().contains("leftOut"));
    {
        coterie::Database database(m_database.toStdString(), coterie::Database::Access::ReadWrite);
        database.execute("DELETE FROM run WHERE arm = 'FedAvg' AND id < 5");
    }
    const QJsonObject alone = jsonLines(call(report + QStringList{"--json"}).out).front();
    QVERIFY(!alone.contains("leftOut"));
    QCOMPARE(alone.value("changed").toArray(), QJsonArray{5});
    QVERIFY(call(report).out.contains("\nAmong the results: run 5, which was changed by hand"));
    QCOMPARE(armAt(alone, "FedAvg", "").value("seeds").toArray().size(), 2);
}

void TestCliReport::equalArmsShareTheirRunsHereAndWhereTheyAreImported()
{
    QByteArray text(kSmall);
    text.replace(R"("arms": [)",
                 R"("arms": [ { "name": "Mean", "algorithm": { "name": "fedavg" } },
                              { "name": "Swept", "algorithm": { "name": "fedavg" },
                                "local": { "optimizer": { "name": "sgd", "learningRate":
                                             { "sweep": [0.05, 0.1] } },
                                           "batch": 20, "localEpochs": 1 } },)");
    const QString file = write("equal.json", text);
    QCOMPARE(call({"run", file, "--db", m_database, "--arm", "FedAvg"}).code, 0);
    QCOMPARE(call({"run", file, "--db", m_database, "--arm", "Swept"}).code, 0);
    QCOMPARE(jsonLines(call({"list", "--db", m_database, "--json"}).out).size(), 4);

    const QStringList report{"report", file, "--baseline", "FedAvg", "--json", "--db"};
    const Outcome here = call(report + QStringList{m_database});
    QVERIFY2(here.code == 0, qPrintable(here.err));
    const QJsonObject found = jsonLines(here.out).front();
    const QString point = "learningRate = 0.05";
    const QJsonObject metrics = armAt(found, "FedAvg", "").value("metrics").toObject();
    QVERIFY(!metrics.isEmpty());
    QCOMPARE(armAt(found, "Mean", "").value("metrics").toObject(), metrics);
    QCOMPARE(armAt(found, "Swept", point).value("metrics").toObject(), metrics);
    QVERIFY(armAt(found, "Swept", "learningRate = 0.1").value("metrics").toObject() != metrics);

    // A figure has them all, each row with the columns of the header.
    const auto figure = [&](const QString& table, const QString& database) {
        return call({"export", file, "--what", table, "--out", "-", "--db", database}).out;
    };
    for (const char* const table : {"runs", "roundsOverSeeds", "clientsOverSeeds"}) {
        const QStringList rows = figure(table, m_database).split('\n', Qt::SkipEmptyParts);
        qsizetype ofMean = 0;
        for (const QString& row : rows) {
            QCOMPARE(row.count(','), rows.front().count(','));
            ofMean += static_cast<qsizetype>(row.startsWith("Small,Mean,"));
        }
        QCOMPARE(4 * ofMean, rows.size() - 1);
    }

    // A bundle has each run once, and the report of an imported one is the same.
    const QStringList bundle{"export", file, "--what", "bundle", "--out", path("bundle")};
    const Outcome exported = call(bundle + QStringList{"--db", m_database});
    QVERIFY2(exported.code == 0, qPrintable(exported.err));
    const QString other = path("other.sqlite");
    QCOMPARE(call({"import", path("bundle"), "--db", other}).out,
             QString("Imported as runs 1, 2, 3, 4.\n"));
    const QJsonObject there = jsonLines(call(report + QStringList{other}).out).front();
    for (const auto& [arm, sweep] : {std::pair("FedAvg", ""),
                                     std::pair("Mean", ""),
                                     std::pair("Swept", "learningRate = 0.05"),
                                     std::pair("Swept", "learningRate = 0.1")})
        QCOMPARE(armAt(there, arm, sweep), armAt(found, arm, sweep));
    QCOMPARE(figure("runs", other), figure("runs", m_database));
}

COTERIE_SECTION(TestCliReport)

} // namespace tst_cli_report

#include "tst_cli_report.moc"
