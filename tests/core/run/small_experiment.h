#pragma once

#include "core/experiment/experiment.h"
#include "core/run/run_queue.h"

#include <condition_variable>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace coterie::test {

/// What the tests of runs change of a small experiment on glyph digits: 4 clients, seconds at most.
struct SmallExperiment
{
    std::string model = "mlr";
    int samples = 400;
    int clients = 4;
    int rounds = 6;
    int localEpochs = 1;
    int evaluateEvery = 1;
    double learningRate = 0.1;
    double concentration = 1;     ///< of the Dirichlet partition; small: unequal clients
    double checkpointSeconds = 0; ///< 0: after every round
    std::string arms =
        R"([{"name": "FedAvg", "algorithm": {"name": "fedavg"}, "sampler": {"name": "all"}}])";
    std::string seeds = "[1]";

    /// Read as a file would be; a mistake in it ends the program with the reader's sentences.
    [[nodiscard]] Experiment read() const;
};

/// Adam with kept moments, a random half of the clients, and a method without a global model: a run
/// whose state has every kind of part.
[[nodiscard]] SmallExperiment experimentWithMuchState();

/// Keeps what a queue tells, for a test on another thread to look at and to wait for.
class Witness final : public RunObserver
{
public:
    void runStarted(const RunHeader& header) override;
    void roundFinished(std::int64_t run, const std::shared_ptr<const RoundReport>& report) override;
    void runEnded(std::int64_t run, const RunOutcome& outcome) override;
    void progressed(const QueueProgress& progress) override;
    void queueEnded() override;
    void troubled(const std::string& sentence) override;

    [[nodiscard]] std::vector<RunHeader> headers() const;
    [[nodiscard]] std::vector<int> rounds(std::int64_t run) const; ///< in the order they were told
    [[nodiscard]] std::vector<std::shared_ptr<const RoundReport>> reports(std::int64_t run) const;
    [[nodiscard]] std::map<std::int64_t, RunOutcome> outcomes() const;
    [[nodiscard]] std::vector<QueueProgress> progress() const;
    [[nodiscard]] std::vector<std::string> troubles() const;
    [[nodiscard]] int timesEnded() const;

    /// Called after each round on the queue's thread: pauses and stops at an exact place.
    std::function<void(const RoundReport&)> afterRound;

private:
    mutable std::mutex m_mutex;
    std::vector<RunHeader> m_headers;
    std::map<std::int64_t, std::vector<std::shared_ptr<const RoundReport>>> m_reports;
    std::map<std::int64_t, RunOutcome> m_outcomes;
    std::vector<QueueProgress> m_progress;
    std::vector<std::string> m_troubles;
    int m_timesEnded = 0;
};

/// Every export but the timings, one after another: what two equal runs must agree on to the byte.
[[nodiscard]] std::string exportsOf(const std::filesystem::path& store);

/// Runs the experiment undisturbed in a fresh store and returns its exports.
[[nodiscard]] std::string undisturbedExports(const Experiment& experiment,
                                             const std::filesystem::path& store,
                                             int threads = 2);

} // namespace coterie::test
