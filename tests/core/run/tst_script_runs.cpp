#include "core/base/hash.h"
#include "core/experiment/module_settings.h"
#include "core/experiment/plan.h"
#include "core/experiment/weights_place.h"
#include "core/nn/loaded_modules.h"
#include "core/nn/script_module.h"
#include "core/run/check_runs.h"
#include "core/run/checkpoint.h"
#include "core/run/export_models.h"
#include "core/run/forecast.h"
#include "core/run/identify_weights.h"
#include "core/run/load_module.h"
#include "core/run/prepare_run.h"
#include "core/run/run.h"
#include "core/store/database.h"
#include "core/train/state.h"
#include "tests/core/fixtures/script_files.h"
#include "tests/core/run/queue_fixture.h"
#include "tests/sections.h"

#include <ATen/ATen.h>
#include <cmath>
#include <fstream>
#include <sstream>

namespace tst_script_runs {

using namespace coterie;
using namespace coterie::test;

namespace {

const CommandConsent kAllowed{.given = true};
/// Files that PyTorch wrote.
const std::filesystem::path kModules = COTERIE_SOURCE_DIR "/tests/core/nn/modules";

std::string textOf(const std::filesystem::path& file)
{
    std::ifstream in(file, std::ios::binary);
    std::ostringstream text;
    text << in.rdbuf();
    return text.str();
}

std::vector<std::string> namesOf(const std::vector<Slice>& slices)
{
    std::vector<std::string> names;
    for (const Slice& slice : slices)
        names.push_back(slice.name);
    return names;
}

/// What a run says of its module in this round.
std::string moduleNote(const RoundReport& report)
{
    for (const Event& event : report.events)
        if (kindOf(event.what).starts_with("module"))
            return event.sentence;
    return {};
}

/// Over all clients, of the model that each of them uses.
double lossOf(const RoundReport& report)
{
    double sum = 0;
    for (const ClientReport& client : report.clients)
        if (const auto& score = client.globalTest ? client.globalTest : client.personalTest)
            sum += score->loss;
    return sum;
}

} // namespace

/// Runs whose network is a module from PyTorch.
class TestScriptRuns : public QueueFixture
{
    Q_OBJECT

    [[nodiscard]] std::filesystem::path written(const std::string& name,
                                                const std::string& bytes) const
    {
        const std::filesystem::path path =
            std::filesystem::path(m_folder->path().toStdString()) / name;
        std::ofstream(path, std::ios::binary) << bytes;
        return path;
    }
    [[nodiscard]] static Experiment experimentWith(const std::filesystem::path& file,
                                                   const std::string& arm = R"("fedavg"})",
                                                   int rounds = 3,
                                                   double learningRate = 0.002)
    {
        // Features by the hundred make steps large.
        SmallExperiment small{.samples = 160, .rounds = rounds, .learningRate = learningRate};
        small.arms =
            R"([{"name": "A", "algorithm": {"name": )" + arm + R"(, "sampler": {"name": "all"}}])";
        Experiment experiment = small.read();
        experiment.model.model = {.name = std::string(kTorchScript), .parameters = {}};
        experiment.model.model.parameters.set(kModulePath, file.string());
        return experiment;
    }
    [[nodiscard]] static RunPlan planWith(const std::filesystem::path& file,
                                          const std::string& arm = R"("fedavg"})")
    {
        return plans(experimentWith(file, arm)).front();
    }
    [[nodiscard]] static Result<std::unique_ptr<Run>>
    prepared(const RunPlan& plan, std::size_t threads = 2, const CommandConsent& consent = kAllowed)
    {
        RunData data(DataFolders{});
        return prepareRun(plan, data, threads, "cpu", false, consent);
    }
    [[nodiscard]] static Error refusal(const RunPlan& plan,
                                       const CommandConsent& consent = kAllowed)
    {
        const auto run = prepared(plan, 2, consent);
        return run ? Error{.message = "was not refused"} : run.error();
    }
    [[nodiscard]] static State playedTo(Run& run, int last)
    {
        while (run.roundsDone() < last)
            static_cast<void>(run.advance({}));
        return run.state();
    }
    [[nodiscard]] static State played(const RunPlan& plan, std::size_t threads)
    {
        auto run = prepared(plan, threads);
        if (!run)
            qFatal("%s", run.error().sentence().c_str());
        return playedTo(**run, plan.rounds);
    }
    static void compare(const State& found, const State& expected)
    {
        QCOMPARE(found.size(), expected.size());
        for (std::size_t i = 0; i < expected.size(); ++i) {
            QCOMPARE(found[i].name, expected[i].name);
            QVERIFY2(at::equal(found[i].values, expected[i].values), found[i].name.c_str());
        }
    }

private Q_SLOTS:
    void theBitsDoNotDependOnTheNumberOfWorkers_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QByteArray>("arm");
        const auto row = [](const char* name, const std::string& bytes, const char* arm) {
            QTest::newRow(name) << QByteArray::fromStdString(bytes) << QByteArray(arm);
        };
        row("CNN with dropout, FedAvg", scriptCnn(), R"("fedavg"})");
        row("CNN with dropout, gradients at foreign models", scriptCnn(), R"("allForOne"})");
        row("CNN with dropout, FedPer", scriptCnn(), R"("fedper"})");
        row("LSTM, FedAvg", scriptLstm(), R"("fedavg"})");
        // What arrives at the output layer of a module that LibTorch trains.
        const std::string transformer = textOf(kModules / "vit.pt");
        row("ViT with dropout, pFedGP", transformer, R"("pfedgp"})");
        row("ViT with dropout, MOON",
            transformer,
            R"("fedavg"}, "local": {"objective": {"name": "moon"}})");
    }

