#include "core/algorithms/registry.h"
#include "core/base/hash.h"
#include "core/base/json_parse.h"
#include "core/experiment/experiment_json.h"
#include "core/store/bundle.h"
#include "core/store/run_store.h"
#include "tests/core/fixtures/small_experiment.h"
#include "tests/sections.h"

#include <QTemporaryDir>

#include <fstream>
#include <iterator>

namespace tst_bundle {

using namespace coterie;
using namespace coterie::test;

namespace {

namespace fs = std::filesystem;

std::string contentOf(const fs::path& file)
{
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

std::map<std::string, std::string> filesIn(const fs::path& folder)
{
    std::map<std::string, std::string> files;
    for (const auto& entry : fs::recursive_directory_iterator(folder))
        if (entry.is_regular_file())
            files[fs::relative(entry.path(), folder).string()] = contentOf(entry.path());
    return files;
}

/// "" where it was written, else why not.
QString
bundleTrouble(RunStore& store, const std::vector<std::int64_t>& runs, const fs::path& folder)
{
    const Result<void> written = exportBundle(store, runs, folder);
    return written ? QString() : QString::fromStdString(written.error().sentence());
}

std::vector<std::int64_t> runsOf(RunStore& store)
{
    std::vector<std::int64_t> ids;
    const auto rows = store.runs();
    for (const RunRow& row : *rows)
        ids.push_back(row.id);
    return ids;
}

} // namespace

class TestBundle : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }

    void rerunInACleanFolderItHasTheSameBytes()
    {
        const Experiment experiment =
            SmallExperiment{.rounds = 4,
                            .arms =
                                R"([{"name": "HCCT", "algorithm": {"name": "hcct", "alpha": 20}},
                            {"name": "FedAvg", "algorithm": {"name": "fedavg"},
                             "sampler": {"name": "random", "count": 2}}])",
                            .seeds = "[2, 1]"}
                .read();
        static_cast<void>(undisturbedExports(experiment, path("first.sqlite")));
        const auto store = *RunStore::open(path("first.sqlite"));
        QCOMPARE(bundleTrouble(*store, runsOf(*store), path("bundle")), QString());
        const auto files = filesIn(path("bundle"));
        QVERIFY(files.contains("experiment.json") && files.contains("manifest.json"));
        QVERIFY(files.contains("rounds.csv") && files.contains("merges.csv"));
        QVERIFY(!files.contains("timings.csv"));

        // Another machine has the bundle and nothing else: its results come before and after runs
        // of its own, on another number of threads.
        const auto read = readExperiment(path("bundle/experiment.json"), registry());
        QVERIFY(read.has_value());
        static_cast<void>(
            undisturbedExports(SmallExperiment{.rounds = 1}.read(), path("second.sqlite"), 1));
        static_cast<void>(undisturbedExports(*read, path("second.sqlite"), 1));
        const auto other = *RunStore::open(path("second.sqlite"));
        std::vector<std::int64_t> again = runsOf(*other);
        again.erase(again.begin());
        QCOMPARE(bundleTrouble(*other, again, path("again")), QString());
        const auto rerun = filesIn(path("again"));
        QCOMPARE(rerun.size(), files.size());
        for (const auto& [name, bytes] : files)
            QVERIFY2(rerun.at(name) == bytes, name.c_str());
    }

    void theManifestNamesEveryFileByItsContent()
    {
        static_cast<void>(
            undisturbedExports(SmallExperiment{.rounds = 1}.read(), path("runs.sqlite")));
        const auto store = *RunStore::open(path("runs.sqlite"));
        QCOMPARE(bundleTrouble(*store, runsOf(*store), path("bundle")), QString());
        const auto files = filesIn(path("bundle"));
        const std::string& manifest = files.at("manifest.json");
        for (const auto& [name, bytes] : files)
            if (name != "manifest.json")
                QVERIFY2(manifest.find(sha256(bytes)) != std::string::npos, name.c_str());
        const RunRow row = store->runs()->front();
        QVERIFY(manifest.find(row.environment.blasCore) != std::string::npos);
        QVERIFY(row.environment.host.empty()
                || manifest.find(row.environment.host) == std::string::npos);
    }

    void theManifestTellsWhatWasChangedByHand()
    {
        const Experiment experiment = SmallExperiment{.rounds = 3}.read();
        {
            Witness witness;
            RunQueue queue({.storeFile = path("runs.sqlite"),
                            .dataFolders = {},
                            .threads = 2,
                            .device = "cpu"},
                           witness);
            witness.afterRound = [&](const RoundReport& report) {
                if (report.round == 1)
                    QVERIFY(queue.change({.place = "/rounds", .value = 4}));
            };
            queue.add(experiment, expand(experiment, registry()));
            queue.waitUntilIdle();
        }
        const auto store = *RunStore::open(path("runs.sqlite"));
        QCOMPARE(bundleTrouble(*store, runsOf(*store), path("bundle")), QString());
        const std::string manifest = filesIn(path("bundle")).at("manifest.json");
        const Result<ParsedJson> read = parseJson(manifest);
        QVERIFY2(read, manifest.c_str());
        const JsonNode& changes = *read->root.find("runs")->items.front().find("changedByHand");
        QCOMPARE(QString::fromStdString(writeCompact(changes)),
                 QStringLiteral(R"([{"round":2,"setting":"/rounds","from":3,"to":4}])"));
    }

    void severalExperimentsGetAFolderEach()
    {
        static_cast<void>(
            undisturbedExports(SmallExperiment{.rounds = 1}.read(), path("runs.sqlite")));
        static_cast<void>(
            undisturbedExports(SmallExperiment{.rounds = 2}.read(), path("runs.sqlite")));
        const auto store = *RunStore::open(path("runs.sqlite"));
        QCOMPARE(bundleTrouble(*store, runsOf(*store), path("bundle")), QString());
        int manifests = 0;
        for (const auto& [name, bytes] : filesIn(path("bundle")))
            manifests += name.ends_with("/manifest.json") ? 1 : 0;
        QCOMPARE(manifests, 2);
    }

    void refusesWhatCannotBeDoneAgain()
    {
        static_cast<void>(
            undisturbedExports(SmallExperiment{.rounds = 1}.read(), path("runs.sqlite")));
        const auto store = *RunStore::open(path("runs.sqlite"));
        const std::vector<std::int64_t> runs = runsOf(*store);
        QVERIFY(!exportBundle(*store, {}, path("bundle")).has_value());
        QVERIFY(!exportBundle(*store, std::vector<std::int64_t>{77}, path("bundle")).has_value());
        fs::create_directory(path("bundle"));
        std::ofstream(path("bundle/letter.txt")) << "mine";
        QVERIFY(!exportBundle(*store, runs, path("bundle")).has_value());
        QCOMPARE(filesIn(path("bundle")).size(), std::size_t{1});
        QVERIFY(store->setStatus(runs.front(), RunStatus::Stopped, "").has_value());
        QVERIFY(!exportBundle(*store, runs, path("other")).has_value());
        QVERIFY(!fs::exists(path("other")));
    }

private:
    fs::path path(const char* name) const
    {
        return fs::path(m_folder->path().toStdString()) / name;
    }
    std::unique_ptr<QTemporaryDir> m_folder;
};

COTERIE_SECTION(TestBundle)

} // namespace tst_bundle

#include "tst_bundle.moc"
