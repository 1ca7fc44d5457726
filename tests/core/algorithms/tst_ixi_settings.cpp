#include "core/algorithms/registry.h"
#include "core/experiment/experiment_json.h"
#include "core/run/prepare_run.h"
#include "core/run/run.h"
#include "tests/sections.h"

#include <QTest>

#include <cmath>
#include <set>
#include <string>
#include <utility>

namespace tst_ixi_settings {

using namespace coterie;

namespace {

/// All-for-one's IXI settings on a dozen tiny scans that the program makes itself: what stands here
/// is all that is smaller than in the file.
Experiment shrunk()
{
    Result<std::string> json =
        readExperimentText(COTERIE_SOURCE_DIR "/experiments/papers/allForOne/table2_ixi.json");
    const auto put = [&json](const char* pointer, const char* value) {
        json = setInJson(*json, pointer, value);
        if (!json)
            qFatal("%s: %s", pointer, json.error().sentence().c_str());
    };
    put("/data/dataset",
        R"({"name": "volumes", "samples": 24, "depth": 8, "height": 8, "width": 8})");
    put("/data/test", R"({"share": 0.3})");
    put("/local/batch", "2");
    put("/local/localSteps", "2");
    put("/rounds", "1");
    put("/seeds", "[127]");
    for (const char* arm : {"0", "1"}) {
        const std::string algorithm = std::string("/arms/") + arm + "/algorithm/";
        put((algorithm + "innerIterations").c_str(), "2");
        put((algorithm + "probeSamples").c_str(), "2");
    }
    put("/arms/5/algorithm/innerIterations", "2");
    const Result<Experiment, Problems> experiment = parseExperiment(*json, registry());
    if (!experiment)
        qFatal("%s", experiment.error().front().sentence().c_str());
    return *experiment;
}

} // namespace

/// Every arm of All-for-one's IXI experiment can be run, scans and masks and all.
class TestIxiSettings : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyArmTrainsOnVolumes()
    {
        RunData data(DataFolders{});
        std::set<std::string> arms;
        for (const RunPlan& plan : expand(shrunk(), registry())) {
            const Result<std::unique_ptr<Run>> run = prepareRun(plan, data, 2, "cpu");
            QVERIFY2(run, run ? "" : run.error().sentence().c_str());
            QCOMPARE((*run)->facts().trainSamples.size(), std::size_t{3});
            QCOMPARE((*run)->facts().parameters, std::int64_t{246156});
            RoundReport report;
            for (int round = 0; round <= plan.rounds; ++round)
                report = (*run)->advance({});
            for (const ClientReport& client : report.clients) {
                QVERIFY2(client.personalTest && client.trainLoss, plan.armName.c_str());
                QVERIFY(std::isfinite(client.personalTest->loss));
                QVERIFY(*client.personalTest->accuracy > 0 && *client.personalTest->accuracy < 1);
                QVERIFY(client.updateNorm > 0);
            }
            arms.insert(plan.armName);
        }
        QCOMPARE(arms.size(), std::size_t{8});
    }
};

COTERIE_SECTION(TestIxiSettings)

} // namespace tst_ixi_settings

#include "tst_ixi_settings.moc"
