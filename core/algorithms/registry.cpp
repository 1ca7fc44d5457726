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

#include <algorithm>
#include <array>
#include <cassert>

namespace coterie {
namespace {

struct AlgorithmEntry
{
    NamedPart part;
    std::unique_ptr<Algorithm> (*make)(const RunPlan& plan);
};

// The only list of algorithms in the program. A new one is a file pair, an include above and a line
// here.
constexpr std::array kAlgorithms{
    AlgorithmEntry{kIndependent, &makeIndependent},
    AlgorithmEntry{kFedAvg, &makeFedAvg},
    AlgorithmEntry{kCentralised, &makeCentralised},
    AlgorithmEntry{kHcct, &makeHcct},
    AlgorithmEntry{kHcctE, &makeHcct},
    AlgorithmEntry{kHcctP, &makeHcct},
    AlgorithmEntry{kFedPer, &makeFedPer},
    AlgorithmEntry{kMaxFl, &makeMaxFl},
    AlgorithmEntry{kFedFa, &makeFedFa},
    AlgorithmEntry{kIfca, &makeIfca},
    AlgorithmEntry{kFlsc, &makeFlsc},
    AlgorithmEntry{kGivenGroups, &makeGivenGroups},
    AlgorithmEntry{kAllForOne, &makeAllForOne},
    AlgorithmEntry{kDitto, &makeDitto},
    AlgorithmEntry{kCobo, &makeCobo},
    AlgorithmEntry{kWgaBc, &makeWgaBc},
    AlgorithmEntry{kApfl, &makeApfl},
    AlgorithmEntry{kHierFavg, &makeHierFavg},
    AlgorithmEntry{kSFedHp, &makeSFedHp},
    AlgorithmEntry{kPFedMe, &makePFedMe},
    AlgorithmEntry{kPFedGp, &makePFedGp},
    AlgorithmEntry{kPerFedAvg, &makePerFedAvg},
    AlgorithmEntry{kFedAmp, &makeFedAmp},
    AlgorithmEntry{kHeurFedAmp, &makeHeurFedAmp},
    AlgorithmEntry{kScaffold, &makeScaffold},
    AlgorithmEntry{kFedDyn, &makeFedDyn},
    AlgorithmEntry{kAssumptionOne, &makeAssumptionOne},
};

const std::array<NamedPart, kAlgorithms.size()> kAlgorithmParts = [] {
    std::array<NamedPart, kAlgorithms.size()> parts;
    std::ranges::transform(kAlgorithms, parts.begin(), &AlgorithmEntry::part);
    return parts;
}();

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

std::optional<Error> Algorithm::problemWith(const RunPlan&, const Network&, std::size_t) const
{
    return std::nullopt;
}

void Algorithm::setParameters(const ParameterSet&)
{
    assert(false && "an algorithm with a live parameter takes its changes");
}

std::unique_ptr<Algorithm> makeAlgorithm(const RunPlan& plan)
{
    for (const AlgorithmEntry& entry : kAlgorithms)
        if (entry.part.name == plan.algorithm.name)
            return entry.make(plan);
    assert(false && "a validated plan names a known algorithm");
    return nullptr;
}

} // namespace coterie
