#include "core/store/checkpoint_rows.h"
#include "core/store/database.h"
#include "core/store/schema.h"
#include "tests/core/store/store_fixture.h"
#include "tests/sections.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QProcess>

#include <algorithm>
#include <cstdio>
#include <fstream>

namespace tst_checkpoints {

using namespace coterie;
using namespace coterie::test;

namespace {

/// Commits round after round until it is killed; says when the first is done. Arguments: the file,
/// the run, the number of chunks.
int writeUntilKilled(int argc, char** argv)
{
    if (argc != 4)
        return 2;
    const auto store = RunStore::open(argv[1]);
    if (!store)
        return 1;
    const std::int64_t run = std::stoll(argv[2]);
    const int chunks = std::stoi(argv[3]);
    const CheckpointDelta found = valueOf((*store)->loadCheckpoint(run));
    for (int round = found.round + 1;; ++round) {
        const CheckpointDelta state = stateOf(round, chunks, kMegabyte);
        if (!(*store)->commit(run, {shared(plainReport(round))}, &state))
            return 1;
        std::puts("committed");
        std::fflush(stdout);
    }
}

const tests::Section kWriter = tests::Section::companion("checkpoint_writer", &writeUntilKilled);

std::size_t sizeOf(const std::filesystem::path& file)
{
    std::error_code missing;
    const auto size = std::filesystem::file_size(file, missing);
    return missing ? 0 : static_cast<std::size_t>(size);
}

} // namespace

class TestCheckpoints : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aRunWithoutOneStartsAfresh();
    void comesBackWhole();
    void aDeltaReplacesAndRemoves();
    void ofDifferentRunsDoNotMix();
    void droppedStateFreesItsSpace();
    void aLargeStateLiesInAFileBesideTheStore();
    void aLargeDeltaLeavesEveryStoredPieceWhereItIs();
    void aFailedCommitHarmsNoStoredPiece();
    void aStateFileThatIsGoneOrOfAnotherTimeIsNamed();
    void aStoreFromBeforeStateFilesKeepsItsCheckpoints();
    void freedPagesLeaveTheFile();
    void aLengthThatIsNotThereIsNotAllocated();
    void whatIsElsewhereComesBeforeTheLock_data();
    void whatIsElsewhereComesBeforeTheLock();
    void aHundredMegabytesStayQuickAndTheLogShort();
    void aKilledProcessLeavesTheCommitBefore_data();
    void aKilledProcessLeavesTheCommitBefore();
};

void TestCheckpoints::aRunWithoutOneStartsAfresh()
{
    StoreFixture fixture;
    const CheckpointDelta state = valueOf(fixture.store->loadCheckpoint(fixture.addRun()));
    QCOMPARE(state.round, -1);
    QVERIFY(state.changed.empty());
}

void TestCheckpoints::comesBackWhole()
{
    StoreFixture fixture;
    const std::int64_t run = fixture.addRun();
    const CheckpointDelta state{
        .round = 4,
        .changed = {{.part = "models", .client = 1, .index = 1, .bytes = bytes(3, 3)},
                    {.part = "algorithm/c", .client = -1, .index = 0, .bytes = bytes(2, 9)},
                    {.part = "models", .client = 0, .index = 0, .bytes = bytes(1, 1)},
                    {.part = "models", .client = 1, .index = 0, .bytes = bytes(0, 0)}},
        .removed = {}};
    QVERIFY(fixture.store->commit(run, {}, &state).has_value());
    const CheckpointDelta found = valueOf(fixture.openAgain()->loadCheckpoint(run));
    QCOMPARE(found.round, 4);
    QVERIFY(found.removed.empty());
    QCOMPARE(found.changed.size(), std::size_t{4});
    const std::vector<std::size_t> order{1, 2, 3, 0}; // by part, client and index
    for (std::size_t i = 0; i < order.size(); ++i) {
        const StateChunk& expected = state.changed[order[i]];
        QCOMPARE(found.changed[i].part, expected.part);
        QCOMPARE(found.changed[i].client, expected.client);
        QCOMPARE(found.changed[i].index, expected.index);
        QVERIFY(found.changed[i].bytes == expected.bytes);
    }
}

