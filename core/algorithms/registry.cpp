#include "core/algorithms/registry.h"

#include "core/algorithms/algorithm.h"
#include "core/algorithms/all_for_one.h"
#include "core/algorithms/apfl.h"
#include "core/algorithms/assumption_one.h"
#include "core/algorithms/cobo.h"
#include "core/algorithms/ditto.h"
#include "core/algorithms/fed_amp.h"
#include "core/algorithms/fed_avg.h"
#include "core/algorithms/fed_dyn.h"
#include "core/algorithms/fed_fa.h"
#include "core/algorithms/fed_per.h"
#include "core/algorithms/flsc.h"
#include "core/algorithms/given_groups.h"
#include "core/algorithms/hcct.h"
#include "core/algorithms/hier_favg.h"
#include "core/algorithms/ifca.h"
#include "core/algorithms/independent.h"
#include "core/algorithms/maxfl.h"
#include "core/algorithms/per_fed_avg.h"
#include "core/algorithms/pfedgp.h"
#include "core/algorithms/pfedme.h"
#include "core/algorithms/scaffold.h"
#include "core/algorithms/sfedhp.h"
#include "core/algorithms/wga_bc.h"
#include "core/data/catalog.h"
#include "core/data/partition.h"
#include "core/data/preprocess.h"
#include "core/nn/models.h"
#include "core/sampling/sampler.h"
#include "core/train/local_work.h"

#include <array>

namespace coterie {
namespace {

// The only list of algorithms in the program. A new one is a file pair, an include above and an
// entry here.
constexpr std::array kAlgorithms{
    kIndependent, kFedAvg, kCentralised, kHcct,     kHcctE,       kHcctP,         kFedPer,
    kMaxFl,       kFedFa,  kIfca,        kFlsc,     kGivenGroups, kAllForOne,     kDitto,
    kCobo,        kWgaBc,  kApfl,        kHierFavg, kSFedHp,      kPFedMe,        kPFedGp,
    kPerFedAvg,   kFedAmp, kHeurFedAmp,  kScaffold, kFedDyn,      kAssumptionOne,
};
constexpr auto kAlgorithmParts = partsOf(kAlgorithms);

} // namespace

const Registry& registry()
{
    static const Registry all{.algorithms = kAlgorithmParts,
                              .samplers = samplerParts(),
                              .objectives = objectiveParts(),
                              .optimizers = optimizerParts(),
                              .schedules = scheduleParts(),
                              .datasets = datasetParts(),
                              .partitions = partitionParts(),
                              .models = modelParts(),
                              .preprocessSteps = preprocessParts()};
    return all;
}

std::unique_ptr<Algorithm> makeAlgorithm(const RunPlan& plan)
{
    return makePart(kAlgorithms, plan.algorithm);
}

} // namespace coterie
