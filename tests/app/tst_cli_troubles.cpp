#include "core/store/database.h"
#include "tests/app/cli_fixture.h"
#include "tests/build_folder.h"
#include "tests/ordinary_user.h"
#include "tests/sections.h"

#include <QFile>
#include <QJsonArray>
#include <QTest>

#include <csignal>
#include <sys/stat.h>
#include <sys/types.h>

namespace tst_cli_troubles {

using coterie::Database;
using namespace coterie::test;

/// What happens to a store while a run needs it: a sentence, exit code 3, nothing lost.
class TestCliTroubles final : public CliFixture
{
    Q_OBJECT

private Q_SLOTS:
    void aStoreThatIsDeletedIsRescuedAndGoesOn();
    void aTableThatIsGoneStopsTheRunWithOneSentence();
    void aLockedStoreIsRetriedForTheMinutesGiven();
    void aReadOnlyStoreIsNotResumed();
    void aDamagedStateIsToldAtTheResume();
    void aStoreBeyondTheAllowedSizeStopsTheRun();
    void aLostTerminalDoesNotStopARunUnderNohup();

private:
    [[nodiscard]] QStringList longRun(const QString& database, int rounds = 80) const
    {
        return {"run",
                m_file,
                "--db",
                database,
                "--seed",
                "1",
                "--arm",
                "FedAvg",
                "--set",
                "/rounds=" + QString::number(rounds),
                "--set",
                "/checkpointSeconds=0"};
    }
    /// Every message, in order.
    [[nodiscard]] static QStringList messages(const Outcome& outcome)
    {
        QStringList sentences;
        for (const QJsonObject& line : jsonLines(outcome.out))
            if (line.value("event").toString() == "message")
                sentences << line.value("sentence").toString();
        return sentences;
    }
};

void TestCliTroubles::aStoreThatIsDeletedIsRescuedAndGoesOn()
{
    const QString rescued = path("runs-rescued.sqlite");
    QProcess process;
    startUntil(process, longRun(m_database), 3);
    for (const char* suffix : {"", "-wal", "-shm"})
        QVERIFY(QFile::remove(m_database + suffix));
    const Outcome outcome = end(process);
    QCOMPARE(outcome.code, 3);
    QVERIFY2(outcome.err.isEmpty(), qPrintable(outcome.err));
    QCOMPARE(messages(outcome).size(), 1);
    QVERIFY2(messages(outcome)[0].contains("was deleted or moved")
                 && messages(outcome)[0].contains(rescued),
             qPrintable(outcome.out));
    QVERIFY(!QFile::exists(m_database));
    const QJsonObject last = jsonLines(outcome.out).last();
    QCOMPARE(last.value("database").toString(), rescued);
    QCOMPARE(last.value("resume").toString(), "coterie-cli resume 1 --db " + rescued);

    QCOMPARE(call({"resume", "1", "--db", rescued}).code, 0);
    QCOMPARE(call(longRun(path("whole.sqlite"))).code, 0);
    QCOMPARE(exported(rescued, "clients"), exported(path("whole.sqlite"), "clients"));
}

void TestCliTroubles::aTableThatIsGoneStopsTheRunWithOneSentence()
{
    QProcess process;
    startUntil(process, longRun(m_database, 1'000'000), 3);
    // It goes on, as it may stand still with the store locked.
    ::kill(static_cast<pid_t>(process.processId()), SIGCONT);
    Database(m_database.toStdString(), Database::Access::ReadWrite)
        .execute("DROP TABLE client_metric");
    const Outcome outcome = end(process);
    QCOMPARE(outcome.code, 3);
    QCOMPARE(
        messages(outcome),
        QStringList{m_database + ": the run store reports an error: no such table: client_metric"});
    QVERIFY2(outcome.err.contains("the table \"client_metric\" is missing"),
             qPrintable(outcome.err));
}

void TestCliTroubles::aLockedStoreIsRetriedForTheMinutesGiven()
{
    const QString sentence =
        m_database + ": the run store is locked by another program; close it or try again";
    QStringList run = longRun(m_database, 3) + QStringList{"--json"};
    QCOMPARE(call(run).code, 0); // makes the store
    run << "--again"
        << "--set";
    Database other(m_database.toStdString(), Database::Access::ReadWrite);
    other.execute("BEGIN IMMEDIATE");
    const Outcome never = call(run + QStringList{"/retryMinutes=0"});
    QCOMPARE(never.code, 3);
    QCOMPARE(messages(never), QStringList{sentence});

    // While it is retried, the lock is given up.
    QProcess process;
    prepare(process);
    process.start(coterie::tests::builtFile("app/coterie-cli"),
                  run + QStringList{"/retryMinutes=2"});
    QString seen;
    while (!seen.contains("retries") && process.waitForReadyRead(kTryMilliseconds))
        seen += QString::fromUtf8(process.readAllStandardOutput());
    QVERIFY2(seen.contains("\"the run retries every 10 s, for at most 2 min 00 s; "),
             qPrintable(seen));
    other.execute("ROLLBACK");
    const Outcome passed = end(process);
    QCOMPARE(passed.code, 0);
    QVERIFY2(passed.err.isEmpty(), qPrintable(passed.err));
}

void TestCliTroubles::aReadOnlyStoreIsNotResumed()
{
    QProcess process;
    startUntil(process, longRun(m_database), 3);
    ::kill(static_cast<pid_t>(process.processId()), SIGINT);
    QCOMPARE(end(process).code, 130);
    const QByteArray folder = m_folder->path().toUtf8();
    const mode_t before = 0700;
    QCOMPARE(::chmod(folder.constData(), 0555), 0);
    QCOMPARE(::chmod(m_database.toUtf8().constData(), 0444), 0);
    asOrdinaryUser([&] {
        // A start of its own: what answers call() has kept the rights it began with.
        const Outcome outcome = shell("\"$COTERIE_CLI\" resume 1 --db " + m_database);
        QCOMPARE(outcome.code, 3);
        QVERIFY2(outcome.err.count('\n') == 1 && outcome.err.contains(m_database),
                 qPrintable(outcome.err));
        QVERIFY2(outcome.out.contains("To resume: coterie-cli resume 1"), qPrintable(outcome.out));
    });
    QCOMPARE(::chmod(folder.constData(), before), 0);
    QCOMPARE(::chmod(m_database.toUtf8().constData(), 0644), 0);
    QCOMPARE(call({"resume", "1", "--db", m_database}).code, 0);
}

void TestCliTroubles::aDamagedStateIsToldAtTheResume()
{
    QProcess process;
    startUntil(process, longRun(m_database), 3);
    ::kill(static_cast<pid_t>(process.processId()), SIGINT);
    QCOMPARE(end(process).code, 130);
    Database(m_database.toStdString(), Database::Access::ReadWrite)
        .execute("UPDATE checkpoint_bytes SET bytes = bytes || x'00' WHERE id IN"
                 " (SELECT bytes FROM checkpoint_piece WHERE until IS NULL AND since > 0)");
    const Outcome resumed = call({"resume", "1", "--db", m_database});
    QCOMPARE(resumed.code, 0);
    QVERIFY2(resumed.err.startsWith("coterie-cli: Run 1 (FedAvg, seed 1): ")
                 && resumed.err.count('\n') == 1,
             qPrintable(resumed.err));
    QVERIFY2(resumed.err.contains("The run continues from the one before it"),
             qPrintable(resumed.err));
    QCOMPARE(call(longRun(path("whole.sqlite"))).code, 0);
    QCOMPARE(exported(m_database, "clients"), exported(path("whole.sqlite"), "clients"));
}

void TestCliTroubles::aStoreBeyondTheAllowedSizeStopsTheRun()
{
    const Outcome outcome =
        shell("ulimit -f 300; exec \"$COTERIE_CLI\" run small.json --db runs.sqlite --seed 1 "
              "--set /rounds=100000");
    QCOMPARE(outcome.code, 3);
    QVERIFY2(outcome.out.contains("To resume: coterie-cli resume 1"), qPrintable(outcome.out));
    QVERIFY2(outcome.err.contains("cannot read or write the run store"), qPrintable(outcome.err));
}

void TestCliTroubles::aLostTerminalDoesNotStopARunUnderNohup()
{
    const Outcome outcome = shell("trap '' HUP; \"$COTERIE_CLI\" run small.json --db runs.sqlite "
                                  "--seed 1 --json --set /rounds=400 > told & run=$!; "
                                  "until grep -q '\"round\":3,' told; do sleep 0.05; done; "
                                  "kill -HUP $run; wait $run");
    QCOMPARE(outcome.code, 0);
}

COTERIE_SECTION(TestCliTroubles)

} // namespace tst_cli_troubles

#include "tst_cli_troubles.moc"
