#include "core/nn/script_module.h"

#include "core/base/filled.h"
#include "core/base/json_node.h"
#include "core/base/printable.h"
#include "core/base/try.h"
#include "core/nn/pass_figures.h"
#include "core/nn/script_features.h"
#include "core/nn/script_inside.h"
#include "core/nn/script_program.h"

#include <torch/csrc/jit/runtime/print_handler.h>
#include <torch/csrc/jit/serialization/import.h>

#include <ATen/ATen.h>
#include <ATen/core/grad_mode.h>
#include <algorithm>
#include <array>
#include <exception>
#include <istream>
#include <map>
#include <numeric>
#include <optional>
#include <streambuf>

namespace coterie {

namespace {

constexpr std::string_view kHow = "torch.jit.script(net).save(\"net.pt\") writes one";

/// A stream over bytes that are there already.
class Bytes final : public std::streambuf
{
public:
    explicit Bytes(std::string_view bytes)
    {
        char* const begin = const_cast<char*>(bytes.data()); // only read
        setg(begin, begin, begin + bytes.size());
    }

protected:
    pos_type seekoff(off_type by, std::ios_base::seekdir from, std::ios_base::openmode) override
    {
        const off_type base = from == std::ios_base::beg   ? 0
                              : from == std::ios_base::cur ? gptr() - eback()
                                                           : egptr() - eback();
        const off_type to = base + by;
        if (to < 0 || to > egptr() - eback())
            return pos_type(off_type(-1));
        setg(eback(), eback() + to, egptr());
        return pos_type(to);
    }
    pos_type seekpos(pos_type to, std::ios_base::openmode which) override
    {
        return seekoff(off_type(to), std::ios_base::beg, which);
    }
};

Result<torch::jit::Module> loaded(std::string_view bytes)
{
    if (!bytes.starts_with("PK"))
        return fail({}, filled("is no TorchScript file; {}", kHow));
    // A module may print; what runs say goes through their reports.
    torch::jit::setPrintHandler([](const std::string&) {});
    try {
        Bytes buffer(bytes);
        std::istream stream(&buffer);
        return torch::jit::load(stream, c10::Device(c10::kCPU));
    } catch (const std::exception& problem) {
        const std::string words = scriptWords(problem);
        if (words.find("constants.pkl") != std::string::npos)
            return fail({},
                        filled("is no TorchScript file but one of torch.save(), which keeps "
                               "weights without the network; {}",
                               kHow));
        return fail({}, "cannot be loaded: " + words);
    }
}

std::vector<std::string> partsOf(const std::string& path)
{
    std::vector<std::string> parts(1);
    for (const char letter : path)
        if (letter == '.')
            parts.emplace_back();
        else
            parts.back() += letter;
    return parts;
}

SliceRole roleOf(std::string_view name, std::int64_t dimensions, bool isBuffer)
{
    if (isBuffer)
        return name == "running_var" ? SliceRole::RunningVariance : SliceRole::RunningMean;
    if (dimensions >= 2)
        return SliceRole::Weight;
    return name.starts_with("bias") ? SliceRole::Bias : SliceRole::Scale;
}

/// Lays out tensors as they come.
class Places
{
public:
    Places(ScriptModule::Inside& inside, ParamLayout& layout)
        : m_inside(inside)
        , m_layout(layout)
    {}

