#include "core/experiment/experiment_json.h"
#include "core/experiment/layers_json.h"
#include "core/experiment/set_in_experiment.h"
#include "tests/core/experiment/sample_registry.h"
#include "tests/sections.h"

#include <QtTest>

namespace tst_own_layers {

using namespace coterie;

namespace {

constexpr std::string_view kNetwork = R"([
    {"layer": "convolution", "channels": 16, "kernel": 3},
    {"layer": "block", "repeat": 2, "layers": [{"layer": "relu"}]},
    {"layer": "flatten"}, {"layer": "linear", "units": "classes"}])";

std::string file(std::string_view model, std::string_view armModel = {})
{
    return R"({"schema": 1, "name": "x", "model": )" + std::string(model)
           + R"(, "arms": [{"name": "A", "algorithm": {"name": "fedavg"}}, {"name": "B",
               "algorithm": {"name": "fedavg"})"
           + (armModel.empty() ? "" : ", \"model\": " + std::string(armModel)) + "}]}";
}

std::string listed(std::string_view layers)
{
    return R"({"name": "layers", "layers": )" + std::string(layers) + "}";
}

Experiment parsed(std::string_view json)
{
    const Result<Experiment, Problems> result = parseExperiment(json, sample::kRegistry);
    if (!result)
        qFatal("%s", sentences(result.error()).c_str());
    return *result;
}

std::string identityOf(std::string_view layers)
{
    return runIdentity(expand(parsed(file(listed(layers))), sample::kRegistry).front());
}

std::string hashOf(std::string_view layers)
{
    return canonicalHash(parsed(file(listed(layers))), sample::kRegistry);
}

} // namespace

