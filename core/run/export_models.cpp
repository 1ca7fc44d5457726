#include "core/run/export_models.h"

#include "core/algorithms/registry.h"
#include "core/base/files.h"
#include "core/base/filled.h"
#include "core/base/try.h"
#include "core/experiment/experiment_json.h"
#include "core/experiment/module_settings.h"
#include "core/nn/models.h"
#include "core/nn/pytorch_module.h"
#include "core/run/final_models.h"
#include "core/run/kept_models_text.h"
#include "core/store/csv_writer.h"
#include "core/store/run_store.h"

#include <algorithm>
#include <cstring>
#include <functional>
#include <limits>
#include <optional>
#include <sstream>
#include <string>
#include <system_error>
#include <vector>

namespace coterie {

namespace {

std::string runName(const RunRow& run)
{
    return "run " + run.numberText();
}

/// Why nothing is kept of the run, and what to do.
std::string whyNone(const RunRow& row, const RunPlan& plan, const std::optional<KeptModels>& kept)
{
    const std::string again = "compute the run again (`run --again`)";
    if (kept)
        return filled("its models take {}, more than the {} MB that it may keep; raise "
                      "keepModelsMegabytes and {}",
                      megabytesText(kept->bytes),
                      plan.keepModelsMegabytes,
                      again);
    if (!row.origin.empty())
        return "it was imported from a bundle, which has no models; " + again;
    if (row.status != RunStatus::Finished)
        return "it has no models yet, because it has not finished; resume it first";
    if (plan.keepModels == "none")
        return "its experiment keeps no models; set keepModels to last or best and " + again;
    return "it was computed by a version of Coterie that kept no models; " + again;
}

/// What a stored model belongs to. A store may come from anybody, so the network that its plan
/// describes must have the very tensors that the store says.
Result<Network> networkOf(const RunPlan& plan, const KeptModels& kept, std::int64_t classes)
{
    constexpr std::int64_t kLargest = 1 << 20;
    SampleShape input;
    std::int64_t size = 1;
    for (const std::int64_t extent : kept.input) {
        if (extent < 1 || extent > kLargest || size > (std::int64_t{1} << 31) / extent)
            return fail({}, "its samples have an impossible shape");
        size *= extent;
    }
    if (classes < 0 || classes > kLargest)
        return fail({}, "it has an impossible number of classes");
    input.channels = static_cast<std::size_t>(kept.input[0]);
    input.height = static_cast<std::size_t>(kept.input[1]);
    input.width = static_cast<std::size_t>(kept.input[2]);
    input.depth = static_cast<std::size_t>(kept.input[3]);
    COTERIE_TRY(Network network, networkFor(plan.model, input, static_cast<std::size_t>(classes)));
    if (tensorLines(network.layout()) != kept.tensors)
        return fail({},
                    "its models have other tensors than " + inSentence(network)
                        + " of this version of Coterie");
    return network;
}

/// The tensors of a module from PyTorch, whose file need not be there: as the store names them.
/// Where parameters end does not matter, as buffers follow them in the same row.
Result<ParamLayout> layoutOfLines(const std::string& lines)
{
    constexpr std::size_t kMost = std::numeric_limits<std::size_t>::max() / 64;
    ParamLayout layout;
    std::istringstream all(lines);
    for (std::string line; std::getline(all, line);) {
        std::istringstream words(line);
        Slice slice{.name = {}, .offset = layout.parameterCount, .count = 1, .shape = {}};
        words >> slice.name;
        for (std::size_t size = 0; words >> size;) {
            if (size > 0 && slice.count > kMost / size)
                return fail({}, "a tensor of its models has an impossible shape");
            slice.count *= size;
            slice.shape.push_back(size);
        }
        if (slice.name.empty() || !words.eof() || layout.parameterCount > kMost - slice.count)
            return fail({}, "the tensors of its models cannot be read");
        layout.parameterCount += slice.count;
        layout.parameters.push_back(std::move(slice));
    }
    return layout;
}

/// In place of model.py, where the class is the user's own.
std::string loadingModule(const RunPlan& plan)
{
    return filled("# Made by Coterie. The network of these weights is the module that the run was "
                  "given, whose file is\n"
                  "# needed to use them:\n"
                  "#\n"
                  "#     net = load(\"global.safetensors\")\n"
                  "#     net.eval()\n"
                  "#     net.save(\"trained.pt\")\n"
                  "\n"
                  "import torch\n"
                  "from safetensors.torch import load_file\n"
                  "\n"
                  "MODULE = {}\n"
                  "\n"
                  "\n"
                  "def load(weights, module=MODULE):\n"
                  "    net = torch.jit.load(module)\n"
                  "    # What is not trained, such as counters, is not among the weights.\n"
                  "    different = net.load_state_dict(load_file(weights), strict=False)\n"
                  "    if different.unexpected_keys:\n"
                  "        raise ValueError(f\"{module} has no {different.unexpected_keys[0]}\")\n"
                  "    return net\n",
                  inQuotes(modulePath(plan.model)));
}

std::string numbered(std::string_view role, std::size_t number, std::size_t digits)
{
    std::string text = std::to_string(number);
    text.insert(0, digits - std::min(digits, text.size()), '0');
    return filled("{}_{}.safetensors", role, text);
}

/// In the order of the models. Groups are numbered from 0 as they come.
std::vector<std::string> fileNames(const KeptModels& kept)
{
    int last = 0;
    for (const KeptModel& model : kept.models)
        for (const int client : model.clients)
            last = std::max(last, client);
    const std::size_t digits = std::max<std::size_t>(2, std::to_string(last).size());
    std::vector<std::string> names;
    std::size_t groups = 0;
    for (const KeptModel& model : kept.models) {
        if (model.role == KeptModel::Role::Global)
            names.emplace_back("global.safetensors");
        else if (model.role == KeptModel::Role::Group)
            names.push_back(numbered("group", groups++, 1));
        else
            names.push_back(numbered(
                "client", static_cast<std::size_t>(std::max(0, model.clients.front())), digits));
    }
    return names;
}

template <typename Number>
Result<std::vector<NamedTensor>> stateOf(const KeptModel& model, const ParamLayout& layout)
{
    const std::span<const std::byte> bytes = model.numbers.view();
    const std::size_t count = layout.parameterCount + layout.bufferCount;
    if (bytes.size() % sizeof(Number) != 0 || bytes.size() / sizeof(Number) != count)
        return fail({}, "a model has another size than its network");
    std::vector<Number> numbers(count);
    std::memcpy(numbers.data(), bytes.data(), bytes.size());
    return pytorchState<Number>(layout, numbers);
}

Result<void> makeEmptyFolder(const std::filesystem::path& folder)
{
    std::error_code trouble;
    std::filesystem::create_directories(folder, trouble);
    if (trouble)
        return fail(folder.string(), "cannot be made: " + trouble.message());
    if (!std::filesystem::is_empty(folder, trouble) || trouble)
        return fail(folder.string(),
                    "the folder is not empty; choose an empty or a new folder",
                    ErrorKind::Conflict);
    return {};
}

/// What belongs to the weights of a run.
struct ExportedNetwork
{
    ParamLayout layout;
    std::string python; ///< the text of model.py
};

Result<ExportedNetwork>
exportedNetwork(const RunPlan& plan, const KeptModels& kept, std::int64_t classes)
{
    if (plan.model.model.name == kTorchScript) {
        COTERIE_TRY(ParamLayout layout, layoutOfLines(kept.tensors));
        return ExportedNetwork{.layout = std::move(layout), .python = loadingModule(plan)};
    }
    COTERIE_TRY(const Network network, networkOf(plan, kept, classes));
    return ExportedNetwork{.layout = network.layout(),
                           .python = pytorchModule(network, kept.precision == "float64")};
}

Result<void> writeModels(const KeptModels& kept,
                         const ExportedNetwork& network,
                         const std::filesystem::path& folder)
{
    const bool isDouble = kept.precision == "float64";
    std::vector<std::vector<NamedTensor>> states;
    for (const KeptModel& model : kept.models) {
        if (model.clients.empty() && model.role != KeptModel::Role::Global)
            return fail({}, "a model is used by no client");
        COTERIE_TRY(states.emplace_back(),
                    isDouble ? stateOf<double>(model, network.layout)
                             : stateOf<float>(model, network.layout));
    }
    const std::vector<std::string> names = fileNames(kept);
    COTERIE_CHECK(makeEmptyFolder(folder));
    for (std::size_t i = 0; i < names.size(); ++i)
        COTERIE_CHECK(writeFileAtomically(folder / names[i], [&](std::ostream& out) {
            writeSafetensors(states[i], out);
            return Result<void>();
        }));
    COTERIE_CHECK(writeFileAtomically(folder / "model.py", [&](std::ostream& out) {
        out << network.python;
        return Result<void>();
    }));
    return writeFileAtomically(folder / "models.csv", [&](std::ostream& out) {
        CsvWriter csv(out);
        csv.row("file", "round", "clients_count", "clients");
        for (std::size_t i = 0; i < names.size(); ++i) {
            std::string clients;
            for (const int client : kept.models[i].clients) {
                if (!clients.empty())
                    clients += ' ';
                clients += std::to_string(client);
            }
            csv.row(names[i], kept.round, kept.models[i].clients.size(), clients);
        }
        csv.flush();
        return Result<void>();
    });
}

} // namespace

Result<void> exportModels(RunStore& store, std::int64_t run, const std::filesystem::path& folder)
{
    COTERIE_TRY(const RunRow row, store.run(run));
    COTERIE_TRY(const std::optional<KeptModels> kept, store.keptModels(run));
    const Result<RunPlan, Problems> plan = parsePlan(row.planJson, registry());
    if (!plan)
        return fail(runName(row), "this version cannot read its plan: " + sentences(plan.error()));
    if (!kept || kept->models.empty())
        return fail(runName(row), whyNone(row, *plan, kept));
    COTERIE_TRY(const FederationFacts facts, store.facts(run));
    const auto ofRun = [&](Error problem) { return fail(runName(row), problem.sentence()); };
    const Result<ExportedNetwork> network = exportedNetwork(*plan, *kept, facts.classes);
    if (!network)
        return ofRun(network.error());
    const Result<void> written = writeModels(*kept, *network, folder);
    if (!written && written.error().place.empty())
        return ofRun(written.error());
    return written;
}

} // namespace coterie