void TestCheckpoints::aDeltaReplacesAndRemoves()
{
    StoreFixture fixture;
    const std::int64_t run = fixture.addRun();
    const CheckpointDelta first{.round = 1,
                                .changed = {{.part = "a", .bytes = bytes(10, 1)},
                                            {.part = "b", .bytes = bytes(10, 2)},
                                            {.part = "c", .bytes = bytes(10, 3)},
                                            {.part = "d", .bytes = bytes(10, 4)}},
                                .removed = {}};
    const CheckpointDelta second{
        .round = 2,
        .changed = {{.part = "b", .bytes = bytes(10, 22)}, // same length, in place
                    {.part = "c", .bytes = bytes(20000, 33)},
                    {.part = "e", .bytes = bytes(5, 5)}},
        .removed = {{.part = "d", .bytes = {}}, {.part = "never there", .bytes = {}}}};
    QVERIFY(fixture.store->commit(run, {}, &first).has_value());
    QVERIFY(fixture.store->commit(run, {}, &second).has_value());
    const CheckpointDelta found = valueOf(fixture.store->loadCheckpoint(run));
    QCOMPARE(found.round, 2);
    QCOMPARE(found.changed.size(), std::size_t{4});
    QVERIFY(found.changed[0].bytes == bytes(10, 1));
    QVERIFY(found.changed[1].bytes == bytes(10, 22));
    QVERIFY(found.changed[2].bytes == bytes(20000, 33));
    QVERIFY(found.changed[3].bytes == bytes(5, 5));
}

void TestCheckpoints::ofDifferentRunsDoNotMix()
{
    StoreFixture fixture;
    const std::int64_t first = fixture.addRun();
    const std::int64_t second = fixture.addRun();
    const CheckpointDelta ones{
        .round = 1, .changed = {{.part = "models", .bytes = bytes(10, 1)}}, .removed = {}};
    const CheckpointDelta twos{
        .round = 2, .changed = {{.part = "models", .bytes = bytes(10, 2)}}, .removed = {}};
    QVERIFY(fixture.store->commit(first, {}, &ones).has_value());
    QVERIFY(fixture.store->commit(second, {}, &twos).has_value());
    QVERIFY(valueOf(fixture.store->loadCheckpoint(first)).changed.front().bytes == bytes(10, 1));
    QVERIFY(valueOf(fixture.store->loadCheckpoint(second)).changed.front().bytes == bytes(10, 2));
}

void TestCheckpoints::droppedStateFreesItsSpace()
{
    StoreFixture fixture;
    const std::int64_t first = fixture.addRun();
    const std::int64_t second = fixture.addRun();
    const CheckpointDelta state = stateOf(1, 5, 6 * kMegabyte); // too little for a file of its own
    QVERIFY(fixture.store->commit(first, {}, &state).has_value());
    QVERIFY(fixture.store->dropCheckpoint(first).has_value());
    QCOMPARE(valueOf(fixture.store->loadCheckpoint(first)).round, -1);
    QVERIFY(fixture.store->commit(second, {}, &state).has_value());
    const std::size_t size = sizeOf(fixture.file()) + sizeOf(fixture.file().string() + "-wal");
    QVERIFY2(size < 70 * kMegabyte, qPrintable(QString::number(size)));
    QVERIFY(!std::filesystem::exists(stateFile(fixture.file(), second)));
}

void TestCheckpoints::aLargeStateLiesInAFileBesideTheStore()
{
    StoreFixture fixture;
    const std::int64_t run = fixture.addRun();
    CheckpointDelta state = stateOf(1, 40, kMegabyte + 100);
    state.changed.push_back(chunk("small", -1, 30, 5));
    QVERIFY(fixture.store->commit(run, {shared(plainReport(1))}, &state).has_value());
    QVERIFY(sizeOf(fixture.file()) + sizeOf(fixture.file().string() + "-wal") < kMegabyte);
    const std::filesystem::path file = stateFile(fixture.file(), run);
    QVERIFY(sizeOf(file) >= 40 * kMegabyte);
    QVERIFY(sizeOf(file) < 41 * kMegabyte);
    const CheckpointDelta found = valueOf(fixture.openAgain()->loadCheckpoint(run));
    QVERIFY(haveTheSameChunks(found, state));

    QVERIFY(fixture.store->dropCheckpoint(run).has_value());
    QVERIFY(!std::filesystem::exists(file));
    QCOMPARE(valueOf(fixture.store->loadCheckpoint(run)).round, -1);
    QVERIFY(fixture.store->commit(run, {}, &state).has_value());
    QVERIFY(fixture.store->deleteRun(run).has_value());
    QVERIFY(!std::filesystem::exists(file));
}

