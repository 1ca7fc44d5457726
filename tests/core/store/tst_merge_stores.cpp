#include "core/store/database.h"
#include "tests/core/store/store_fixture.h"
#include "tests/sections.h"

#include <map>
#include <string>
#include <vector>

namespace tst_merge_stores {

using namespace coterie;
using namespace coterie::test;

namespace {

RoundReport richReport(int round, double error)
{
    RoundReport report = plainReport(round, 2);
    report.metrics["meanTestError"] = error / (round + 1);
    report.collaboration = Matrix(2, 2, 0.5);
    report.gram = Matrix(2, 2, error);
    report.grouping = Grouping{.groups = {{0, 1}}, .merges = {{.left = 0, .right = 1, .score = 1}}};
    report.samplingClusters = Grouping{.groups = {{0}, {1}}};
    report.clientValues = {{.name = "entropy", .values = {1.0, std::nullopt}}};
    report.groupValues = {{.name = "utility", .values = {error}}};
    report.traffic = {sent(32)};
    report.events = {{.what = Note{"state"}, .sentence = "Noted."}};
    return report;
}

KeptModels someModels()
{
    KeptModels models{
        .round = 1, .precision = "float32", .input = {1, 2, 2, 1}, .tensors = "0.weight 1"};
    models.bytes = 4;
    models.models = {{.role = KeptModel::Role::Global, .clients = {0, 1}, .numbers = bytes(4, 7)}};
    return models;
}

struct DoneRun
{
    std::string arm = "FedAvg";
    std::uint64_t seed = 1;
    double error = 0.5;
};

/// Adds a run that has done rounds 0 and 1, and ends it.
std::int64_t addDone(RunStore& store, const DoneRun& done = {})
{
    const auto experiment = store.addExperiment("digits", "{\"name\": \"digits\"}", "abc");
    RunPlan plan;
    plan.armName = done.arm;
    plan.seed = done.seed;
    plan.rounds = 1;
    const std::int64_t run = *store.addRun(*experiment, plan, "{}", hostNamed("here"));
    bool works = store.setFacts(run, trainedOn({3, 4})).has_value();
    for (int round = 0; round < 2; ++round)
        works = works && store.commit(run, {shared(richReport(round, done.error))}, nullptr);
    const KeptModels models = someModels();
    if (!works || !store.finish(run, &models))
        qFatal("cannot store a run");
    return run;
}

/// What a store says of a run in each of its tables.
std::map<std::string, std::vector<std::string>> rowsOf(const std::filesystem::path& file, int run)
{
    Database database(file, Database::Access::ReadOnly);
    std::vector<std::string> tables;
    {
        auto found = database.statement("SELECT name FROM sqlite_master WHERE type = 'table'");
        while (found.next())
            tables.push_back(found.text(0));
    }
    std::map<std::string, std::vector<std::string>> rows;
    for (const std::string& table : tables) {
        std::string columns;
        bool isOfRuns = table == "run";
        auto names = database.statement("SELECT name FROM pragma_table_info(?)", table);
        while (names.next()) {
            const std::string name = names.text(0);
            isOfRuns = isOfRuns || name == "run";
            if (name != "run" && name != "id" && name != "experiment")
                columns += (columns.empty() ? "quote(\"" : " || ',' || quote(\"") + name + "\")";
        }
        if (!isOfRuns)
            continue;
        auto row = database.statement("SELECT " + columns + " FROM \"" + table + "\" WHERE "
                                          + (table == "run" ? "id" : "run") + " = ? ORDER BY 1",
                                      run);
        while (row.next())
            rows[table].push_back(row.text(0));
    }
    return rows;
}

} // namespace

/// Stores brought together.
class TestMergeStores final : public QObject
{
    Q_OBJECT

private:
    std::unique_ptr<RunStore> other(const std::string& name) const
    {
        return valueOf(RunStore::open(m_fixture->path(name)));
    }
    Result<MergedRuns> merge(std::initializer_list<std::string> names)
    {
        std::vector<std::filesystem::path> files;
        for (const std::string& name : names)
            files.push_back(m_fixture->path(name));
        return m_fixture->store->merge(files);
    }
    RunStore& store() { return *m_fixture->store; }

