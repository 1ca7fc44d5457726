#include "core/data/formats/safetensors.h"
#include "core/experiment/plan.h"
#include "core/experiment/weights_place.h"
#include "core/run/export_models.h"
#include "core/run/identify_weights.h"
#include "core/run/initial_weights.h"
#include "core/run/prepare_run.h"
#include "tests/core/run/queue_fixture.h"
#include "tests/sections.h"

#include <ATen/ATen.h>
#include <algorithm>
#include <fstream>
#include <limits>
#include <sstream>

namespace tst_initial_weights {

using namespace coterie;
using namespace coterie::test;

namespace {

Experiment experimentOf(const std::string& algorithm,
                        const std::string& model = "mlr",
                        const std::string& precision = "float32")
{
    SmallExperiment small{.model = model, .samples = 200, .rounds = 3};
    small.arms = "[{\"name\": \"A\", \"algorithm\": {\"name\": \"" + algorithm
                 + "\"}, \"sampler\": {\"name\": \"all\"}}]";
    Experiment experiment = small.read();
    experiment.model.precision = precision;
    return experiment;
}

/// A network of one's own, with running statistics.
std::vector<LayerSettings> ownLayers()
{
    const auto layers = parseExperiment(
        R"({"schema": 1, "name": "x", "data": {"dataset": "glyphDigits",
            "partition": {"scheme": "iid", "clients": 4}, "test": {"share": 0.25}},
            "model": {"name": "layers", "layers": [
                {"layer": "convolution", "channels": 3, "kernel": 5}, {"layer": "batchNorm"},
                {"layer": "relu"}, {"layer": "maxPool", "kernel": 4}, {"layer": "flatten"},
                {"layer": "linear", "units": "classes"}]},
            "local": {"optimizer": {"name": "sgd", "learningRate": 0.1}, "batch": 10,
                      "localEpochs": 1},
            "arms": [{"name": "a", "algorithm": {"name": "fedavg"}}], "rounds": 1, "seeds": [1]})",
        registry());
    if (!layers)
        qFatal("%s", sentences(layers.error()).c_str());
    return layers->model.layers;
}

std::string textOf(const std::filesystem::path& file)
{
    std::ifstream in(file, std::ios::binary);
    std::ostringstream text;
    text << in.rdbuf();
    return text.str();
}

void write(const std::filesystem::path& file, const std::string& bytes)
{
    std::ofstream(file, std::ios::binary) << bytes;
}

void write(const std::filesystem::path& file, const std::vector<NamedTensor>& tensors)
{
    std::ofstream out(file, std::ios::binary);
    writeSafetensors(tensors, out);
}

} // namespace

/// A file of weights that training begins with.
class TestInitialWeights : public QueueFixture
{
    Q_OBJECT