void TestCheckpoints::aLargeDeltaLeavesEveryStoredPieceWhereItIs()
{
    StoreFixture fixture;
    const std::int64_t run = fixture.addRun();
    CheckpointDelta now = stateOf(1, 40, kMegabyte);
    QVERIFY(fixture.store->commit(run, {}, &now).has_value());
    const auto placesOf = [&] {
        Database database(fixture.file(), Database::Access::ReadOnly);
        return database.firstValue("SELECT group_concat(file_offset) FROM (SELECT file_offset"
                                   " FROM checkpoint_piece WHERE until IS NULL ORDER BY client)"
                                   " WHERE file_offset");
    };
    std::string before = placesOf();
    for (int round = 2; round <= 6; ++round) {
        // 36 of 40 pieces change; in round 4 two small ones do, which go into the store.
        CheckpointDelta delta = stateOf(round, round == 4 ? 2 : 36, kMegabyte);
        delta.round = round;
        QVERIFY(fixture.store->commit(run, {}, &delta).has_value());
        now.round = round;
        std::copy(delta.changed.begin(), delta.changed.end(), now.changed.begin());
        QVERIFY(haveTheSameChunks(valueOf(fixture.store->loadCheckpoint(run)), now));
        QVERIFY(placesOf() != before);
        before = placesOf();
    }
    const std::size_t size = sizeOf(stateFile(fixture.file(), run));
    QVERIFY2(size <= 76 * kMegabyte, qPrintable(QString::number(size))); // what was, what changes
}

void TestCheckpoints::aFailedCommitHarmsNoStoredPiece()
{
    StoreFixture fixture;
    const std::int64_t run = fixture.addRun();
    const CheckpointDelta first = stateOf(1, 40, kMegabyte);
    QVERIFY(fixture.store->commit(run, {}, &first).has_value());
    CheckpointDelta second = stateOf(2, 40, kMegabyte);
    second.changed.push_back(chunk("models", 40, kLargestChunk + 1, 2)); // found out at the end
    QVERIFY(!fixture.store->commit(run, {}, &second).has_value());
    QVERIFY(haveTheSameChunks(valueOf(fixture.store->loadCheckpoint(run)), first));
    second.changed.pop_back();
    QVERIFY(fixture.store->commit(run, {}, &second).has_value());
    QVERIFY(haveTheSameChunks(valueOf(fixture.store->loadCheckpoint(run)), second));
}

void TestCheckpoints::aStateFileThatIsGoneOrOfAnotherTimeIsNamed()
{
    StoreFixture fixture;
    const std::int64_t run = fixture.addRun();
    const CheckpointDelta first = stateOf(1, 40, kMegabyte);
    const CheckpointDelta second = stateOf(2, 40, kMegabyte);
    const std::filesystem::path file = stateFile(fixture.file(), run);
    QVERIFY(fixture.store->commit(run, {}, &first).has_value());
    std::filesystem::copy_file(file, fixture.path("older"));
    QVERIFY(fixture.store->commit(run, {}, &second).has_value());
    QVERIFY(fixture.store->commit(run, {}, &first).has_value());
    QVERIFY(fixture.store->commit(run, {}, &second).has_value());
    std::filesystem::rename(file, fixture.path("newest"));
    QCOMPARE(sentenceOf(fixture.store->loadCheckpoint(run)),
             file.string() + ": the state of the run cannot be read: No such file or directory");
    std::filesystem::copy_file(fixture.path("older"), file);
    QCOMPARE(sentenceOf(fixture.store->loadCheckpoint(run)),
             fixture.file().string() + ": the stored state of run 1 is damaged");
    std::filesystem::resize_file(file, sizeOf(fixture.path("newest")));
    QCOMPARE(sentenceOf(fixture.store->loadCheckpoint(run)),
             fixture.file().string() + ": the stored state of run 1 is damaged");
    std::filesystem::rename(fixture.path("newest"), file);
    QVERIFY(haveTheSameChunks(valueOf(fixture.store->loadCheckpoint(run)), second));
}

