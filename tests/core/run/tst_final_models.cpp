#include "core/data/formats/safetensors.h"
#include "core/metrics/metrics.h"
#include "core/run/best_models.h"
#include "core/run/export_models.h"
#include "core/run/prepare_run.h"
#include "core/store/database.h"
#include "core/train/federation.h"
#include "tests/core/run/queue_fixture.h"
#include "tests/sections.h"

#include <ATen/ATen.h>
#include <algorithm>
#include <cstring>
#include <fstream>
#include <map>
#include <sstream>

namespace tst_final_models {

using namespace coterie;
using namespace coterie::test;

namespace {

std::string armOf(const std::string& algorithm)
{
    return R"([{"name": "A", "algorithm": )" + algorithm
           + R"(, "sampler": {"name": "random", "count": 2}}])";
}

std::string textOf(const std::filesystem::path& file)
{
    std::ifstream in(file, std::ios::binary);
    std::ostringstream text;
    text << in.rdbuf();
    return text.str();
}

} // namespace

/// What finished runs keep of their models, and what PyTorch gets of it.
class TestFinalModels : public QueueFixture
{
    Q_OBJECT

    static Experiment experimentOf(const std::string& algorithm, const std::string& model = "mlr")
    {
        SmallExperiment small{.model = model, .samples = 200, .rounds = 4};
        small.arms = armOf(algorithm);
        return small.read();
    }

    /// With rates so high that its test error goes up and down.
    static Experiment keepingBest(const std::string& algorithm, const std::string& model = "mlr")
    {
        SmallExperiment small{
            .model = model, .samples = 200, .rounds = 12, .learningRate = 2, .concentration = 100};
        small.arms = armOf(algorithm);
        Experiment experiment = small.read();
        experiment.keepModels = "best";
        return experiment;
    }

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
    void resume(std::int64_t run) const
    {
        Witness witness;
        RunQueue queue(options(), witness);
        queue.resume({run});
        queue.waitUntilIdle();
    }
    [[nodiscard]] KeptModels keptOf(std::int64_t run) const
    {
        const auto kept = (*store())->keptModels(run);
        if (!kept || !*kept)
            qFatal("nothing is kept");
        return **kept;
    }
    /// The first round with the lowest value.
    [[nodiscard]] int bestRound(std::int64_t run, std::string_view metric) const
    {
        std::optional<MetricPoint> best;
        const std::vector<MetricPoint> points = *(*store())->metrics(run); // ascending rounds
        for (const MetricPoint& point : points)
            if (point.name == metric && (!best || point.value < best->value))
                best = point;
        return best ? best->round : -1;
    }
    [[nodiscard]] std::filesystem::path folder(const std::string& name = "models") const
    {
        return std::filesystem::path(m_folder->path().toStdString()) / name;
    }
    [[nodiscard]] std::string exportOf(std::int64_t run, const std::string& name = "models") const
    {
        const auto done = exportModels(**store(), run, folder(name));
        return done ? std::string() : done.error().sentence();
    }

    /// A row as the federation has it, read from what was exported.
    static ModelRows rowsOf(const Network& network, const std::filesystem::path& file)
    {
        const auto tensors = readSafetensors(**openStore(file));
        if (!tensors)
            qFatal("%s", tensors.error().sentence().c_str());
        const ParamLayout& layout = network.layout();
        ModelRows rows{.parameters = at::zeros({1, signedSize(layout.parameterCount)}),
                       .buffers = at::zeros({1, signedSize(layout.bufferCount)})};
        const auto fill = [&](const std::vector<Slice>& slices, at::Tensor& row) {
            for (const Slice& slice : slices) {
                const auto found = std::ranges::find(*tensors, slice.name, &NamedTensor::name);
                if (found == tensors->end() || found->shape != slice.shape)
                    qFatal("%s is missing", slice.name.c_str());
                std::ranges::copy(std::get<std::vector<float>>(found->values),
                                  row.data_ptr<float>() + slice.offset);
            }
        };
        fill(layout.parameters, rows.parameters);
        fill(layout.buffers, rows.buffers);
        return rows;
    }

private Q_SLOTS:
    void everyModelIsKeptOnceWithItsUsers()
    {
        compute(experimentOf(R"({"name": "fedavg"})"));
        compute(experimentOf(R"({"name": "independent"})"));
        compute(experimentOf(R"({"name": "ditto"})"));
        const KeptModels fedAvg = keptOf(1);
        QCOMPARE(fedAvg.round, 4);
        QCOMPARE(fedAvg.models.size(), std::size_t{1});
        QCOMPARE(fedAvg.models.front().role, KeptModel::Role::Global);
        QCOMPARE(fedAvg.models.front().clients, (std::vector{0, 1, 2, 3}));
        QCOMPARE(fedAvg.bytes, std::uint64_t(fedAvg.models.front().numbers.size()));
        const KeptModels independent = keptOf(2);
        QCOMPARE(independent.models.size(), std::size_t{4});
        for (int client = 0; client < 4; ++client) {
            const KeptModel& model = independent.models[std::size_t(client)];
            QCOMPARE(model.role, KeptModel::Role::Client);
            QCOMPARE(model.clients, std::vector{client});
        }
        const KeptModels ditto = keptOf(3);
        QCOMPARE(ditto.models.size(), std::size_t{5});
        QCOMPARE(ditto.models.front().role, KeptModel::Role::Global);
        QVERIFY(ditto.models.front().clients.empty());
    }