    std::unique_ptr<StoreFixture> m_fixture;

private Q_SLOTS:
    void init() { m_fixture = std::make_unique<StoreFixture>(); }
    void cleanup() { m_fixture.reset(); }

    void runsOfSeveralStoresComeTogether();
    void aRunIsTheSameRunInEveryTable();
    void mergingTwiceAddsNothing();
    void labelsJoin();
    void otherNumbersAreRefused();
    void changedByHandIsNoConflict();
    void whatIsNotAtItsEndStays();
    void aBranchFindsItsParent();
    void impossibleSourcesAreRefused();
};

void TestMergeStores::runsOfSeveralStoresComeTogether()
{
    addDone(store(), {.seed = 1});
    addDone(*other("a"), {.seed = 2});
    const auto b = other("b");
    addDone(*b, {.seed = 1}); // the same as the store's
    addDone(*b, {.seed = 2}); // the same as that of a
    addDone(*b, {.seed = 3});

    const MergedRuns merged = valueOf(merge({"a", "b"}));
    const std::vector<RunRow> runs = valueOf(store().runs());
    std::vector<std::uint64_t> seeds;
    for (const RunRow& run : runs)
        seeds.push_back(run.seed);
    QCOMPARE(seeds, std::vector<std::uint64_t>({1, 2, 3}));
    QCOMPARE(merged.added, std::vector<std::int64_t>({runs[1].id, runs[2].id}));
    QCOMPARE(merged.known, std::vector<std::int64_t>({runs[0].id, runs[1].id}));
    QVERIFY(merged.left.empty());
    for (const RunRow& run : runs)
        QCOMPARE(run.experiment, runs[0].experiment);
}

void TestMergeStores::aRunIsTheSameRunInEveryTable()
{
    addDone(store(), {.seed = 8}); // so that numbers differ
    {
        const auto from = other("a");
        const std::int64_t run = addDone(*from);
        QVERIFY(from->setNote(run, "good").has_value());
        QVERIFY(from->addTag(run, "paper").has_value());
        QVERIFY(from->setPinned(run, true).has_value());
        QVERIFY(from->nameRuns(std::vector{RunName{run, "first"}}).has_value());
        QVERIFY(from->moveRuns(std::vector{RunFolder{run, "figures"}}).has_value());
    }
    const MergedRuns merged = valueOf(merge({"a"}));
    QCOMPARE(merged.added.size(), std::size_t{1});
    const auto there = rowsOf(m_fixture->path("a"), 1);
    QCOMPARE(rowsOf(m_fixture->file(), static_cast<int>(merged.added.front())), there);
    for (const char* table : {"run",
                              "round",
                              "matrix",
                              "merge",
                              "cluster_member",
                              "kept_model_piece",
                              "federation_client",
                              "note",
                              "tag",
                              "folder",
                              "shown_name",
                              "event"})
        QVERIFY2(there.contains(table), table);
    QCOMPARE(valueOf(store().keptModels(merged.added.front())), std::optional(someModels()));
}

void TestMergeStores::mergingTwiceAddsNothing()
{
    const auto from = other("a");
    addDone(*from, {.seed = 1});
    addDone(*from, {.seed = 1}); // computed again
    addDone(*from, {.seed = 2});
    QCOMPARE(valueOf(merge({"a"})).added.size(), std::size_t{3});
    const MergedRuns again = valueOf(merge({"a"}));
    QVERIFY(again.added.empty());
    QCOMPARE(again.known, std::vector<std::int64_t>({1, 2, 3}));
    QCOMPARE(valueOf(store().runs()).size(), std::size_t{3});
}

void TestMergeStores::labelsJoin()
{
    const std::int64_t mine = addDone(store());
    QVERIFY(store().addTag(mine, "mine").has_value());
    QVERIFY(store().setNote(mine, "my words").has_value());
    {
        const auto from = other("a");
        const std::int64_t run = addDone(*from);
        QVERIFY(from->addTag(run, "theirs").has_value());
        QVERIFY(from->setNote(run, "their words").has_value());
        QVERIFY(from->moveRuns(std::vector{RunFolder{run, "figures"}}).has_value());
    }
    QVERIFY(valueOf(merge({"a"})).added.empty());
    const RunRow run = valueOf(store().run(mine));
    QCOMPARE(run.tags, std::vector<std::string>({"mine", "theirs"}));
    QCOMPARE(run.note, std::string("my words"));
    QCOMPARE(run.folder, std::string("figures"));
}

void TestMergeStores::otherNumbersAreRefused()
{
    addDone(store());
    const auto from = other("a");
    addDone(*from, {.arm = "HCCT"});
    addDone(*from, {.error = 0.75});
    const std::string sentence = sentenceOf(merge({"a"}));
    QVERIFY2(
        sentence.find("run 2 (FedAvg, seed 1) has the settings, program and libraries of run 1 in ")
            != std::string::npos,
        sentence.c_str());
    QVERIFY2(sentence.find("round 0, matrices") != std::string::npos
                 && sentence.find("0.75 and 0.5") != std::string::npos,
             sentence.c_str());
    QCOMPARE(valueOf(store().runs()).size(), std::size_t{1}); // not HCCT's either
}

void TestMergeStores::changedByHandIsNoConflict()
{
    addDone(store());
    {
        const auto from = other("a");
        const std::int64_t run = addDone(*from, {.error = 0.75});
        RoundReport report = richReport(1, 0.75);
        report.events = {{.what = SettingChanged{.place = "/local/rate", .from = 1, .to = 2},
                          .sentence = "Changed."}};
        QVERIFY(from->commit(run, {shared(report)}, nullptr).has_value());
        QVERIFY(from->setStatus(run, RunStatus::Finished, "").has_value());
        QVERIFY(valueOf(from->run(run)).isMixed);
    }
    QCOMPARE(valueOf(merge({"a"})).added.size(), std::size_t{1});
}

void TestMergeStores::whatIsNotAtItsEndStays()
{
    {
        const auto from = other("a");
        const std::int64_t stopped = addDone(*from);
        QVERIFY(from->setStatus(stopped, RunStatus::Stopped, "").has_value());
        const std::int64_t failed = addDone(*from, {.seed = 2});
        QVERIFY(from->setStatus(failed, RunStatus::Failed, "The loss is not finite.").has_value());
        const std::int64_t deleted = addDone(*from, {.seed = 3});
        QVERIFY(from->discardRuns(std::vector{deleted}).has_value());
    }
    const MergedRuns merged = valueOf(merge({"a"}));
    QCOMPARE(merged.added.size(), std::size_t{1});
    QCOMPARE(merged.left.size(), std::size_t{1});
    QCOMPARE(merged.left.front(), std::pair(m_fixture->path("a").string(), std::size_t{1}));
    const RunRow run = valueOf(store().runs()).front();
    QCOMPARE(run.status, RunStatus::Failed);
    QCOMPARE(run.reason, std::string("The loss is not finite."));
    QVERIFY(valueOf(merge({"a"})).added.empty());
}

void TestMergeStores::aBranchFindsItsParent()
{
    const std::int64_t mine = addDone(store());
    {
        const auto from = other("a");
        addDone(*from, {.seed = 9});
        const std::int64_t parent = addDone(*from); // the same as mine
        const std::int64_t branch = valueOf(from->addBranch(
            {.branch = {.parent = parent, .name = "FedAvg, seed 1", .round = 0}, .rounds = 1}));
        for (int round = 0; round < 2; ++round)
            QVERIFY(from->commit(branch, {shared(richReport(round, 0.25))}, nullptr).has_value());
        QVERIFY(from->setStatus(branch, RunStatus::Finished, "").has_value());
    }
    const MergedRuns merged = valueOf(merge({"a"}));
    QCOMPARE(merged.known, std::vector{mine});
    const RunRow branch = valueOf(store().run(merged.added.back()));
    QVERIFY(branch.branch.has_value());
    QCOMPARE(branch.branch->parent, std::optional(mine));
    QCOMPARE(branch.branch->name, std::string("FedAvg, seed 1"));
}

void TestMergeStores::impossibleSourcesAreRefused()
{
    QVERIFY(sentenceOf(merge({"runs.sqlite"})).ends_with("is the store that runs are merged into"));
    QVERIFY(sentenceOf(merge({"none"})).ends_with("there is no such file"));
    addDone(*other("a"));
    QVERIFY(!merge({"a", "none"}));
    QVERIFY(valueOf(store().runs()).empty());
}

COTERIE_SECTION(TestMergeStores)

} // namespace tst_merge_stores

#include "tst_merge_stores.moc"
