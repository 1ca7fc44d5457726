#include "core/store/bundle.h"
#include "core/store/database.h"
#include "core/store/exports.h"
#include "core/store/schema.h"
#include "tests/core/store/store_fixture.h"
#include "tests/sections.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <vector>

namespace tst_other_stores {

using namespace coterie;
using namespace coterie::test;

namespace {

/// Adds a finished run with rounds 0 and 1 whose clients have this many samples.
std::int64_t addDone(RunStore& store, std::uint64_t seed, std::int64_t samples)
{
    const auto experiment = store.addExperiment("digits", "{\"name\": \"digits\"}", "abc");
    RunPlan plan;
    plan.armName = "FedAvg";
    plan.seed = seed;
    plan.rounds = 1;
    const std::int64_t run = *store.addRun(*experiment, plan, "{}", hostNamed("there"));
    bool works = store.setFacts(run, trainedOn({samples, samples})).has_value();
    for (int round = 0; round < 2; ++round) {
        RoundReport report = plainReport(round, 2);
        report.metrics["meanTestError"] = double(samples) / 100;
        works = works && store.commit(run, {shared(report)}, nullptr);
    }
    if (!works || !store.finish(run, nullptr))
        qFatal("cannot store a run");
    return run;
}

constexpr std::int64_t kFirstOfOther = kNumbersPerStore + 1;

} // namespace

/// Stores that are read beside one's own.
class TestOtherStores final : public QObject
{
    Q_OBJECT

private:
    [[nodiscard]] std::filesystem::path path(const std::string& name) const
    {
        return m_fixture->path(name);
    }
    /// A store with two runs, beside one's own with one.
    [[nodiscard]] StoreFiles withOther() const
    {
        addDone(*m_fixture->store, 7, 10);
        const auto other = valueOf(RunStore::open(path("cluster.sqlite")));
        addDone(*other, 1, 20);
        addDone(*other, 2, 30);
        StoreFiles files(m_fixture->file());
        files.add(path("cluster.sqlite"));
        return files;
    }

    std::unique_ptr<StoreFixture> m_fixture;

private Q_SLOTS:
    void init() { m_fixture = std::make_unique<StoreFixture>(); }
    void cleanup() { m_fixture.reset(); }

