// models and datasets: what the program knows, with the numbers a paper's reader looks for.
#include "app/cli/commands.h"
#include "app/cli/dataset_page.h"
#include "app/cli/experiment_input.h"
#include "app/cli/output.h"
#include "app/cli/table_printer.h"
#include "core/data/catalog.h"
#include "core/nn/models.h"

#include <array>
#include <optional>

namespace coterie::cli {

namespace {

/// The kinds of data the papers use; a model's size is shown for the first that it takes.
struct PaperInput
{
    SampleShape shape;
    std::size_t classes;
    std::string_view name;
};

constexpr std::array kPaperInputs{
    PaperInput{{.channels = 1, .height = 28, .width = 28}, 10, "28×28, 10 classes"},
    PaperInput{{.channels = 3, .height = 32, .width = 32}, 10, "3×32×32, 10 classes"},
    PaperInput{{.channels = 13, .height = 1, .width = 1}, 2, "13 features, 2 classes"},
    PaperInput{{.channels = 20, .height = 1, .width = 1}, 0, "20 features, a target"},
    PaperInput{{.channels = 1, .height = 60, .width = 48, .depth = 48}, 0, "48×60×48, a mask"},
};

std::string layerText(const Layer& layer)
{
    const auto square = [](std::size_t size) {
        return std::to_string(size) + "×" + std::to_string(size);
    };
    const auto cube = [&square](std::size_t size) {
        return square(size) + "×" + std::to_string(size);
    };
    switch (layer.kind) {
    case LayerKind::Linear:
        return "linear " + std::to_string(layer.outputs) + (layer.bias ? "" : " without bias");
    case LayerKind::Conv2d:
        return "convolution " + square(layer.kernel) + " to " + std::to_string(layer.outputs);
    case LayerKind::Relu:
        return "ReLU";
    case LayerKind::PRelu:
        return "PReLU";
    case LayerKind::MaxPool2d:
        return "max-pool " + square(layer.kernel);
    case LayerKind::AveragePool2d:
        return "average-pool " + square(layer.kernel);
    case LayerKind::BatchNorm:
        return "batch-norm";
    case LayerKind::Dropout:
        return "dropout " + shortestText(layer.probability);
    case LayerKind::Flatten:
        return {};
    case LayerKind::Sigmoid:
        return "sigmoid";
    case LayerKind::Softmax:
        return "softmax";
    case LayerKind::Conv3d:
        return "convolution " + cube(layer.kernel) + " to " + std::to_string(layer.outputs);
    case LayerKind::MaxPool3d:
        return "max-pool " + cube(layer.kernel);
    case LayerKind::Upsample3d:
        return "upsample " + cube(layer.kernel);
    case LayerKind::Remember:
        return {};
    case LayerKind::Concatenate:
        return "skip";
    }
    return {};
}

std::string layersText(const Network& network)
{
    std::string text;
    for (const Layer& layer : network.layers())
        if (const std::string words = layerText(layer); !words.empty())
            text += (text.empty() ? "" : ", ") + words;
    return text;
}

struct SizedModel
{
    Network network;
    std::string_view input;
};

std::optional<SizedModel> sized(const NamedPart& part)
{
    Part model{.name = std::string(part.name), .parameters = {}};
    for (const ParameterDescriptor& parameter : part.parameters)
        model.parameters.set(parameter.name, parameter.defaultValue());
    for (const PaperInput& input : kPaperInputs)
        if (Result<Network> network = makeNetwork(model, input.shape, input.classes))
            return SizedModel{.network = std::move(*network), .input = input.name};
    return std::nullopt;
}

/// The samples and classes of a data set: known only once it is loaded.
std::pair<std::string, std::string> sizeAndClasses(const CatalogEntry& entry,
                                                   const DataFolders& folders)
{
    const Result<std::shared_ptr<const Dataset>> dataset =
        loadDataset(Part{.name = std::string(entry.part.name), .parameters = {}}, folders);
    if (!dataset)
        return {"", ""};
    return {sampleText(**dataset), classText(**dataset)};
}

std::string kindText(const CatalogEntry& entry, bool there)
{
    if (entry.builtIn)
        return "built in";
    if (entry.fromPath)
        return "your file";
    return there ? "files" : "not found";
}

std::string whereText(const CatalogEntry& entry, const std::vector<std::filesystem::path>& files)
{
    if (!files.empty())
        return files.front().parent_path().string();
    const std::string fetched = fetchText(entry.part.name);
    return fetched.empty() ? std::string(entry.origin) : fetched;
}

std::string datasetTable(const DataFolders& folders)
{
    Table table({{.title = "data set"},
                 {.title = "kind"},
                 {.title = "samples", .align = Align::Right},
                 {.title = "classes", .align = Align::Right},
                 {.title = "where, or how to get it", .wraps = true}});
    for (const CatalogEntry& entry : dataCatalog()) {
        const std::vector<std::filesystem::path> files = entry.find(folders);
        const bool there = entry.builtIn || !files.empty();
        auto [samples, classes] =
            there ? sizeAndClasses(entry, folders) : std::pair<std::string, std::string>{};
        table.add({std::string(entry.part.name),
                   kindText(entry, there),
                   std::move(samples),
                   std::move(classes),
                   whereText(entry, files)});
    }
    constexpr std::size_t kLineWidth = 120;
    return table.text(0, kLineWidth);
}

} // namespace

int runModels(Arguments&)
{
    Table table({{.title = "model"},
                 {.title = "parameters", .align = Align::Right},
                 {.title = "for"},
                 {.title = "layers", .wraps = true},
                 {.title = "from", .wraps = true}});
    for (const NamedPart& part : modelParts()) {
        const std::optional<SizedModel> model = sized(part);
        const auto count = [&model] {
            return countText(static_cast<std::int64_t>(model->network.layout().parameterCount));
        };
        table.add({std::string(part.name),
                   model ? count() : "",
                   model ? std::string(model->input) : "",
                   model ? layersText(model->network) : std::string(part.meaning),
                   std::string(part.paper)});
    }
    constexpr std::size_t kLineWidth = 140;
    print(table.text(0, kLineWidth));
    return kDone;
}

int runDatasets(Arguments& arguments)
{
    const Result<std::vector<std::filesystem::path>> folders = dataFolders(arguments);
    if (!folders)
        return refuse(folders.error());
    const DataFolders places{.folders = *folders};
    const std::vector<std::string>& words = arguments.operands();
    if (words.empty()) {
        print(datasetTable(places));
        return kDone;
    }
    if (words.size() != 2 || words.front() != "show")
        return refuse(Error{.place = {},
                            .found = {},
                            .needed = "`datasets` alone or `datasets show NAME` needed",
                            .nearest = {}});
    const Result<std::string> page = datasetPage(words[1], places);
    if (!page)
        return refuse(page.error());
    print(*page);
    return kDone;
}

} // namespace coterie::cli
