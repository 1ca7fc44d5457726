#include "core/nn/module_network.h"

#include "core/base/json_node.h"
#include "core/base/printable.h"
#include "core/base/try.h"
#include "core/nn/layer_list.h"
#include "core/nn/script_inside.h"
#include "core/nn/script_layers.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace coterie {

namespace {

/// Tells which tensor of the module each of the list's is.
bool hasTensors(const std::vector<Slice>& module, const std::vector<Slice>& list)
{
    return module.size() == list.size() && std::ranges::all_of(list, [&](const Slice& slice) {
               const auto same = std::ranges::find(module, slice.name, &Slice::name);
               return same != module.end() && same->shape == slice.shape;
           });
}

/// The output layer that the experiment names must be that of the list.
Result<void> checkOutput(const NamedModule& named, const ParamLayout& list)
{
    const ParamLayout& own = named.module->layout();
    const Slice* wanted = own.parameter(own.outputLayer, SliceRole::Weight);
    const Slice* given = list.parameter(list.outputLayer, SliceRole::Weight);
    if (named.output.empty() || (wanted != nullptr && wanted->name == given->name))
        return {};
    return fail({},
                "the output layer of a list is the last linear one, which has "
                    + inQuotes(given->name) + ", and not " + inQuotes(named.output));
}

/// The error says why the module is no list of layers.
Result<Network> networkOfLayers(const NamedModule& named,
                                const SampleShape& input,
                                std::size_t classes,
                                const ScriptFit& fit)
{
    if (fit.takesWholeNumbers)
        return fail({}, "forward takes whole numbers, and the layers of a list take real ones");
    COTERIE_TRY(const ScriptLayers read, layersOfScript(named.module->inside().module, input));
    COTERIE_TRY(const LoweredList list,
                lowered(read.layers, input, std::max<std::size_t>(classes, 1), ""));
    COTERIE_TRY(const Loss loss, lossOf(list, input, classes, ""));
    if (loss != fit.loss || list.end.shape.size() != fit.output.size())
        return fail({}, "the outputs of such a list would mean something else");
    Network network(
        Network(named.name, input, list.layers, loss),
        {.module = named.module, .parameters = read.parameters, .buffers = read.buffers});
    const ParamLayout& own = named.module->layout();
    if (!hasTensors(own.parameters, network.layout().parameters)
        || !hasTensors(own.buffers, network.layout().buffers))
        return fail({}, "its tensors have other shapes than those of such a list");
    COTERIE_CHECK(checkOutput(named, network.layout()));
    return network;
}

/// Of a log: the names in it are the file's.
std::string onOneLine(const std::string& words)
{
    constexpr std::size_t kLongest = 300;
    const std::string line = printable(words.substr(0, words.find('\n')), LineEnds::Escape);
    return line.size() <= kLongest ? line : line.substr(0, kLongest) + "…";
}

} // namespace

Result<Network>
networkOfModule(const NamedModule& named, const SampleShape& input, std::size_t classes)
{
    COTERIE_TRY(ScriptFit fit, named.module->fit(input, classes));
    Result<Network> layers = networkOfLayers(named, input, classes, fit);
    if (layers)
        return layers;
    fit.whyNoLayers = onOneLine(layers.error().message);
    return Network(named.name, input, named.module, fit);
}

std::string moduleSentence(const Network& network)
{
    if (network.module() != nullptr)
        return "The module from PyTorch is trained by LibTorch's autograd on the processor, and "
               "not as a list of layers: "
               + network.whyNoLayers() + '.';
    if (network.origin() != nullptr)
        return "The module from PyTorch was read as a list of layers and is trained as one.";
    return {};
}

} // namespace coterie
