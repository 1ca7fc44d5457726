#include "core/experiment/experiment_json.h"
#include "core/run/known_runs.h"
#include "tests/core/fixtures/lost_store.h"
#include "tests/core/fixtures/zip_files.h"
#include "tests/core/run/bundle_fixture.h"
#include "tests/sections.h"

namespace tst_bundle_import {

using namespace coterie;
using namespace coterie::test;
namespace fs = std::filesystem;

namespace {

/// Groups, clusters, edges, a global model, sweeps, several seeds and rounds without a
/// test.
Experiment manyThings()
{
    SmallExperiment small{.rounds = 5,
                          .evaluateEvery = 2,
                          .arms =
                              R"([{"name": "HCCT",
             "algorithm": {"name": "hcct", "alpha": {"sweep": [20, 80]}}},
            {"name": "FedAvg", "algorithm": {"name": "fedavg"},
             "sampler": {"name": "hicsFl", "count": 2}},
            {"name": "sFedHP", "algorithm": {"name": "sfedhp"}},
            {"name": "Central", "algorithm": {"name": "centralised"}}])",
                          .seeds = "[9223372036854775807, 1]"};
    Experiment experiment = small.read();
    experiment.arms.front().name = "HCCT, \"sharp\"";
    experiment.clients.generatedEdges = GeneratedEdges{.count = 2};
    return experiment;
}

} // namespace

class TestBundleImport : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { m_folder = std::make_unique<BundleFolder>(); }

    void importedRunsExportToTheSameBytes();
    void aSecondImportChangesNothing();
    void theRunsOfTheirOwnStoreAreKnown();
    void namesOfClientsComeWithABundle();
    void equalRunsOfABundleAreAllImported();
    void severalExperimentsComeTogetherAndFromAnArchive();
    void changesByHandAndArrivalsAreKept();
    void importedRunsAreComputedAgain();
    void aStoreThatIsDeletedMeanwhileHasNoImportedRuns();

private:
    [[nodiscard]] fs::path path(const char* name) const { return m_folder->path(name); }

    std::unique_ptr<BundleFolder> m_folder;
};

void TestBundleImport::importedRunsExportToTheSameBytes()
{
    static_cast<void>(undisturbedExports(manyThings(), path("first.sqlite")));
    const auto store = *RunStore::open(path("first.sqlite"));
    QVERIFY(exportBundle(*store, idsIn(*store), path("bundle")).has_value());
    const auto files = filesIn(path("bundle"));

    // A store with a run of its own.
    static_cast<void>(
        undisturbedExports(SmallExperiment{.rounds = 1}.read(), path("second.sqlite")));
    const auto other = *RunStore::open(path("second.sqlite"));
    QCOMPARE(imported(*other, path("bundle")), QString("added 2 3 4 5 6 7 8 9 10 11, known"));
    auto ids = idsIn(*other);
    ids.erase(ids.begin());
    QVERIFY(exportBundle(*other, ids, path("again")).has_value());
    const auto again = filesIn(path("again"));
    QCOMPARE(again.size(), files.size());
    for (std::size_t i = 0; i < files.size(); ++i)
        QVERIFY2(again[i] == files[i], files[i].first.c_str());

    // The rows and reports themselves, in the order of the bundle.
    const auto rows = *other->runs();
    for (std::size_t i = 1; i < rows.size(); ++i) {
        const RunRow& row = rows[i];
        QCOMPARE(row.origin, std::string("bundle"));
        QCOMPARE(row.status, RunStatus::Finished);
        QCOMPARE(row.environment.host, std::string());
        const auto originals = *store->runs();
        const auto original = std::ranges::find_if(originals, [&](const RunRow& each) {
            return each.arm == row.arm && each.seed == row.seed && each.sweep == row.sweep;
        });
        QVERIFY(original != originals.end());
        QCOMPARE(row.planJson, original->planJson);
        QCOMPARE(row.experimentHash, original->experimentHash);
        QCOMPARE(row.environment.blasCore, original->environment.blasCore);
        QCOMPARE(row.rounds, original->rounds);
        QVERIFY(*other->facts(row.id) == *store->facts(original->id));
        const auto reports = *other->reports(row.id);
        auto wanted = *store->reports(original->id);
        QCOMPARE(reports.size(), std::size_t{6});
        for (std::size_t round = 0; round < wanted.size(); ++round) {
            wanted[round].timings.clear();
            wanted[round].seconds = 0;
            QVERIFY2(reports[round] == wanted[round], row.arm.c_str());
        }
    }
}

