#include "core/algorithms/all_for_one_parameters.h"

#include <string>

namespace coterie {

AllForOneParameters AllForOneParameters::of(const ParameterSet& parameters)
{
    const std::string criterion = parameters.word("criterion");
    const std::string sizes = parameters.word("sizes");
    AllForOneParameters chosen{
        .rule = WeightRule{.criterion =
                               criterion == "binary" ? Criterion::Binary : Criterion::Continuous,
                           .threshold = parameters.real("threshold"),
                           .rowSumOne = parameters.boolean("rowSumOne")},
        .weightsBySize = sizes == "trainSize" || (sizes == "auto" && criterion == "binary"),
        .innerIterations = static_cast<std::size_t>(parameters.integer("innerIterations")),
        .probeSamples = static_cast<std::size_t>(parameters.integer("probeSamples")),
        .sharedBatches = parameters.boolean("sharedBatches"),
        .earlyExclude = static_cast<int>(parameters.integer("earlyExclude")),
        .excludeLastClient = parameters.boolean("excludeLastClient"),
        .reportDistances = parameters.boolean("reportDistances")};
    if (criterion == "oracle")
        chosen.rule.reset();
    return chosen;
}

} // namespace coterie