    void compute(const Experiment& experiment, int stopAfter = -1, int threads = 2) const
    {
        Witness witness;
        QueueOptions wanted = options();
        wanted.threads = threads;
        RunQueue queue(wanted, witness);
        witness.afterRound = [&](const RoundReport& report) {
            if (report.round == stopAfter)
                queue.stop();
        };
        queue.add(experiment, plans(experiment));
        queue.waitUntilIdle();
    }
    [[nodiscard]] std::vector<std::string> resume(std::int64_t run) const
    {
        Witness witness;
        RunQueue queue(options(), witness);
        queue.resume({run});
        queue.waitUntilIdle();
        return witness.troubles();
    }
    [[nodiscard]] KeptModels keptOf(std::int64_t run) const
    {
        const auto kept = (*store())->keptModels(run);
        if (!kept || !*kept)
            qFatal("nothing is kept");
        return **kept;
    }
    [[nodiscard]] std::filesystem::path path(const std::string& name) const
    {
        return std::filesystem::path(m_folder->path().toStdString()) / name;
    }
    /// The global model that a run of FedAvg ends with.
    [[nodiscard]] std::filesystem::path trained(const Experiment& experiment) const
    {
        compute(experiment);
        const auto done = exportModels(**store(), 1, path("models"));
        if (!done)
            qFatal("%s", done.error().sentence().c_str());
        return path("models") / "global.safetensors";
    }
    /// Why a file cannot be used for a logistic regression; empty if it can.
    [[nodiscard]] static std::string problemWith(const std::filesystem::path& file,
                                                 const std::string& sha256 = {})
    {
        Experiment experiment = experimentOf("fedavg");
        experiment.model.initial = InitialWeights{.path = file.string(), .sha256 = sha256};
        const RunPlan plan = plans(experiment).front();
        RunData data({.folders = {}});
        const auto network = planNetwork(plan, **data.dataset(plan));
        const auto weights = initialWeights(plan, *network, data.folders());
        return weights ? std::string() : weights.error().sentence();
    }
    static std::vector<NamedTensor> regression()
    {
        return {{.name = "1.weight", .shape = {10, 784}, .values = std::vector<float>(7840, 0.5F)},
                {.name = "1.bias", .shape = {10}, .values = std::vector<float>(10, 0.25F)}};
    }

private Q_SLOTS:
    void aRunBeginsWhereAnotherEnded_data()
    {
        QTest::addColumn<QString>("algorithm");
        QTest::addColumn<QString>("model");
        QTest::addColumn<QString>("precision");
        QTest::newRow("a global model") << "fedavg"
                                        << "mlr"
                                        << "float32";
        QTest::newRow("personal models") << "independent"
                                         << "mlr"
                                         << "float32";
        QTest::newRow("running statistics") << "fedavg"
                                            << "digit_cnn_small"
                                            << "float32";
        QTest::newRow("double precision") << "ditto"
                                          << "mlr"
                                          << "float64";
        QTest::newRow("layers of one's own") << "fedavg"
                                             << "layers"
                                             << "float32";
    }
    /// Every shipped network that takes the picture begins with what an export of it has.
    void everyShippedNetworkTakesItsOwnNames()
    {
        std::size_t tried = 0;
        for (const NamedPart& shipped : registry().models) {
            Experiment experiment = experimentOf("fedavg");
            experiment.model.model.name = shipped.name;
            if (shipped.name == "layers")
                experiment.model.layers = ownLayers();
            const std::vector<RunPlan> made = plans(experiment);
            RunData data({.folders = {}});
            const auto dataset = data.dataset(made.front());
            QVERIFY(dataset.has_value());
            const auto network = planNetwork(made.front(), **dataset);
            if (!network)
                continue; // it is for other samples
            ++tried;
            std::vector<NamedTensor> tensors;
            float next = 0;
            for (const auto* slices : {&network->layout().parameters, &network->layout().buffers})
                for (const Slice& slice : *slices) {
                    std::vector<float> values(slice.count);
                    for (float& value : values)
                        value = next++;
                    tensors.push_back(
                        {.name = slice.name, .shape = slice.shape, .values = std::move(values)});
                }
            write(path("own"), tensors);
            RunPlan plan = made.front();
            plan.model.initial = InitialWeights{.path = path("own").string(), .sha256 = {}};
            const auto weights = initialWeights(plan, *network, {});
            QVERIFY2(weights.has_value(), weights ? "" : weights.error().sentence().c_str());
            const at::Tensor& row = (*weights)->parameters;
            QCOMPARE(row[0][0].item<float>(), 0.0F);
            QCOMPARE(row[0][row.size(1) - 1].item<float>(), static_cast<float>(row.size(1) - 1));
        }
        QVERIFY(tried >= 4);
    }
    void aRunBeginsWhereAnotherEnded()
    {
        QFETCH(QString, algorithm);
        QFETCH(QString, model);
        QFETCH(QString, precision);
        const auto made = [&](const std::string& method) {
            const bool own = model == QLatin1String("layers");
            Experiment experiment =
                experimentOf(method, own ? "mlr" : model.toStdString(), precision.toStdString());
            if (own) {
                experiment.model.model.name = "layers";
                experiment.model.layers = ownLayers();
            }
            return experiment;
        };
        const auto file = trained(made("fedavg"));
        Experiment second = made(algorithm.toStdString());
        second.rounds = 1;
        second.model.initial = InitialWeights{.path = file.string(), .sha256 = {}};
        compute(second);
        const RoundReport end = (*store())->reports(1, 3, 3)->front();
        const RoundReport begin = (*store())->reports(2, 0, 0)->front();
        const RoundReport drawn = (*store())->reports(1, 0, 0)->front();
        for (std::size_t client = 0; client < 4; ++client) {
            QVERIFY(begin.clients[client].personalTest.has_value());
            QVERIFY(begin.clients[client].personalTest == end.clients[client].personalTest);
            QVERIFY(begin.clients[client].personalTest != drawn.clients[client].personalTest);
        }
    }