    /// Empty: it has been taken.
    [[nodiscard]] std::string take(const std::string& path, at::Tensor tensor, bool isBuffer)
    {
        std::vector<std::string> parts = partsOf(path);
        ScriptPlace place{.owner = {}, .name = parts.back()};
        parts.pop_back();
        place.owner = std::move(parts);
        const bool isReal = tensor.is_floating_point();
        if (!isBuffer && tensor.requires_grad() && !isReal)
            return filled("its parameter {} holds complex numbers, which Coterie does not train",
                          inQuotes(path));
        if (place.name == "num_batches_tracked")
            ++m_layout.batchNormLayers;
        if (isBuffer ? !isReal : !tensor.requires_grad()) {
            m_fixed.push_back(tensor);
            m_inside.fixed.push_back(std::move(place));
            return {};
        }
        if (!at::isfinite(tensor.detach()).all().item<bool>())
            return filled("its tensor {} has a number that is not finite", inQuotes(path));
        std::vector<Slice>& slices = isBuffer ? m_layout.buffers : m_layout.parameters;
        std::size_t& end = isBuffer ? m_layout.bufferCount : m_layout.parameterCount;
        std::vector<at::Tensor>& known = isBuffer ? m_buffers : m_parameters;
        const auto same = std::ranges::find_if(
            known, [&](const at::Tensor& other) { return other.is_same(tensor); });
        place.slice = static_cast<std::size_t>(same - known.begin());
        if (same == known.end()) {
            const auto numbers = static_cast<std::size_t>(tensor.numel());
            const std::size_t layer = layerFor(place.owner, isBuffer);
            slices.push_back({.name = path,
                              .layer = layer,
                              .role = roleOf(place.name, tensor.dim(), isBuffer),
                              .offset = end,
                              .count = numbers,
                              .shape = {tensor.sizes().begin(), tensor.sizes().end()}});
            end += numbers;
            known.push_back(tensor);
        }
        (isBuffer ? m_inside.buffers : m_inside.parameters).push_back(std::move(place));
        return {};
    }

    /// No two of them in one memory, which a deep copy would take for one tensor.
    void setApart()
    {
        const at::NoGradGuard noGraph;
        for (auto* tensors : {&m_parameters, &m_buffers, &m_fixed})
            for (at::Tensor& tensor : *tensors)
                tensor.set_data(tensor.detach().clone(at::MemoryFormat::Contiguous));
    }

    /// Of the module with this path; none: it has no tensors, or is not there.
    [[nodiscard]] std::optional<std::size_t> layerOf(const std::string& path) const
    {
        const auto found = m_layers.find(path.empty() ? std::vector<std::string>() : partsOf(path));
        return found == m_layers.end() ? std::nullopt : std::optional(found->second);
    }

private:
    /// Parameters of one layer are neighbours in the row, and layers are numbered as they come.
    [[nodiscard]] std::size_t layerFor(const std::vector<std::string>& owner, bool isBuffer)
    {
        const auto known = m_layers.find(owner);
        const bool isSame = known != m_layers.end() && (isBuffer || owner == m_lastOwner);
        m_lastOwner = owner;
        if (!isSame)
            m_layers[owner] = m_layerCount++;
        return m_layers[owner];
    }

