#include "core/store/checkpoint_rows.h"
#include "core/store/database.h"
#include "tests/core/store/store_fixture.h"
#include "tests/margin.h"
#include "tests/sections.h"

#include <cstddef>
#include <filesystem>
#include <fstream>
#include <string>

namespace tst_damaged_states {

using namespace coterie;
using namespace coterie::test;

/// What a resume makes of stored states that are not what was written.
class TestDamagedStates : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aDamagedStateFallsBackToTheOneBefore_data();
    void aDamagedStateFallsBackToTheOneBefore();
    void whereBothStatesAreDamagedNoneIsLeft();
    void anIntactStateIsReadWhileAnotherProgramWrites();
    void manyPiecesOfAnOlderStoreGetTheirDigestsQuickly();
};

void TestDamagedStates::aDamagedStateFallsBackToTheOneBefore_data()
{
    QTest::addColumn<int>("chunks");
    QTest::addColumn<QString>("damage");
    const QString newest = " WHERE until IS NULL AND client = 1";
    const auto bytes = [](const QString& change) {
        return "UPDATE checkpoint_bytes SET bytes = " + change
               + " WHERE id = (SELECT bytes FROM checkpoint_piece WHERE client = 1"
                 " AND until IS NULL)";
    };
    QTest::newRow("bits") << 3 << bytes("zeroblob(length(bytes))");
    QTest::newRow("length") << 3 << bytes("bytes || x'00'");
    QTest::newRow("piece") << 3 << "DELETE FROM checkpoint_piece" + newest;
    QTest::newRow("key") << 3 << "UPDATE checkpoint_piece SET client = 9" + newest;
    QTest::newRow("hash") << 3 << "UPDATE checkpoint_piece SET hash = hash + 1" + newest;
    QTest::newRow("round") << 3 << "UPDATE checkpoint SET round = 7";
    QTest::newRow("digest") << 3 << "UPDATE checkpoint SET digest = digest + 1";
    QTest::newRow("state file") << 40 << "";
    QTest::newRow("state file, cut short") << 40 << "";
}

void TestDamagedStates::aDamagedStateFallsBackToTheOneBefore()
{
    QFETCH(int, chunks);
    QFETCH(QString, damage);
    StoreFixture fixture;
    const std::int64_t run = fixture.addRun();
    CheckpointDelta first = stateOf(1, chunks, kMegabyte);
    CheckpointDelta second = stateOf(2, chunks, kMegabyte);
    second.changed.erase(second.changed.begin()); // the first piece stays
    CheckpointDelta third = stateOf(3, chunks, kMegabyte);
    QVERIFY(fixture.store->commit(run, {}, &first).has_value());
    QVERIFY(fixture.store->commit(run, {}, &second).has_value());
    const CheckpointDelta before = valueOf(fixture.store->loadCheckpoint(run));
    QVERIFY(fixture.store->commit(run, {}, &third).has_value());
    if (damage.isEmpty()) {
        Database database(fixture.file(), Database::Access::ReadOnly);
        const auto place = std::stoll(database.firstValue(
            "SELECT file_offset FROM checkpoint_piece WHERE until IS NULL AND client = 39"));
        const std::filesystem::path states = stateFile(fixture.file(), run);
        if (QTest::currentDataTag() == std::string("state file")) {
            std::fstream file(states);
            file.seekp(place + 12345);
            file.put('\xff');
        } else {
            std::filesystem::resize_file(states, static_cast<std::size_t>(place) + 12345);
        }
    } else {
        Database(fixture.file(), Database::Access::ReadWrite).execute(damage.toStdString());
    }
    QCOMPARE(sentenceOf(fixture.store->loadCheckpoint(run)),
             fixture.file().string() + ": the stored state of run 1 is damaged");
    const std::string sentence = valueOf(fixture.store->recoverCheckpoint(run)).givenUp;
    QVERIFY2(sentence.ends_with("is damaged. The run continues from the one before it, after "
                                "round 2."),
             sentence.c_str());
    QVERIFY(haveTheSameChunks(valueOf(fixture.store->loadCheckpoint(run)), before));
    // As long as nothing follows it, every resume says so.
    const UsableState again = valueOf(fixture.openAgain()->recoverCheckpoint(run));
    QCOMPARE(again.givenUp, sentence);
    QVERIFY(haveTheSameChunks(again.checkpoint, before));
    // It goes on from there, and again two are kept.
    QVERIFY(fixture.store->commit(run, {}, &third).has_value());
    const UsableState whole = valueOf(fixture.store->recoverCheckpoint(run));
    QCOMPARE(whole.givenUp, std::string());
    QVERIFY(haveTheSameChunks(whole.checkpoint, third));
    Database(fixture.file(), Database::Access::ReadWrite)
        .execute("UPDATE checkpoint SET digest = digest + 1");
    QVERIFY(!valueOf(fixture.store->recoverCheckpoint(run)).givenUp.empty());
    QVERIFY(haveTheSameChunks(valueOf(fixture.store->loadCheckpoint(run)), before));
}

