#include "core/run/initial_weights.h"

#include "core/base/hash.h"
#include "core/base/json_node.h"
#include "core/base/try.h"
#include "core/data/formats/safetensors.h"
#include "core/data/sets/user_files.h"
#include "core/experiment/module_settings.h"
#include "core/nn/models.h"
#include "core/run/identify_weights.h"

#include <ATen/Functions.h>
#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace coterie {

namespace {

constexpr std::string_view kPathPlace = "/model/initial/path";
constexpr std::string_view kModulePlace = "/model/path";

std::string ofArm(std::size_t arm, std::string_view place)
{
    return "/arms/" + std::to_string(arm) + std::string(place);
}

Result<std::shared_ptr<ByteStore>>
openWeights(const InitialWeights& weights, const std::string& place, const DataFolders& folders)
{
    COTERIE_TRY(const std::filesystem::path file, userFile(place, weights.path, folders));
    return openStore(file);
}

Result<std::string> digestOf(ByteStore& store)
{
    constexpr std::uint64_t kPiece = 1 << 20;
    Sha256 digest;
    std::vector<std::uint8_t> bytes;
    for (std::uint64_t place = 0; place < store.size(); place += bytes.size()) {
        bytes.resize(static_cast<std::size_t>(std::min(kPiece, store.size() - place)));
        COTERIE_CHECK(store.readAt(place, bytes));
        digest.add({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
    }
    return digest.digits();
}

/// Reads each file once.
class Digests
{
public:
    Digests(const DataFolders& folders, KnownDigest otherwise)
        : m_folders(folders)
        , m_otherwise(std::move(otherwise))
    {}

    /// `place` is empty, or the arm's.
    Result<void> putInto(ModelSettings& model, const std::string& place)
    {
        if (const std::string path = modulePath(model);
            !path.empty() && textSetting(model.model, kModuleDigest).empty()) {
            COTERIE_TRY(std::string digest,
                        known({.path = path, .sha256 = {}}, place + std::string(kModulePlace)));
            model.model.parameters.set(kModuleDigest, std::move(digest));
        }
        if (!model.initial || !model.initial->sha256.empty())
            return {};
        COTERIE_TRY(model.initial->sha256, known(*model.initial, place + std::string(kPathPlace)));
        return {};
    }
    Result<void> putInto(Experiment& experiment)
    {
        COTERIE_CHECK(putInto(experiment.model, {}));
        for (std::size_t arm = 0; arm < experiment.arms.size(); ++arm)
            if (std::optional<ModelSettings>& model = experiment.arms[arm].model)
                COTERIE_CHECK(putInto(*model, ofArm(arm, {})));
        return {};
    }

private:
    [[nodiscard]] Result<std::string> known(const InitialWeights& weights, const std::string& place)
    {
        std::string& digest = m_known[weights.path];
        if (digest.empty()) {
            COTERIE_TRY(digest, find(weights, place));
        }
        return digest;
    }
    [[nodiscard]] Result<std::string> find(const InitialWeights& weights,
                                           const std::string& place) const
    {
        Result<std::string> found = read(weights, place);
        if (found || !m_otherwise)
            return found;
        std::string other = m_otherwise(weights);
        return other.empty() ? std::move(found) : Result<std::string>(std::move(other));
    }
    [[nodiscard]] Result<std::string> read(const InitialWeights& weights,
                                           const std::string& place) const
    {
        COTERIE_TRY(const std::shared_ptr<ByteStore> store, openWeights(weights, place, m_folders));
        return digestOf(*store);
    }

    const DataFolders& m_folders;
    KnownDigest m_otherwise;
    std::map<std::string, std::string> m_known; ///< by path
};

std::string sizesText(std::span<const std::size_t> shape)
{
    std::string text = "[";
    for (std::size_t i = 0; i < shape.size(); ++i)
        text += (i == 0 ? "" : ", ") + std::to_string(shape[i]);
    return text + ']';
}

/// A few of them: a hostile file may have thousands.
std::string listed(const std::vector<std::string>& names)
{
    constexpr std::size_t kShown = 8;
    constexpr std::size_t kLetters = 80;
    std::string text;
    for (std::size_t i = 0; i < std::min(names.size(), kShown); ++i)
        text +=
            (i == 0 ? "" : ", ")
            + inQuotes(names[i].size() <= kLetters ? names[i] : names[i].substr(0, kLetters) + "…");
    if (names.size() > kShown)
        text += " and " + std::to_string(names.size() - kShown) + " more";
    return text;
}

std::string_view wordOf(LayerKind kind)
{
    switch (kind) {
    case LayerKind::Linear:
        return "linear";
    case LayerKind::Conv2d:
    case LayerKind::Conv3d:
        return "convolution";
    case LayerKind::PRelu:
        return "PReLU";
    case LayerKind::BatchNorm:
        return "batch-norm";
    case LayerKind::GroupNorm:
        return "group-norm";
    case LayerKind::LayerNorm:
        return "layer-norm";
    default:
        return "other"; // has no tensors
    }
}

/// PyTorch counts batches, which nothing here uses.
bool isCounter(std::string_view name)
{
    return name.ends_with(".num_batches_tracked");
}

/// Compares a file with a network and takes its numbers.
class Weights
{
public:
    Weights(const Network& network, std::vector<NamedTensor> tensors)
        : m_network(network)
        , m_layout(network.layout())
        , m_tensors(std::move(tensors))
    {}

    /// Empty if they fit each other.
    [[nodiscard]] std::string difference(at::ScalarType precision) const
    {
        std::vector<std::string> missing;
        std::vector<std::string> surplus;
        std::vector<std::string> wrong;
        for (const auto* slices : {&m_layout.parameters, &m_layout.buffers})
            for (const Slice& slice : *slices) {
                const NamedTensor* tensor = find(slice.name);
                if (tensor == nullptr)
                    missing.push_back(slice.name);
                else if (std::holds_alternative<std::vector<std::int64_t>>(tensor->values))
                    wrong.push_back(placeOf(slice)
                                    + " must have the type F32, F64, F16 or BF16 (has I64)");
                else if (tensor->shape != slice.shape)
                    wrong.push_back(placeOf(slice) + " must have the shape "
                                    + sizesText(slice.shape) + " (has " + sizesText(tensor->shape)
                                    + ')');
                else if (!areFinite(*tensor, precision))
                    wrong.push_back(placeOf(slice) + " has a number that is not finite"
                                    + (precision == at::kFloat ? " as float32" : ""));
            }
        for (const NamedTensor& tensor : m_tensors)
            if (!isCounter(tensor.name) && !isOfNetwork(tensor.name))
                surplus.push_back(tensor.name);
        std::string text;
        const auto add = [&text](const std::string& part) {
            text += (text.empty() ? "" : "; ") + part;
        };
        if (!missing.empty())
            add("lacks " + listed(missing));
        if (!surplus.empty())
            add("has " + listed(surplus) + ", which the network does not have");
        constexpr std::size_t kShown = 8;
        for (std::size_t i = 0; i < std::min(wrong.size(), kShown); ++i)
            add(wrong[i]);
        if (wrong.size() > kShown)
            add(std::to_string(wrong.size() - kShown) + " more tensors do not fit");
        return text;
    }

    [[nodiscard]] ModelRows rows(at::ScalarType precision) const
    {
        return {.parameters = row(m_layout.parameters, m_layout.parameterCount, precision),
                .buffers = row(m_layout.buffers, m_layout.bufferCount, precision)};
    }

private:
    /// `tensor "3.weight" of the convolution layer 3`, counted from 0 as in the names.
    [[nodiscard]] std::string placeOf(const Slice& slice) const
    {
        if (m_network.module() != nullptr) // whose names are its own
            return "tensor " + inQuotes(slice.name);
        return "tensor " + inQuotes(slice.name) + " of the "
               + std::string(wordOf(m_network.layers()[slice.layer].kind)) + " layer "
               + std::to_string(slice.layer);
    }
    /// A double may be too large for a float.
    [[nodiscard]] static bool areFinite(const NamedTensor& tensor, at::ScalarType precision)
    {
        return std::visit(
            [precision](const auto& values) {
                return std::ranges::all_of(values, [precision](auto value) {
                    return precision == at::kFloat ? std::isfinite(static_cast<float>(value))
                                                   : std::isfinite(static_cast<double>(value));
                });
            },
            tensor.values);
    }
    [[nodiscard]] const NamedTensor* find(std::string_view name) const
    {
        const auto found = std::ranges::find(m_tensors, name, &NamedTensor::name);
        return found == m_tensors.end() ? nullptr : &*found;
    }
    [[nodiscard]] bool isOfNetwork(std::string_view name) const
    {
        const auto has = [name](const std::vector<Slice>& slices) {
            return std::ranges::find(slices, name, &Slice::name) != slices.end();
        };
        return has(m_layout.parameters) || has(m_layout.buffers);
    }

    [[nodiscard]] at::Tensor
    row(const std::vector<Slice>& slices, std::size_t count, at::ScalarType precision) const
    {
        at::Tensor numbers = at::zeros({1, signedSize(count)}, at::kDouble);
        for (const Slice& slice : slices)
            std::visit(
                [&](const auto& values) {
                    std::ranges::transform(values,
                                           numbers.data_ptr<double>() + slice.offset,
                                           [](auto value) { return static_cast<double>(value); });
                },
                find(slice.name)->values);
        return numbers.to(precision);
    }

    const Network& m_network;
    const ParamLayout& m_layout;
    std::vector<NamedTensor> m_tensors;
};

} // namespace

Result<std::optional<ModelRows>>
initialWeights(const RunPlan& plan, const Network& network, const DataFolders& folders)
{
    if (!plan.model.initial)
        return std::optional<ModelRows>();
    const auto placed = [&plan](std::string_view place) {
        return plan.modelOfArm ? ofArm(plan.armIndex, place) : std::string(place);
    };
    COTERIE_TRY(const std::shared_ptr<ByteStore> store,
                openWeights(*plan.model.initial, placed(kPathPlace), folders));
    const std::string file = store->name() + ": ";
    if (const std::string& known = plan.model.initial->sha256; !known.empty()) {
        COTERIE_TRY(const std::string found, digestOf(*store));
        if (found != known)
            return fail(placed(kPathPlace),
                        file + "is not the file that this experiment was made with: its SHA-256 is "
                            + found + " instead of " + known
                            + "; bring that file back, or begin a new experiment without sha256");
    }
    Result<std::vector<NamedTensor>> tensors = readSafetensors(*store);
    if (!tensors)
        return fail(placed(kPathPlace), tensors.error().sentence());
    const Weights weights(network, *std::move(tensors));
    const at::ScalarType precision = plan.model.precision == "float64" ? at::kDouble : at::kFloat;
    if (const std::string difference = weights.difference(precision); !difference.empty())
        return fail(
            placed(kPathPlace),
            file + "does not fit " + inSentence(network) + ": " + difference
                + (plan.modelOfArm ? "; \"initial\": null in the arm's model draws weights" : ""));
    return std::optional(weights.rows(precision));
}

Result<void>
identifyWeights(Experiment& experiment, const DataFolders& folders, const KnownDigest& otherwise)
{
    return Digests(folders, otherwise).putInto(experiment);
}

Result<void>
identifyWeights(Experiment& experiment, std::span<RunPlan> plans, const DataFolders& folders)
{
    Digests digests(folders, {});
    COTERIE_CHECK(digests.putInto(experiment));
    for (RunPlan& plan : plans)
        COTERIE_CHECK(digests.putInto(plan.model,
                                      plan.modelOfArm ? ofArm(plan.armIndex, {}) : std::string()));
    return {};
}

} // namespace coterie
