#include "core/store/database.h"
#include "core/store/schema.h"
#include "tests/sections.h"

#include <QTemporaryDir>
#include <QTest>

#include <bit>
#include <cmath>
#include <fcntl.h>
#include <fstream>
#include <limits>
#include <sys/stat.h>
#include <unistd.h>

namespace tst_database {

using namespace coterie;

namespace {

template <typename Work>
std::string sentenceFrom(Work work)
{
    try {
        work();
    } catch (const DatabaseError& problem) {
        return problem.what();
    }
    return "(no error)";
}

} // namespace

class TestDatabase : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void keepsEveryBitOfADouble_data();
    void keepsEveryBitOfADouble();
    void tellsAbsentFromNaNAndFromEmpty();
    void keepsStatementsPrepared();
    void rollsBackWhatWasNotCommitted();
    void namesAFileThatIsNoDatabase();
    void saysThatAFileIsLocked();
    void saysThatTheDiskIsFull();
    void saysThatAFileIsReadOnly();
    void refusesAFolder();
    void namesAFolderThatNothingCanBeCreatedIn();
    void refusesAPipeAtOnce();
    void makesNoFileWhereOneMustBe();
    void opensNamesWithSpecialCharacters();
    void refusesANewerVersion();
    void bringsAnOlderStoreUpToDate();
    void refusesAnotherProgramsDatabase();
    void refusesToReadAnEmptyFile();

private:
    std::filesystem::path file(const char* name) const
    {
        return std::filesystem::path(m_folder.path().toStdString()) / name;
    }
    QTemporaryDir m_folder;
};

void TestDatabase::keepsEveryBitOfADouble_data()
{
    QTest::addColumn<quint64>("bits");
    const auto row = [](const char* name, double value) {
        QTest::newRow(name) << std::bit_cast<quint64>(value);
    };
    row("a third", 1.0 / 3.0);
    row("zero", 0.0);
    row("minus zero", -0.0);
    row("one", 1.0);
    row("smallest", std::numeric_limits<double>::denorm_min());
    row("largest", std::numeric_limits<double>::max());
    row("infinity", std::numeric_limits<double>::infinity());
    row("minus infinity", -std::numeric_limits<double>::infinity());
    row("quiet NaN", std::numeric_limits<double>::quiet_NaN());
    row("negative NaN", std::copysign(std::numeric_limits<double>::quiet_NaN(), -1.0));
    QTest::newRow("NaN with a payload") << quint64{0x7ff8000000abcdef};
}

void TestDatabase::keepsEveryBitOfADouble()
{
    QFETCH(quint64, bits);
    Database database(file("bits.sqlite"), Database::Access::ReadWrite);
    database.execute("CREATE TABLE IF NOT EXISTS number (value)");
    database.execute("DELETE FROM number");
    database.statement("INSERT INTO number VALUES (?)").bind(std::bit_cast<double>(bits)).run();
    auto query = database.statement("SELECT value FROM number");
    QVERIFY(query.next());
    QVERIFY(!query.isNull(0));
    QCOMPARE(std::bit_cast<quint64>(query.real(0)), bits);
}

void TestDatabase::tellsAbsentFromNaNAndFromEmpty()
{
    Database database(file("absent.sqlite"), Database::Access::ReadWrite);
    database.execute("CREATE TABLE part (a, b, c, d)");
    database.statement("INSERT INTO part VALUES (?, ?, ?, ?)")
        .bind(std::optional<double>(), std::nan(""), std::string(), std::vector<std::byte>())
        .run();
    auto query = database.statement("SELECT a, b, c, d FROM part");
    QVERIFY(query.next());
    std::optional<double> absent = 1;
    std::optional<double> notANumber;
    query.read(0, absent, notANumber);
    QVERIFY(!absent);
    QVERIFY(notANumber && std::isnan(*notANumber));
    QVERIFY(!query.isNull(2));
    QVERIFY(!query.isNull(3));
    QVERIFY(query.blob(3).empty());
}

void TestDatabase::keepsStatementsPrepared()
{
    Database database(file("kept.sqlite"), Database::Access::ReadWrite);
    database.execute("CREATE TABLE kept (value)");
    for (int i = 0; i < 3; ++i)
        database.statement("INSERT INTO kept VALUES (?)").bind(i).run();
    {
        auto half = database.statement("SELECT value FROM kept ORDER BY value");
        QVERIFY(half.next()); // left in the middle: given back reset
    }
    auto query = database.statement("SELECT value FROM kept ORDER BY value");
    QVERIFY(query.next());
    QCOMPARE(query.integer(0), 0);
}

