// Runs or resumes an experiment in a store until it is done or until somebody kills it.
//   kill_resume_child STORE EXPERIMENT.json   new runs
//   kill_resume_child STORE EXPERIMENT.json ROUND PLACE VALUE [hold]
//                                             new runs; after that round a setting is changed by
//                                             hand, and with "hold" the run then waits to be killed
//   kill_resume_child STORE                   all that are not finished
// Says "started" when a run begins and "changed" when a change holds. Exit code 0: all runs are
// finished.
#include "core/algorithms/registry.h"
#include "core/base/overloaded.h"
#include "core/base/side_job.h"
#include "core/experiment/experiment_json.h"
#include "core/math/blas_kernel.h"
#include "core/run/run_queue.h"
#include "core/store/run_store.h"

#include <csignal>
#include <cstdio>
#include <functional>
#include <optional>
#include <string>
#include <sys/prctl.h>
#include <unistd.h>

namespace {

class Speaker final : public coterie::RunObserver
{
public:
    void observe(const coterie::QueueEvent& event) override
    {
        using namespace coterie;
        std::visit(Overloaded{[](const RunHeader&) { say("started"); },
                              [this](const PlanChanged&) {
                                  say("changed");
                                  while (holds)
                                      ::pause();
                              },
                              [this](const RoundFinished& round) {
                                  if (afterRound)
                                      afterRound(round.report->round);
                              },
                              [this](const RunEnded& end) {
                                  allFinished &= end.outcome.status == RunStatus::Finished;
                              },
                              [](const Trouble& trouble) {
                                  // Nobody is here to end a pause.
                                  std::fprintf(stderr, "%s\n", trouble.sentence.c_str());
                                  std::fflush(stderr);
                                  std::_Exit(3);
                              },
                              [](const auto&) {}},
                   event);
    }

    std::function<void(int)> afterRound;
    bool allFinished = true;
    bool holds = false;

private:
    static void say(const char* word)
    {
        std::puts(word);
        std::fflush(stdout);
    }
};

} // namespace

int main(int argc, char** argv)
{
    using namespace coterie;
    if (const std::optional<int> done = doneSideJob(argc, argv))
        return *done;
    ::prctl(PR_SET_PDEATHSIG, SIGKILL); // one that holds would outlive a test that is ended
    selectBlasKernel(argc, argv);
    Speaker speaker;
    RunQueue queue({.storeFile = argv[1], .dataFolders = {}, .threads = 2, .device = "cpu"},
                   speaker);
    if (argc > 2) {
        const Result<Experiment, Problems> experiment = readExperiment(argv[2], registry());
        if (!experiment) {
            std::fprintf(stderr, "%s\n", sentences(experiment.error()).c_str());
            return 2;
        }
        if (argc > 5)
            speaker.afterRound = [&queue,
                                  wanted = std::stoi(argv[3]),
                                  change = LiveChange{argv[4], std::stod(argv[5])}](int round) {
                if (round == wanted && !queue.change(change))
                    std::_Exit(4);
            };
        speaker.holds = argc > 6;
        queue.add(*experiment, expand(*experiment, registry()));
    } else {
        const Result<std::unique_ptr<RunStore>> store =
            RunStore::open(argv[1], RunStore::Mode::ReadOnly);
        if (!store) {
            std::fprintf(stderr, "%s\n", store.error().sentence().c_str());
            return 2;
        }
        std::vector<std::int64_t> ids;
        const Result<std::vector<RunRow>> rows = (*store)->runs();
        for (const RunRow& row : *rows) {
            if (row.status != RunStatus::Finished)
                ids.push_back(row.id);
        }
        queue.resume(ids);
    }
    queue.waitUntilIdle();
    return speaker.allFinished ? 0 : 1;
}
