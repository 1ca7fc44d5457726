#include "core/store/database.h"
#include "tests/app/cli_fixture.h"
#include "tests/sections.h"

#include <QJsonArray>
#include <QJsonObject>
#include <QRegularExpression>
#include <QTest>

#include <algorithm>

namespace tst_cli_replay {

using namespace coterie::test;

/// diff and verify.
class TestCliReplay final : public CliFixture
{
    Q_OBJECT

private Q_SLOTS:
    void twoArmsAreCompared();
    void matricesAndGroupsAreCompared();
    void equalRunsAreTheSame();
    void whatThePlanDoesNotTellIsTold();
    void runsAreVerified();
    void whatCannotBeComparedIsTold();

private:
    void change(const char* sql) const
    {
        coterie::Database database(m_database.toStdString(), coterie::Database::Access::ReadWrite);
        database.execute(sql);
    }
};

void TestCliReplay::whatThePlanDoesNotTellIsTold()
{
    QCOMPARE(call({"run", m_file, "--db", m_database, "--seed", "1"}).code, 0);
    QCOMPARE(call({"run", m_file, "--db", m_database, "--seed", "1", "--set", "/rounds=2"}).code,
             0);
    const QString rounds = call({"diff", "2", "4", "--db", m_database}).out;
    QVERIFY2(rounds.contains(QRegularExpression("\nrounds +3 +2 *\n")), qPrintable(rounds));
    change("INSERT INTO event (run, round, position, severity, kind, sentence)"
           " VALUES (4, 1, 0, 'warning', 'liveChange', 'Changed.')");
    const QString changed = call({"diff", "2", "4", "--db", m_database}).out;
    QVERIFY2(
        changed.contains("\nRun 4 was changed by hand or resumed with another program, library "
                         "or device.\n"),
        qPrintable(changed));
}

/// Runs 1 and 2 are Independent's seeds, 3 and 4 FedAvg's.
void TestCliReplay::twoArmsAreCompared()
{
    QCOMPARE(call({"run", m_file, "--db", m_database}).code, 0);
    const Outcome text = call({"diff", "1", "3", "--db", m_database});
    QCOMPARE(text.code, 0);
    QVERIFY2(
        text.out.startsWith("Run 1 (Small, Independent, seed 1)\nRun 3 (Small, FedAvg, seed 1)"),
        qPrintable(text.out));
    QVERIFY2(text.out.contains(QRegularExpression("\n/algorithm/name +independent +fedavg *\n")),
             qPrintable(text.out));
    QVERIFY2(text.out.contains("\nThey differ from round "), qPrintable(text.out));
    QVERIFY2(text.out.contains("\nMetrics of round 3, the last tested one that both have:\n"),
             qPrintable(text.out));
    const QJsonObject json =
        jsonLines(call({"diff", "1", "3", "--db", m_database, "--json"}).out)[0];
    QVERIFY(json["parting"].toObject()["round"].toInt() <= 1);
    QVERIFY(json["environment"].toArray().isEmpty());
    const QJsonArray metrics = json["metrics"].toArray();
    QVERIFY(!metrics.isEmpty());
    for (const QJsonValue& metric : metrics)
        QCOMPARE(metric["difference"].toDouble(),
                 metric["second"].toDouble() - metric["first"].toDouble());
    const QJsonObject curve = jsonLines(
        call({"diff", "1", "3", "--db", m_database, "--json", "--metric", "meanTestError"}).out)[0];
    QCOMPARE(curve["metrics"].toArray().size(), 4); // rounds 0 to 3
    const Outcome seeds = call({"diff", "1", "2", "--db", m_database});
    QVERIFY2(seeds.out.contains(QRegularExpression("\nseed +1 +2 *\n")), qPrintable(seeds.out));
}

void TestCliReplay::matricesAndGroupsAreCompared()
{
    QByteArray file = kSmall;
    file.replace(R"("name": "FedAvg", "algorithm": { "name": "fedavg" })",
                 R"("name": "Pairs", "algorithm": { "name": "groups", "groups": "0 1 | 2 3" } },
                    { "name": "All", "algorithm": { "name": "groups", "groups": "0 1 2 3" })");
    file.replace(R"("FedAvg": [29.55, 1.37])", R"("All": [29.55, 1.37])");
    QCOMPARE(call({"run", write("groups.json", file), "--db", m_database, "--seed", "1"}).code, 0);

    // All of the four clients have 75 training samples: halves against quarters.
    const QStringList diff{"diff", "2", "3", "--db", m_database};
    const QString text = call(diff).out;
    QVERIFY2(text.contains("\nCollaboration matrices of round 3: mean absolute difference 0.2500, "
                           "largest 0.2500.\nClient 0 takes from client 0 0.5000 in run 2 and "
                           "0.2500 in run 3.\n"),
             qPrintable(text));
    QVERIFY2(text.contains(QRegularExpression("\nGroups of round 3: 4 of 4 clients train with "
                                              "other clients\\.\nrun 2 +run 3 +clients +which *\n"
                                              "0 1 +0 1 2 3 +2 +0 1 *\n2 3 +0 1 2 3 +2 +2 3 *\n")),
             qPrintable(text));
    const QString one = call(diff + QStringList{"--round", "1"}).out;
    QVERIFY2(one.contains("\nCollaboration matrices of round 1: "), qPrintable(one));

    const QString alone = call({"diff", "1", "2", "--db", m_database}).out;
    QVERIFY2(alone.contains("\nGroups of round 3: not both runs have them for the same clients.\n"),
             qPrintable(alone));
    // Before anything is read, let alone measured for minutes.
    for (const QStringList& words : {diff + QStringList{"--matrix", "-"},
                                     diff + QStringList{"--groups=-"},
                                     QStringList{"bench", "--partition", "--svg", "-"},
                                     QStringList{"partition", "no such file", "--svg", "-"},
                                     QStringList{"partition", "no such file", "--csv", ""}}) {
        const Outcome nowhere = call(words);
        QCOMPARE(nowhere.code, 2);
        QVERIFY2(nowhere.err.contains(": must name a file"), qPrintable(nowhere.err));
        QVERIFY2(nowhere.out.isEmpty(), qPrintable(nowhere.out));
    }

    const QString matrix = path("matrix.csv");
    const QString moves = path("groups.csv");
    const Outcome json = call({"diff", "1", "2", "--db", m_database, "--json", "--matrix", matrix});
    const QJsonObject found = jsonLines(json.out)[0];
    const QJsonObject weights = found["collaboration"].toObject();
    QCOMPARE(weights["largest"].toDouble(), 0.5);
    QCOMPARE(weights["mean"].toDouble(), (4 * 0.5 + 4 * 0.5) / 16);
    QCOMPARE(weights["first"].toDouble(), 1.0);
    QCOMPARE(weights["second"].toDouble(), 0.5);
    QVERIFY(!found.contains("groups")); // Independent has none
    const QList<QByteArray> lines = contents(matrix).split('\n');
    QCOMPARE(lines.size(), 1 + 16 + 1);
    QCOMPARE(lines[0], QByteArray("round,client,fromClient,first,second,difference"));
    QCOMPARE(lines[1], QByteArray("3,0,0,1,0.5,-0.5"));
    QCOMPARE(lines[2], QByteArray("3,0,1,0,0.5,0.5"));
    QCOMPARE(lines[4], QByteArray("3,0,3,0,0,0"));
    QCOMPARE(call(diff + QStringList{"--groups", moves, "--round", "2"}).code, 0);
    QCOMPARE(contents(moves),
             QByteArray("round,client,firstGroup,secondGroup\n2,0,0,0\n2,1,0,0\n2,2,1,0\n"
                        "2,3,1,0\n"));

    const Outcome late = call(diff + QStringList{"--round", "4"});
    QCOMPARE(late.code, 2);
    QVERIFY2(late.err.contains("--round: must be at most 3"), qPrintable(late.err));
    const Outcome early = call(diff + QStringList{"--round", "0", "--matrix", matrix});
    QCOMPARE(early.code, 2);
    QVERIFY2(early.err.contains("do not both report a collaboration matrix"),
             qPrintable(early.err));
}

void TestCliReplay::equalRunsAreTheSame()
{
    QCOMPARE(call({"run", m_file, "--db", m_database, "--seed", "1"}).code, 0);
    QCOMPARE(
        call({"run", m_file, "--db", m_database, "--seed", "1", "--again", "--arm", "FedAvg"}).code,
        0);
    const QString same = call({"diff", "2", "3", "--db", m_database}).out;
    QVERIFY2(same.contains("\nSettings, program, libraries, processor and device are the same.\n"),
             qPrintable(same));
    QVERIFY2(same.contains("\nTheir rounds are the same to the bit up to round 3.\n"),
             qPrintable(same));
    QVERIFY(!jsonLines(call({"diff", "2", "3", "--db", m_database, "--json"}).out)[0].contains(
        "parting"));
    change("UPDATE run SET blas_core = 'Prescott' WHERE id = 3");
    change("UPDATE client_metric SET train_loss = 5 WHERE run = 3 AND round = 2 AND client = 1");
    const QString other = call({"diff", "2", "3", "--db", m_database}).out;
    QVERIFY2(other.contains(QRegularExpression("\n[^\n]*core[^\n]* Prescott *\n")),
             qPrintable(other));
    QVERIFY2(
        other.contains(QRegularExpression("\nThey differ from round 2, client 1: training loss is "
                                          "[0-9.]+ in run 2 and 5 in run 3\\.\n")),
        qPrintable(other));
}

void TestCliReplay::runsAreVerified()
{
    QCOMPARE(call({"run", m_file, "--db", m_database, "--seed", "2"}).code, 0);
    const Outcome same = call({"verify", "1", "2", "--db", m_database});
    QCOMPARE(same.code, 0);
    QCOMPARE(same.out,
             QString("Run 1 (Small, Independent, seed 2): The same to the bit in all 3 rounds.\n"
                     "Run 2 (Small, FedAvg, seed 2): The same to the bit in all 3 rounds.\n"));
    change("UPDATE client_metric SET train_loss = 5 WHERE run = 2 AND round = 2 AND client = 1");
    const Outcome other = call({"verify", "1", "2", "--db", m_database, "--json"});
    QCOMPARE(other.code, 3);
    const QList<QJsonObject> lines = jsonLines(other.out);
    QCOMPARE(lines.size(), 2);
    QVERIFY(!lines[0].contains("difference"));
    QCOMPARE(lines[1]["lastSame"].toInt(), 1);
    QCOMPARE(lines[1]["difference"].toObject()["first"].toString(), QString("5"));
}

void TestCliReplay::whatCannotBeComparedIsTold()
{
    QCOMPARE(call({"run", m_file, "--db", m_database, "--seed", "1"}).code, 0);
    const auto refusal = [this](const QStringList& arguments) {
        const Outcome outcome = call(arguments + QStringList{"--db", m_database});
        return QString::number(outcome.code) + ' ' + outcome.err;
    };
    QVERIFY(refusal({"diff", "1"}).contains("diff needs two runs"));
    QVERIFY(refusal({"diff", "1", "2", "3"}).contains("diff needs two runs"));
    QVERIFY(refusal({"diff", "1", "9"}).startsWith("2 "));
    QVERIFY(refusal({"diff", "1", "2", "--metric", "meanTestEror"}).contains("meanTestError"));
    QVERIFY(refusal({"diff", "1", "2", "--metric", "adjustedRandIndex"})
                .contains("--metric: the runs have no round in common with adjustedRandIndex"));
    QVERIFY(refusal({"verify", "9"}).startsWith("2 "));
    change("DELETE FROM round WHERE run = 2");
    for (const char* const command : {"verify", "diff"})
        QVERIFY(refusal({command, "2", "1"}).contains("run 2: has no round to compare with"));
    const Outcome rest = call({"verify", "2", "1", "--db", m_database});
    QCOMPARE(rest.code, 2);
    QVERIFY(rest.out.startsWith("Run 1 (Small, Independent, seed 1): The same to the bit"));
    change("UPDATE client_metric SET train_loss = 5 WHERE run = 1 AND round = 2");
    QCOMPARE(call({"verify", "1", "2", "--db", m_database}).code, 3);
}

COTERIE_SECTION(TestCliReplay)

} // namespace tst_cli_replay

#include "tst_cli_replay.moc"
