#include "core/store/database.h"
#include "tests/core/store/store_fixture.h"
#include "tests/ordinary_user.h"
#include "tests/sections.h"

#include <atomic>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <malloc.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

namespace tst_run_store {

using namespace coterie;
using namespace coterie::test;

/// The file of the store: where it is, who may read it, what becomes of it when a disk or another
/// program is in the way.
class TestRunStore : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void makesTheFolderThatIsMissing();
    void saysWhatIsWrongWithTheFile();
    void readsAReadOnlyFolder();
    void aFailedCommitKeepsNothing();
    void aDiskThatRefusesIsNamedAndNothingIsLost();
    void letsGoOfWhatItKnewOfEndedRuns();
    void aSizeThatCannotBeIsToldAsDamage();
    void isReadWhileARunWrites();
    void severalMayCreateTheFileAtOnce();
    void namesTheUsersOwnFile();
};

void TestRunStore::makesTheFolderThatIsMissing()
{
    const StoreFixture fixture;
    const auto file = fixture.path("a") / "b" / "runs.sqlite";
    QVERIFY(RunStore::open(file).has_value());
    QVERIFY(std::filesystem::exists(file));
}

void TestRunStore::saysWhatIsWrongWithTheFile()
{
    const StoreFixture fixture;
    const auto missing = fixture.path("missing.sqlite");
    QCOMPARE(sentenceOf(RunStore::open(missing, RunStore::Mode::ReadOnly)),
             missing.string() + ": there is no such file");
    QVERIFY(!std::filesystem::exists(missing));

    std::ofstream(fixture.path("notes.txt"))
        << "no database, just a text that is long enough to have a header\n";
    QCOMPARE(sentenceOf(RunStore::open(fixture.path("notes.txt"))),
             fixture.path("notes.txt").string() + ": the file is not a database");
    QCOMPARE(sentenceOf(RunStore::open(fixture.path(""))),
             fixture.path("").string() + ": must be a file (is a folder)");
    const auto below = fixture.path("notes.txt") / "runs.sqlite";
    QVERIFY(sentenceOf(RunStore::open(below)).find("cannot create the folder")
            != std::string::npos);
}

void TestRunStore::readsAReadOnlyFolder()
{
    StoreFixture fixture;
    const std::int64_t run = fixture.addRun();
    QVERIFY(fixture.store->commit(run, {shared(plainReport(0))}, nullptr).has_value());
    fixture.store.reset();
    const std::string folder = fixture.folder.path().toStdString();
    QCOMPARE(::chmod(fixture.file().c_str(), 0444), 0);
    QCOMPARE(::chmod(folder.c_str(), 0555), 0);
    std::size_t found = 0;
    std::string sentence;
    asOrdinaryUser([&] {
        if (auto store = RunStore::open(fixture.file(), RunStore::Mode::ReadOnly))
            found = valueOf((*store)->reports(run)).size();
        sentence = sentenceOf(RunStore::open(fixture.file()));
    });
    QCOMPARE(::chmod(folder.c_str(), 0755), 0);
    QCOMPARE(found, std::size_t{1});
    QVERIFY2(sentence.find("read-only") != std::string::npos, sentence.c_str());
    QVERIFY2(sentence.starts_with(fixture.file().string()), sentence.c_str());
}

void TestRunStore::aFailedCommitKeepsNothing()
{
    StoreFixture fixture;
    const std::int64_t run = fixture.addRun();
    const CheckpointDelta first{
        .round = 0, .changed = {{.part = "models", .bytes = bytes(10, 1)}}, .removed = {}};
    QVERIFY(fixture.store->commit(run, {shared(plainReport(0))}, &first).has_value());
    const CheckpointDelta tooLarge{
        .round = 1,
        .changed = {{.part = "models", .bytes = bytes(kLargestChunk + 1, 2)}},
        .removed = {}};
    const std::string sentence =
        sentenceOf(fixture.store->commit(run, {shared(plainReport(1))}, &tooLarge));
    QVERIFY2(sentence.find("\"models\"") != std::string::npos, sentence.c_str());
    QCOMPARE(valueOf(fixture.store->reports(run)).size(), std::size_t{1});
    QCOMPARE(valueOf(fixture.store->loadCheckpoint(run)).round, 0);
    // And the run goes on as if the failed commit had never been.
    QVERIFY(fixture.store->commit(run, {shared(plainReport(1))}, nullptr).has_value());
    QVERIFY(valueOf(fixture.store->reports(run)).back() == plainReport(1));
}

