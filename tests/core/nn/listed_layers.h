#pragma once

#include "core/nn/models.h"

#include <QString>

#include <initializer_list>
#include <utility>
#include <vector>

/// Networks as experiments list them, for tests.
namespace coterie::listed {

inline constexpr SampleShape kPicture{.channels = 1, .height = 28, .width = 28};
inline constexpr SampleShape kTable{.channels = 13};
inline constexpr SampleShape kScan{.channels = 1, .height = 8, .width = 8, .depth = 8};

struct Said
{
    const char* name;
    ParameterValue value;
};

inline LayerSettings word(const char* name, std::initializer_list<Said> settings = {})
{
    LayerSettings layer{.part = {.name = name, .parameters = {}}, .layers = {}};
    for (const Said& setting : settings)
        layer.part.parameters.set(setting.name, setting.value);
    return layer;
}

inline LayerSettings units(std::int64_t count)
{
    return word("linear", {{"units", count}});
}

inline LayerSettings answers()
{
    return word("linear", {{"units", std::string("classes")}});
}

inline LayerSettings
convolution(std::int64_t channels, std::int64_t kernel, std::int64_t padding = 0)
{
    return word("convolution", {{"channels", channels}, {"kernel", kernel}, {"padding", padding}});
}

using List = std::vector<LayerSettings>;

inline LayerSettings block(List layers, std::initializer_list<Said> settings = {})
{
    LayerSettings made = word("block", settings);
    made.layers = std::move(layers);
    return made;
}

inline Result<Network> networkOf(List layers, const SampleShape& shape, std::size_t classes)
{
    return networkFor(
        {.model = {.name = std::string(kOwnLayers), .parameters = {}}, .layers = std::move(layers)},
        shape,
        classes);
}

inline QString refusal(const List& layers, const SampleShape& shape, std::size_t classes)
{
    const Result<Network> network = networkOf(layers, shape, classes);
    return network ? QString() : QString::fromStdString(network.error().sentence());
}

inline const LayerSettings kFlatten = word("flatten");
inline const LayerSettings kRelu = word("relu");

} // namespace coterie::listed
