#pragma once

#include "core/data/dataset.h"
#include "core/data/formats/npy.h"
#include "core/spec/descriptor.h"

#include <array>

namespace coterie {

inline constexpr std::array<std::string_view, 3> kChannelPlaces{"auto", "first", "last"};
inline constexpr std::array<std::string_view, 2> kArrayTasks{"classification", "regression"};

inline constexpr ParameterDescriptor kChannelsParameter{
    .name = "channels",
    .title = "Place of the channels",
    .type = ParameterType::Word,
    .defaultWord = "auto",
    .words = kChannelPlaces,
    .meaning = "where an array of four dimensions has its channels; auto: the place where there "
               "are 1 or 3"};
inline constexpr ParameterDescriptor kTaskParameter{
    .name = "task",
    .title = "Task of the labels",
    .type = ParameterType::Word,
    .defaultWord = "classification",
    .words = kArrayTasks,
    .meaning = "whether the labels are classes or numbers to be met"};

/// Samples of two NumPy arrays. x: samples × features, samples × height × width, or pictures with
/// channels; y: a label each. `name` is what an error names.
[[nodiscard]] Result<Samples>
samplesOf(NpyArray x, const NpyArray& y, const std::string& name, const ParameterSet& parameters);

} // namespace coterie