void TestDamagedStates::whereBothStatesAreDamagedNoneIsLeft()
{
    StoreFixture fixture;
    const std::int64_t run = fixture.addRun();
    for (int round = 1; round <= 3; ++round) {
        CheckpointDelta state = stateOf(round, 3, 1000);
        QVERIFY(fixture.store->commit(run, {}, &state).has_value());
    }
    Database(fixture.file(), Database::Access::ReadWrite)
        .execute("UPDATE checkpoint_bytes SET bytes = zeroblob(1000)");
    const std::string sentence = "No stored state is intact. The run begins again from round 0.";
    for (int resume = 0; resume < 2; ++resume)
        QCOMPARE(valueOf(fixture.store->recoverCheckpoint(run)).givenUp, sentence);
    QCOMPARE(valueOf(fixture.store->loadCheckpoint(run)).round, -1);
    CheckpointDelta state = stateOf(0, 3, 1000);
    QVERIFY(fixture.store->commit(run, {}, &state).has_value());
    const UsableState whole = valueOf(fixture.store->recoverCheckpoint(run));
    QCOMPARE(whole.givenUp, std::string());
    QVERIFY(haveTheSameChunks(whole.checkpoint, state));
    Database(fixture.file(), Database::Access::ReadWrite)
        .execute("UPDATE checkpoint_bytes SET bytes = zeroblob(1000)");
    QCOMPARE(valueOf(fixture.store->recoverCheckpoint(run)).givenUp, sentence);
    QCOMPARE(valueOf(fixture.store->loadCheckpoint(run)).round, -1);
}

void TestDamagedStates::anIntactStateIsReadWhileAnotherProgramWrites()
{
    StoreFixture fixture;
    const std::int64_t run = fixture.addRun();
    const CheckpointDelta state = stateOf(1, 3, 1000);
    QVERIFY(fixture.store->commit(run, {}, &state).has_value());
    Database other(fixture.file(), Database::Access::ReadWrite);
    const Transaction lock(other, Transaction::Kind::Write);
    const Result<UsableState> usable = fixture.store->recoverCheckpoint(run);
    QVERIFY2(usable, sentenceOf(usable).c_str());
    QVERIFY(haveTheSameChunks(usable->checkpoint, state));
}

void TestDamagedStates::manyPiecesOfAnOlderStoreGetTheirDigestsQuickly()
{
    StoreFixture fixture;
    const std::string run = std::to_string(fixture.addRun());
    Database database(fixture.file(), Database::Access::ReadWrite);
    Transaction transaction(database, Transaction::Kind::Write);
    database.execute("INSERT INTO checkpoint (run, round) VALUES (" + run
                     + ", 5);"
                       "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n"
                       " WHERE i < 10000)"
                       " INSERT INTO checkpoint_bytes SELECT i, "
                     + run
                     + ", randomblob(8) FROM n;"
                       "INSERT INTO checkpoint_piece (run, part, client, \"index\", since, hash,"
                       " bytes) SELECT run, 'models', id, 0, 0, 0, id FROM checkpoint_bytes");
    const double before = tests::threadMilliseconds();
    giveStatesTheirDigests(database);
    const double took = tests::threadMilliseconds() - before;
    // Of computing alone: how long the disk or another program keeps it waiting does not count.
    QVERIFY2(took < tests::allowed(2000), qPrintable(QString::number(took)));
    transaction.commit();
    QCOMPARE(valueOf(fixture.store->loadCheckpoint(1)).changed.size(), std::size_t{10000});
}

COTERIE_SECTION(TestDamagedStates)

} // namespace tst_damaged_states

#include "tst_damaged_states.moc"
