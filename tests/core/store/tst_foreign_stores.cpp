#include "core/store/database.h"
#include "core/store/exports.h"
#include "core/store/schema.h"
#include "tests/core/store/store_fixture.h"
#include "tests/margin.h"
#include "tests/sections.h"

#include <limits>
#include <sstream>

namespace tst_foreign_stores {

using namespace coterie;
using namespace coterie::test;

/// Stores that a stranger wrote, or that another program changed.
class TestForeignStores : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void otherTablesAreRefused_data();
    void otherTablesAreRefused();
    void anOlderStoreWithOtherTablesIsRefused();
    void commentsAndStatisticsDoNotMatter();
    void neitherViewsNorTriggersRun();
    void theSchemaCannotBeEdited();
    void roundsThatAreNotThereAreNotCounted();
    void sizesThatAreNotThereTakeNoMemory_data();
    void sizesThatAreNotThereTakeNoMemory();
    void aMatrixOfMoreClientsThanTheRunIsRefused();

private:
    static void change(const StoreFixture& fixture, const std::string& sql)
    {
        Database(fixture.file(), Database::Access::ReadWrite).execute(sql);
    }
};

void TestForeignStores::otherTablesAreRefused_data()
{
    QTest::addColumn<QString>("sql");
    QTest::addColumn<QString>("what");
    QTest::newRow("a view in a table's place")
        << "DROP TABLE note;"
           "CREATE VIEW note (run, text) AS WITH RECURSIVE n(i) AS"
           " (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i, i FROM n"
        << "view \"note\" does not belong in it";
    QTest::newRow("a trigger") << "CREATE TRIGGER t AFTER INSERT ON run BEGIN DELETE FROM run; END"
                               << "trigger \"t\" does not belong in it";
    QTest::newRow("a further table") << "CREATE TABLE more (value)"
                                     << "table \"more\" does not belong in it";
    QTest::newRow("an index of an expression") << "CREATE INDEX i ON run (lower(arm))"
                                               << "index \"i\" does not belong in it";
    QTest::newRow("a computed column")
        << "ALTER TABLE note ADD COLUMN long AS (hex(zeroblob(1000000000)))"
        << "table \"note\" is not as Coterie makes it";
    QTest::newRow("a missing table") << "DROP TABLE tag"
                                     << "table \"tag\" is missing";
}

void TestForeignStores::otherTablesAreRefused()
{
    QFETCH(QString, sql);
    QFETCH(QString, what);
    StoreFixture fixture;
    fixture.store.reset();
    change(fixture, sql.toStdString());
    for (const auto mode : {RunStore::Mode::ReadOnly, RunStore::Mode::ReadWrite})
        QCOMPARE(QString::fromStdString(sentenceOf(RunStore::open(fixture.file(), mode))),
                 QString::fromStdString(fixture.file().string())
                     + ": this is not a run store as Coterie writes it: the " + what);
}

void TestForeignStores::anOlderStoreWithOtherTablesIsRefused()
{
    const StoreFixture fixture;
    const auto older = fixture.path("older.sqlite");
    {
        Database database(older, Database::Access::ReadWrite);
        createTables(database, 4);
        // Asked for the runs in progress before an older store is updated.
        database.execute("ALTER TABLE run RENAME TO kept;"
                         "CREATE VIEW run AS WITH RECURSIVE n(i) AS"
                         " (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i AS id, '' AS status"
                         " FROM n");
    }
    const std::string sentence = sentenceOf(RunStore::open(older, RunStore::Mode::ReadOnly));
    QVERIFY2(sentence.find("is not a run store as Coterie writes it") != std::string::npos,
             sentence.c_str());
    QCOMPARE(Database(older, Database::Access::ReadOnly).firstValue("PRAGMA user_version"),
             std::string("4"));
}

void TestForeignStores::commentsAndStatisticsDoNotMatter()
{
    StoreFixture fixture;
    fixture.store.reset();
    change(fixture,
           "DROP TABLE tag;"
           "CREATE TABLE tag (run INTEGER NOT NULL REFERENCES run ON DELETE CASCADE, -- whose\n"
           "  tag TEXT NOT NULL, PRIMARY KEY (run, tag)) WITHOUT ROWID;"
           "ANALYZE");
    QCOMPARE(sentenceOf(RunStore::open(fixture.file())), std::string("(no error)"));
}

void TestForeignStores::neitherViewsNorTriggersRun()
{
    const StoreFixture fixture;
    Database database(fixture.path("any.sqlite"), Database::Access::ReadWrite);
    database.execute("CREATE TABLE one (value); CREATE TABLE two (value);"
                     "CREATE TRIGGER t AFTER INSERT ON one BEGIN INSERT INTO two VALUES (1); END;"
                     "CREATE VIEW three AS SELECT * FROM one;"
                     "INSERT INTO one VALUES (1)");
    QCOMPARE(database.firstValue("SELECT count(*) FROM two"), std::string("0"));
    QVERIFY_THROWS_EXCEPTION(DatabaseError,
                             static_cast<void>(database.firstValue("SELECT * FROM three")));
}

