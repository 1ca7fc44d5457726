#include "core/algorithms/hcct_parameters.h"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace coterie {

HcctParameters HcctParameters::of(const ParameterSet& parameters)
{
    const auto count = [&](std::string_view name) {
        return static_cast<std::size_t>(parameters.integer(name));
    };
    HcctParameters hcct{
        .alpha = parameters.real("alpha"),
        .clientAlphas = parameters.realList("clientAlphas"),
        .relativeAlpha = parameters.word("alphaMode") == "relative",
        .beta = parameters.real("beta"),
        .comparesSigns = parameters.word("similarity") == "sign",
        .repartitionEvery = static_cast<int>(parameters.integer("repartitionEvery")),
        .startsGlobal = parameters.word("bootstrap") == "global",
        .fixedGroups = count("fixedGroups"),
        .probesInitialModel = parameters.word("newcomerProbe") == "init",
        .newcomersJoinAtOnce = parameters.word("newcomerMode") == "greedy",
    };
    if (parameters.find("simIncludeBuffers"))
        hcct.includesBuffers = parameters.boolean("simIncludeBuffers");
    if (parameters.find("layerScore")) {
        hcct.usesOneLayer = true;
        hcct.layerScore = parameters.word("layerScore") == "official" ? LayerScore::Official
                                                                      : LayerScore::Between;
        hcct.layer = count("layer");
    }
    if (parameters.find("headLayers")) {
        hcct.headLayers = count("headLayers");
        hcct.comparesBodies = parameters.word("simScope") == "body";
        hcct.averagesHeadsAtStart = parameters.boolean("headReaveragedAtStart");
    }
    return hcct;
}

UtilitySettings HcctParameters::utility(std::span<const double> sizes) const
{
    UtilitySettings settings{.alpha = {alpha}, .beta = beta, .fixedGroups = fixedGroups};
    if (!clientAlphas.empty()) {
        if (clientAlphas.size() != sizes.size())
            throw std::invalid_argument("clientAlphas: " + std::to_string(clientAlphas.size())
                                        + " numbers found, one for each of the "
                                        + std::to_string(sizes.size()) + " clients needed");
        settings.alpha = clientAlphas;
    }
    if (relativeAlpha) {
        std::vector<double> alphas(sizes.size());
        for (std::size_t i = 0; i < sizes.size(); ++i)
            alphas[i] = settings.alphaOf(i) * sizes[i];
        settings.alpha = alphas;
    }
    return settings;
}

} // namespace coterie
