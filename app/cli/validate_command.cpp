#include "app/cli/commands.h"
#include "app/cli/experiment_input.h"
#include "app/cli/output.h"
#include "core/algorithms/registry.h"
#include "core/data/partition.h"
#include "core/spec/experiment_json.h"

namespace coterie::cli {

namespace {

std::string counted(std::size_t count, const std::string& word)
{
    return std::to_string(count) + ' ' + word + (count == 1 ? "" : "s");
}

} // namespace

int runValidate(Arguments& arguments)
{
    const Result<Experiment, Problems> experiment = readExperimentInput(arguments);
    if (!experiment) {
        print(sentences(experiment.error()) + '\n');
        return kBadInput;
    }
    if (const Result<void> good = checkPartition(experiment->data.partition); !good) {
        print(good.error().sentence() + '\n');
        return kBadInput;
    }
    const std::size_t arms = experiment->arms.size();
    const std::size_t seeds = experiment->seeds.size();
    const std::size_t runs = expand(*experiment, registry()).size();
    print(arguments.operands().front() + ": valid, " + counted(arms, "arm") + " × "
          + counted(seeds, "seed") + (runs == arms * seeds ? "" : ", with sweeps") + " = "
          + counted(runs, "run") + '\n');
    return kDone;
}

} // namespace coterie::cli