void TestRunStore::aDiskThatRefusesIsNamedAndNothingIsLost()
{
    StoreFixture fixture;
    const std::int64_t run = fixture.addRun();
    const CheckpointDelta small{
        .round = 1, .changed = {{.part = "models", .bytes = bytes(100, 1)}}, .removed = {}};
    const CheckpointDelta large{.round = 2,
                                .changed = {{.part = "models", .bytes = bytes(kLargestChunk, 2)}},
                                .removed = {}};
    QVERIFY(fixture.store->commit(run, {shared(plainReport(1))}, &small).has_value());
    // A limit on the size of files stands for a disk without room: the log cannot grow.
    std::signal(SIGXFSZ, SIG_IGN);
    rlimit before{};
    QCOMPARE(::getrlimit(RLIMIT_FSIZE, &before), 0);
    rlimit low = before;
    low.rlim_cur = 2000000;
    QCOMPARE(::setrlimit(RLIMIT_FSIZE, &low), 0);
    const std::string sentence =
        sentenceOf(fixture.store->commit(run, {shared(plainReport(2))}, &large));
    QCOMPARE(::setrlimit(RLIMIT_FSIZE, &before), 0);
    QVERIFY2(sentence.starts_with(fixture.file().string() + ": the disk "), sentence.c_str());

    const auto check = [&](RunStore& store, int round, const CheckpointDelta& state) {
        const auto reports = valueOf(store.reports(run));
        QCOMPARE(reports.size(), static_cast<std::size_t>(round));
        QVERIFY(reports.back() == plainReport(round));
        const CheckpointDelta found = valueOf(store.loadCheckpoint(run));
        QCOMPARE(found.round, round);
        QVERIFY(found.changed.front().bytes == state.changed.front().bytes);
    };
    check(*fixture.store, 1, small);
    QVERIFY(
        fixture.store->commit(run, {shared(plainReport(2))}, &large).has_value()); // room was made
    check(*fixture.openAgain(), 2, large);
}

void TestRunStore::letsGoOfWhatItKnewOfEndedRuns()
{
    StoreFixture fixture;
    const auto inUse = [] {
        const struct mallinfo2 info = ::mallinfo2();
        return info.uordblks + info.hblkhd;
    };
    const auto runOnce = [&](RunStatus end) {
        const std::int64_t run = fixture.addRun();
        RoundReport report = plainReport(0);
        report.collaboration = Matrix(500, 500, 0.25);
        report.gram = Matrix(500, 500, 0.5);
        QVERIFY(fixture.store->commit(run, {shared(report)}, nullptr).has_value());
        QVERIFY(fixture.store->setStatus(run, end, {}).has_value());
    };
    runOnce(RunStatus::Finished); // whatever is kept once
    const std::size_t before = inUse();
    for (const RunStatus end : {RunStatus::Finished, RunStatus::Failed, RunStatus::Stopped})
        for (int i = 0; i < 10; ++i)
            runOnce(end);
    // The last matrices of one run are 12 · 500² bytes.
    QCOMPARE_LT(inUse(), before + 12 * 500 * 500);
}

void TestRunStore::aSizeThatCannotBeIsToldAsDamage()
{
    StoreFixture fixture;
    const std::int64_t run = fixture.addRun();
    RoundReport report = plainReport(0);
    report.grouping =
        Grouping{.groups = {{0, 1}, {2, 3}}, .merges = {}, .stopReason = {}, .refused = {}};
    QVERIFY(fixture.store->commit(run, {shared(report)}, nullptr).has_value());
    Database(fixture.file(), Database::Access::ReadWrite).execute("UPDATE round SET groups = -1");
    QCOMPARE(sentenceOf(fixture.store->reports(run)),
             fixture.file().string()
                 + ": the run store is damaged: it contains an impossible size");
}