    void theirRunsStandBesideOnesOwn();
    void whatIsAskedOfARunIsAskedOfItsStore();
    void severalStoresExportTogether();
    void nothingOfThemCanBeChanged();
    void anOlderOneStaysAsItIs();
    void whatIsNoStoreIsToldOf();
    void aClosedOneAnswersNoMore();
    void withoutAStoreOfOnesOwnTheyAreShownToo();
    void eachHasANameOfItsOwn();
    void aLinkIsTheSameStore();
    void readingLeavesTheirFoldersAsTheyAre();
    void whatTheirOwnersStoreMeanwhileIsRead();
    void numbersThatNoStoreGivesAreRefused();
    void anOwnStoreWithLargeNumbersIsRead();
    void anUnfinishedRunIsNamedWithItsStore();
    void aBundleKeepsTheRunsOfBoth();
};

void TestOtherStores::theirRunsStandBesideOnesOwn()
{
    const auto all = valueOf(RunStore::openAll(withOther()));
    const std::vector<RunRow> rows = valueOf(all->runs());
    QCOMPARE(rows.size(), std::size_t{3});
    QCOMPARE(rows[0].id, std::int64_t{1});
    QVERIFY(rows[0].store.empty());
    QCOMPARE(rows[1].id, kFirstOfOther);
    QCOMPARE(rows[1].store, std::string("cluster"));
    QCOMPARE(rows[1].numberText(), std::string("1 (cluster)"));
    QCOMPARE(rows[2].id, kFirstOfOther + 1);
    QCOMPARE(rows[2].seed, std::uint64_t{2});
    QVERIFY(all->unread().empty());
    QCOMPARE(valueOf(all->run(kFirstOfOther + 1)).numberText(), std::string("2 (cluster)"));
}

void TestOtherStores::whatIsAskedOfARunIsAskedOfItsStore()
{
    const auto all = valueOf(RunStore::openAll(withOther()));
    const auto samples = [&](std::int64_t run) {
        return valueOf(all->facts(run)).trainSamples.front();
    };
    QCOMPARE(samples(1), std::int64_t{10});
    QCOMPARE(samples(kFirstOfOther), std::int64_t{20});
    QCOMPARE(samples(kFirstOfOther + 1), std::int64_t{30});
    const RunRow row = valueOf(all->run(kFirstOfOther));
    QCOMPARE(valueOf(all->experimentJson(row.experiment)), std::string("{\"name\": \"digits\"}"));
    QCOMPARE(valueOf(all->reports(kFirstOfOther)).size(), std::size_t{2});
    QCOMPARE(valueOf(all->lastMetrics(kFirstOfOther)).front().value, 0.2);
    QCOMPARE(valueOf(all->roundSeconds(kFirstOfOther)).size(), std::size_t{2});
    QVERIFY(!valueOf(all->keptModels(kFirstOfOther)));
    QCOMPARE(valueOf(all->stateUpTo(kFirstOfOther, 1)).round, -1);
    const auto values = valueOf(all->metricOfRuns({.metric = "meanTestError"}));
    QCOMPARE(values.size(), std::size_t{3});
    QCOMPARE(values[2], (RunMetric{.run = kFirstOfOther + 1, .round = 1, .value = 0.3}));
}

void TestOtherStores::severalStoresExportTogether()
{
    const auto all = valueOf(RunStore::openAll(withOther()));
    // An own one and one of the other store have the same seed.
    const std::int64_t own = addDone(*m_fixture->store, 1, 10);
    const auto linesOf = [&](const std::string& kind, const std::vector<std::int64_t>& runs) {
        std::vector<std::string> lines;
        if (!exportCsvFile(*all, kind, runs, path(kind + ".csv")))
            return lines;
        std::ifstream file(path(kind + ".csv"));
        for (std::string line; std::getline(file, line);)
            lines.push_back(line);
        return lines;
    };
    const std::vector<std::string> rounds = linesOf("rounds", {own, kFirstOfOther});
    QCOMPARE(rounds.size(), std::size_t{5}); // a header, and two rounds of each run
    QVERIFY2(rounds[1].starts_with("digits,FedAvg,1,,1,0,"), rounds[1].c_str());
    QVERIFY2(rounds[3].starts_with("digits,FedAvg,1,store = cluster,1,0,"), rounds[3].c_str());
    const std::vector<std::string> alone = linesOf("rounds", {kFirstOfOther});
    QCOMPARE(alone.size(), std::size_t{3});
    QVERIFY2(alone[1].starts_with("digits,FedAvg,1,,1,0,"), alone[1].c_str());
    const std::vector<std::string> times = linesOf("timings", {own, kFirstOfOther});
    QVERIFY2(times.back().starts_with("digits,FedAvg,1,store = cluster,1,1,"),
             times.back().c_str()); // its number in its own store
    const std::vector<std::string> means = linesOf("roundsOverSeeds", {own, kFirstOfOther});
    QVERIFY(std::ranges::any_of(means, [](const std::string& line) {
        return line.starts_with("digits,FedAvg,store = cluster,1,");
    }));
}

void TestOtherStores::nothingOfThemCanBeChanged()
{
    const StoreFiles files = withOther();
    const std::string expected = "run 1 is in another store, which is only read";
    const auto says = [&](const auto& result) {
        return sentenceOf(result).find(expected) != std::string::npos;
    };
    RunStore& own = *m_fixture->store;
    QVERIFY(says(own.setNote(kFirstOfOther, "mine")));
    QVERIFY(says(own.setPinned(kFirstOfOther, true)));
    QVERIFY(says(own.deleteRun(kFirstOfOther)));
    QVERIFY(says(own.discardRuns(std::vector{kFirstOfOther})));
    QVERIFY(says(own.changeTags(std::vector{kFirstOfOther}, {"mine"}, {})));
    QVERIFY(says(own.nameRuns(std::vector{RunName{kFirstOfOther, "mine"}})));
    QVERIFY(says(own.moveRuns(std::vector{RunFolder{kFirstOfOther, "mine"}})));
    QVERIFY(says(own.setStatus(kFirstOfOther, RunStatus::Stopped, "")));
    const auto all = valueOf(RunStore::openAll(files)); // which nothing can be written to
    QVERIFY(!all->setNote(kFirstOfOther, "mine"));
    QVERIFY(!all->setNote(1, "mine"));
    QVERIFY(!all->setPinned(kFirstOfOther, true));
    QVERIFY(!all->discardRuns(std::vector{kFirstOfOther}));
    const auto other = valueOf(RunStore::open(path("cluster.sqlite")));
    const RunRow row = valueOf(other->run(1));
    QVERIFY(row.note.empty() && row.tags.empty() && row.name.empty() && !row.pinned);
}

void TestOtherStores::anOlderOneStaysAsItIs()
{
    {
        Database database(path("older.sqlite"), Database::Access::ReadWrite);
        createTables(database, kStoreVersion - 1);
    }
    const auto version = [&] {
        Database database(path("older.sqlite"), Database::Access::ReadOnly);
        return database.firstValue("PRAGMA user_version");
    };
    const std::string before = version();
    const std::string sentence =
        sentenceOf(RunStore::open(path("older.sqlite"), RunStore::Mode::AsItIs));
    QVERIFY2(sentence.find("a store beside your own is not updated") != std::string::npos,
             sentence.c_str());
    StoreFiles files(m_fixture->file());
    files.add(path("older.sqlite"));
    const auto all = valueOf(RunStore::openAll(files));
    QVERIFY(valueOf(all->runs()).empty());
    QCOMPARE(all->unread().size(), std::size_t{1});
    QCOMPARE(all->unread().front().store.name, std::string("older"));
    QCOMPARE(version(), before);
}

void TestOtherStores::whatIsNoStoreIsToldOf()
{
    const StoreFiles files = withOther();
    {
        Database database(path("foreign.sqlite"), Database::Access::ReadWrite);
        database.execute("CREATE TABLE cake (layers INTEGER)");
    }
    std::ofstream(path("damaged.sqlite")) << std::string(9000, 'x');
    StoreFiles shared = files; // the copies share the list
    for (const char* name : {"foreign.sqlite", "damaged.sqlite", "missing.sqlite"})
        shared.add(path(name));
    const auto all = valueOf(RunStore::openAll(files));
    QCOMPARE(valueOf(all->runs()).size(), std::size_t{3}); // the others are listed as ever
    QCOMPARE(all->unread().size(), std::size_t{3});
    for (const UnreadStore& unread : all->unread())
        QVERIFY2(unread.why.sentence().find(unread.store.file.string()) != std::string::npos,
                 unread.why.sentence().c_str());
    QVERIFY(!std::filesystem::exists(path("missing.sqlite")));
}

void TestOtherStores::aClosedOneAnswersNoMore()
{
    StoreFiles files = withOther();
    files.remove(1);
    const OtherStore again = files.add(path("cluster.sqlite"));
    QCOMPARE(again.place, std::int64_t{2}); // so that its runs are never taken for the earlier ones
    const auto all = valueOf(RunStore::openAll(files));
    QCOMPARE(sentenceOf(all->facts(kFirstOfOther)),
             std::string("run 1: the store that it is in has been closed"));
    QVERIFY(all->facts(2 * kNumbersPerStore + 1).has_value());
}

void TestOtherStores::withoutAStoreOfOnesOwnTheyAreShownToo()
{
    (void)withOther();
    StoreFiles files(path("none.sqlite"));
    files.add(path("cluster.sqlite"));
    const auto all = valueOf(RunStore::openAll(files));
    QCOMPARE(valueOf(all->runs()).size(), std::size_t{2});
    QVERIFY(!std::filesystem::exists(path("none.sqlite")));
}

void TestOtherStores::eachHasANameOfItsOwn()
{
    StoreFiles files("own.sqlite");
    QCOMPARE(files.add("/a/runs.sqlite").name, std::string("runs"));
    QCOMPARE(files.add("/b/runs.sqlite").name, std::string("b/runs"));
    QCOMPARE(files.add("/c/b/runs.sqlite").name, std::string("b/runs 2"));
    QCOMPARE(files.numberText(2 * kNumbersPerStore + 4), std::string("4 (b/runs)"));
    QCOMPARE(files.numberText(4), std::string("4"));
}

void TestOtherStores::aLinkIsTheSameStore()
{
    StoreFiles files = withOther();
    std::filesystem::create_symlink(m_fixture->file(), path("link.sqlite"));
    std::filesystem::create_symlink(path("cluster.sqlite"), path("other link.sqlite"));
    QVERIFY(files.isOwn(path("link.sqlite")));
    QVERIFY(!files.isOwn(path("cluster.sqlite")));
    QCOMPARE(files.find(path("other link.sqlite")).value().place, std::int64_t{1});
}

void TestOtherStores::readingLeavesTheirFoldersAsTheyAre()
{
    addDone(*m_fixture->store, 7, 10);
    const std::filesystem::path folder = path("theirs");
    const std::filesystem::path file = folder / "cluster.sqlite";
    std::int64_t run = 0;
    {
        const auto other = valueOf(RunStore::open(file));
        run = addDone(*other, 1, 20);
    }
    std::filesystem::create_symlink(file, path("link.sqlite"));
    const auto listing = [&] {
        std::map<std::string, std::filesystem::file_time_type> files;
        for (const auto& entry : std::filesystem::directory_iterator(folder))
            files.emplace(entry.path().filename().string(), entry.last_write_time());
        return files;
    };
    const auto before = listing();
    QCOMPARE(before.size(), std::size_t{1});
    for (const std::filesystem::path& opened : {file, path("link.sqlite")}) {
        StoreFiles files(m_fixture->file());
        files.add(opened);
        {
            const auto all = valueOf(RunStore::openAll(files));
            QCOMPARE(valueOf(all->runs()).size(), std::size_t{2});
            QCOMPARE(valueOf(all->reports(kNumbersPerStore + run)).size(), std::size_t{2});
            QVERIFY(listing() == before);
        }
        QVERIFY(listing() == before);
    }
    std::ofstream(file.string() + "-wal"); // empty: left by a program that wrote nothing
    const auto withEmptyLog = listing();
    const auto store = valueOf(RunStore::open(file, RunStore::Mode::AsItIs));
    QCOMPARE(valueOf(store->runs()).size(), std::size_t{1});
    QVERIFY(listing() == withEmptyLog);
}

void TestOtherStores::whatTheirOwnersStoreMeanwhileIsRead()
{
    const StoreFiles files = withOther();
    const auto all = valueOf(RunStore::openAll(files));
    QCOMPARE(valueOf(all->runs()).size(), std::size_t{3});
    const auto owner = valueOf(RunStore::open(path("cluster.sqlite")));
    addDone(*owner, 3, 40); // it is in the log
    QVERIFY(Database::hasLog(path("cluster.sqlite")));
    QCOMPARE(valueOf(all->runs()).size(), std::size_t{4});
    addDone(*owner, 4, 50);
    QCOMPARE(valueOf(all->runs()).size(), std::size_t{5});
    QCOMPARE(valueOf(all->facts(kFirstOfOther + 3)).trainSamples.front(), std::int64_t{50});
}

void TestOtherStores::numbersThatNoStoreGivesAreRefused()
{
    const std::string large = std::to_string(kNumbersPerStore);
    for (const std::string& change :
         {std::string("UPDATE run SET id = -4"),
          std::string("UPDATE run SET id = 0"),
          "UPDATE run SET id = " + large,
          "UPDATE run SET experiment = " + large + "; UPDATE experiment SET id = " + large}) {
        {
            const auto other = valueOf(RunStore::open(path("strange.sqlite")));
            addDone(*other, 1, 20);
        }
        {
            Database database(path("strange.sqlite"), Database::Access::ReadWrite);
            database.execute(change);
        }
        StoreFiles files(m_fixture->file());
        files.add(path("strange.sqlite"));
        const auto all = valueOf(RunStore::openAll(files));
        QVERIFY(valueOf(all->runs()).empty());
        QCOMPARE(all->unread().size(), std::size_t{1});
        const std::string why = all->unread().front().why.sentence();
        QVERIFY2(why.find("which no run store gives") != std::string::npos, why.c_str());
        std::filesystem::remove(path("strange.sqlite"));
    }
}

void TestOtherStores::anOwnStoreWithLargeNumbersIsRead()
{
    addDone(*m_fixture->store, 7, 10);
    {
        Database database(m_fixture->file(), Database::Access::ReadWrite);
        database.execute("PRAGMA foreign_keys = OFF;"
                         "UPDATE run SET id = "
                         + std::to_string(kNumbersPerStore + 9));
    }
    const auto store = valueOf(RunStore::open(m_fixture->file(), RunStore::Mode::ReadOnly));
    QCOMPARE(valueOf(store->run(kNumbersPerStore + 9)).seed, std::uint64_t{7});
}

void TestOtherStores::anUnfinishedRunIsNamedWithItsStore()
{
    StoreFiles files = withOther();
    {
        const auto other = valueOf(RunStore::open(path("cluster.sqlite")));
        QVERIFY(other->setStatus(1, RunStatus::Stopped, "").has_value());
    }
    const auto all = valueOf(RunStore::openAll(files));
    QCOMPARE(sentenceOf(exportBundle(*all, std::vector{kFirstOfOther}, path("bundle"))),
             std::string("run 1 (cluster): the run has not finished; a bundle contains finished "
                         "runs only"));
}

void TestOtherStores::aBundleKeepsTheRunsOfBoth()
{
    const StoreFiles files = withOther();
    std::filesystem::copy_file(path("cluster.sqlite"), path("again.sqlite"));
    StoreFiles both = files;
    both.add(path("again.sqlite")); // with the experiment that "cluster" has
    const auto all = valueOf(RunStore::openAll(both));
    const std::vector<std::int64_t> runs{kFirstOfOther, kFirstOfOther + kNumbersPerStore};
    QVERIFY(exportBundle(*all, runs, path("bundle")).has_value());
    std::size_t bundles = 0;
    for (const auto& each : std::filesystem::directory_iterator(path("bundle")))
        bundles += std::filesystem::exists(each.path() / "manifest.json") ? 1U : 0U;
    QCOMPARE(bundles, std::size_t{2});
}

COTERIE_SECTION(TestOtherStores)

} // namespace tst_other_stores

#include "tst_other_stores.moc"
