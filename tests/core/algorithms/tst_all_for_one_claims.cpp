#include "core/algorithms/registry.h"
#include "core/run/prepare_run.h"
#include "core/spec/experiment_json.h"
#include "tests/coterie_test_main.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <map>

using namespace coterie;

namespace {

/// What one arm did with one seed: report t after t rounds.
using Rounds = std::vector<RoundReport>;

/// Every arm of a shipped experiment with these seeds: by arm, then seed.
std::map<std::string, std::vector<Rounds>> played(const std::string& file,
                                                  const std::vector<std::uint64_t>& seeds)
{
    Result<Experiment, Problems> experiment =
        readExperiment(COTERIE_SOURCE_DIR "/experiments/" + file, registry());
    if (!experiment)
        qFatal("%s: %s", file.c_str(), experiment.error().front().sentence().c_str());
    experiment->seeds = seeds;
    std::map<std::string, std::vector<Rounds>> arms;
    RunData data(DataFolders{});
    for (const RunPlan& plan : expand(*experiment, registry())) {
        const Result<std::unique_ptr<Run>> run = prepareRun(plan, data, 2, "cpu");
        if (!run)
            qFatal("%s: %s", file.c_str(), run.error().sentence().c_str());
        Rounds rounds;
        for (int round = 0; round <= plan.rounds; ++round)
            rounds.push_back((*run)->advance({}));
        arms[plan.armName].push_back(std::move(rounds));
    }
    return arms;
}

double meanLog10Loss(const RoundReport& report)
{
    double sum = 0;
    for (const ClientReport& client : report.clients)
        sum += std::log10(client.personalTest->loss);
    return sum / static_cast<double>(report.clients.size());
}

/// Mean over seeds after `round` rounds.
double meanLog10Loss(const std::vector<Rounds>& seeds, std::size_t round)
{
    double sum = 0;
    for (const Rounds& rounds : seeds)
        sum += meanLog10Loss(rounds[round]);
    return sum / static_cast<double>(seeds.size());
}

/// The least share of a row's weight that stays with the clients of the same parity.
double leastShareInside(const Matrix& weights)
{
    double least = 1;
    for (std::size_t i = 0; i < weights.rows; ++i) {
        double inside = 0;
        double all = 0;
        for (std::size_t k = 0; k < weights.columns; ++k) {
            all += weights.at(i, k);
            inside += i % 2 == k % 2 ? weights.at(i, k) : 0.0;
        }
        least = std::min(least, inside / all);
    }
    return least;
}

} // namespace

class TestAllForOneClaims : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void onLeastSquaresBothFormsAreADecadeBelowLocal() // All-for-one, Figure 2b
    {
        const auto arms = played("papers/allForOne/figure2b_synthetic_10.json", {1, 2, 3, 4, 5});
        for (const auto& [name, seeds] : arms)
            qInfo("%-16s T/8 %6.2f   T/2 %6.2f   T %6.2f",
                  name.c_str(),
                  meanLog10Loss(seeds, 25),
                  meanLog10Loss(seeds, 100),
                  meanLog10Loss(seeds, 200));
        for (const std::size_t round : {100U, 200U}) {
            const auto at = [&](const char* arm) { return meanLog10Loss(arms.at(arm), round); };
            QVERIFY(at("AFO, binary") <= at("Local") - 1);
            QVERIFY(at("AFO, continuous") <= at("Local") - 1);
            QVERIFY(at("AFO, oracle") <= at("AFO, binary"));
            QVERIFY(at("AFO, oracle") <= at("AFO, continuous"));
        }
        const auto& fedAvg = arms.at("FedAvg");
        QVERIFY(std::abs(meanLog10Loss(fedAvg, 200) - meanLog10Loss(fedAvg, 25)) <= 0.1);
    }

    void weightsFindTheClustersByTheMiddle() // All-for-one, Definition S1
    {
        const auto arms = played("demos/allForOne_clusters.json", {1, 2, 3, 4, 5});
        for (const char* arm : {"AFO, binary", "AFO, continuous"})
            for (const Rounds& rounds : arms.at(arm)) {
                const Matrix& middle = *rounds[(rounds.size() - 1) / 2].collaboration;
                qInfo("%s: %.3f of every row's weight or more", arm, leastShareInside(middle));
                QVERIFY(leastShareInside(middle) >= 0.9);
                double others = 0;
                for (std::size_t i = 0; i < middle.rows; ++i)
                    others += 1 - middle.at(i, i);
                QVERIFY(others > 1); // not because everybody is alone
            }
    }
};

COTERIE_TEST_MAIN(TestAllForOneClaims)
#include "tst_all_for_one_claims.moc"
