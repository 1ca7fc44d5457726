#pragma once

#include "core/experiment/json_reader.h"
#include "core/experiment/layer_settings.h"

namespace coterie {

inline constexpr std::string_view kLayersKey = "layers";
inline constexpr std::string_view kLayersAllowed = "a list of at least one layer";

/// Of the layers that an experiment writes for one network, those in blocks among them.
inline constexpr std::size_t kMostWrittenLayers = 1000;
/// Blocks inside blocks.
inline constexpr std::size_t kDeepestBlock = 8;

[[nodiscard]] std::vector<LayerSettings> readLayers(const JsonCursor& list,
                                                    const Registry& registry);
[[nodiscard]] JsonNode layersNode(const std::vector<LayerSettings>& layers);

/// The same layers with every setting that is at its default left out. Runs are identified by this
/// form, so a word may get a new setting, whose default is what the word did before, and the runs
/// in a store are still the same runs. A default once published can therefore not change.
[[nodiscard]] std::vector<LayerSettings> shortest(const std::vector<LayerSettings>& layers,
                                                  const Registry& registry);

} // namespace coterie
