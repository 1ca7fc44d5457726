#include "core/experiment/layers_json.h"
#include "core/experiment/layers_text.h"
#include "core/nn/layer_figures.h"
#include "core/nn/layer_list.h"
#include "core/nn/layer_words.h"
#include "tests/fuzz/checks.h"
#include "tests/fuzz/reader_targets.h"

#include <algorithm>
#include <array>
#include <string>

namespace coterie::fuzz {

namespace {

using List = std::vector<LayerSettings>;

/// What a network is for. 0 classes: targets, or masks of a scan.
struct Data
{
    SampleShape shape;
    std::size_t classes = 0;
};
constexpr std::array kData{Data{{.channels = 13}, 2},
                           Data{{.channels = 90}, 0},
                           Data{{.channels = 1, .height = 28, .width = 28}, 10},
                           Data{{.channels = 3, .height = 32, .width = 32}, 100},
                           Data{{.channels = 2, .height = 7, .width = 5}, 2},
                           Data{{.channels = 1, .height = 8, .width = 8, .depth = 8}, 0}};

Registry registry()
{
    Registry known{};
    known.layers = layerParts();
    return known;
}

Result<List, Problems> listIn(std::string_view json)
{
    return readWholeJson(json, [](const JsonCursor& root) { return readLayers(root, registry()); });
}

/// Both the list as it is and the form that identifies runs are read back as they were.
void requireRoundTrip(const List& list)
{
    const Result<List, Problems> again = listIn(writeCompact(layersNode(list)));
    require(again.has_value() && *again == list);
    const List shorter = shortest(list, registry());
    const Result<List, Problems> shorterAgain = listIn(writeCompact(layersNode(shorter)));
    require(shorterAgain.has_value() && *shorterAgain == shorter);
    require(shortest(shorter, registry()) == shorter);
}

/// Of a list that is a network for the data, and of one that is none.
void requireFigures(const List& list, const Data& data)
{
    constexpr std::string_view kPlace = "/model/layers";
    const std::size_t answers = std::max<std::size_t>(data.classes, 1);
    const ListFigures figures = figuresOf(list, data.shape, data.classes, kPlace);
    const Result<LoweredList> made = lowered(list, data.shape, answers, kPlace);
    requireSentence(made);
    if (!made) {
        require(figures.misfit.has_value() && figures.misfit->place.starts_with(kPlace));
        return;
    }
    require(made->places.size() == made->layers.size());
    const Result<Loss> loss = lossOf(*made, data.shape, data.classes, kPlace);
    requireSentence(loss);
    require(loss.has_value() != figures.misfit.has_value());
    if (!loss)
        return;
    const Network network("layers", data.shape, made->layers, *loss);
    require(network.layout().parameterCount == figures.parameters);
    require(network.layout().bufferCount == figures.buffers);
    require(network.shapeAfter(made->layers.size() - 1) == made->end.shape);
}

/// A list of layers as an experiment file has it, after a byte that chooses the data.
void readLayerList(std::vector<std::uint8_t> bytes)
{
    if (bytes.empty())
        return;
    const std::string_view json(reinterpret_cast<const char*>(bytes.data()) + 1, bytes.size() - 1);
    const Result<List, Problems> list = listIn(json);
    if (!list) {
        require(!list.error().empty());
        for (const Error& problem : list.error())
            require(!problem.sentence().empty());
        return;
    }
    require(!list->empty() && !layersText(layersNode(*list)).empty());
    requireRoundTrip(*list);
    requireFigures(*list, kData[bytes.front() % kData.size()]);
}

constexpr std::array kTargets{ReaderTarget{.name = "layers", .read = &readLayerList}};

} // namespace

std::span<const ReaderTarget> layerTargets()
{
    return kTargets;
}

} // namespace coterie::fuzz