    void threadsAndStopsChangeNoBit()
    {
        const auto file = trained(experimentOf("fedavg"));
        Experiment experiment = experimentOf("independent");
        experiment.model.initial = InitialWeights{.path = file.string(), .sha256 = {}};
        std::int64_t run = 1;
        for (const int threads : {2, 1, 5}) {
            compute(experiment, -1, threads);
            QVERIFY(keptOf(++run) == keptOf(2));
        }
        compute(experiment, 1);
        QCOMPARE((*store())->run(++run)->status, RunStatus::Stopped);
        write(file, regression()); // its state has the weights
        const auto troubles = resume(run);
        QVERIFY2(troubles.empty(), first(troubles));
        QVERIFY(keptOf(run) == keptOf(2));
        const std::vector<RoundReport> reports = *(*store())->reports(run, 0, -1);
        std::string said;
        for (const RoundReport& report : reports)
            for (const Event& event : report.events)
                said += event.sentence;
        QVERIFY2(contains(said,
                          "The file of weights that this run began with cannot be read or "
                          "has changed ("),
                 said.c_str());
        QVERIFY2(contains(said, "goes on from its stored state"), said.c_str());
    }

    /// hicsProbe asks whoever joins at the weights that the run began with.
    void aRoundThatNeedsTheWeightsAgainEndsTheRun()
    {
        write(path("weights"), regression());
        SmallExperiment small{.samples = 200, .rounds = 5};
        small.arms = R"([{"name": "A", "algorithm": {"name": "fedavg"},
                          "sampler": {"name": "hicsProbe", "count": 2}}])";
        Experiment experiment = small.read();
        experiment.clients.arrivals = {{.round = 4, .clients = {1}}};
        experiment.model.initial = InitialWeights{.path = path("weights").string(), .sha256 = {}};
        compute(experiment);
        compute(experiment, 1);
        QCOMPARE((*store())->run(2)->status, RunStatus::Stopped);
        std::filesystem::remove(path("weights"));
        static_cast<void>(resume(2));
        const RunRow failed = *(*store())->run(2);
        QCOMPARE(failed.status, RunStatus::Failed);
        QCOMPARE(failed.roundsDone, 3);
        QVERIFY2(contains(failed.reason, "Round 4 failed: the weights that the run began with"),
                 failed.reason.c_str());
        write(path("weights"), regression());
        const auto troubles = resume(2);
        QVERIFY2(troubles.empty(), first(troubles));
        QCOMPARE((*store())->run(2)->status, RunStatus::Finished);
        QVERIFY(keptOf(2) == keptOf(1));
    }

    /// No round of it is stored, so that it would begin again with other weights.
    void aRunThatHasNotBegunNeedsItsFile()
    {
        const auto file = trained(experimentOf("fedavg"));
        Experiment experiment = experimentOf("independent");
        experiment.model.initial = InitialWeights{.path = file.string(), .sha256 = {}};
        experiment.seeds = {1, 2};
        compute(experiment, 1); // stops in the first of the two
        const RunRow row = *(*store())->run(3);
        QVERIFY(row.status != RunStatus::Finished);
        QVERIFY(!row.hasRounds);
        std::filesystem::remove(file);
        const auto troubles = resume(3);
        QVERIFY(!troubles.empty());
        QVERIFY2(contains(troubles.front(), "/model/initial/path"), troubles.front().c_str());
        QVERIFY(!(*store())->run(3)->hasRounds);
    }

    void theContentOfTheFileIsPartOfTheRun()
    {
        const RunPlan usual = plans(experimentOf("fedavg")).front();
        QVERIFY(!contains(writePlan(usual), "initial\""));
        write(path("one"), regression());
        write(path("copy"), regression());
        std::vector<NamedTensor> others = regression();
        std::get<0>(others.front().values).front() = 1;
        write(path("other"), others);
        const auto planWith = [&](const std::string& name) {
            Experiment experiment = experimentOf("fedavg");
            experiment.model.initial = InitialWeights{.path = path(name).string(), .sha256 = {}};
            std::vector<RunPlan> all = plans(experiment);
            if (!identifyWeights(experiment, all, {}))
                qFatal("it has no digest");
            if (experiment.model != all.front().model)
                qFatal("the experiment and its plan differ");
            return all.front();
        };
        const RunPlan one = planWith("one");
        QVERIFY(runIdentity(one) != runIdentity(usual));
        QCOMPARE(runIdentity(planWith("copy")), runIdentity(one));
        QVERIFY(runIdentity(planWith("other")) != runIdentity(one));

        const std::string digest = one.model.initial->sha256;
        QCOMPARE(problemWith(path("one"), digest), std::string());
        std::filesystem::copy_file(
            path("other"), path("one"), std::filesystem::copy_options::overwrite_existing);
        const std::string found = problemWith(path("one"), digest);
        QVERIFY2(found.starts_with("/model/initial/path: " + path("one").string()
                                   + ": is not the file that this experiment was made with"),
                 found.c_str());
    }

    /// What a queue stores knows the file by its content.
    void theStoreHasTheDigest()
    {
        write(path("weights"), regression());
        Experiment experiment = experimentOf("fedavg");
        experiment.model.initial = InitialWeights{.path = path("weights").string(), .sha256 = {}};
        compute(experiment);
        const auto plan = parsePlan((*store())->run(1)->planJson, registry());
        QVERIFY(plan.has_value());
        QCOMPARE(plan->model.initial->path, path("weights").string());
        QCOMPARE(plan->model.initial->sha256.size(), std::size_t{64});

        experiment.model.initial->path = path("nothing").string();
        Witness witness;
        RunQueue queue(options(), witness);
        queue.add(experiment, plans(experiment));
        queue.waitUntilIdle();
        QCOMPARE((*store())->runs()->size(), std::size_t{1});
        QCOMPARE(witness.troubles().size(), std::size_t{1});
        QVERIFY2(witness.troubles().front().starts_with("/model/initial/path: "),
                 first(witness.troubles()));
    }

    void experimentFilesSayIt()
    {
        const auto read = [](const std::string& initial, const std::string& ofArm) {
            return parseExperiment(
                R"({"schema": 1, "name": "x", "data": {"dataset": "glyphDigits",
                    "partition": {"scheme": "iid", "clients": 4}, "test": {"share": 0.25}},
                    "model": {"name": "mlr", "initial": )"
                    + initial + R"(}, "local": {"optimizer": {"name": "sgd", "learningRate": 0.1},
                    "batch": 10, "localEpochs": 1},
                    "arms": [{"name": "a", "algorithm": {"name": "fedavg"}},
                             {"name": "b", "algorithm": {"name": "fedavg"}, "model": )"
                    + ofArm + R"(}], "rounds": 1, "seeds": [1]})",
                registry());
        };
        const std::string digest(64, 'a');
        const auto experiment =
            read(R"({"path": "a.safetensors"})",
                 "{\"initial\": {\"path\": \"b.safetensors\", \"sha256\": \"" + digest + "\"}}");
        QVERIFY2(experiment.has_value(), experiment ? "" : sentences(experiment.error()).c_str());
        QCOMPARE(experiment->model.initial->path, std::string("a.safetensors"));
        QCOMPARE(experiment->arms[1].model->initial->sha256, digest);
        QVERIFY(*parseExperiment(writeExperiment(*experiment), registry()) == *experiment);
        const auto drawn = read(R"({"path": "a.safetensors"})", R"({"initial": null})");
        QVERIFY(drawn.has_value() && !drawn->arms[1].model->initial);
        QVERIFY(*parseExperiment(writeExperiment(*drawn), registry()) == *drawn);
        const auto inherited = read(R"({"path": "a.safetensors"})", R"({"precision": "float64"})");
        QVERIFY(inherited.has_value()
                && inherited->arms[1].model->initial == inherited->model.initial);
        for (const auto& [initial, problem] :
             {std::pair(R"("a.safetensors")", "/model/initial: "),
              std::pair("{}", "/model/initial/path: "),
              std::pair(R"({"path": ""})", "/model/initial/path: "),
              std::pair(R"({"path": "a", "sha256": "12"})", "/model/initial/sha256: "),
              std::pair(R"({"path": "a", "pth": 1})", "/model/initial/pth: ")}) {
            const auto refused = read(initial, "{}");
            QVERIFY(!refused.has_value());
            QVERIFY2(sentences(refused.error()).starts_with(problem),
                     sentences(refused.error()).c_str());
        }
    }

    void filesThatDoNotFitAreRefused()
    {
        const std::string place = "/model/initial/path: ";
        const std::string file = path("weights").string();
        const auto found = [&](const std::vector<NamedTensor>& tensors) {
            write(path("weights"), tensors);
            return problemWith(path("weights"));
        };
        QCOMPARE(found(regression()), std::string());
        std::vector<NamedTensor> tensors = regression();
        tensors.push_back({.name = "1.num_batches_tracked",
                           .shape = {},
                           .values = std::vector<std::int64_t>{3}}); // of no use, and no harm
        QCOMPARE(found(tensors), std::string());
        tensors.back().name = "fc.weight";
        tensors.erase(tensors.begin());
        QCOMPARE(found(tensors),
                 place + file
                     + ": does not fit the network Multinomial logistic regression: lacks "
                       "\"1.weight\"; has \"fc.weight\", "
                       "which the network does not have");
        tensors = regression();
        tensors.front().shape = {784, 10};
        tensors.back().values = std::vector<std::int64_t>(10);
        QCOMPARE(found(tensors),
                 place + file
                     + ": does not fit the network Multinomial logistic regression: tensor "
                       "\"1.weight\" of the linear layer 1 "
                       "must have the shape [10, 784] (has [784, 10]); tensor \"1.bias\" of the "
                       "linear layer 1 must have the type F32, F64, F16 or BF16 (has I64)");
        tensors = regression();
        std::get<std::vector<float>>(tensors.front().values)[7] =
            std::numeric_limits<float>::quiet_NaN();
        tensors.back().values = std::vector<double>(10, 1e39);
        QCOMPARE(found(tensors),
                 place + file
                     + ": does not fit the network Multinomial logistic regression: tensor "
                       "\"1.weight\" of the linear layer 1 "
                       "has a number that is not finite as float32; tensor \"1.bias\" of the "
                       "linear layer 1 has a number that is not finite as float32");
        write(path("weights"), regression());
        const std::string whole = textOf(path("weights"));
        write(path("weights"), whole.substr(0, whole.size() - 1));
        QVERIFY2(problemWith(path("weights")).starts_with(place + file + ": "),
                 problemWith(path("weights")).c_str());
        write(path("weights"), std::string("no weights"));
        QVERIFY2(problemWith(path("weights")).starts_with(place + file + ": "),
                 problemWith(path("weights")).c_str());
        QVERIFY2(problemWith(path("nothing")).starts_with(place), "a file that is not there");
    }

    /// A relative path stands for a file beside the experiment's own.
    void filesBesideTheExperimentAreFound()
    {
        write(path("beside"), regression());
        Experiment experiment = experimentOf("fedavg");
        experiment.model.initial = InitialWeights{.path = "beside", .sha256 = {}};
        Experiment elsewhere = experiment;
        placeWeights(elsewhere, path("nowhere"));
        QCOMPARE(elsewhere.model.initial->path, std::string("beside"));
        placeWeights(experiment, path("beside").parent_path());
        QCOMPARE(experiment.model.initial->path, path("beside").string());
        QVERIFY(identifyWeights(experiment, {}).has_value());
    }

    /// A file of doubles is good for a model of floats, and the other way round.
    void numbersOfEitherPrecisionAreRead()
    {
        std::vector<NamedTensor> tensors = regression();
        tensors.back().values = std::vector<double>(10, 1.0 / 3);
        write(path("weights"), tensors);
        for (const char* precision : {"float32", "float64"}) {
            Experiment experiment = experimentOf("fedavg", "mlr", precision);
            experiment.model.initial =
                InitialWeights{.path = path("weights").string(), .sha256 = {}};
            const RunPlan plan = plans(experiment).front();
            RunData data({.folders = {}});
            const auto network = planNetwork(plan, **data.dataset(plan));
            const auto weights = initialWeights(plan, *network, data.folders());
            QVERIFY2(weights.has_value(), weights ? "" : weights.error().sentence().c_str());
            const at::Tensor& row = (*weights)->parameters;
            QCOMPARE(row.scalar_type(),
                     std::string(precision) == "float64" ? at::kDouble : at::kFloat);
            QCOMPARE(row[0][0].item<double>(), 0.5);
            QCOMPARE(row[0][7849].to(at::kFloat).item<float>(), 1.0F / 3);
        }
    }
};

COTERIE_SECTION(TestInitialWeights)

} // namespace tst_initial_weights

#include "tst_initial_weights.moc"
