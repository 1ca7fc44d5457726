#pragma once

#include "core/experiment/parameters.h"

#include <cstddef>
#include <string_view>
#include <vector>

namespace coterie {

/// The model whose layers the experiment lists itself.
inline constexpr std::string_view kOwnLayers = "layers";
/// The only layer with layers of its own.
inline constexpr std::string_view kBlockWord = "block";

/// One layer of a network as the experiment says it: a word of Registry::layers with its settings.
struct LayerSettings
{
    Part part;                         ///< its "name" is written "layer"
    std::vector<LayerSettings> layers; ///< of a block

    bool operator==(const LayerSettings&) const = default;
};

} // namespace coterie