void TestBundleImport::aSecondImportChangesNothing()
{
    m_folder->makeBundle();
    const auto store = *RunStore::open(path("other.sqlite"));
    QCOMPARE(imported(*store, path("bundle")), QString("added 1, known"));
    const std::string before = exportsOf(path("other.sqlite"));
    QCOMPARE(imported(*store, path("bundle")), QString("added, known 1"));
    QCOMPARE(imported(*store, path("bundle/manifest.json")), QString("added, known 1"));
    QCOMPARE(idsIn(*store).size(), std::size_t{1});
    QCOMPARE(exportsOf(path("other.sqlite")), before);
    // A deleted run comes back.
    QVERIFY(store->discardRuns(std::vector<std::int64_t>{1}).has_value());
    QCOMPARE(imported(*store, path("bundle")), QString("added 2, known"));
}

void TestBundleImport::theRunsOfTheirOwnStoreAreKnown()
{
    m_folder->makeBundle();
    const auto store = *RunStore::open(path("own.sqlite"));
    QCOMPARE(imported(*store, path("bundle")), QString("added, known 1"));
    QVERIFY(store->runs()->front().origin.empty());
    // With one other number it is another run.
    m_folder->forge("rounds.csv", "(?<=\nsmall,HCCT,1,,1,1,)[^,]*", "0.25");
    QCOMPARE(imported(*store, path("bundle")), QString("added 2, known"));
}

void TestBundleImport::namesOfClientsComeWithABundle()
{
    m_folder->makeBundle();
    QVERIFY(contentOf(path("bundle/details.jsonl")).find("clientNames") == std::string::npos);
    const auto other = *RunStore::open(path("other.sqlite"));
    QCOMPARE(imported(*other, path("bundle")), QString("added 1, known"));
    QVERIFY(other->facts(1)->clientNames.empty());

    const auto own = *RunStore::open(path("own.sqlite"));
    FederationFacts facts = *own->facts(1);
    facts.clientNames = {"Bern, \"Insel\"", "", "Köln", "d"};
    QVERIFY(own->setFacts(1, facts).has_value());
    QVERIFY(exportBundle(*own, idsIn(*own), path("named")).has_value());
    for (const auto& [name, bytes] : filesIn(path("bundle")))
        QCOMPARE(contentOf(path("named") / name) == bytes,
                 name != "details.jsonl" && name != "manifest.json");

    // The same run, whose clients have names from now on.
    QCOMPARE(imported(*other, path("named")), QString("added, known 1"));
    QVERIFY(*(*RunStore::open(path("other.sqlite")))->facts(1) == facts);
    QCOMPARE(imported(*other, path("bundle")), QString("added, known 1"));
    QVERIFY(*other->facts(1) == facts);
    const auto third = *RunStore::open(path("third.sqlite"));
    QCOMPARE(imported(*third, path("named")), QString("added 1, known"));
    QVERIFY(*third->facts(1) == facts);
}

void TestBundleImport::equalRunsOfABundleAreAllImported()
{
    const Experiment experiment = SmallExperiment{.rounds = 1}.read();
    static_cast<void>(undisturbedExports(experiment, path("first.sqlite")));
    static_cast<void>(undisturbedExports(experiment, path("first.sqlite")));
    const auto store = *RunStore::open(path("first.sqlite"));
    QVERIFY(exportBundle(*store, idsIn(*store), path("bundle")).has_value());
    const auto other = *RunStore::open(path("second.sqlite"));
    QCOMPARE(imported(*other, path("bundle")), QString("added 1 2, known"));
    QCOMPARE(imported(*other, path("bundle")), QString("added, known 1 2"));
    QCOMPARE(exportsOf(path("second.sqlite")), exportsOf(path("first.sqlite")));
}

