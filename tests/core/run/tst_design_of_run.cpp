#include "core/algorithms/registry.h"
#include "core/experiment/design_of_run.h"
#include "core/experiment/experiment_json.h"
#include "tests/sections.h"

#include <string>

namespace tst_design_of_run {

using namespace coterie;

namespace {

const std::string kExperiment = R"({ "schema": 1, "name": "Small", "data": {
      "dataset": { "name": "glyphDigits", "samples": 240 },
      "partition": { "scheme": "dirichlet", "clients": { "sweep": [3, 5] }, "alpha": 0.5 } },
    "model": { "name": "mlr" },
    "local": { "optimizer": { "name": "sgd", "learningRate": 0.1 }, "batch": 16 },
    "arms": [ { "name": "Independent", "algorithm": { "name": "independent" } },
              { "name": "HCCT", "algorithm": { "name": "hcct", "alpha": { "sweep": [10, 40] } },
                "local": { "batch": 8 } } ],
    "rounds": 3, "seeds": [1, 2],
    "reference": { "source": "Table", "metric": "meanTestError", "unit": "%",
                   "values": { "Independent": 30, "HCCT": 20 } } })";

} // namespace

/// An experiment of one run of another experiment.
class TestDesignOfRun : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void itComputesThatRunAndNoOther()
    {
        const Result<Experiment, Problems> whole = parseExperiment(kExperiment, registry());
        QVERIFY2(whole, whole ? "" : sentences(whole.error()).c_str());
        for (const RunPlan& plan : expand(*whole, registry())) {
            const Result<std::string, Problems> text = designOfRun(
                kExperiment,
                {.number = 7, .arm = plan.armIndex, .seed = plan.seed, .sweep = plan.sweep},
                registry());
            QVERIFY2(text, text ? "" : sentences(text.error()).c_str());
            const Result<Experiment, Problems> alone = parseExperiment(*text, registry());
            QVERIFY2(alone, alone ? "" : sentences(alone.error()).c_str());
            QCOMPARE(alone->name, std::string("Small (from run 7)"));
            QCOMPARE(alone->references.size(), std::size_t(1));
            QCOMPARE(alone->references.front().values.size(), std::size_t(1));
            const std::vector<RunPlan> plans = expand(*alone, registry());
            QCOMPARE(plans.size(), std::size_t(1));
            QCOMPARE(plans.front().armName, plan.armName);
            QCOMPARE(runIdentity(plans.front()), runIdentity(plan));
        }
    }

    void anArmThatIsNotThereIsRefused()
    {
        const Result<std::string, Problems> text =
            designOfRun(kExperiment, {.number = 7, .arm = 2, .seed = 1}, registry());
        QVERIFY(!text);
        QCOMPARE(sentences(text.error()), std::string("/arms: the experiment has no arm 3"));
    }
};

COTERIE_SECTION(TestDesignOfRun)

} // namespace tst_design_of_run

#include "tst_design_of_run.moc"