void TestDatabase::rollsBackWhatWasNotCommitted()
{
    Database database(file("rollback.sqlite"), Database::Access::ReadWrite);
    database.execute("CREATE TABLE kept (value)");
    {
        Transaction transaction(database, Transaction::Kind::Write);
        database.execute("INSERT INTO kept VALUES (1)");
    }
    QCOMPARE(database.firstValue("SELECT count(*) FROM kept"), std::string("0"));
    {
        Transaction transaction(database, Transaction::Kind::Write);
        database.execute("INSERT INTO kept VALUES (1)");
        transaction.commit();
    }
    QCOMPARE(database.firstValue("SELECT count(*) FROM kept"), std::string("1"));
}

void TestDatabase::namesAFileThatIsNoDatabase()
{
    std::ofstream(file("letter.txt"))
        << "Dear reader, this is a letter and has been one from the start.\n";
    const std::string sentence = sentenceFrom([&] {
        Database database(file("letter.txt"), Database::Access::ReadWrite);
        prepareStore(database);
    });
    QCOMPARE(sentence, file("letter.txt").string() + ": the file is not a database");
}

void TestDatabase::saysThatAFileIsLocked()
{
    Database writer(file("locked.sqlite"), Database::Access::ReadWrite);
    prepareStore(writer);
    Transaction transaction(writer, Transaction::Kind::Write);
    Database other(file("locked.sqlite"), Database::Access::ReadWrite);
    prepareStore(other);
    other.execute("PRAGMA busy_timeout = 50");
    const std::string sentence =
        sentenceFrom([&] { const Transaction second(other, Transaction::Kind::Write); });
    QVERIFY2(sentence.find("locked by another program") != std::string::npos, sentence.c_str());
}

void TestDatabase::saysThatTheDiskIsFull()
{
    Database database(file("full.sqlite"), Database::Access::ReadWrite);
    prepareStore(database);
    database.execute("CREATE TABLE big (bytes)");
    // SQLite's own limit on the pages of a file takes the same path as a disk without room.
    database.execute("PRAGMA max_page_count = 60");
    const std::vector<std::byte> large(1 << 20);
    const std::string sentence = sentenceFrom([&] {
        Transaction transaction(database, Transaction::Kind::Write);
        database.statement("INSERT INTO big VALUES (?)").bind(large).run();
        transaction.commit();
    });
    QVERIFY2(sentence.find("the disk is full") != std::string::npos, sentence.c_str());
    QVERIFY(!database.inTransaction());
    QCOMPARE(database.firstValue("SELECT count(*) FROM big"), std::string("0"));
}

void TestDatabase::saysThatAFileIsReadOnly()
{
    {
        Database database(file("read_only.sqlite"), Database::Access::ReadWrite);
        prepareStore(database);
    }
    Database database(file("read_only.sqlite"), Database::Access::ReadOnly);
    prepareStore(database);
    const std::string sentence =
        sentenceFrom([&] { database.execute("CREATE TABLE more (value)"); });
    QVERIFY2(sentence.find("read-only") != std::string::npos, sentence.c_str());
    QVERIFY2(sentence.find("read_only.sqlite") != std::string::npos, sentence.c_str());
}

void TestDatabase::refusesAFolder()
{
    const std::string sentence =
        sentenceFrom([&] { Database database(file("."), Database::Access::ReadWrite); });
    QVERIFY2(sentence.find("is a folder") != std::string::npos, sentence.c_str());
}

void TestDatabase::namesAFolderThatNothingCanBeCreatedIn()
{
    const auto folder = file("read-only");
    std::filesystem::create_directory(folder);
    QCOMPARE(::chmod(folder.parent_path().c_str(), 0755), 0);
    QCOMPARE(::chmod(folder.c_str(), 0555), 0);
    const bool isRoot = ::geteuid() == 0; // whom no folder refuses
    if (isRoot)
        QCOMPARE(::seteuid(65534), 0);
    const std::string sentence = sentenceFrom(
        [&] { Database database(folder / "new.sqlite", Database::Access::ReadWrite); });
    if (isRoot)
        QCOMPARE(::seteuid(0), 0);
    QCOMPARE(sentence,
             (folder / "new.sqlite").string()
                 + ": the run store cannot be created (Permission denied)");
}