    ScriptModule::Inside& m_inside;
    ParamLayout& m_layout;
    std::map<std::vector<std::string>, std::size_t> m_layers; ///< the last of each owner
    std::vector<std::string> m_lastOwner;
    std::size_t m_layerCount = 0;
    std::vector<at::Tensor> m_parameters;
    std::vector<at::Tensor> m_buffers;
    std::vector<at::Tensor> m_fixed;
};

/// Its running statistics would depend on how many batches one copy has seen.
bool countsBatches(const torch::jit::Module& module)
{
    for (const torch::jit::Module& each : module.modules())
        if (each.hasattr("num_batches_tracked") && each.hasattr("momentum")
            && each.attr("momentum").isNone())
            return true;
    return false;
}

/// The layer of the last matrix among the parameters.
std::optional<std::size_t> lastMatrixLayer(const ParamLayout& layout)
{
    for (std::size_t i = layout.parameters.size(); i-- > 0;)
        if (layout.parameters[i].shape.size() == 2)
            return layout.parameters[i].layer;
    return std::nullopt;
}

} // namespace

ScriptModule::ScriptModule()
    : m_inside(std::make_unique<Inside>())
{}

ScriptModule::~ScriptModule() = default;

const ScriptModule::Inside& ScriptModule::inside() const
{
    return *m_inside;
}

Result<std::shared_ptr<const ScriptModule>> ScriptModule::load(std::string_view bytes,
                                                               const std::string& output)
{
    const std::shared_ptr<ScriptModule> made(new ScriptModule);
    Inside& inside = *made->m_inside;
    ParamLayout& layout = made->m_layout;
    COTERIE_TRY(inside.module, loaded(bytes));
    try {
        Places places(inside, layout);
        std::string problem;
        for (const auto& each : inside.module.named_parameters())
            if (problem.empty())
                problem = places.take(each.name, each.value, false);
        for (const auto& each : inside.module.named_buffers())
            if (problem.empty())
                problem = places.take(each.name, each.value, true);
        if (problem.empty() && layout.parameters.empty())
            problem = "has no parameters that can be trained: it has none, or it is frozen "
                      "(torch.jit.freeze); save the scripted module itself";
        ScriptProgram program = programOf(inside.module);
        if (problem.empty())
            problem = std::move(program.problem);
        if (problem.empty() && countsBatches(inside.module))
            problem = "has a batch-norm with momentum=None, which averages over all batches it "
                      "has ever seen; give it a momentum";
        const std::optional<std::size_t> layer =
            output.empty() ? lastMatrixLayer(layout) : places.layerOf(output);
        if (problem.empty() && !output.empty()
            && (!layer || layout.parameter(*layer, SliceRole::Weight) == nullptr))
            return fail("output",
                        filled("has no module {} with a matrix of weights; those of its "
                               "parameters are named like {}",
                               inQuotes(output),
                               inQuotes(layout.parameters.back().name)));
        if (!problem.empty())
            return fail({}, std::move(problem));
        layout.outputLayer = layer.value_or(layout.parameters.back().layer);
        made->m_draws = program.draws;
        places.setApart();
        ScriptFeatures features = featuresOf(inside, layout);
        if (features.graph)
            inside.withFeatures.emplace(features.graph, "forward");
        inside.whyNoFeatures = std::move(features.problem);
    } catch (const std::exception& problem) {
        return fail({}, "cannot be read: " + scriptWords(problem));
    }
    return std::shared_ptr<const ScriptModule>(made);
}

template <typename Scalar>
void ScriptModule::copyStart(std::span<Scalar> parameters, std::span<Scalar> buffers) const
{
    const auto copy = [this](const std::vector<ScriptPlace>& places,
                             const std::vector<Slice>& slices,
                             std::span<Scalar> row) {
        for (const ScriptPlace& place : places) {
            torch::jit::Module owner = m_inside->module;
            for (const std::string& name : place.owner)
                owner = owner.attr(name).toModule();
            const at::Tensor values = owner.attr(place.name)
                                          .toTensor()
                                          .detach()
                                          .to(c10::CppTypeToScalarType<Scalar>::value)
                                          .contiguous();
            const Slice& slice = slices[place.slice];
            std::copy_n(values.template data_ptr<Scalar>(), slice.count, row.data() + slice.offset);
        }
    };
    copy(m_inside->parameters, m_layout.parameters, parameters);
    copy(m_inside->buffers, m_layout.buffers, buffers);
}

template void ScriptModule::copyStart<float>(std::span<float>, std::span<float>) const;
template void ScriptModule::copyStart<double>(std::span<double>, std::span<double>) const;

namespace {

std::string sizesText(at::IntArrayRef sizes)
{
    std::string text = "[batch";
    for (std::size_t i = 1; i < sizes.size(); ++i)
        text += ", " + std::to_string(sizes[i]);
    return text + ']';
}

/// Passes over made-up samples.
class Trial
{
public:
    Trial(const ScriptModule& module, const SampleShape& input, bool wholeNumbers)
        : m_copy(module, at::kFloat)
        , m_input(input)
        , m_wholeNumbers(wholeNumbers)
        , m_parameters(module.layout().parameterCount)
        , m_buffers(module.layout().bufferCount)
    {
        module.copyStart<float>(m_parameters, m_buffers);
    }