void TestCheckpoints::aStoreFromBeforeStateFilesKeepsItsCheckpoints()
{
    StoreFixture fixture;
    const std::int64_t run = fixture.addRun();
    const CheckpointDelta state = stateOf(3, 2, 1000);
    fixture.store.reset();
    std::filesystem::rename(fixture.file(), fixture.path("new.sqlite"));
    {
        Database database(fixture.file(), Database::Access::ReadWrite);
        createTables(database, 2);
        database.execute("ATTACH '" + fixture.path("new.sqlite").string()
                         + "' AS new;"
                           "INSERT INTO experiment SELECT * FROM new.experiment;"
                           "INSERT INTO run SELECT id, experiment, arm, arm_index, seed, sweep,"
                           " plan, status, reason, rounds, rounds_done, created, program, torch,"
                           " blas, blas_core, instructions, device, sqlite, host FROM new.run");
        database.statement("INSERT INTO checkpoint VALUES (?, ?)", run, state.round).run();
        for (const StateChunk& piece : state.changed)
            database
                .statement("INSERT INTO checkpoint_chunk VALUES (NULL, ?, ?, ?, ?, ?)",
                           run,
                           piece.part,
                           piece.client,
                           piece.index,
                           piece.bytes.view())
                .run();
    }
    fixture.store = fixture.openAgain();
    QVERIFY(haveTheSameChunks(valueOf(fixture.store->loadCheckpoint(run)), state));
    QCOMPARE(valueOf(fixture.store->recoverCheckpoint(run)).givenUp, std::string());
    const CheckpointDelta large = stateOf(4, 40, kMegabyte);
    QVERIFY(fixture.store->commit(run, {}, &large).has_value());
    QVERIFY(haveTheSameChunks(valueOf(fixture.store->loadCheckpoint(run)), large));
}

void TestCheckpoints::freedPagesLeaveTheFile()
{
    StoreFixture fixture;
    const std::int64_t first = fixture.addRun();
    const std::int64_t second = fixture.addRun();
    const CheckpointDelta large = stateOf(1, 5, 4 * kMegabyte);
    QVERIFY(fixture.store->commit(first, {}, &large).has_value());
    QVERIFY(fixture.store->commit(second, {}, &large).has_value());
    QVERIFY(fixture.store->dropCheckpoint(first).has_value());
    fixture.store.reset();
    const std::size_t size = sizeOf(fixture.file());
    QVERIFY2(size > 20 * kMegabyte && size < 21 * kMegabyte, qPrintable(QString::number(size)));
    fixture.store = fixture.openAgain();
    QVERIFY(haveTheSameChunks(valueOf(fixture.store->loadCheckpoint(second)), large));
}

void TestCheckpoints::aLengthThatIsNotThereIsNotAllocated()
{
    StoreFixture fixture;
    const std::int64_t run = fixture.addRun();
    const CheckpointDelta state = stateOf(1, 40, kMegabyte);
    QVERIFY(fixture.store->commit(run, {}, &state).has_value());
    for (const char* claim : {"file_length = 1 << 33", "file_offset = -4096"}) {
        Database(fixture.file(), Database::Access::ReadWrite)
            .execute(std::string("UPDATE checkpoint_piece SET ") + claim);
        QCOMPARE(sentenceOf(fixture.store->loadCheckpoint(run)),
                 fixture.file().string() + ": the stored state of run 1 is damaged");
    }
}

void TestCheckpoints::whatIsElsewhereComesBeforeTheLock_data()
{
    QTest::addColumn<int>("count");
    QTest::addColumn<int>("size");
    QTest::addColumn<bool>("isInFile");
    QTest::newRow("few") << 3 << 5000 << false;
    QTest::newRow("many") << 7000 << 5000 << true;
    QTest::newRow("many tiny ones") << 9000 << 3900 << false;
}