void TestRunStore::isReadWhileARunWrites()
{
    StoreFixture fixture;
    const std::int64_t run = fixture.addRun();
    constexpr int kRounds = 150;
    std::atomic<bool> writing = true;
    std::atomic<bool> written = true;
    std::atomic<bool> reading = true;
    std::atomic<int> looks = 0;
    std::thread writer([&] {
        const auto store = fixture.openAgain();
        for (int round = 0; round < kRounds; ++round) {
            const CheckpointDelta state{
                .round = round,
                .changed = {{.part = "models", .bytes = bytes(10000, round)}},
                .removed = {}};
            if (!store->commit(run, {shared(plainReport(round))}, &state))
                written = false;
            while (reading && looks < round / 50) // also where the reader seldom has a turn
                std::this_thread::yield();
        }
        writing = false;
    });
    const auto reader = fixture.openAgain(RunStore::Mode::ReadOnly);
    std::size_t seen = 0;
    bool ordered = true;
    bool consistent = true;
    bool readable = true;
    while (true) {
        const bool last = !writing;
        const auto reports = reader->reports(run);
        const auto state = reader->loadCheckpoint(run);
        if (!reports || !state) {
            readable = false;
            break;
        }
        ordered = ordered && reports->size() >= seen;
        seen = reports->size();
        for (std::size_t i = 0; i < reports->size(); ++i)
            consistent = consistent && (*reports)[i] == plainReport(static_cast<int>(i));
        if (state->round >= 0)
            consistent = consistent
                         && state->changed.front().bytes.view().back()
                                == static_cast<std::byte>(state->round);
        ++looks;
        if (last)
            break;
    }
    reading = false;
    writer.join();
    QVERIFY(readable);
    QVERIFY(written);
    QVERIFY(ordered);
    QVERIFY(consistent);
    QCOMPARE(seen, std::size_t{kRounds});
    QVERIFY(looks > 2); // two of them while rounds were still to be written
}

void TestRunStore::severalMayCreateTheFileAtOnce()
{
    const StoreFixture fixture;
    for (int trial = 0; trial < 10; ++trial) {
        const auto file = fixture.path("new" + std::to_string(trial) + ".sqlite");
        std::vector<std::string> sentences(4);
        std::vector<std::thread> threads;
        for (std::string& sentence : sentences) {
            threads.emplace_back([&sentence, &file] {
                const auto store = RunStore::open(file);
                sentence = store ? sentenceOf((*store)->addExperiment("digits", "{}", "beef"))
                                 : sentenceOf(store);
            });
        }
        for (std::thread& thread : threads)
            thread.join();
        for (const std::string& sentence : sentences)
            QVERIFY2(sentence == "(no error)", sentence.c_str());
    }
}

void TestRunStore::namesTheUsersOwnFile()
{
    ::setenv("XDG_DATA_HOME", "/somewhere/data", 1);
    QCOMPARE(defaultStoreFile().string(), std::string("/somewhere/data/coterie/runs.sqlite"));
    ::setenv("XDG_DATA_HOME", "relative", 1);
    ::setenv("HOME", "/home/ada", 1);
    QCOMPARE(defaultStoreFile().string(),
             std::string("/home/ada/.local/share/coterie/runs.sqlite"));
    ::unsetenv("XDG_DATA_HOME");
    QCOMPARE(defaultStoreFile().string(),
             std::string("/home/ada/.local/share/coterie/runs.sqlite"));
    ::unsetenv("HOME");
    QVERIFY(defaultStoreFile().empty());
    const auto nowhere = RunStore::open(defaultStoreFile());
    QVERIFY(!nowhere.has_value());
    QCOMPARE(nowhere.error().place, std::string("the run store"));
}

COTERIE_SECTION(TestRunStore)

} // namespace tst_run_store

#include "tst_run_store.moc"