void TestDatabase::refusesAPipeAtOnce()
{
    const auto pipe = file("pipe");
    QCOMPARE(::mkfifo(pipe.c_str(), 0600), 0);
    const int held = ::open(pipe.c_str(), O_RDWR | O_NONBLOCK); // so that nothing waits for long
    for (const auto access : {Database::Access::ReadOnly, Database::Access::ReadWrite}) {
        const std::string sentence = sentenceFrom([&] { Database database(pipe, access); });
        QCOMPARE(sentence, pipe.string() + ": must be a file (is a pipe or a device)");
    }
    ::close(held);
}

void TestDatabase::makesNoFileWhereOneMustBe()
{
    const auto open = [&] {
        Database(file("there.sqlite"), Database::Access::Existing).execute("CREATE TABLE a (b)");
    };
    QCOMPARE(sentenceFrom(open),
             file("there.sqlite").string()
                 + ": the run store cannot be opened (No such file or directory)");
    QVERIFY(!std::filesystem::exists(file("there.sqlite")));
    const Database made(file("there.sqlite"), Database::Access::ReadWrite);
    QCOMPARE(sentenceFrom(open), std::string("(no error)"));
}

void TestDatabase::opensNamesWithSpecialCharacters()
{
    const auto name = file("what? 100% #1 für.sqlite");
    Database database(name, Database::Access::ReadWrite);
    database.execute("CREATE TABLE kept (value)");
    QVERIFY(std::filesystem::exists(name));
}

void TestDatabase::refusesANewerVersion()
{
    {
        Database database(file("newer.sqlite"), Database::Access::ReadWrite);
        prepareStore(database);
        database.execute("PRAGMA user_version = 99");
    }
    const std::string sentence = sentenceFrom([&] {
        Database database(file("newer.sqlite"), Database::Access::ReadWrite);
        prepareStore(database);
    });
    QCOMPARE(sentence,
             file("newer.sqlite").string()
                 + ": the run store was written by a newer version of Coterie (its format is 99, "
                   "this program reads up to "
                 + std::to_string(kStoreVersion) + ")");
}

void TestDatabase::bringsAnOlderStoreUpToDate()
{
    {
        Database database(file("older.sqlite"), Database::Access::ReadWrite);
        createTables(database, 1);
    }
    const std::string sentence = sentenceFrom([&] {
        Database database(file("older.sqlite"), Database::Access::ReadOnly);
        prepareStore(database);
    });
    QVERIFY2(sentence.find("of an older version") != std::string::npos, sentence.c_str());
    Database database(file("older.sqlite"), Database::Access::ReadWrite);
    prepareStore(database);
    QCOMPARE(database.firstValue("PRAGMA user_version"), std::to_string(kStoreVersion));
    QCOMPARE(database.firstValue("SELECT count(*) FROM cluster_member"), std::string("0"));
    QCOMPARE(database.firstValue("SELECT count(clusters) FROM round"), std::string("0"));
}

void TestDatabase::refusesAnotherProgramsDatabase()
{
    {
        Database database(file("bookmarks.sqlite"), Database::Access::ReadWrite);
        database.execute("CREATE TABLE bookmark (address)");
    }
    const std::string sentence = sentenceFrom([&] {
        Database database(file("bookmarks.sqlite"), Database::Access::ReadWrite);
        prepareStore(database);
    });
    QVERIFY2(sentence.find("belongs to another program") != std::string::npos, sentence.c_str());
    Database untouched(file("bookmarks.sqlite"), Database::Access::ReadOnly);
    QCOMPARE(untouched.firstValue("SELECT count(*) FROM sqlite_master"), std::string("1"));
}

void TestDatabase::refusesToReadAnEmptyFile()
{
    std::ofstream(file("empty.sqlite")).flush();
    const std::string sentence = sentenceFrom([&] {
        Database database(file("empty.sqlite"), Database::Access::ReadOnly);
        prepareStore(database);
    });
    QVERIFY2(sentence.find("there is no run store in this file") != std::string::npos,
             sentence.c_str());
}

COTERIE_SECTION(TestDatabase)

} // namespace tst_database

#include "tst_database.moc"
