#include "core/store/database.h"
#include "store_fixture.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QProcess>

#include <cstdio>

using namespace coterie;
using namespace coterie::test;

namespace {

constexpr std::size_t kMegabyte = std::size_t{1} << 20;
constexpr int kChunks = 6;

/// What the writer process commits for a round: one report and a state whose every byte names the
/// round.
CheckpointDelta stateOf(int round)
{
    CheckpointDelta state{.round = round, .changed = {}, .removed = {}};
    for (int client = 0; client < kChunks; ++client)
        state.changed.push_back(
            {.part = "models", .client = client, .bytes = bytes(kMegabyte, round % 251)});
    return state;
}

/// Commits round after round until it is killed; says when the first is done.
int writeUntilKilled(const char* file, std::int64_t run)
{
    const auto store = RunStore::open(file);
    if (!store)
        return 1;
    const CheckpointDelta found = valueOf((*store)->loadCheckpoint(run));
    for (int round = found.round + 1;; ++round) {
        const CheckpointDelta state = stateOf(round);
        if (!(*store)->commit(run, {shared(plainReport(round))}, &state))
            return 1;
        std::puts("committed");
        std::fflush(stdout);
    }
}

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
    void twoHundredMegabytesStayQuickAndTheLogShort();
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
        QVERIFY(*found.changed[i].bytes == *expected.bytes);
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
    QVERIFY(*found.changed[0].bytes == *bytes(10, 1));
    QVERIFY(*found.changed[1].bytes == *bytes(10, 22));
    QVERIFY(*found.changed[2].bytes == *bytes(20000, 33));
    QVERIFY(*found.changed[3].bytes == *bytes(5, 5));
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
    QVERIFY(*valueOf(fixture.store->loadCheckpoint(first)).changed.front().bytes == *bytes(10, 1));
    QVERIFY(*valueOf(fixture.store->loadCheckpoint(second)).changed.front().bytes == *bytes(10, 2));
}

void TestCheckpoints::droppedStateFreesItsSpace()
{
    StoreFixture fixture;
    const std::int64_t first = fixture.addRun();
    const std::int64_t second = fixture.addRun();
    CheckpointDelta state{.round = 1, .changed = {}, .removed = {}};
    for (int client = 0; client < 5; ++client)
        state.changed.push_back(
            {.part = "models", .client = client, .bytes = bytes(8 * kMegabyte, client)});
    QVERIFY(fixture.store->commit(first, {}, &state).has_value());
    QVERIFY(fixture.store->dropCheckpoint(first).has_value());
    QCOMPARE(valueOf(fixture.store->loadCheckpoint(first)).round, -1);
    QVERIFY(fixture.store->commit(second, {}, &state).has_value());
    const std::size_t size = sizeOf(fixture.file());
    QVERIFY2(size < 45 * kMegabyte,
             qPrintable(QString::number(size))); // 40 MB of state once, not twice
}

void TestCheckpoints::twoHundredMegabytesStayQuickAndTheLogShort()
{
    StoreFixture fixture;
    const std::int64_t run = fixture.addRun();
    const auto log = fixture.file().string() + "-wal";
    QElapsedTimer timer;
    timer.start();
    for (int round = 1; round <= 2; ++round) {
        CheckpointDelta state{.round = round, .changed = {}, .removed = {}};
        for (int client = 0; client < 25; ++client)
            state.changed.push_back({.part = "models",
                                     .client = client,
                                     .bytes = bytes(8 * kMegabyte, round + client)});
        QVERIFY(fixture.store->commit(run, {shared(plainReport(round))}, &state).has_value());
        QVERIFY2(sizeOf(log) <= 32 * kMegabyte, qPrintable(QString::number(sizeOf(log))));
    }
    qInfo("two checkpoints of 200 MB: %lld ms", static_cast<long long>(timer.elapsed()));
    const CheckpointDelta found = valueOf(fixture.store->loadCheckpoint(run));
    QCOMPARE(found.changed.size(), std::size_t{25});
    for (std::size_t i = 0; i < found.changed.size(); ++i)
        QVERIFY(*found.changed[i].bytes == *bytes(8 * kMegabyte, 2 + static_cast<int>(i)));
    QVERIFY(sizeOf(fixture.file()) < 215 * kMegabyte); // the second took the first one's place
}

void TestCheckpoints::aKilledProcessLeavesTheCommitBefore()
{
    StoreFixture fixture;
    const std::int64_t run = fixture.addRun();
    fixture.store.reset();
    RandomStream delays({.seed = 7});
    int newest = -1;
    int survivedMiddle = 0;
    for (int kill = 0; kill < 12; ++kill) {
        QProcess writer;
        writer.start(QCoreApplication::applicationFilePath(),
                     {"--write-until-killed",
                      QString::fromStdString(fixture.file().string()),
                      QString::number(run)});
        QVERIFY(writer.waitForReadyRead(30000));
        QTest::qWait(static_cast<int>(delays.below(60))); // somewhere in one of the next commits
        writer.kill();
        QVERIFY(writer.waitForFinished(30000));
        QCOMPARE(writer.exitStatus(), QProcess::CrashExit);
        const int announced =
            newest
            + static_cast<int>(writer.readAllStandardOutput().count('\n')); // and perhaps one more

        const auto store = fixture.openAgain();
        const CheckpointDelta state = valueOf(store->loadCheckpoint(run));
        QVERIFY(state.round == announced || state.round == announced + 1);
        QCOMPARE(state.changed.size(), std::size_t{kChunks});
        for (const StateChunk& chunk : state.changed)
            QVERIFY(*chunk.bytes == *bytes(kMegabyte, state.round % 251));
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

int main(int argc, char** argv)
{
    if (argc == 4 && std::string_view(argv[1]) == "--write-until-killed")
        return writeUntilKilled(argv[2], std::stoll(argv[3]));
    QCoreApplication application(argc, argv);
    TestCheckpoints test;
    return QTest::qExec(&test, argc, argv);
}
#include "tst_checkpoints.moc"
