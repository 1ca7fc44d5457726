#include "core/algorithms/registry.h"
#include "core/run/run_queue.h"
#include "core/spec/experiment_json.h"
#include "core/store/run_store.h"
#include "small_experiment.h"
#include "tests/coterie_test_main.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <map>

using namespace coterie;

namespace {

/// One finished run of an experiment: its metrics round by round, and its last groups.
struct Finished
{
    std::map<std::string, std::map<int, double>> metrics;
    std::vector<std::vector<std::vector<int>>> groups; ///< of each round that has some
    int rounds = 0;

    [[nodiscard]] double last(const std::string& metric) const
    {
        return metrics.at(metric).rbegin()->second;
    }
    /// Mean over the last rounds.
    [[nodiscard]] double lateMean(const std::string& metric, int count) const
    {
        double sum = 0;
        for (int round = rounds - count + 1; round <= rounds; ++round)
            sum += metrics.at(metric).at(round);
        return sum / count;
    }
};

/// By arm (with its sweep's value, where it has one) and seed.
using Results = std::map<std::string, std::map<std::uint64_t, Finished>>;

/// Runs a shipped experiment file as `coterie-cli run` does.
Results played(const std::string& name)
{
    const Result<Experiment, Problems> experiment =
        readExperiment(COTERIE_SOURCE_DIR "/experiments/" + name + ".json", registry());
    if (!experiment)
        qFatal("%s", sentences(experiment.error()).c_str());
    const QTemporaryDir folder;
    const std::string file = folder.filePath("runs.sqlite").toStdString();
    test::Witness witness;
    {
        RunQueue queue({.storeFile = file, .dataFolders = {}, .threads = 2, .device = "cpu"},
                       witness);
        queue.add(*experiment, expand(*experiment, registry()));
        queue.waitUntilIdle();
    }
    for (const std::string& trouble : witness.troubles())
        qFatal("%s", trouble.c_str());
    const Result<std::unique_ptr<RunStore>> store = RunStore::open(file, RunStore::Mode::ReadOnly);
    const Result<std::vector<RunRow>> rows = (*store)->runs();
    Results results;
    for (const RunRow& row : *rows) {
        if (row.status != RunStatus::Finished)
            qFatal("%s did not finish: %s", row.arm.c_str(), row.reason.c_str());
        Finished& run = results[row.sweep.empty() ? row.arm : row.arm + ", " + row.sweep][row.seed];
        run.rounds = row.rounds;
        for (const MetricPoint& point : *(*store)->metrics(row.id))
            run.metrics[point.name][point.round] = point.value;
        for (const RoundReport& report : *(*store)->reports(row.id, 0, -1, false))
            if (report.grouping)
                run.groups.push_back(report.grouping->groups);
    }
    return results;
}

double median(std::vector<double> values)
{
    std::ranges::sort(values);
    return values[values.size() / 2];
}

} // namespace

/// What HCCT promises, over five seeds each, on the files that ship.
class TestHcctClaims : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void threeClientsAreBestInTheirPairAndHcctFindsIt()
    {
        Results results = played("three_clients");
        int best = 0;
        int found = 0;
        for (const auto& [seed, pair] : results["0 and 1"]) {
            const double error = pair.last("meanTestError");
            const bool isBest =
                std::ranges::all_of(std::array{"Independent", "Global", "0 and 2", "1 and 2"},
                                    [&, seed = seed](const char* arm) {
                                        return error < results[arm][seed].last("meanTestError");
                                    });
            const auto& groups = results["HCCT"][seed].groups;
            const auto right =
                std::ranges::count(groups, std::vector<std::vector<int>>{{0, 1}, {2}});
            qInfo("seed %d: 0 and 1 %.2f %%, alone %.2f, global %.2f, 0 and 2 %.2f, 1 and 2 %.2f, "
                  "HCCT %.2f; HCCT in this pattern in %d of %d rounds",
                  static_cast<int>(seed),
                  error,
                  results["Independent"][seed].last("meanTestError"),
                  results["Global"][seed].last("meanTestError"),
                  results["0 and 2"][seed].last("meanTestError"),
                  results["1 and 2"][seed].last("meanTestError"),
                  results["HCCT"][seed].last("meanTestError"),
                  static_cast<int>(right),
                  static_cast<int>(groups.size()));
            best += isBest ? 1 : 0;
            found += groups.back() == std::vector<std::vector<int>>{{0, 1}, {2}} ? 1 : 0;
        }
        QVERIFY(best >= 4);
        QVERIFY(found >= 4);
    }

    void fiveDomainsAreFoundAndItPays()
    {
        Results results = played("five_domains");
        std::vector<double> indices;
        int meanBeats = 0;
        int worstBeats = 0;
        for (const auto& [seed, hcct] : results["HCCT"]) {
            indices.push_back(hcct.lateMean("adjustedRandIndex", 5));
            const Finished& alone = results["Independent"][seed];
            const Finished& global = results["FedAvg"][seed];
            const auto beats = [&, &hcct = hcct](const char* metric) {
                return hcct.last(metric) < alone.last(metric)
                       && hcct.last(metric) < global.last(metric);
            };
            meanBeats += beats("meanTestError") ? 1 : 0;
            worstBeats += beats("maxTestError") ? 1 : 0;
            qInfo("seed %d: Rand index %.3f; mean error %.2f (alone %.2f, FedAvg %.2f), worst "
                  "client %.2f (%.2f, %.2f)",
                  static_cast<int>(seed),
                  indices.back(),
                  hcct.last("meanTestError"),
                  alone.last("meanTestError"),
                  global.last("meanTestError"),
                  hcct.last("maxTestError"),
                  alone.last("maxTestError"),
                  global.last("maxTestError"));
        }
        for (const auto& [arm, seeds] : results) {
            if (!arm.starts_with("HCCT"))
                continue;
            std::vector<double> found;
            double error = 0;
            for (const auto& [seed, run] : seeds) {
                found.push_back(run.lateMean("adjustedRandIndex", 5));
                error += run.last("meanTestError") / static_cast<double>(seeds.size());
            }
            qInfo("%s: median Rand index %.3f, mean error %.2f %%",
                  arm.c_str(),
                  median(found),
                  error);
        }
        QVERIFY(median(indices) >= 0.9);
        QVERIFY(meanBeats >= 4);
        QVERIFY(worstBeats >= 4);
    }

    void oneAlphaJoinsTheHungryAndLeavesThePlentiful()
    {
        const auto count = [](const Finished& run) { return run.groups.back().size(); };
        const Result<Experiment, Problems> hungry =
            readExperiment(COTERIE_SOURCE_DIR "/experiments/same_alpha_iid.json", registry());
        const Result<Experiment, Problems> plentiful =
            readExperiment(COTERIE_SOURCE_DIR "/experiments/same_alpha_disjoint.json", registry());
        QVERIFY(hungry->arms.back().algorithm == plentiful->arms.back().algorithm);
        int joined = 0;
        for (const auto& [seed, run] : played("same_alpha_iid")["HCCT"])
            joined += count(run) == 1 ? 1 : 0;
        int alone = 0;
        for (const auto& [seed, run] : played("same_alpha_disjoint")["HCCT"])
            alone += count(run) == 5 ? 1 : 0;
        qInfo("one group in %d of 5 seeds of IID clients, singletons in %d of 5 of disjoint ones",
              joined,
              alone);
        QCOMPARE(joined, 5);
        QCOMPARE(alone, 5);
    }
};

COTERIE_TEST_MAIN(TestHcctClaims)
#include "tst_hcct_claims.moc"
