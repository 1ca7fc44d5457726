#include "core/store/database.h"
#include "tests/app/cli_fixture.h"
#include "tests/sections.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QTest>

namespace tst_cli_shares {

using namespace coterie::test;

/// A sweep computed in shares, and `merge`.
class TestCliShares final : public CliFixture
{
    Q_OBJECT

private Q_SLOTS:
    void sharesMergeIntoTheWhole();
    void aShareMustBeOne();
    void aListMustBeOfTheExperiment();
    void mergeSaysWhatItDid();
    void aConflictChangesNothing();

private:
    Outcome share(const QString& which, const QString& store) const
    {
        return call({"run", m_file, "--share", which, "--db", path(store)});
    }
    Outcome merge(const QStringList& stores) const
    {
        QStringList arguments{"merge", "--db", m_database};
        for (const QString& store : stores)
            arguments.append(path(store));
        return call(arguments);
    }
};

void TestCliShares::sharesMergeIntoTheWhole()
{
    QCOMPARE(call({"run", m_file, "--db", path("whole.sqlite")}).code, 0);
    for (const char* number : {"1", "2", "3"}) // of four runs
        QCOMPARE(share(QString(number) + "/3", QString(number)).code, 0);
    QCOMPARE(merge({"1", "2", "3"}).code, 0);
    const auto ofExperiment = [this](const QString& store, const QString& table) {
        const Outcome outcome =
            call({"export", m_file, "--what", table, "--db", store, "--out", "-"});
        return outcome.code == 0 ? outcome.out : outcome.err;
    };
    for (const char* table : {"rounds", "clients", "matrices", "runs"}) {
        const QString merged = ofExperiment(m_database, table);
        QVERIFY2(merged.count('\n') > 4, qPrintable(merged));
        QCOMPARE(merged, ofExperiment(path("whole.sqlite"), table));
    }
    // What is merged is not computed again.
    const Outcome again = call({"run", m_file, "--db", m_database});
    QVERIFY2(again.out.startsWith("Already stored, with the same result to the bit: runs "),
             qPrintable(again.out));
    QVERIFY(!again.out.contains(" starts on "));
    const Outcome beyond = share("5/5", "5");
    QCOMPARE(beyond.code, 0);
    QCOMPARE(beyond.out, QString("This share has no runs.\n"));
}

void TestCliShares::aShareMustBeOne()
{
    const auto refusal = [this](const QString& which) {
        const Outcome outcome = share(which, "none");
        return outcome.code == 2 ? outcome.err : QString("accepted");
    };
    QVERIFY2(refusal("2").contains("--share: must be K/N, e.g. 2/12 (is \"2\")"),
             qPrintable(refusal("2")));
    for (const char* which : {"0/2", "3/2", "1/0", "a/2", "1/", "/2", "1/2/3", "-1/2"})
        QVERIFY2(refusal(which).contains(" of --share: must be "), qPrintable(refusal(which)));
    QVERIFY(!QFile::exists(path("none")));
}

void TestCliShares::aListMustBeOfTheExperiment()
{
    const QString file = write("list", "");
    const auto listed = [&] { return call({"run", m_file, "--only", file, "--db", m_database}); };
    QCOMPARE(listed().out, QString("The file of --only lists no runs.\n"));
    write("list", "0123\n");
    QVERIFY2(
        listed().err.contains("list: lists a run that this experiment does not have (\"0123\")"),
        qPrintable(listed().err));
    QVERIFY(!QFile::exists(m_database));
}

void TestCliShares::mergeSaysWhatItDid()
{
    QCOMPARE(share("1/4", "1").code, 0);
    QCOMPARE(share("2/4", "2").code, 0);
    QCOMPARE(merge({"1"}).out, QString("Merged as run 1.\n"));
    QCOMPARE(merge({"1", "2"}).out,
             QString("Merged as run 2.\nStored already, with the same numbers: run 1.\n"));
    QCOMPARE(merge({"1"}).out, QString("Stored already, with the same numbers: run 1.\n"));
    const QList<QJsonObject> lines =
        jsonLines(call({"merge", path("2"), "--db", m_database, "--json"}).out);
    QCOMPARE(lines.size(), 1);
    QCOMPARE(lines[0]["known"].toArray(), QJsonArray({2}));
    QCOMPARE(lines[0]["left"].toInt(-1), 0);

    // A folder stands for its stores, 9.sqlite before 10.sqlite.
    QVERIFY(QDir(m_folder->path()).mkdir("tasks"));
    QCOMPARE(merge({"tasks"}).code, 2);
    QCOMPARE(share("3/4", "tasks/10.sqlite").code, 0);
    QCOMPARE(share("4/4", "tasks/9.sqlite").code, 0);
    QCOMPARE(merge({"tasks"}).out, QString("Merged as runs 3, 4.\n"));
    // Also where the merged store is to stand among them, and does.
    const QStringList inside{"merge", path("tasks"), "--db", path("tasks/all.sqlite")};
    QCOMPARE(call(inside).out, QString("Merged as runs 1, 2.\n"));
    QCOMPARE(call(inside).out, QString("Stored already, with the same numbers: runs 1, 2.\n"));

    const Outcome nothing = merge({"nowhere"});
    QCOMPARE(nothing.code, 2);
    QVERIFY2(nothing.err.contains("nowhere: there is no such file"), qPrintable(nothing.err));
}

void TestCliShares::aConflictChangesNothing()
{
    QCOMPARE(share("1/4", "1").code, 0);
    QCOMPARE(merge({"1"}).code, 0);
    QCOMPARE(share("1/4", "2").code, 0);
    {
        coterie::Database database(path("2").toStdString(), coterie::Database::Access::Existing);
        database.execute("UPDATE client_metric SET train_loss = 0.125 WHERE round = 2");
    }
    const Outcome refused = merge({"2"});
    QCOMPARE(refused.code, 2);
    QVERIFY2(refused.err.contains(
                 "but other numbers (round 2, clients, client 0, trainLoss: 0.125 and "),
             qPrintable(refused.err));
    QCOMPARE(call({"list", "--db", m_database}).out.count('\n'), 2);
}

COTERIE_SECTION(TestCliShares)

} // namespace tst_cli_shares

#include "tst_cli_shares.moc"
