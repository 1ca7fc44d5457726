#include "core/nn/models.h"

#include "core/base/try.h"
#include "core/experiment/module_settings.h"
#include "core/experiment/plan.h"
#include "core/nn/layer_list.h"
#include "core/nn/loaded_modules.h"
#include "core/nn/module_network.h"
#include "core/nn/shipped_models.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <vector>

namespace coterie {

namespace {

constexpr NamedPart kOwnLayersPart{
    .name = kOwnLayers,
    .title = "Layers of your own",
    .meaning = "Your own layers, one after the other. An experiment file lists them "
               "under layers."};

constexpr std::array kModuleParameters{
    ParameterDescriptor{
        .name = kModulePath,
        .title = "File",
        .type = ParameterType::Text,
        .meaning = "A file .pt that torch.jit.script(net).save() wrote: absolute, or beside the "
                   "experiment's file, below a data folder or the working directory. It can run "
                   "code, so runs load it only once you allow it: in the window's dialog, or with "
                   "--allow-external",
        .required = true},
    ParameterDescriptor{
        .name = kModuleOutput,
        .title = "Output layer",
        .type = ParameterType::Text,
        .meaning = "The name of the module whose weight is that of the output layer, such as fc; "
                   "empty: the one of the last parameter that is a matrix"},
    ParameterDescriptor{
        .name = kModuleDigest,
        .title = "SHA-256 of the file",
        .type = ParameterType::Text,
        .meaning = "Refuses a file with other bytes; empty: filled in when the runs are stored"},
};

constexpr NamedPart kModulePart{
    .name = kTorchScript,
    .title = "Module from PyTorch",
    .meaning = "A network of your own from PyTorch, in TorchScript. Every seed begins with the "
               "weights that the file holds. Where its graph says what a list of layers can, it is "
               "trained as that list, else on the processor with LibTorch's autograd; the "
               "run's log says which.",
    .parameters = kModuleParameters};

constexpr std::string_view kLayersPlace = "/model/layers";

Result<const ModelEntry*> entryNamed(const std::string& name)
{
    const std::span<const ModelEntry> models = shippedModels();
    const auto entry =
        std::ranges::find(models, name, [](const ModelEntry& known) { return known.part.name; });
    if (entry != models.end())
        return &*entry;
    std::vector<std::string_view> names;
    for (const NamedPart& part : modelParts())
        names.push_back(part.name);
    return unknownName("/model/name", name, names);
}

std::vector<LayerSettings> layersOf(const ModelEntry& entry, const Part& model)
{
    return entry.layers(readParameters<ModelParameters>(
        entry.part.parameters, completed(model.parameters, entry.part.parameters)));
}

} // namespace

std::span<const NamedPart> modelParts()
{
    return modelChoices().first(shippedModels().size());
}

std::span<const NamedPart> modelChoices()
{
    static const std::vector<NamedPart> choices = [] {
        std::vector<NamedPart> parts;
        for (const ModelEntry& entry : shippedModels())
            parts.push_back(entry.part);
        parts.push_back(kOwnLayersPart);
        parts.push_back(kModulePart);
        return parts;
    }();
    return choices;
}

Result<Network> makeNetwork(const Part& model, const SampleShape& input, std::size_t classes)
{
    COTERIE_TRY(const ModelEntry* entry, entryNamed(model.name));
    const auto refused = [&](const std::string& why) {
        return fail("/model/name", std::string(entry->part.title) + ": " + why);
    };
    if (const std::optional<std::string> problem = entry->problemWith(input, classes))
        return refused(*problem);
    const Result<LoweredList> list =
        lowered(layersOf(*entry, model), input, std::max<std::size_t>(classes, 1), kLayersPlace);
    if (!list) // inputs by the million
        return refused(list.error().complaint());
    COTERIE_TRY(const Loss loss, lossOf(*list, input, classes, kLayersPlace));
    return Network(model.name, input, list->layers, loss);
}

std::string inSentence(const Network& network)
{
    const std::string words = "the network";
    if (network.name() == kOwnLayers || network.name() == kTorchScript)
        return words;
    const NamedPart* part = findPart(modelParts(), network.name());
    return words + ' ' + (part == nullptr ? network.name() : std::string(part->title));
}

namespace {

Result<Network> moduleNetwork(const Part& model, const SampleShape& input, std::size_t classes)
{
    const std::string path = textSetting(model, kModulePath);
    const std::shared_ptr<const ScriptModule> module = keptModule(
        {.sha256 = textSetting(model, kModuleDigest), .output = textSetting(model, kModuleOutput)});
    if (!module)
        return fail("/model/path",
                    path
                        + ": is not loaded, because it can run code; a run loads it once you "
                          "allow it");
    Result<Network> network = networkOfModule(
        {.name = model.name, .module = module, .output = textSetting(model, kModuleOutput)},
        input,
        classes);
    if (!network)
        return fail("/model/path", path + ": " + network.error().message);
    return network;
}

} // namespace

Result<Network>
networkFor(const ModelSettings& model, const SampleShape& input, std::size_t classes)
{
    if (model.model.name == kTorchScript)
        return moduleNetwork(model.model, input, classes);
    if (model.model.name != kOwnLayers)
        return makeNetwork(model.model, input, classes);
    COTERIE_TRY(const LoweredList list,
                lowered(model.layers, input, std::max<std::size_t>(classes, 1), kLayersPlace));
    COTERIE_TRY(const Loss loss, lossOf(list, input, classes, kLayersPlace));
    return Network(model.model.name, input, list.layers, loss);
}

Result<Network> usualNetwork(const std::string& model)
{
    COTERIE_TRY(const ModelEntry* entry, entryNamed(model));
    return makeNetwork({.name = model, .parameters = {}}, entry->shape, entry->usualClasses());
}

Result<std::vector<LayerSettings>> layersOfModel(const Part& model)
{
    COTERIE_TRY(const ModelEntry* entry, entryNamed(model.name));
    return layersOf(*entry, model);
}

} // namespace coterie
