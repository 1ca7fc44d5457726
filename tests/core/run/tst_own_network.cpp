#include "core/algorithms/registry.h"
#include "core/experiment/experiment_json.h"
#include "core/nn/models.h"
#include "core/run/environment.h"
#include "core/run/forecast.h"
#include "core/run/prepare_run.h"
#include "core/run/run.h"
#include "core/train/state.h"
#include "tests/core/fixtures/small_experiment.h"
#include "tests/sections.h"

#include <ATen/ATen.h>

namespace tst_own_network {

using namespace coterie;
using namespace coterie::test;

namespace {

/// Two rounds of the model, named or listed.
RunPlan planOf(const char* model, bool listed)
{
    SmallExperiment small;
    small.model = model;
    small.rounds = 2;
    Experiment experiment = small.read();
    if (listed) {
        experiment.model.layers = *layersOfModel(experiment.model.model);
        experiment.model.model = {.name = std::string(kOwnLayers), .parameters = {}};
    }
    return expand(experiment, registry()).front();
}

std::unique_ptr<Run> played(const RunPlan& plan)
{
    RunData data(DataFolders{});
    Result<std::unique_ptr<Run>> run = prepareRun(plan, data, 1, "cpu");
    if (!run)
        qFatal("%s", run.error().sentence().c_str());
    for (int round = 0; round <= plan.rounds; ++round)
        static_cast<void>((*run)->advance({}));
    return *std::move(run);
}

} // namespace

/// Runs whose network the experiment lists.
class TestOwnNetwork : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void trainsAsTheShippedModelOfTheSameLayers_data()
    {
        QTest::addColumn<QByteArray>("model");
        for (const char* model : {"dnn_100", "mnist_cnn_20k", "digit_cnn_small", "mlp_fmnist"})
            QTest::newRow(model) << QByteArray(model);
    }

    void trainsAsTheShippedModelOfTheSameLayers()
    {
        QFETCH(QByteArray, model);
        const std::unique_ptr<Run> named = played(planOf(model.constData(), false));
        const std::unique_ptr<Run> listed = played(planOf(model.constData(), true));
        const State expected = named->state();
        const State found = listed->state();
        QCOMPARE(found.size(), expected.size());
        for (std::size_t i = 0; i < expected.size(); ++i) {
            QCOMPARE(found[i].name, expected[i].name);
            QVERIFY2(at::equal(found[i].values, expected[i].values), found[i].name.c_str());
        }
        QVERIFY(runIdentity(listed->plan()) != runIdentity(named->plan()));
    }

    void memoryAndSizeAreForeseen()
    {
        RunData data(DataFolders{});
        const std::vector<RunPlan> named{planOf("mnist_cnn_20k", false)};
        const std::vector<RunPlan> listed{planOf("mnist_cnn_20k", true)};
        const Result<Forecast> expected = countForecast(named, data);
        const Result<Forecast> found = countForecast(listed, data);
        QVERIFY(expected && found);
        QCOMPARE(found->arms.front().parameters, expected->arms.front().parameters);
        QCOMPARE(found->arms.front().memoryBytes, expected->arms.front().memoryBytes);
    }
};

COTERIE_SECTION(TestOwnNetwork)

} // namespace tst_own_network

#include "tst_own_network.moc"
