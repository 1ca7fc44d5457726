#pragma once

#include "core/base/result.h"
#include "core/experiment/layer_settings.h"
#include "core/nn/layer_words.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace coterie {

/// The bounds of one network, above those of any that is of use: a 3-D U-Net makes 5.6·10⁹ numbers
/// of a scan of 256³.
inline constexpr std::size_t kMostLayers = 10'000;
inline constexpr std::size_t kMostParameters = 1'000'000'000;
inline constexpr std::size_t kMostActivations = 10'000'000'000;

/// A list of words as the layers that compute it, for given data.
struct LoweredList
{
    Layers layers;
    Arriving end;                    ///< what the last layer gives
    std::vector<std::string> places; ///< of each layer in the experiment
};

/// The error is at the setting that does not fit, below `place`. `answers` is what "classes" stands
/// for.
[[nodiscard]] Result<LoweredList> lowered(const std::vector<LayerSettings>& list,
                                          const SampleShape& input,
                                          std::size_t answers,
                                          std::string_view place);

/// The same up to the first layer that does not fit, with why it does not.
struct ListSoFar
{
    LoweredList list;
    std::optional<Error> misfit;
};
[[nodiscard]] ListSoFar loweredSoFar(const std::vector<LayerSettings>& list,
                                     const SampleShape& input,
                                     std::size_t answers,
                                     std::string_view place);

/// The loss of a network: that of what the data set asks for, if its last layer answers it.
///   classes: a linear layer with one number for each; cross-entropy of their softmax (a softmax
///            at the end is a second one, as in HCCT's released code)
///   two classes: also one number and a sigmoid, the probability of the second class; logistic
///   targets: a linear layer with one number; squared error
///   masks: two channels of a softmax, as large as the volume; Dice
[[nodiscard]] Result<Loss> lossOf(const LoweredList& list,
                                  const SampleShape& input,
                                  std::size_t classes,
                                  std::string_view place);

} // namespace coterie
