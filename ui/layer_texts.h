#pragma once

#include "core/base/json_node.h"
#include "core/data/dataset.h"
#include "core/experiment/parameters.h"

#include <QString>

#include <span>
#include <string>
#include <string_view>

namespace coterie::ui {

/// The word of one layer of a list, as the file writes it; empty if it says none.
[[nodiscard]] std::string layerWord(const JsonNode& layer);
/// "Convolution"; an unknown word is unchanged.
[[nodiscard]] QString layerTitle(const JsonNode& layer, std::span<const NamedPart> words);
/// "16 channels, kernel 3, padding 1": the settings that say more than that nothing special
/// happens.
[[nodiscard]] QString layerSettingsText(const JsonNode& layer, std::span<const NamedPart> words);
/// "10 layers: convolution, 4 × ReLU, linear" for the JSON of a list at "/model/layers",
/// "Convolution, 16 channels" for that of a layer of it; empty for all else.
[[nodiscard]] QString layersWords(std::string_view pointer, const std::string& json);
/// "Layer 5.2" for "model/layers/4/layers/1"; empty for all else.
[[nodiscard]] QString layerPlaceWords(std::string_view steps);
/// "16×28×28", or "128" for numbers in a row.
[[nodiscard]] QString layerShapeText(const SampleShape& shape);

} // namespace coterie::ui
