#include "tests/ui/real_runs.h"

#include "core/algorithms/registry.h"
#include "core/experiment/experiment_json.h"
#include "core/run/run_queue.h"
#include "core/store/run_store.h"

#include <QtGlobal>

#include <string_view>

using namespace coterie;

namespace real_runs {

namespace {

constexpr std::string_view kHcct = R"({
  "schema": 1, "name": "HCCT on five drawn domains",
  "data": { "dataset": { "name": "glyphDomains", "shape": "28x28x1" },
            "partition": { "scheme": "domains", "clientsPerDomain": 2, "samplesPerDomain": 150 },
            "preprocess": [ { "step": "scale", "low": -1, "high": 1 } ] },
  "model": { "name": "dnn_100" },
  "local": { "optimizer": { "name": "sgd", "learningRate": 0.1 }, "batch": 32, "localEpochs": 3 },
  "arms": [ { "name": "HCCT", "algorithm": { "name": "hcct", "alpha": 70 } } ],
  "rounds": 7, "seeds": [1] })";

constexpr std::string_view kAllForOne = R"({
  "schema": 1, "name": "All-for-one: who holds the same digits?",
  "data": { "dataset": { "name": "glyphDigits", "samples": 1600, "seed": 1 },
            "partition": { "scheme": "clusters", "clients": 10, "clusters": 2 },
            "test": { "share": 0.5 } },
  "model": { "name": "dnn_100" },
  "local": { "optimizer": { "name": "sgd", "learningRate": 0.05 }, "batch": 16, "localSteps": 20 },
  "arms": [ { "name": "AFO, continuous",
              "algorithm": { "name": "allForOne", "criterion": "continuous",
                             "innerIterations": 20, "probeSamples": 64 } } ],
  "rounds": 5, "seeds": [1] })";

constexpr std::string_view kSFedHP = R"({
  "schema": 1, "name": "sFedHP: what sparsity saves",
  "data": { "dataset": { "name": "glyphDigits", "samples": 2000, "seed": 1 },
            "partition": { "scheme": "labels", "clients": 12, "labelsPerClient": 5,
                           "trainPerClass": 100, "testPerClass": 75, "pool": "merged",
                           "perClassTotal": true },
            "test": { "share": 0.0 } },
  "clients": { "edges": [ { "name": "north", "clients": [0, 1, 2] },
                          { "name": "east", "clients": [3, 4, 5] },
                          { "name": "south", "clients": [6, 7, 8] },
                          { "name": "west", "clients": [9, 10, 11] } ] },
  "model": { "name": "dnn_100" },
  "local": { "optimizer": { "name": "sgd", "learningRate": 0.05 }, "batch": 20, "localSteps": 5 },
  "arms": [ { "name": "sFedHP, sparse",
              "algorithm": { "name": "sfedhp", "lambda1": 20, "lambda2": 20, "innerSteps": 5,
                             "edgeRounds": 5, "edgeLearningRate": 0.05,
                             "gamma1": 0.003, "gamma2": 0.003 } } ],
  "rounds": 10, "seeds": [1] })";

constexpr std::string_view kHicsFl = R"({
  "schema": 1, "name": "HiCS-FL: guessing label entropy",
  "data": { "dataset": { "name": "glyphDigits", "samples": 2400, "seed": 1 },
            "partition": { "scheme": "dirichlet", "clients": 20,
                           "alphas": [0.01, 0.05, 0.1, 0.5, 1], "quota": true, "minimum": 1,
                           "minimumShare": 0.2 },
            "test": { "share": 0.2 } },
  "model": { "name": "dnn_100" },
  "local": { "optimizer": { "name": "sgd", "learningRate": 0.05 }, "batch": 16, "localEpochs": 2 },
  "arms": [ { "name": "HiCS-FL", "algorithm": { "name": "fedavg", "aggregation": "uniform" },
              "sampler": { "name": "hicsFl", "count": 5, "temperature": 0.06 } } ],
  "rounds": 16, "seeds": [1] })";

constexpr std::string_view kSweep = R"({
  "schema": 1, "name": "How hungry for data?",
  "data": { "dataset": { "name": "glyphDigits", "samples": 800, "seed": 1 },
            "partition": { "scheme": "clusters", "clients": 6, "clusters": 2 },
            "test": { "share": 0.3 } },
  "model": { "name": "mlr" },
  "local": { "optimizer": { "name": "sgd", "learningRate": 0.1 }, "batch": 16, "localEpochs": 1 },
  "arms": [ { "name": "FedAvg", "algorithm": { "name": "fedavg" } },
            { "name": "HCCT", "algorithm": { "name": "hcct", "alpha": { "sweep": [3, 20, 80] } } } ],
  "rounds": 6, "seeds": [1, 2, 3, 4, 5, 6],
  "reference": { "source": "HCCT, Table 4, Digit", "metric": "bestPerClientTestError", "unit": "%",
                 "values": { "HCCT": [20.06, 0.66], "FedAvg": [29.55, 1.37] } } })";

/// Passes every trouble on as the end of the program: a picture of half a run would mislead.
class Strict final : public RunObserver
{
public:
    void observe(const QueueEvent& event) override
    {
        if (const auto* trouble = std::get_if<Trouble>(&event))
            qFatal("%s", trouble->sentence.c_str());
        if (const auto* end = std::get_if<RunEnded>(&event);
            end && end->outcome.status != RunStatus::Finished)
            qFatal("%s", end->outcome.reason.c_str());
    }
};

} // namespace

std::vector<std::int64_t>
trained(const std::filesystem::path& file, std::string_view json, bool mayFail)
{
    const auto experiment = parseExperiment(json, registry());
    if (!experiment)
        qFatal("%s", sentences(experiment.error()).c_str());
    Strict strict;
    RunObserver silent;
    {
        RunQueue queue({.storeFile = file, .dataFolders = {}, .threads = 2, .device = "cpu"},
                       mayFail ? silent : strict);
        queue.add(*experiment, expand(*experiment, registry()));
        queue.waitUntilIdle();
    }
    const auto store = RunStore::open(file, RunStore::Mode::ReadOnly);
    if (!store)
        qFatal("%s", store.error().sentence().c_str());
    std::vector<std::int64_t> runs;
    const auto rows = (*store)->runs();
    for (const RunRow& row : *rows)
        if (row.experimentName == experiment->name)
            runs.push_back(row.id);
    if (runs.empty())
        qFatal("nothing was stored");
    return runs;
}

Runs train(const std::filesystem::path& store)
{
    return {.hcct = trained(store, kHcct).back(),
            .allForOne = trained(store, kAllForOne).back(),
            .sFedHP = trained(store, kSFedHP).back(),
            .hicsFl = trained(store, kHicsFl).back()};
}

std::vector<std::int64_t> trainSweep(const std::filesystem::path& store)
{
    return trained(store, kSweep);
}

} // namespace real_runs
