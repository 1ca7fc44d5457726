#include "core/store/bundle_text.h"
#include "core/store/checkpoint_rows.h"
#include "core/store/database.h"
#include "tests/core/fixtures/lost_store.h"
#include "tests/core/store/store_fixture.h"
#include "tests/sections.h"

#include <csignal>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <string>
#include <sys/resource.h>

namespace tst_rescue {

using namespace coterie;
using namespace coterie::test;

namespace {

std::ptrdiff_t filesIn(const StoreFixture& fixture, const std::string& ending = {})
{
    std::ptrdiff_t files = 0;
    for (const auto& entry : std::filesystem::directory_iterator(fixture.path("")))
        files += entry.path().string().ends_with(ending) ? 1 : 0;
    return files;
}

/// Files of this process cannot grow beyond this size.
class LargestFile
{
public:
    explicit LargestFile(rlim_t size)
        : m_handler(std::signal(SIGXFSZ, SIG_IGN))
    {
        ::getrlimit(RLIMIT_FSIZE, &m_before);
        const rlimit now{.rlim_cur = size, .rlim_max = m_before.rlim_max};
        ::setrlimit(RLIMIT_FSIZE, &now);
    }
    ~LargestFile()
    {
        ::setrlimit(RLIMIT_FSIZE, &m_before);
        std::signal(SIGXFSZ, m_handler);
    }
    LargestFile(const LargestFile&) = delete;
    LargestFile& operator=(const LargestFile&) = delete;

private:
    void (*m_handler)(int);
    rlimit m_before = {};
};

} // namespace

/// Stores whose file is deleted while they are open.
class TestRescue : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theFirstCommitThatSucceedsSaysWhereTheRunsAre();
    void aCopyThatFailsLeavesNoFile();
    void aNameThatIsTakenIsLeft();
    void aCopyThatCannotBeOpenedIsMadeOnce();
    void onlyWhatARunWritesIsRescued();
    void stateFilesAreCopied();
    void aRunWhoseStateFileIsGoneBeginsAgain();
    void aRunInProgressIsGivenANewStateAsAWhole();
};

void TestRescue::theFirstCommitThatSucceedsSaysWhereTheRunsAre()
{
    StoreFixture fixture;
    const std::int64_t run = fixture.addRun();
    loseStore(fixture.file());
    const Reports one{shared(plainReport(0))};
    const std::string refusal = sentenceOf(fixture.store->commit(99, one, nullptr));
    QVERIFY2(refusal.find("run 99") != std::string::npos, refusal.c_str());
    QCOMPARE(sentenceOf(fixture.store->commit(run, one, nullptr)),
             fixture.file().string()
                 + ": the run store was deleted or moved while it was used; all its runs are in "
                 + fixture.path("runs-rescued.sqlite").string()
                 + " now, where unfinished ones can be resumed");
    QVERIFY(fixture.store->commit(run, {shared(plainReport(1))}, nullptr));
    QCOMPARE(fixture.store->file(), fixture.path("runs-rescued.sqlite"));
    QCOMPARE(valueOf(fixture.store->reports(run)).size(), std::size_t{2});
}

void TestRescue::onlyWhatARunWritesIsRescued()
{
    StoreFixture fixture;
    const std::int64_t run = fixture.addRun();
    loseStore(fixture.file());
    // Another store has the name now, and a run of the same number there has a state file.
    QVERIFY(RunStore::open(fixture.file()));
    const std::filesystem::path other = stateFile(fixture.file(), run);
    std::ofstream(other) << "the state of another run";
    RunStore& store = *fixture.store;
    for (const std::string& refusal : {sentenceOf(store.addExperiment("name", "{}", "hash")),
                                       sentenceOf(store.addTag(run, "tag")),
                                       sentenceOf(store.setEnvironment(run, {})),
                                       sentenceOf(store.importBundle({}, Registry())),
                                       sentenceOf(store.dropCheckpoint(run)),
                                       sentenceOf(store.deleteRun(run))})
        QCOMPARE(refusal,
                 fixture.file().string()
                     + ": the run store was deleted or moved while it was open; nothing can be "
                       "changed in it");
    QVERIFY(std::filesystem::exists(other));

    const std::string news = sentenceOf(store.setStatus(run, RunStatus::Finished, {}));
    QVERIFY2(news.find("runs-rescued.sqlite now") != std::string::npos, news.c_str());
    QCOMPARE(valueOf(store.run(run)).status, RunStatus::Finished);
    QVERIFY(store.setRounds(run, 7)); // said once
    QVERIFY(store.dropCheckpoint(run));
    QVERIFY(std::filesystem::exists(other));
}

