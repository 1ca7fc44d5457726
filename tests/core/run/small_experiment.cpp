#include "small_experiment.h"

#include "core/algorithms/registry.h"
#include "core/experiment/experiment_json.h"
#include "core/store/exports.h"
#include "core/store/run_store.h"

#include <cstdio>
#include <cstdlib>
#include <sstream>

namespace coterie::test {

namespace {

[[noreturn]] void giveUp(const std::string& sentence)
{
    std::fprintf(stderr, "%s\n", sentence.c_str());
    std::abort();
}

} // namespace

Experiment SmallExperiment::read() const
{
    std::ostringstream json;
    json
        << R"({"schema": 1, "name": "small", "data": {"dataset": {"name": "glyphDigits", "samples": )"
        << samples << R"(}, "partition": {"scheme": "dirichlet", "clients": )" << clients
        << R"(, "alpha": )" << concentration
        << R"(}, "validation": {"share": 0.1}}, "model": {"name": ")" << model
        << R"("}, "local": {"optimizer": {"name": "sgd", "learningRate": )" << learningRate
        << R"(}, "batch": 16, "localEpochs": )" << localEpochs << R"(}, "arms": )" << arms
        << R"(, "rounds": )" << rounds << R"(, "seeds": )" << seeds << R"(, "evaluateEvery": )"
        << evaluateEvery << R"(, "checkpointSeconds": )" << checkpointSeconds << "}";
    const Result<Experiment, Problems> experiment = parseExperiment(json.str(), registry());
    if (!experiment)
        giveUp(sentences(experiment.error()));
    return *experiment;
}

SmallExperiment experimentWithMuchState()
{
    SmallExperiment small;
    small.arms =
        R"([{"name": "FedAvg", "algorithm": {"name": "fedavg"}, "sampler": {"name": "random", "count": 2}},
        {"name": "Independent", "algorithm": {"name": "independent"}, "sampler": {"name": "random", "count": 3},
         "local": {"optimizer": {"name": "adam", "learningRate": 0.002}, "keepOptimizerState": true}}])";
    return small;
}

void Witness::runStarted(const RunHeader& header)
{
    const std::lock_guard lock(m_mutex);
    m_headers.push_back(header);
}

void Witness::roundFinished(std::int64_t run, const std::shared_ptr<const RoundReport>& report)
{
    {
        const std::lock_guard lock(m_mutex);
        m_reports[run].push_back(report);
    }
    if (afterRound)
        afterRound(*report);
}

void Witness::runEnded(std::int64_t run, const RunOutcome& outcome)
{
    const std::lock_guard lock(m_mutex);
    m_outcomes[run] = outcome;
}

void Witness::progressed(const QueueProgress& progress)
{
    const std::lock_guard lock(m_mutex);
    m_progress.push_back(progress);
}

void Witness::queueEnded()
{
    const std::lock_guard lock(m_mutex);
    ++m_timesEnded;
}

void Witness::troubled(const std::string& sentence)
{
    const std::lock_guard lock(m_mutex);
    m_troubles.push_back(sentence);
}

std::vector<RunHeader> Witness::headers() const
{
    const std::lock_guard lock(m_mutex);
    return m_headers;
}

std::vector<int> Witness::rounds(std::int64_t run) const
{
    std::vector<int> rounds;
    for (const auto& report : reports(run))
        rounds.push_back(report->round);
    return rounds;
}

std::vector<std::shared_ptr<const RoundReport>> Witness::reports(std::int64_t run) const
{
    const std::lock_guard lock(m_mutex);
    const auto found = m_reports.find(run);
    return found == m_reports.end() ? std::vector<std::shared_ptr<const RoundReport>>()
                                    : found->second;
}

std::map<std::int64_t, RunOutcome> Witness::outcomes() const
{
    const std::lock_guard lock(m_mutex);
    return m_outcomes;
}

std::vector<QueueProgress> Witness::progress() const
{
    const std::lock_guard lock(m_mutex);
    return m_progress;
}

std::vector<std::string> Witness::troubles() const
{
    const std::lock_guard lock(m_mutex);
    return m_troubles;
}

int Witness::timesEnded() const
{
    const std::lock_guard lock(m_mutex);
    return m_timesEnded;
}

std::string exportsOf(const std::filesystem::path& file)
{
    const Result<std::unique_ptr<RunStore>> store = RunStore::open(file, RunStore::Mode::ReadOnly);
    if (!store)
        giveUp(store.error().sentence());
    std::ostringstream text;
    for (const ExportKind& kind : exportKinds()) {
        if (kind.name == "timings")
            continue;
        text << "== " << kind.name << '\n';
        if (const Result<void> done = exportCsv(**store, kind.name, {}, text); !done)
            giveUp(done.error().sentence());
    }
    return text.str();
}

std::string
undisturbedExports(const Experiment& experiment, const std::filesystem::path& store, int threads)
{
    Witness witness;
    RunQueue queue({.storeFile = store, .dataFolders = {}, .threads = threads, .device = "cpu"},
                   witness);
    queue.add(experiment, expand(experiment, registry()));
    queue.waitUntilIdle();
    for (const std::string& trouble : witness.troubles())
        giveUp(trouble);
    return exportsOf(store);
}

} // namespace coterie::test
