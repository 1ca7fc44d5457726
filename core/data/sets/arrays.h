#pragma once

#include "core/data/formats/archives.h"
#include "core/data/formats/numbers.h"
#include "core/data/sets/user_files.h"

namespace coterie {

inline constexpr std::array<std::string_view, 3> kChannelPlaces{"auto", "first", "last"};

inline constexpr ParameterDescriptor kChannelsParameter{
    .name = "channels",
    .title = "Place of the channels",
    .type = ParameterType::Word,
    .defaultWord = "auto",
    .words = kChannelPlaces,
    .meaning = "where an array of four dimensions has its channels; auto: the place where there "
               "are 1 or 3"};

/// Samples of two NumPy arrays. x: samples × features, samples × height × width, or pictures with
/// channels; y: a label each. `name` is what an error names. The parameters are "channels" and
/// "task".
[[nodiscard]] Result<Samples> arraySamples(NumberArray x,
                                           const NumberArray& y,
                                           const std::string& name,
                                           const ParameterSet& parameters);

/// The array of a .npz file that a parameter names. `file` is what an error names.
[[nodiscard]] Result<NumberArray> readArray(const ZipArchive& archive,
                                            const std::string& file,
                                            const ParameterSet& parameters,
                                            std::string_view parameter);

} // namespace coterie