void TestRescue::aCopyThatFailsLeavesNoFile()
{
    StoreFixture fixture;
    const std::int64_t run = fixture.addRun();
    const CheckpointDelta state = stateOf(1, 5, kMegabyte);
    QVERIFY(fixture.store->commit(run, {}, &state));
    loseStore(fixture.file());
    const auto commit = [&] {
        return sentenceOf(fixture.store->commit(run, {shared(plainReport(2))}, nullptr));
    };
    {
        const LargestFile limit(kMegabyte);
        const std::string sentence = commit();
        QVERIFY2(sentence.starts_with(fixture.file().string()
                                      + ": the run store was deleted or moved; its runs exist only "
                                        "in this program until they can be copied beside its "
                                        "place: the disk cannot"),
                 sentence.c_str());
    }
    QCOMPARE(filesIn(fixture), std::ptrdiff_t{0});
    const std::string sentence = commit();
    QVERIFY2(sentence.find("runs-rescued.sqlite now") != std::string::npos, sentence.c_str());
    QVERIFY(haveTheSameChunks(valueOf(fixture.store->loadCheckpoint(run)), state));
}

void TestRescue::aNameThatIsTakenIsLeft()
{
    StoreFixture fixture;
    const std::int64_t run = fixture.addRun();
    loseStore(fixture.file());
    // A link to nothing is taken too, and no name to write to.
    const std::filesystem::path taken = fixture.path("runs-rescued.sqlite");
    std::filesystem::create_symlink("nowhere.sqlite", taken);
    {
        const LargestFile limit(4096);
        QVERIFY(!fixture.store->setRounds(run, 7));
    }
    QVERIFY(std::filesystem::is_symlink(taken));
    QCOMPARE(filesIn(fixture), std::ptrdiff_t{1});
    const std::string sentence = sentenceOf(fixture.store->setRounds(run, 7));
    QVERIFY2(sentence.find("runs-rescued-2.sqlite now") != std::string::npos, sentence.c_str());
    QVERIFY(!std::filesystem::exists(fixture.path("nowhere.sqlite")));
}

void TestRescue::aCopyThatCannotBeOpenedIsMadeOnce()
{
    StoreFixture fixture;
    const std::int64_t run = fixture.addRun();
    Database(fixture.file(), Database::Access::ReadWrite).execute("CREATE TABLE more (value)");
    loseStore(fixture.file());
    const Reports one{shared(plainReport(0))};
    const std::filesystem::path copy = fixture.path("runs-rescued.sqlite");
    for (int attempt = 0; attempt < 3; ++attempt) {
        const std::string sentence = sentenceOf(fixture.store->commit(run, one, nullptr));
        QVERIFY2(sentence.starts_with(copy.string() + ": this is not a run store"),
                 sentence.c_str());
        QCOMPARE(filesIn(fixture, ".sqlite"), std::ptrdiff_t{1});
    }
    Database(copy, Database::Access::ReadWrite).execute("DROP TABLE more");
    const std::string sentence = sentenceOf(fixture.store->commit(run, one, nullptr));
    QVERIFY2(sentence.find(copy.string() + " now") != std::string::npos, sentence.c_str());
    QCOMPARE(valueOf(fixture.store->reports(run)).size(), std::size_t{1});
}