/// A network that an experiment lists layer by layer.
class TestOwnLayers : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void readsWhatTheFileSays()
    {
        const ModelSettings model = parsed(file(listed(kNetwork))).model;
        QCOMPARE(model.model.name, std::string(kOwnLayers));
        QCOMPARE(model.layers.size(), std::size_t{4});
        QCOMPARE(model.layers[0].part.name, std::string("convolution"));
        QCOMPARE(model.layers[0].part.parameters.integer("channels"), std::int64_t{16});
        QCOMPARE(model.layers[1].layers.size(), std::size_t{1});
        QCOMPARE(model.layers[1].layers[0].part.name, std::string("relu"));
        QCOMPARE(model.layers[3].part.parameters.word("units"), std::string("classes"));
    }

    void whatIsWrittenIsReadBack()
    {
        const Experiment experiment =
            parsed(file(listed(kNetwork), R"({"layers": [{"layer": "linear", "units": 3}]})"));
        QCOMPARE(writeExperiment(parsed(writeExperiment(experiment))), writeExperiment(experiment));
        QVERIFY(parsed(writeExperiment(experiment)) == experiment);
        for (const RunPlan& plan : expand(experiment, sample::kRegistry)) {
            const Result<RunPlan, Problems> read = parsePlan(writePlan(plan), sample::kRegistry);
            QVERIFY(read.has_value());
            QVERIFY(*read == plan);
            QCOMPARE(runIdentity(*read), runIdentity(plan));
        }
    }

    void everyLayerIsPartOfARunsIdentity()
    {
        const std::string usual = identityOf(kNetwork);
        const std::string hash = hashOf(kNetwork);
        QCOMPARE(identityOf(kNetwork), usual);
        for (const auto& [from, to] : {std::pair{"16", "17"},
                                       std::pair{"\"kernel\": 3", "\"kernel\": 5"},
                                       std::pair{"\"repeat\": 2", "\"repeat\": 3"},
                                       std::pair{"relu", "flatten"},
                                       std::pair{"\"classes\"", "10"}}) {
            std::string other(kNetwork);
            other.replace(other.find(from), std::string_view(from).size(), to);
            QVERIFY2(identityOf(other) != usual, from);
            QVERIFY2(hashOf(other) != hash, from);
        }
    }

    /// So a word can get a new setting later, and stored runs are still the same runs.
    void aDefaultThatIsWrittenIsNoOtherRun()
    {
        const char* brief = R"([{"layer": "convolution", "channels": 4},
                                {"layer": "block", "layers": [{"layer": "linear", "units": 3}]}])";
        const char* full = R"([{"layer": "convolution", "channels": 4, "kernel": 3},
                               {"layer": "block", "repeat": 1, "shortcut": "none",
                                "layers": [{"layer": "linear", "units": 3, "bias": true}]}])";
        QCOMPARE(identityOf(full), identityOf(brief));
        QCOMPARE(hashOf(full), hashOf(brief));
        const RunPlan plan = expand(parsed(file(listed(full))), sample::kRegistry).front();
        QCOMPARE(writeCompact(layersNode(plan.model.layers)),
                 std::string(R"([{"layer":"convolution","channels":4},{"layer":"block","layers":)"
                             R"([{"layer":"linear","units":3}]}])"));
        // The file of the user keeps what it says.
        QVERIFY(QString::fromStdString(writeExperiment(parsed(file(listed(full)))))
                    .contains(R"("bias": true)"));
    }

    void shippedModelsAreWrittenAsBefore()
    {
        const Experiment experiment = parsed(file(R"({"name": "mlr"})"));
        QVERIFY(experiment.model.layers.empty());
        QVERIFY(!QString::fromStdString(writePlan(expand(experiment, sample::kRegistry).front()))
                     .contains("layers"));
    }

    void armsInheritReplaceAndLeaveTheList()
    {
        const std::string common = listed(kNetwork);
        const Experiment inherits = parsed(file(common, R"({"precision": "float64"})"));
        QVERIFY(inherits.arms[1].model->layers == inherits.model.layers);
        const std::vector<RunPlan> plans = expand(inherits, sample::kRegistry);
        QVERIFY(!plans[1].modelOfArm);
        QVERIFY(parsed(writeExperiment(inherits)) == inherits);

        const Experiment replaces =
            parsed(file(common, R"({"layers": [{"layer": "linear", "units": 2}]})"));
        QCOMPARE(replaces.arms[1].model->layers.size(), std::size_t{1});
        QVERIFY(expand(replaces, sample::kRegistry)[1].modelOfArm);

        const Experiment leaves = parsed(file(common, R"({"name": "mlr"})"));
        QVERIFY(leaves.arms[1].model->layers.empty());
        QVERIFY(parsed(writeExperiment(leaves)) == leaves);

        const Experiment takes = parsed(file(R"({"name": "mlr"})", common));
        QVERIFY(takes.model.layers.empty());
        QCOMPARE(takes.arms[1].model->layers.size(), std::size_t{4});
        QVERIFY(parsed(writeExperiment(takes)) == takes);
    }

    void anotherModelTakesTheListAway()
    {
        const Result<std::string> changed =
            setInExperiment(file(listed(kNetwork)), "/model/name", "mlr", sample::kRegistry);
        QVERIFY(changed.has_value());
        QCOMPARE(parsed(*changed).model.model.name, std::string("mlr"));
        const Result<std::string> one = setInExperiment(
            file(listed(kNetwork)), "/model/layers/0/channels", "5", sample::kRegistry);
        QVERIFY(one.has_value());
        QCOMPARE(parsed(*one).model.layers[0].part.parameters.integer("channels"), std::int64_t{5});
    }

    void listsAreBounded()
    {
        std::string many;
        for (std::size_t i = 0; i < kMostWrittenLayers + 5; ++i)
            many += R"({"layer": "relu"},)";
        many.pop_back();
        const auto result = parseExperiment(file(listed("[" + many + "]")), sample::kRegistry);
        QVERIFY(!result);
        QCOMPARE(QString::fromStdString(sentences(result.error())),
                 QString("/model/layers/1000: a network can have at most 1000 layers in its list; "
                         "repeat a block instead"));
    }
};

COTERIE_SECTION(TestOwnLayers)

} // namespace tst_own_layers

#include "tst_own_layers.moc"