void TestForeignStores::theSchemaCannotBeEdited()
{
    const StoreFixture fixture;
    Database database(fixture.file(), Database::Access::ReadWrite);
    database.execute("PRAGMA writable_schema = ON");
    QVERIFY_THROWS_EXCEPTION(DatabaseError, database.execute("UPDATE sqlite_master SET sql = 'x'"));
    QCOMPARE(database.firstValue("PRAGMA trusted_schema"), std::string("0"));
    QCOMPARE(database.firstValue("PRAGMA cell_size_check"), std::string("1"));
}

void TestForeignStores::roundsThatAreNotThereAreNotCounted()
{
    StoreFixture fixture;
    const std::int64_t run = fixture.addRun();
    for (int round = 0; round < 3; ++round)
        QVERIFY(fixture.store->commit(run, {shared(plainReport(round))}, nullptr).has_value());
    const auto exported = [&] {
        std::ostringstream csv;
        if (!exportCsv(*fixture.store, "clients", {}, csv))
            qFatal("the export failed");
        return csv.str();
    };
    const std::string before = exported();
    change(fixture,
           "UPDATE run SET rounds_done = " + std::to_string(std::numeric_limits<int>::max()));
    const double start = tests::threadMilliseconds();
    QCOMPARE(valueOf(fixture.store->run(run)).roundsDone, 2);
    QVERIFY(exported() == before);
    const double took = tests::threadMilliseconds() - start;
    // Of computing alone: how long the disk or another program keeps it waiting does not count.
    QVERIFY2(took < tests::allowed(1000), qPrintable(QString::number(took)));
}

void TestForeignStores::sizesThatAreNotThereTakeNoMemory_data()
{
    QTest::addColumn<QString>("sql");
    QTest::addColumn<QString>("sentence");
    const QString matrix = "the run store is damaged: a matrix of round 0 cannot be unpacked";
    QTest::newRow("rows") << "UPDATE matrix SET rows = 1 << 31" << matrix;
    QTest::newRow("rows times columns")
        << "UPDATE matrix SET rows = 1 << 32, columns = 1 << 32" << matrix;
    QTest::newRow("negative columns") << "UPDATE matrix SET columns = -1" << matrix;
    QTest::newRow("groups") << "UPDATE round SET groups = 1 << 30"
                            << "the run store is damaged: it contains an impossible size";
    QTest::newRow("clusters") << "UPDATE round SET clusters = 1 << 30"
                              << "the run store is damaged: it contains an impossible size";
}

void TestForeignStores::sizesThatAreNotThereTakeNoMemory()
{
    QFETCH(QString, sql);
    QFETCH(QString, sentence);
    StoreFixture fixture;
    const std::int64_t run = fixture.addRun();
    RoundReport report = plainReport(0);
    report.gram = Matrix(4, 4, 2.0);
    report.grouping = Grouping{.groups = {{0, 1}, {2}}};
    QVERIFY(fixture.store->commit(run, {shared(report)}, nullptr).has_value());
    change(fixture, sql.toStdString());
    const double before = tests::threadMilliseconds();
    QCOMPARE(QString::fromStdString(sentenceOf(fixture.store->reports(run))),
             QString::fromStdString(fixture.file().string()) + ": " + sentence);
    // The next round is compared with the stored one.
    const auto resumed = fixture.openAgain();
    report.round = 1;
    const Result<void> done = resumed->commit(run, {shared(report)}, nullptr);
    QVERIFY2(done, sentenceOf(done).c_str());
    QVERIFY(valueOf(resumed->reports(run, 1)).front() == report);
    const double took = tests::threadMilliseconds() - before;
    // Of computing alone: how long the disk or another program keeps it waiting does not count.
    QVERIFY2(took < tests::allowed(500), qPrintable(QString::number(took)));
}

void TestForeignStores::aMatrixOfMoreClientsThanTheRunIsRefused()
{
    for (const bool knowsClients : {true, false}) {
        StoreFixture fixture;
        const std::int64_t run = fixture.addRun();
        if (knowsClients)
            QVERIFY(fixture.store->setFacts(run, trainedOn(std::vector<std::int64_t>(2000, 10)))
                        .has_value());
        RoundReport report = plainReport(0);
        report.collaboration = Collaboration::identity(2000);
        QVERIFY(fixture.store->commit(run, {shared(report)}, nullptr).has_value());
        QVERIFY(valueOf(fixture.store->reports(run)).front() == report);
        // The bytes are those of any number of clients that keep their own model.
        const std::string more = knowsClients ? "2001" : "1000001";
        change(fixture, "UPDATE matrix SET rows = " + more + ", columns = " + more);
        QCOMPARE(QString::fromStdString(sentenceOf(fixture.store->reports(run))),
                 QString::fromStdString(fixture.file().string())
                     + ": the run store is damaged: the collaboration matrix of round 0 has more "
                       "clients than its run");
    }
}

COTERIE_SECTION(TestForeignStores)

} // namespace tst_foreign_stores

#include "tst_foreign_stores.moc"