void TestBundleImport::severalExperimentsComeTogetherAndFromAnArchive()
{
    for (const int rounds : {1, 2})
        static_cast<void>(
            undisturbedExports(SmallExperiment{.rounds = rounds}.read(), path("first.sqlite")));
    const auto store = *RunStore::open(path("first.sqlite"));
    QVERIFY(exportBundle(*store, idsIn(*store), path("bundle")).has_value());
    auto files = filesIn(path("bundle"));
    for (auto& [name, bytes] : files)
        name = "sent/" + name;
    files.emplace_back("sent/", "");
    files.emplace_back("__MACOSX/readme.txt", "another program's");
    put(path("sent.zip"), zipOf(files));
    const auto other = *RunStore::open(path("second.sqlite"));
    QCOMPARE(imported(*other, path("sent.zip")), QString("added 1 2, known"));
    QCOMPARE(other->runs()->front().origin, std::string("sent.zip"));
    QCOMPARE(imported(*other, path("bundle")), QString("added, known 1 2"));
}

void TestBundleImport::changesByHandAndArrivalsAreKept()
{
    Experiment experiment =
        SmallExperiment{.rounds = 3, .arms = R"([{"name": "HCCT", "algorithm": {"name": "hcct"}}])"}
            .read();
    experiment.clients.arrivals = {{.round = 2, .clients = {3}}};
    {
        Witness witness;
        RunQueue queue(
            {.storeFile = path("own.sqlite"), .dataFolders = {}, .threads = 2, .device = "cpu"},
            witness);
        witness.afterRound = [&](const RoundReport& report) {
            if (report.round == 1)
                QVERIFY(queue.change({.place = "/rounds", .value = 4}));
        };
        queue.add(experiment, expand(experiment, registry()));
        queue.waitUntilIdle();
    }
    const auto store = *RunStore::open(path("own.sqlite"));
    QVERIFY(exportBundle(*store, idsIn(*store), path("bundle")).has_value());
    const auto other = *RunStore::open(path("other.sqlite"));
    QCOMPARE(imported(*other, path("bundle")), QString("added 1, known"));
    const RunRow row = other->runs()->front();
    QVERIFY(row.isMixed);
    const std::string events = contentOf(path("bundle/events.csv"));
    QVERIFY2(events.find(",liveChange,") != std::string::npos
                 && events.find(",arrival,3,") != std::string::npos,
             events.c_str());
    QCOMPARE(other->reports(1)->at(2).events, store->reports(1)->at(2).events);
    QCOMPARE(row.rounds, 4);
    QVERIFY(exportBundle(*other, idsIn(*other), path("again")).has_value());
    QVERIFY(filesIn(path("again")) == filesIn(path("bundle")));
}

void TestBundleImport::importedRunsAreComputedAgain()
{
    m_folder->makeBundle();
    const auto read = readExperiment(path("bundle/experiment.json"), registry());
    QVERIFY(read.has_value());
    const std::vector<RunPlan> plans = expand(*read, registry());
    const auto own = *RunStore::open(path("own.sqlite"));
    QVERIFY(knownRuns(plans, *own->runs(), "cpu").front().has_value());
    const auto other = *RunStore::open(path("other.sqlite"));
    QCOMPARE(imported(*other, path("bundle")), QString("added 1, known"));
    QVERIFY(!knownRuns(plans, *other->runs(), "cpu").front().has_value());
    QCOMPARE(coterie::runsOf(*read, *other->runs()).size(), std::size_t{1});
}

void TestBundleImport::aStoreThatIsDeletedMeanwhileHasNoImportedRuns()
{
    m_folder->makeBundle();
    const auto store = *RunStore::open(path("other.sqlite"));
    BundleFiles files = *openBundle(path("bundle"));
    files.open = [&, open = files.open](const std::string& file) {
        loseStore(path("other.sqlite"));
        return open(file);
    };
    const Result<ImportedRuns> runs = store->importBundle(files, registry());
    QVERIFY(!runs);
    QVERIFY2(runs.error().message.starts_with("the run store was deleted or moved"),
             runs.error().message.c_str());
    QVERIFY(idsIn(*store).empty());
}

COTERIE_SECTION(TestBundleImport)

} // namespace tst_bundle_import

#include "tst_bundle_import.moc"