    /// Groups are those of the last round.
    void groupsShareAFile()
    {
        SmallExperiment small{.samples = 200, .clients = 6, .rounds = 3};
        small.arms = R"([{"name": "A", "algorithm": {"name": "groups",
            "groups": "0 2 5 | 1 4"}, "sampler": {"name": "all"}}])";
        compute(small.read());
        QCOMPARE(exportOf(1), std::string());
        QCOMPARE(textOf(folder() / "models.csv"),
                 std::string("file,round,clients_count,clients\n"
                             "group_0.safetensors,3,3,0 2 5\n"
                             "group_1.safetensors,3,2,1 4\n"
                             "client_03.safetensors,3,1,3\n"));
    }

    void aStoppedAndResumedRunHasTheSame()
    {
        const Experiment experiment = experimentOf(R"({"name": "ditto"})");
        compute(experiment);
        compute(experiment, 2);
        QVERIFY(!*(*store())->keptModels(2));
        QCOMPARE(exportOf(2),
                 std::string("run 2: it has no models yet, because it has not finished; resume it "
                             "first"));
        resume(2);
        QVERIFY(keptOf(1) == keptOf(2));
    }

    /// The process ends after the last round is stored and before the run is finished.
    void aRunThatOnlyHasToFinishHasTheSame()
    {
        const Experiment experiment = experimentOf(R"({"name": "ditto"})");
        compute(experiment);
        compute(experiment, 4);
        if ((*store())->run(2)->status != RunStatus::Finished)
            resume(2);
        QVERIFY(keptOf(1) == keptOf(2));
    }

    void theSettingsChangeNoNumberAndNoIdentity()
    {
        Experiment experiment = experimentOf(R"({"name": "independent"})");
        compute(experiment);
        experiment.keepModels = "none";
        compute(experiment);
        QCOMPARE((*store())->run(1)->experimentHash, (*store())->run(2)->experimentHash);
        QCOMPARE(exportOf(1), std::string());
        QCOMPARE(
            exportOf(2),
            std::string("run 2: its experiment keeps no models; set keepModels to last or best "
                        "and compute the run again (`run --again`)"));
        SmallExperiment small{.samples = 2000, .clients = 40, .rounds = 1, .concentration = 100};
        small.arms = R"([{"name": "A", "algorithm": {"name": "independent"},
            "sampler": {"name": "all"}}])";
        experiment = small.read();
        experiment.keepModelsMegabytes = 1;
        compute(experiment);
        QVERIFY(keptOf(3).models.empty());
        QCOMPARE(
            exportOf(3),
            std::string("run 3: its models take 1.3 MB, more than the 1 MB that it may keep; "
                        "raise keepModelsMegabytes and compute the run again (`run --again`)"));
        QVERIFY(!std::filesystem::exists(folder("other")));
    }

    void theBestRoundsModelsAreThoseOfARunThatEndsThere_data()
    {
        QTest::addColumn<QString>("algorithm");
        QTest::addColumn<QString>("model");
        QTest::newRow("a global model") << R"({"name": "fedavg"})"
                                        << "mlr";
        QTest::newRow("personal models") << R"({"name": "ditto"})"
                                         << "mlr";
        QTest::newRow("batch-norm") << R"({"name": "independent"})"
                                    << "digit_cnn_small";
    }
    void theBestRoundsModelsAreThoseOfARunThatEndsThere()
    {
        QFETCH(QString, algorithm);
        QFETCH(QString, model);
        Experiment experiment = keepingBest(algorithm.toStdString(), model.toStdString());
        compute(experiment);
        const KeptModels best = keptOf(1);
        QCOMPARE(best.round, bestRound(1, "meanTestError"));
        QVERIFY2(best.round > 0 && best.round < experiment.rounds,
                 "the best round is the first or the last: it proves nothing");
        experiment.keepModels = "last";
        experiment.rounds = best.round;
        compute(experiment);
        QVERIFY(keptOf(2) == best);
        QCOMPARE(exportOf(1), std::string());
        QVERIFY(contains(textOf(folder() / "models.csv"),
                         ".safetensors," + std::to_string(best.round) + ','));
    }

    /// Untested rounds have models, too, but nobody knows how good they are.
    void onlyTestedRoundsCanBeTheBest()
    {
        Experiment experiment = keepingBest(R"({"name": "fedavg"})");
        experiment.evaluateEvery = 5;
        compute(experiment);
        const int round = keptOf(1).round;
        QCOMPARE(round, bestRound(1, "meanTestError"));
        QVERIFY(round % 5 == 0 || round == experiment.rounds);
    }

    void theBestModelsDependOnNoThreadAndNoStop()
    {
        const Experiment experiment = keepingBest(R"({"name": "ditto"})");
        compute(experiment);
        const KeptModels best = keptOf(1);
        std::int64_t run = 1;
        for (const int threads : {1, 5}) {
            compute(experiment, -1, threads);
            QVERIFY(keptOf(++run) == best);
        }
        // Before the best round, right after it, and long after it.
        for (const int round : {best.round - 1, best.round, experiment.rounds - 1}) {
            compute(experiment, round);
            QVERIFY(!*(*store())->keptModels(++run));
            resume(run);
            QCOMPARE((*store())->run(run)->status, RunStatus::Finished);
            QVERIFY(keptOf(run) == best);
        }
    }

    void bestModelsThatCannotBeReadAreRefused()
    {
        const auto numbers = [](std::optional<double> error, std::optional<double> loss = {}) {
            HeadlineNumbers found;
            found.testError = error;
            found.testLoss = loss;
            return found;
        };
        BestModels models;
        QVERIFY(models.state().empty());
        QVERIFY(!models.models());
        QVERIFY(!models.isBetter({}));
        QVERIFY(!models.isBetter(numbers(std::nan(""), 1)));
        QVERIFY(models.isBetter(numbers(std::nullopt, 1)));
        const std::vector<std::byte> bytes(8, std::byte{7});
        const KeptModels kept{.round = 3,
                              .precision = "float32",
                              .input = {1, 2, 3, 1},
                              .tensors = "0.weight 2\n",
                              .bytes = 8,
                              .models = {{.role = KeptModel::Role::Group,
                                          .clients = {0, 2},
                                          .numbers = SharedBytes(bytes)}}};
        models.keep(numbers(20), kept);
        QVERIFY(!models.isBetter(numbers(20)));
        QVERIFY(models.isBetter(numbers(19.5)));
        QVERIFY(*models.models() == kept);
        const State whole = models.state();
        BestModels again;
        QVERIFY(again.restore(whole).has_value());
        QVERIFY(*again.models() == kept);
        QVERIFY(!again.isBetter(numbers(20)));
        State damaged = whole;
        damaged.back().values = at::zeros({2, 4}, at::kByte); // two models in place of one
        QCOMPARE(again.restore(damaged).error().sentence(),
                 std::string("checkpoint: The checkpoint's best models cannot be read."));
        damaged.pop_back();
        QVERIFY(!again.restore(damaged));
        damaged = whole;
        damaged.front().values = damaged.front().values.slice(0, 0, 20).clone();
        QVERIFY(!again.restore(damaged));
    }

    void whatIsExportedTestsAsTheLastRoundDid_data()
    {
        QTest::addColumn<QString>("algorithm");
        QTest::addColumn<QString>("model");
        QTest::addColumn<QString>("bnMode");
        QTest::newRow("a global model") << R"({"name": "fedavg"})"
                                        << "mlr"
                                        << "average";
        QTest::newRow("personal models") << R"({"name": "ditto"})"
                                         << "mlr"
                                         << "average";
        QTest::newRow("batch-norm") << R"({"name": "fedavg"})"
                                    << "digit_cnn_small"
                                    << "average";
        QTest::newRow("batch-norm that stays with the clients") << R"({"name": "fedavg"})"
                                                                << "digit_cnn_small"
                                                                << "local";
    }
    void whatIsExportedTestsAsTheLastRoundDid()
    {
        QFETCH(QString, algorithm);
        QFETCH(QString, model);
        QFETCH(QString, bnMode);
        Experiment experiment = experimentOf(algorithm.toStdString(), model.toStdString());
        experiment.model.bnMode = bnMode.toStdString();
        compute(experiment);
        QCOMPARE(exportOf(1), std::string());

        experiment.model.bnMode = "average"; // every model has its own statistics now
        const RunPlan plan = plans(experiment).front();
        RunData data({.folders = {}});
        const auto dataset = *data.dataset(plan);
        const Network network = *planNetwork(plan, *dataset);
        const KeptModels kept = keptOf(1);
        std::vector<at::Tensor> parameters;
        std::vector<at::Tensor> buffers;
        ModelsInUse models;
        models.personalRow.resize(4);
        std::istringstream lines(textOf(folder() / "models.csv"));
        std::string line;
        std::getline(lines, line);
        while (std::getline(lines, line)) {
            const std::string name = line.substr(0, line.find(','));
            const ModelRows row = rowsOf(network, folder() / name);
            const KeptModel& stored = kept.models[parameters.size()];
            const auto numbers = stored.numbers.view();
            QCOMPARE(numbers.size(), row.parameters.nbytes() + row.buffers.nbytes());
            QCOMPARE(
                std::memcmp(numbers.data(), row.parameters.data_ptr(), row.parameters.nbytes()), 0);
            std::istringstream users(line.substr(line.rfind(',') + 1));
            for (std::size_t client = 0; users >> client;)
                models.personalRow[client] = parameters.size();
            parameters.push_back(row.parameters);
            buffers.push_back(row.buffers);
        }
        QCOMPARE(parameters.size(), kept.models.size());
        const ModelRows all{.parameters = at::cat(parameters), .buffers = at::cat(buffers)};
        models.personal = &all;
        Federation federation(plan, dataset, *data.shards(plan, *dataset), network, 1, "cpu");
        RoundReport report;
        report.clients.resize(federation.clients());
        federation.evaluateInto(report, models);
        const RoundReport last = (*store())->reports(1, 4, 4)->front();
        for (std::size_t client = 0; client < 4; ++client)
            QVERIFY(report.clients[client].personalTest == last.clients[client].personalTest);
    }

    void afterwardsNothingIsLeft()
    {
        compute(experimentOf(R"({"name": "independent"})"));
        QCOMPARE(Database(file(), Database::Access::ReadOnly)
                     .firstValue("SELECT count(*) FROM kept_model_piece"),
                 std::string("4"));
        QVERIFY((*RunStore::open(file()))->deleteRun(1).has_value());
        for (const char* table :
             {"kept_models", "kept_model", "kept_model_client", "kept_model_piece"})
            QCOMPARE(Database(file(), Database::Access::ReadOnly)
                         .firstValue(std::string("SELECT count(*) FROM ") + table),
                     std::string("0"));
    }

    void damageIsSeen()
    {
        compute(experimentOf(R"({"name": "independent"})"));
        for (const char* damage :
             {"UPDATE kept_model_piece SET bytes = zeroblob(length(bytes)) WHERE model = 2",
              "UPDATE kept_model_client SET client = 9 WHERE client = 3",
              "DELETE FROM kept_model WHERE model = 1",
              "UPDATE kept_models SET tensors = ''"}) {
            const std::filesystem::path copy = file("copy");
            std::filesystem::copy_file(
                file(), copy, std::filesystem::copy_options::overwrite_existing);
            Database(copy, Database::Access::ReadWrite)
                .execute(std::string("PRAGMA foreign_keys = ON;") + damage);
            const auto opened = RunStore::open(copy, RunStore::Mode::ReadOnly);
            const auto done = exportModels(**opened, 1, folder("damaged"));
            QVERIFY(!done);
            QVERIFY2(contains(done.error().sentence(), "the kept models of run 1 are damaged"),
                     done.error().sentence().c_str());
            QVERIFY(!std::filesystem::exists(folder("damaged")));
        }
    }

    void aFolderWithFilesIsRefused()
    {
        compute(experimentOf(R"({"name": "fedavg"})"));
        QCOMPARE(exportOf(1), std::string());
        const std::string before = textOf(folder() / "global.safetensors");
        QCOMPARE(exportOf(1),
                 folder().string() + ": the folder is not empty; choose an empty or a new folder");
        QCOMPARE(textOf(folder() / "global.safetensors"), before);
    }
};

COTERIE_SECTION(TestFinalModels)

} // namespace tst_final_models

#include "tst_final_models.moc"
