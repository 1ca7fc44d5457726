#pragma once

#include "core/base/json_node.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace coterie {

/// A list of layers, as a file or a stored plan writes it, in words.

/// How often each word comes, in the order in which they come first; those in a repeated block as
/// often as it is repeated. Blocks themselves do not count.
[[nodiscard]] std::vector<std::pair<std::string, std::int64_t>> wordsOfLayers(const JsonNode& list);
/// "7 layers: 2 convolution, 2 relu, flatten, 2 linear"; empty if it is no list.
[[nodiscard]] std::string layersText(const JsonNode& list);
/// "convolution (channels 16, kernel 3)".
[[nodiscard]] std::string layerText(const JsonNode& layer);
/// Of the settings that the lists of two runs differ in: a list or a layer as JSON in words; any
/// other text unchanged.
[[nodiscard]] std::string layersInWords(const std::string& json);

/// A layer that one list has and the other has not, or not so.
struct DifferingLayer
{
    std::string place; ///< below that of the list: "/4/layers/0"
    std::string one;   ///< as JSON; empty: the list has no layer here
    std::string other;

    bool operator==(const DifferingLayer&) const = default;
};

/// Equal layers at the beginning and at the end of both lists correspond, so that an inserted one
/// is the only difference.
[[nodiscard]] std::vector<DifferingLayer> differingLayers(const JsonNode& one,
                                                          const JsonNode& other);

} // namespace coterie
