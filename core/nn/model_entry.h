#pragma once

#include "core/experiment/layer_settings.h"
#include "core/experiment/parameters.h"
#include "core/nn/network.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace coterie {

/// The parameters of all models.
struct ModelParameters
{
    std::size_t head = 64;
    bool bias = false;
};

/// Which sample shapes a model accepts.
enum class Takes
{
    AnyInputs, ///< as many numbers as the data has
    Inputs,    ///< a given number of numbers, in any shape
    Picture,   ///< a given height and width; channels follow the data
    Channels,  ///< channels, height and width all given
    Volume,    ///< a scan that can be halved twice in each direction
};

/// What a model's outputs mean.
enum class Answers
{
    AnyTask,     ///< one output per class, or one number when the data set has targets
    Classes,     ///< one output per class
    Probability, ///< of the second of two classes
    Number,      ///< one target
    Mask,        ///< the probability of each of two classes, for every voxel
};

/// An entry in the list of models.
struct ModelEntry
{
    NamedPart part;
    Takes takes = Takes::AnyInputs;
    /// What `takes` needs, otherwise what the paper has.
    SampleShape shape = {.channels = 1, .height = 28, .width = 28};
    Answers answers = Answers::AnyTask;
    /// In the words that an experiment file has for them.
    std::vector<LayerSettings> (*layers)(const ModelParameters& parameters) = nullptr;

    /// Why the model does not fit these samples; nothing if it does. 0 classes: targets.
    [[nodiscard]] std::optional<std::string> problemWith(const SampleShape& input,
                                                         std::size_t classes) const;
    /// Of the paper's data, or 10 where any number is possible.
    [[nodiscard]] std::size_t usualClasses() const;
};

} // namespace coterie
