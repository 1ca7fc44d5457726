#include "core/algorithms/registry.h"

#include "core/algorithms/algorithm.h"
#include "core/algorithms/algorithm_table.h"
#include "core/data/catalog.h"
#include "core/data/partition.h"
#include "core/data/preprocess.h"
#include "core/experiment/figure_design.h"
#include "core/metrics/client_numbers.h"
#include "core/metrics/metric_infos.h"
#include "core/nn/layer_words.h"
#include "core/nn/models.h"
#include "core/sampling/sampler.h"
#include "core/train/local_work.h"

#include <algorithm>
#include <cassert>
#include <vector>

namespace coterie {
namespace {

/// The program's own, then those of the user's libraries.
std::vector<MadePart<Algorithm>>& algorithms()
{
    static std::vector<MadePart<Algorithm>> all{COTERIE_ALGORITHMS};
    return all;
}

bool& isRegistryInUse()
{
    static bool isInUse = false;
    return isInUse;
}

const std::vector<NamedPart>& algorithmParts()
{
    static const std::vector<NamedPart> parts = [] {
        isRegistryInUse() = true;
        std::vector<NamedPart> names;
        for (const MadePart<Algorithm>& algorithm : algorithms())
            names.push_back(algorithm.part);
        return names;
    }();
    return parts;
}

} // namespace

bool isAlgorithm(std::string_view name)
{
    return std::ranges::any_of(algorithms(), [name](const MadePart<Algorithm>& algorithm) {
        return algorithm.part.name == name;
    });
}

void addAlgorithm(const MadePart<Algorithm>& method)
{
    assert(!isRegistryInUse() && "methods are loaded before anything looks at the registry");
    assert(!isAlgorithm(method.part.name) && "the name is free");
    algorithms().push_back(method);
}

const Registry& registry()
{
    static const Registry all{.algorithms = algorithmParts(),
                              .samplers = samplerParts(),
                              .objectives = objectiveParts(),
                              .optimizers = optimizerParts(),
                              .schedules = scheduleParts(),
                              .datasets = datasetParts(),
                              .partitions = partitionParts(),
                              .models = modelChoices(),
                              .preprocessSteps = preprocessParts(),
                              .figures = kFigureKinds,
                              .layers = layerParts(),
                              .metrics = metricNames(),
                              .clientNumbers = clientNumberNames()};
    return all;
}

std::unique_ptr<Algorithm> makeAlgorithm(const RunPlan& plan)
{
    for (const MadePart<Algorithm>& algorithm : algorithms())
        if (algorithm.part.name == plan.algorithm.name)
            return algorithm.make(algorithm.part, plan.algorithm.parameters);
    return nullptr;
}

} // namespace coterie