/// Pieces of other ranks: while they are waited for, others write to the store.
void TestCheckpoints::whatIsElsewhereComesBeforeTheLock()
{
    QFETCH(int, count);
    QFETCH(int, size);
    QFETCH(bool, isInFile);
    StoreFixture fixture;
    const std::int64_t run = fixture.addRun();
    const std::int64_t another = fixture.addRun();
    const auto others = fixture.openAgain();
    int brought = 0;
    std::string trouble;
    CheckpointDelta state{.round = 1, .changed = {}, .removed = {}};
    CheckpointDelta expected = state;
    for (int client = 0; client < count; ++client) {
        const StateChunk here = chunk("models", client, static_cast<std::size_t>(size), client);
        expected.changed.push_back(here);
        state.changed.push_back(here);
        state.changed.back().bytes = SharedBytes(here.bytes.size(), [&, bytes = here.bytes] {
            ++brought;
            if (brought % 1000 == 1)
                if (const Result<void> written =
                        others->setStatus(another, RunStatus::Paused, std::to_string(brought));
                    !written)
                    trouble = written.error().sentence();
            return bytes;
        });
    }
    QVERIFY(fixture.store->commit(run, {shared(plainReport(1))}, &state).has_value());
    QCOMPARE(trouble, std::string());
    QCOMPARE(brought, count); // once each
    QCOMPARE(sizeOf(stateFile(fixture.file(), run)) > 0, isInFile);
    QVERIFY(haveTheSameChunks(valueOf(fixture.openAgain()->loadCheckpoint(run)), expected));
}

void TestCheckpoints::aHundredMegabytesStayQuickAndTheLogShort()
{
    StoreFixture fixture;
    const std::int64_t run = fixture.addRun();
    const auto log = fixture.file().string() + "-wal";
    QElapsedTimer timer;
    timer.start();
    for (int round = 1; round <= 3; ++round) {
        const CheckpointDelta state = stateOf(round, 25, 4 * kMegabyte);
        QVERIFY(fixture.store->commit(run, {shared(plainReport(round))}, &state).has_value());
        QVERIFY2(sizeOf(log) <= kMegabyte, qPrintable(QString::number(sizeOf(log))));
    }
    qInfo("three checkpoints of 100 MB: %lld ms", static_cast<long long>(timer.elapsed()));
    QVERIFY(haveTheSameChunks(valueOf(fixture.store->loadCheckpoint(run)),
                              stateOf(3, 25, 4 * kMegabyte)));
    // The third took the first one's place.
    QCOMPARE(sizeOf(stateFile(fixture.file(), run)), 200 * kMegabyte);
}

void TestCheckpoints::aKilledProcessLeavesTheCommitBefore_data()
{
    QTest::addColumn<int>("chunks");
    QTest::newRow("in the store") << 6;
    QTest::newRow("in a file beside it") << 33;
}
void TestCheckpoints::aKilledProcessLeavesTheCommitBefore()
{
    QFETCH(int, chunks);
    StoreFixture fixture;
    const std::int64_t run = fixture.addRun();
    fixture.store.reset();
    RandomStream delays({.seed = 7});
    int newest = -1;
    int survivedMiddle = 0;
    for (int kill = 0; kill < 8; ++kill) {
        QProcess writer;
        writer.start(QCoreApplication::applicationFilePath(),
                     {"checkpoint_writer",
                      QString::fromStdString(fixture.file().string()),
                      QString::number(run),
                      QString::number(chunks)});
        QVERIFY(writer.waitForReadyRead(kTryMilliseconds));
        QTest::qWait(static_cast<int>(delays.below(60))); // somewhere in one of the next commits
        writer.kill();
        QVERIFY(writer.waitForFinished(kTryMilliseconds));
        QCOMPARE(writer.exitStatus(), QProcess::CrashExit);
        const int announced =
            newest
            + static_cast<int>(writer.readAllStandardOutput().count('\n')); // and perhaps one more

        const auto store = fixture.openAgain();
        const CheckpointDelta state = valueOf(store->loadCheckpoint(run));
        QVERIFY(state.round == announced || state.round == announced + 1);
        QVERIFY(haveTheSameChunks(state, stateOf(state.round, chunks, kMegabyte)));
        const auto reports = valueOf(store->reports(run));
        QCOMPARE(reports.size(), static_cast<std::size_t>(state.round + 1));
        QVERIFY(reports.back() == plainReport(state.round));
        survivedMiddle += state.round == announced ? 1 : 0;
        newest = state.round;
    }
    QVERIFY(survivedMiddle > 0);
    Database database(fixture.file(), Database::Access::ReadOnly);
    QCOMPARE(database.firstValue("PRAGMA integrity_check"), std::string("ok"));
    QCOMPARE(database.firstValue("SELECT count(*) FROM pragma_foreign_key_check"),
             std::string("0"));
}

COTERIE_SECTION(TestCheckpoints)

} // namespace tst_checkpoints

#include "tst_checkpoints.moc"