void TestRescue::stateFilesAreCopied()
{
    StoreFixture fixture;
    const std::int64_t run = fixture.addRun();
    CheckpointDelta state = stateOf(1, 40, kMegabyte);
    QVERIFY(fixture.store->commit(run, {}, &state));
    loseStore(fixture.file());
    const std::filesystem::path former = stateFile(fixture.file(), run);
    const CheckpointDelta change{
        .round = 2, .changed = {chunk("models", 0, kMegabyte, 9)}, .removed = {}};
    const std::string sentence =
        sentenceOf(fixture.store->commit(run, {shared(plainReport(2))}, &change));
    QVERIFY2(sentence.ends_with("can be resumed"), sentence.c_str());
    QCOMPARE(std::filesystem::hard_link_count(former), std::uintmax_t{1});
    std::filesystem::remove(former);
    state.round = 2;
    state.changed.front() = change.changed.front();
    QVERIFY(haveTheSameChunks(valueOf(fixture.store->loadCheckpoint(run)), state));
}

void TestRescue::aRunWhoseStateFileIsGoneBeginsAgain()
{
    StoreFixture fixture;
    const std::int64_t run = fixture.addRun();
    const CheckpointDelta state = stateOf(1, 40, kMegabyte);
    QVERIFY(fixture.store->commit(run, {}, &state));
    const std::int64_t waiting = fixture.addRun("FedAvg", 2);
    QVERIFY(fixture.store->commit(waiting, {}, &state));
    loseStoreAndStates(fixture.file());
    const CheckpointDelta change{
        .round = 2, .changed = {chunk("models", 0, 1000, 9)}, .removed = {}};
    const Reports two{shared(plainReport(2))};
    const std::string sentence = sentenceOf(fixture.store->commit(run, two, &change));
    QVERIFY2(sentence.ends_with("can be resumed, but from round 0, without their states: run "
                                + std::to_string(waiting)),
             sentence.c_str());
    QVERIFY(fixture.store->lacksState(run));
    QVERIFY(!fixture.store->lacksState(waiting));      // it is not in progress
    QVERIFY(fixture.store->commit(run, two, &change)); // as a queue does before it stops
    QCOMPARE(valueOf(fixture.store->reports(run)).size(), std::size_t{1});
    QVERIFY(fixture.store->setStatus(run, RunStatus::Stopped, {}));
    const UsableState none = valueOf(fixture.store->recoverCheckpoint(run));
    QCOMPARE(none.checkpoint.round, -1);
    QCOMPARE(none.givenUp,
             std::string("No stored state is intact. The run begins again from round 0."));
    QVERIFY(fixture.store->commit(run, {shared(plainReport(1))}, &state));
    QVERIFY(haveTheSameChunks(valueOf(fixture.store->loadCheckpoint(run)), state));
}

void TestRescue::aRunInProgressIsGivenANewStateAsAWhole()
{
    StoreFixture fixture;
    const std::int64_t run = fixture.addRun();
    CheckpointDelta state = stateOf(1, 40, kMegabyte);
    QVERIFY(fixture.store->commit(run, {}, &state));
    loseStoreAndStates(fixture.file());
    const std::string sentence = sentenceOf(fixture.store->setRounds(run, 7));
    QVERIFY2(sentence.ends_with("can be resumed"), sentence.c_str());
    QVERIFY(fixture.store->lacksState(run));
    state = stateOf(2, 40, kMegabyte);
    state.isWhole = true;
    QVERIFY(fixture.store->commit(run, {shared(plainReport(2))}, &state));
    QVERIFY(!fixture.store->lacksState(run));
    CheckpointDelta change{.round = 3, .changed = {chunk("models", 0, 1000, 9)}, .removed = {}};
    QVERIFY(fixture.store->commit(run, {shared(plainReport(3))}, &change));
    state.round = 3;
    state.changed.front() = change.changed.front();
    const UsableState stored = valueOf(fixture.store->recoverCheckpoint(run));
    QVERIFY(haveTheSameChunks(stored.checkpoint, state));
    QCOMPARE(stored.givenUp, std::string());
}

COTERIE_SECTION(TestRescue)

} // namespace tst_rescue

#include "tst_rescue.moc"
