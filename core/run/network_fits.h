#pragma once

#include "core/data/dataset.h"
#include "core/experiment/experiment.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace coterie {

/// What a network can be used with.
struct NetworkFits
{
    /// One that it cannot be used with, and why not.
    struct Refusal
    {
        std::string_view title;
        std::string why;

        bool operator==(const Refusal&) const = default;
    };

    /// The data sets that it fits as they are, of those whose samples are known without their
    /// files.
    std::vector<std::string_view> datasets;
    std::vector<Refusal> otherDatasets;
    /// The algorithms and samplers that it does not fit; all others work with it. Only what the
    /// network is to blame for, not other settings.
    std::vector<Refusal> otherMethods;
    bool methodsAreTried = false; ///< else the samples are not known, or the network does not fit

    bool operator==(const NetworkFits&) const = default;
};

/// What the model of this run fits: the data sets of the catalogue, each without preprocessing; and
/// the methods, for samples of this shape and as many classes, of a split among `clients`. Without
/// a shape, or if the network does not fit it, no methods are listed.
[[nodiscard]] NetworkFits networkFits(const RunPlan& plan,
                                      const std::optional<SampleShape>& shape,
                                      std::size_t classes,
                                      std::size_t clients);

/// A shipped model that fits these samples, in place of the plan's own: that with one hidden layer
/// if it does, else the first. It fits the plan's methods too, if the number of clients is given.
/// Null: there is none.
[[nodiscard]] const NamedPart*
fittingModel(RunPlan plan, const Dataset& dataset, std::optional<std::size_t> clients);

} // namespace coterie
