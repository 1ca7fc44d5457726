#pragma once

#include "core/algorithms/layer_columns.h"
#include "core/collab/utility.h"
#include "core/spec/parameter_set.h"

#include <cstddef>
#include <span>
#include <vector>

namespace coterie {

struct HcctParameters
{
    double alpha = 1;
    std::vector<double> clientAlphas; ///< one per client instead of alpha; empty: alpha for all
    bool relativeAlpha = false;       ///< α_i = alpha · D_i
    double beta = 0;
    bool comparesSigns = false;
    bool includesBuffers = false;
    int repartitionEvery = 1; ///< 0: once, before the second round
    bool startsGlobal = false;
    std::size_t fixedGroups = 0;
    bool probesInitialModel = false; ///< newcomers train from w⁰ and not from the groups' mean
    bool newcomersJoinAtOnce = true;

    bool usesOneLayer = false; ///< HCCT-E
    LayerScore layerScore = LayerScore::Between;
    std::size_t layer = 0; ///< counted from 1; 0: the one with the largest score

    std::size_t headLayers = 0; ///< HCCT-P
    bool comparesBodies = false;
    bool averagesHeadsAtStart = false;

    /// From the parameters of "hcct", "hcctE" or "hcctP"; each has those it declares.
    [[nodiscard]] static HcctParameters of(const ParameterSet& parameters);
    [[nodiscard]] UtilitySettings utility(std::span<const double> sizes) const;
};

} // namespace coterie