    ScriptCopy::Found pass(std::int64_t batch, bool training)
    {
        // Not all zero, which would hide sums into buffers; as indices they are 0.
        const std::vector<std::int64_t> sizes = scriptInputSizes(m_input, batch);
        const at::Tensor samples =
            m_wholeNumbers
                ? at::zeros(sizes, at::kLong)
                : at::linspace(0, 0.5, c10::multiply_integers(sizes), at::kFloat).view(sizes);
        return m_copy.forward(samples,
                              {.parameters = m_parameters.data(), .buffers = m_buffers.data()},
                              {.training = training});
    }

private:
    ScriptCopy m_copy;
    SampleShape m_input;
    bool m_wholeNumbers;
    std::vector<float> m_parameters;
    std::vector<float> m_buffers;
};

constexpr std::int64_t kBatch = 2;

/// What the outputs mean; none: they fit nothing that the samples ask for.
std::optional<Loss> lossOf(const at::Tensor& outputs, const SampleShape& input, std::size_t classes)
{
    const at::IntArrayRef sizes = outputs.sizes();
    const std::int64_t numbers = outputs.numel() / kBatch;
    if (classes > 0)
        return sizes.size() == 2 && sizes[1] == signedSize(classes) && classes > 1
                   ? std::optional(Loss::CrossEntropy)
                   : std::nullopt;
    if (numbers == 1)
        return Loss::SquaredError;
    std::vector<std::int64_t> mask = scriptInputSizes(input, kBatch);
    if (mask.size() < 2)
        return std::nullopt;
    mask[1] = 2;
    if (sizes != at::IntArrayRef(mask))
        return std::nullopt;
    const at::Tensor sums = outputs.sum(1);
    return at::allclose(sums, at::ones_like(sums)) ? std::optional(Loss::Dice) : std::nullopt;
}

/// `reason`: why the module tells none; empty if it does.
void tellFeatures(ScriptFit& fit, const at::Tensor& features, const std::string& reason)
{
    fit.whyNoFeatures = reason;
    if (!features.defined())
        return;
    if (features.dim() == 2 && features.size(0) == kBatch)
        fit.features = static_cast<std::size_t>(features.size(1));
    else
        fit.whyNoFeatures =
            filled("what arrives at its last linear layer has the shape {}, which is not one row "
                   "for each sample",
                   sizesText(features.sizes()));
}

} // namespace

Result<ScriptFit> ScriptModule::fit(const SampleShape& input, std::size_t classes) const
{
    std::string reason;
    for (const bool wholeNumbers : {false, true}) {
        try {
            Trial trial(*this, input, wholeNumbers);
            ScriptCopy::Found found;
            const PassFigures figures = figuresOfPass([&] { found = trial.pass(kBatch, false); });
            const at::Tensor& outputs = found.outputs;
            const at::Tensor more = trial.pass(kBatch + 1, false).outputs;
            static_cast<void>(trial.pass(kBatch, true));
            const bool isReal = outputs.is_floating_point();
            if (!isReal || outputs.dim() == 0 || outputs.size(0) != kBatch
                || more.size(0) != kBatch + 1)
                return fail({},
                            "does not give one row of real numbers for each sample (traced "
                            "modules often keep the batch they were traced with)");
            const std::optional<Loss> loss = lossOf(outputs, input, classes);
            if (!loss)
                return fail({},
                            filled("gives numbers of the shape {} and the data set needs {}",
                                   sizesText(outputs.sizes()),
                                   classes > 0
                                       ? filled("[batch, {}], a score for each class", classes)
                                       : std::string("one number for each sample, or the "
                                                     "probabilities of two classes for "
                                                     "every voxel")));
            ScriptFit fits{.output = {.channels = static_cast<std::size_t>(outputs.numel())
                                                  / static_cast<std::size_t>(kBatch)},
                           .loss = *loss,
                           .takesWholeNumbers = wholeNumbers,
                           .activations = input.size() + figures.numbers / kBatch,
                           .multiplyAdds = figures.multiplyAdds / kBatch};
            fits.output.height = 1;
            fits.output.width = 1;
            if (*loss == Loss::Dice) {
                fits.output = input;
                fits.output.channels = 2;
            }
            tellFeatures(fits, found.features, m_inside->whyNoFeatures);
            return fits;
        } catch (const std::exception& problem) {
            if (reason.empty())
                reason = scriptWords(problem);
        }
    }
    return fail({},
                filled("cannot compute samples of the shape {}: {}",
                       sizesText(scriptInputSizes(input, kBatch)),
                       reason));
}

std::vector<std::int64_t> scriptInputSizes(const SampleShape& input, std::int64_t batch)
{
    std::vector<std::int64_t> sizes{batch, signedSize(input.channels)};
    if (input.depth > 1)
        sizes.push_back(signedSize(input.depth));
    if (input.plane() > 1) {
        sizes.push_back(signedSize(input.height));
        sizes.push_back(signedSize(input.width));
    }
    return sizes;
}

} // namespace coterie
