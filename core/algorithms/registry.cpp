#include "core/algorithms/registry.h"

#include "core/algorithms/algorithm.h"
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

#include <array>

namespace coterie {
namespace {

const std::array kAlgorithms{COTERIE_ALGORITHMS};
const auto kAlgorithmParts = partsOf(kAlgorithms);

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
    return makePart(kAlgorithms, plan.algorithm);
}

} // namespace coterie
