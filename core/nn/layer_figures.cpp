#include "core/nn/layer_figures.h"

#include "core/nn/layer_list.h"

#include <algorithm>
#include <utility>

namespace coterie {

namespace {

/// A network that begins with these layers, whatever they are: one that ends in a linear layer is
/// whole, and computes shapes, parameters and operations as every other.
Network wholeNetwork(const LoweredList& list, const SampleShape& input)
{
    Layers layers = list.layers;
    layers.push_back(flatten());
    layers.push_back(linear(list.end.shape.size(), 1));
    return {std::string(kOwnLayers), input, std::move(layers), Loss::SquaredError};
}

/// Of a layer at "/4/layers/0": "/4/layers/0" and the block around it, "/4".
std::vector<std::string> layerRowsOf(std::string place)
{
    static constexpr std::string_view kWithin = "/layers/";
    std::vector<std::string> rows{place};
    for (std::size_t end = place.rfind(kWithin); end != std::string::npos;
         end = place.rfind(kWithin)) {
        place.resize(end);
        rows.push_back(place);
    }
    return rows;
}

} // namespace

ListFigures figuresOf(const std::vector<LayerSettings>& list,
                      const SampleShape& input,
                      std::size_t classes,
                      std::string_view place)
{
    ListSoFar soFar = loweredSoFar(list, input, std::max<std::size_t>(classes, 1), place);
    const LoweredList& made = soFar.list;
    ListFigures figures{.layers = {}, .misfit = std::move(soFar.misfit)};
    if (made.layers.empty())
        return figures;
    const Network network = wholeNetwork(made, input);
    std::vector<std::size_t> parameters(network.layers().size());
    for (const Slice& slice : network.layout().parameters)
        parameters[slice.layer] += slice.count;
    figures.buffers = network.layout().bufferCount;
    for (std::size_t i = 0; i < made.layers.size(); ++i) {
        const double multiplyAdds = network.multiplyAdds(i);
        figures.parameters += parameters[i];
        figures.multiplyAdds += multiplyAdds;
        // A block's own layers, which keep and join what passes beside it, are at its place.
        for (const std::string& row : layerRowsOf(made.places[i].substr(place.size()))) {
            LayerFigures& layer = figures.layers[row];
            layer.output = network.shapeAfter(i);
            layer.parameters += parameters[i];
            layer.multiplyAdds += multiplyAdds;
        }
    }
    if (!figures.misfit)
        if (const auto loss = lossOf(made, input, classes, place); !loss)
            figures.misfit = loss.error();
    return figures;
}

} // namespace coterie