    void theBitsDoNotDependOnTheNumberOfWorkers()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(QByteArray, arm);
        const RunPlan plan = planWith(written("net.pt", bytes.toStdString()), arm.toStdString());
        const State one = played(plan, 1);
        for (const std::size_t workers : {2, 5})
            compare(played(plan, workers), one);
    }

    void aStoppedRunGoesOnAsIfItHadNotStopped()
    {
        const RunPlan plan = planWith(written("net.pt", scriptCnn()));
        const State whole = played(plan, 2);
        auto first = prepared(plan);
        auto second = prepared(plan, 5);
        QVERIFY(first && second);
        StateKeeper keeper;
        CheckpointEncoder encoder;
        const State half = playedTo(**first, 1);
        QVERIFY((*second)->restore(encoder.changes(1, keeper.keep(half))));
        compare(playedTo(**second, plan.rounds), whole);
    }

    void itLearnsFromWhatTheFileHolds()
    {
        const RunPlan plan =
            plans(experimentWith(written("net.pt", scriptCnn()), R"("fedavg"})", 10, 0.02)).front();
        RunPlan other = plan;
        other.seed = plan.seed + 1; // but the split stays
        auto run = prepared(plan);
        auto again = prepared(other);
        QVERIFY(run && again);
        const RoundReport before = (*run)->advance({});
        const RoundReport ofOther = (*again)->advance({});
        QCOMPARE(lossOf(ofOther), lossOf(before));
        QString losses = QString::number(lossOf(before));
        double last = 0;
        while ((*run)->roundsDone() < plan.rounds) {
            last = lossOf((*run)->advance({}));
            losses += QStringLiteral(", %1").arg(last);
        }
        QVERIFY2(last < lossOf(before), qPrintable(losses));
    }

    void aModuleOfLayersIsTrainedAsTheyAre()
    {
        const std::filesystem::path file = kModules / "lenet.pt";
        const RunPlan plan = planWith(file);
        auto run = prepared(plan);
        QVERIFY2(run.has_value(), run ? "" : run.error().sentence().c_str());
        const Network& network = (*run)->network();
        QVERIFY(network.module() == nullptr);
        QVERIFY(!network.needsGraph());
        const std::vector<std::string> names{"conv1.weight",
                                             "conv1.bias",
                                             "conv2.weight",
                                             "conv2.bias",
                                             "hidden.weight",
                                             "hidden.bias",
                                             "fc.weight",
                                             "fc.bias"};
        QCOMPARE(namesOf(network.layout().parameters), names);

        // The same run with the module itself.
        const auto module = keptModule({.sha256 = sha256(textOf(file))});
        QVERIFY(module != nullptr);
        RunData data(DataFolders{});
        const auto dataset = data.dataset(plan);
        QVERIFY(dataset.has_value());
        const auto shards = data.shards(plan, **dataset);
        const auto fit = module->fit((*dataset)->train.shape, (*dataset)->classes);
        QVERIFY(shards && fit);
        Run byAutograd(plan,
                       *dataset,
                       *shards,
                       Network(std::string(kTorchScript), (*dataset)->train.shape, module, *fit),
                       2,
                       "cpu");
        QVERIFY(byAutograd.network().module() != nullptr);
        std::vector<double> losses;
        for (const int round : {0, 1}) {
            const RoundReport found = (*run)->advance({});
            const RoundReport expected = byAutograd.advance({});
            const auto clients = static_cast<double>(found.clients.size());
            losses.push_back(lossOf(found));
            QVERIFY(losses.back() > 0);
            QVERIFY2(std::abs(lossOf(found) - lossOf(expected)) < 1e-5 * clients,
                     qPrintable(QString("round %1: %2, %3 by autograd")
                                    .arg(round)
                                    .arg(lossOf(found))
                                    .arg(lossOf(expected))));
            QCOMPARE(moduleNote(found),
                     round == 0 ? std::string("The module from PyTorch was read as a list of "
                                              "layers and is trained as one.")
                                : std::string());
        }
        QVERIFY(losses[0] != losses[1]);
    }

    void aModuleThatIsNoListIsTrainedByAutogradAndSaysWhy()
    {
        auto run = prepared(planWith(written("net.pt", scriptLstm())));
        QVERIFY2(run.has_value(), run ? "" : run.error().sentence().c_str());
        QVERIFY((*run)->network().module() != nullptr);
        const std::string said = moduleNote((*run)->advance({}));
        QVERIFY2(
            said.starts_with("The module from PyTorch is trained by LibTorch's autograd on the "
                             "processor, and not as a list of layers: aten::zeros"),
            said.c_str());
        QVERIFY2(said.ends_with('.'), said.c_str());
    }

    void aRunThatBeganTheOtherWayIsNotResumed()
    {
        QueueOptions wanted = options();
        wanted.commands = kAllowed;
        playUntil(1, experimentWith(written("net.pt", scriptCnn())), wanted);
        const auto resumed = [&] {
            Witness witness;
            RunQueue queue(wanted, witness);
            queue.resume({1});
            queue.waitUntilIdle();
            return witness.troubles();
        };
        Database(file(), Database::Access::ReadWrite)
            .execute("UPDATE event SET kind = 'moduleByItself' WHERE kind = 'moduleAsLayers'");
        const std::vector<std::string> troubles = resumed();
        QCOMPARE(troubles.size(), std::size_t{1});
        QVERIFY2(
            contains(troubles.front(), "began with its module from PyTorch trained by LibTorch"),
            first(troubles));
        QCOMPARE((*store())->reports(1)->size(), std::size_t{2});
        Database(file(), Database::Access::ReadWrite)
            .execute("UPDATE event SET kind = 'moduleAsLayers' WHERE kind = 'moduleByItself'");
        const std::vector<std::string> none = resumed();
        QVERIFY2(none.empty(), first(none));
        QCOMPARE(statuses(), std::vector<RunStatus>{RunStatus::Finished});
    }

    void nothingIsLoadedWithoutConsent()
    {
        // Of bytes that no other function uses: what is loaded stays loaded.
        const RunPlan plan =
            planWith(written("net.pt", scriptCnn({.outputs = 10, .before = "    y = 1\n"})));
        const Error refused = refusal(plan, {});
        QCOMPARE(refused.place, std::string("/model/path"));
        QVERIFY2(contains(refused.message, "loads the module ")
                     && contains(refused.message, "--allow-external"),
                 refused.message.c_str());
        const Error changed =
            refusal(plan, {.given = true, .folder = {}, .agreed = {{"of others"}}});
        QVERIFY2(contains(changed.message, "the file is not what you allowed"),
                 changed.message.c_str());
        RunData data(DataFolders{});
        QVERIFY(checkRuns({&plan, 1}, data, "cpu", {}).problems.empty());
        const auto forecast = countForecast({&plan, 1}, data);
        QVERIFY(forecast && forecast->arms.front().startsCommand);
        QCOMPARE(commandsOf({&plan, 1}).size(), std::size_t{1});
        QCOMPARE(commandsOf({&plan, 1}).front().front(), std::string("torch.jit.load"));
        QVERIFY(prepared(plan));
    }

    void ofAModuleInADataFolderItsOwnBytesAreAgreedTo()
    {
        const std::filesystem::path file =
            written("named.pt", scriptCnn({.outputs = 10, .before = "    y = 2\n"}));
        const DataFolders folders{.folders = {file.parent_path()}};
        RunPlan plan = planWith(file);
        plan.model.model.parameters.set(kModulePath, file.filename().string());
        const std::vector<std::string> load = moduleLoadOf(plan.model);
        const CommandFiles agreed = commandFiles(load, moduleFolder(load, folders));
        QCOMPARE(agreed.named, std::vector{file});
        const CommandConsent consent{.given = true, .folder = {}, .agreed = {{agreed.digest}}};
        QCOMPARE(written("named.pt", scriptCnn({.outputs = 10, .before = "    y = 3\n"})), file);
        RunData data(folders);
        const auto changed = prepareRun(plan, data, 2, "cpu", false, consent);
        QVERIFY(!changed && contains(changed.error().message, "the file is not what you allowed"));
        QCOMPARE(written("named.pt", scriptCnn({.outputs = 10, .before = "    y = 2\n"})), file);
        QVERIFY(prepareRun(plan, data, 2, "cpu", false, consent).has_value());
    }

    void aBadFileIsRefusedWithItsNameAndPlace_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QByteArray>("said");
        const std::string plain = scriptCnn();
        const auto row = [](const char* name, const std::string& bytes, const char* said) {
            QTest::newRow(name) << QByteArray::fromStdString(bytes) << QByteArray(said);
        };
        row("empty", "", "is no TorchScript file; ");
        row("cut off", plain.substr(0, plain.size() / 3), "cannot be loaded: ");
        row("other classes",
            scriptCnn({.outputs = 7}),
            "gives numbers of the shape [batch, 7] and the data set needs [batch, 10]");
    }

    void aBadFileIsRefusedWithItsNameAndPlace()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(QByteArray, said);
        const std::filesystem::path file = written("bad.pt", bytes.toStdString());
        const Error refused = refusal(planWith(file));
        QCOMPARE(refused.place, std::string("/model/path"));
        QVERIFY2(refused.message.starts_with(file.string() + ": " + said.toStdString()),
                 refused.message.c_str());
    }

    void aScratchedFileNeverEndsTheProgram()
    {
        const std::string plain = scriptCnn();
        for (const std::size_t part : {0, 1, 2, 3}) {
            std::string scratched = plain;
            for (std::size_t at = 40 + part * plain.size() / 4; at < scratched.size(); at += 97)
                scratched[at] = static_cast<char>(scratched[at] ^ 0x5A);
            const std::filesystem::path file = written("bad.pt", scratched);
            const Error refused = refusal(planWith(file));
            QVERIFY2(refused.message == "was not refused"
                         || refused.message.starts_with(file.string() + ": "),
                     refused.message.c_str());
        }
    }

    void anUnknownOutputIsRefusedAtItsSetting()
    {
        RunPlan plan = planWith(written("net.pt", scriptCnn()));
        plan.model.model.parameters.set(kModuleOutput, std::string("head"));
        const Error refused = refusal(plan);
        QCOMPARE(refused.place, std::string("/model/output"));
        QVERIFY2(contains(refused.message, "has no module \"head\""), refused.message.c_str());
    }

    void methodsThatNeedFeaturesSaySo()
    {
        const RunPlan plan = planWith(written("net.pt", scriptLstm()), R"("pfedgp"})");
        const Error refused = refusal(plan);
        QCOMPARE(refused.place, std::string("/arms/0/algorithm/name"));
        QVERIFY2(contains(refused.message,
                          "which this module from PyTorch does not give: its last linear layer has "
                          "\"weight\", and its output layer is the one with \"w_ih\"")
                     && contains(refused.message, "list the layers"),
                 refused.message.c_str());
        const auto withMoon = [this](const std::string& bytes) {
            Experiment moon = experimentWith(written("net.pt", bytes));
            moon.local.objective = {.name = "moon", .parameters = {}};
            return plans(moon).front();
        };
        QCOMPARE(refusal(withMoon(scriptLstm())).place, std::string("/local/objective"));
        QCOMPARE(refusal(withMoon(scriptCnn())).message, std::string("was not refused"));
    }

    void theBytesAreTheIdentityAndNotTheName()
    {
        Experiment experiment = experimentWith(written("one.pt", scriptCnn()));
        Experiment copied = experimentWith(written("two.pt", scriptCnn()));
        Experiment changed = experimentWith(written("three.pt", scriptCnn({.outputs = 9})));
        std::vector<std::string> identities;
        for (Experiment* each : {&experiment, &copied, &changed}) {
            QVERIFY(identifyWeights(*each, DataFolders{}));
            identities.push_back(runIdentity(plans(*each).front()));
        }
        QCOMPARE(identities[0], identities[1]);
        QVERIFY(identities[0] != identities[2]);
        QCOMPARE(canonicalHash(experiment, registry()), canonicalHash(copied, registry()));
        const auto read = parseExperiment(writeExperiment(experiment), registry());
        QVERIFY(read && read->model == experiment.model);

        RunPlan plan = plans(experiment).front();
        static_cast<void>(written("one.pt", scriptCnn({.outputs = 10, .before = "    z = 2\n"})));
        plan.model.model.parameters.set(kModuleOutput, std::string("fc")); // not loaded yet
        const Error refused = refusal(plan);
        QVERIFY2(contains(refused.message, "is not the file that this experiment was made with"),
                 refused.message.c_str());
    }

    void aFileBesideTheExperimentGetsItsAbsoluteName()
    {
        const std::filesystem::path file = written("net.pt", scriptCnn());
        Experiment experiment = experimentWith("net.pt");
        placeWeights(experiment, file.parent_path());
        QCOMPARE(modulePath(experiment.model), file.lexically_normal().string());
    }

    void trainedModelsAreExportedWithTheModulesNames()
    {
        Experiment experiment = experimentWith(written("net.pt", scriptCnn()));
        QueueOptions wanted = options();
        wanted.commands = kAllowed;
        Witness witness;
        {
            RunQueue queue(wanted, witness);
            queue.add(experiment, plans(experiment));
            queue.waitUntilIdle();
        }
        QVERIFY2(witness.troubles().empty(), first(witness.troubles()));
        QCOMPARE(statuses(), std::vector<RunStatus>{RunStatus::Finished});
        const std::filesystem::path folder =
            written("net.pt", scriptCnn()).parent_path() / "models";
        const auto done = exportModels(**store(), 1, folder);
        QVERIFY2(done.has_value(), done ? "" : done.error().sentence().c_str());
        const std::string weights = textOf(folder / "global.safetensors");
        for (const char* name : {"\"conv.weight\"", "\"norm.running_var\"", "\"fc.bias\""})
            QVERIFY2(contains(weights, name), name);
        QVERIFY(contains(textOf(folder / "model.py"), "torch.jit.load"));

        // Another run begins where this one has ended.
        const auto reports = (*store())->reports(1);
        QVERIFY(reports && !reports->empty());
        experiment.model.initial =
            InitialWeights{.path = (folder / "global.safetensors").string(), .sha256 = {}};
        auto next = prepared(plans(experiment).front());
        QVERIFY2(next.has_value(), next ? "" : next.error().sentence().c_str());
        QVERIFY((*next)->network().module() == nullptr);
        const double begins = lossOf((*next)->advance({}));
        const double ended = lossOf(reports->back());
        QVERIFY2(std::abs(begins - ended) < 1e-6 * ended,
                 qPrintable(QString("%1 after %2").arg(begins).arg(ended)));
    }
};

COTERIE_SECTION(TestScriptRuns)

} // namespace tst_script_runs

#include "tst_script_runs.moc"
