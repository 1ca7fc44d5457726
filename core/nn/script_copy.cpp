#include "core/base/json_node.h"
#include "core/base/printable.h"
#include "core/base/random_stream.h"
#include "core/nn/script_inside.h"

#include <ATen/ATen.h>
#include <ATen/CPUGeneratorImpl.h>
#include <ATen/core/grad_mode.h>
#include <array>
#include <cassert>
#include <exception>
#include <mutex>
#include <new>
#include <stdexcept>
#include <string>
#include <string_view>

namespace coterie {

namespace {

/// LibTorch's operators draw from one generator, so passes that draw come one after another, each
/// with a seed of its own. Backward passes draw nothing.
std::mutex& drawing()
{
    static std::mutex mutex;
    return mutex;
}

/// Another stream than that of our own masks.
std::uint64_t seedOf(const DropoutKey& key, std::uint32_t step)
{
    const std::array<std::uint32_t, 4> mixed =
        philox({key.round, key.client, key.peer, static_cast<std::uint32_t>(Purpose::Dropout)},
               {static_cast<std::uint32_t>(key.seed), static_cast<std::uint32_t>(key.seed >> 32)});
    const std::array<std::uint32_t, 4> drawn =
        philox({step, mixed[1], mixed[3], 0x7363726bU}, {mixed[0], mixed[2]});
    return (std::uint64_t{drawn[0]} << 32) | drawn[1];
}

/// Seeds the generator, and leaves it afterwards as it was.
class Seeded
{
public:
    explicit Seeded(std::uint64_t seed)
        : m_lock(drawing())
        , m_generator(at::detail::getDefaultCPUGenerator())
        , m_before(m_generator.get_state())
    {
        m_generator.set_current_seed(seed);
    }
    ~Seeded() { m_generator.set_state(m_before); }
    Seeded(const Seeded&) = delete;
    Seeded& operator=(const Seeded&) = delete;

private:
    std::scoped_lock<std::mutex> m_lock;
    at::Generator m_generator;
    at::Tensor m_before;
};

at::Tensor partOf(void* row, const Slice& slice, at::ScalarType precision)
{
    const std::vector<std::int64_t> sizes(slice.shape.begin(), slice.shape.end());
    auto* const bytes = static_cast<char*>(row);
    return at::from_blob(bytes + slice.offset * c10::elementSize(precision),
                         sizes,
                         at::TensorOptions().dtype(precision));
}

/// What forward gives and, where the module tells it, what arrived at the output layer.
torch::jit::Stack passed(torch::jit::Module& module,
                         std::optional<torch::jit::GraphExecutor>& withFeatures,
                         const at::Tensor& input)
{
    try {
        if (!withFeatures)
            return {module.forward({input})};
        torch::jit::Stack stack{module._ivalue(), input};
        const auto forward = module.get_method("forward");
        forward.function().getSchema().checkAndNormalizeInputs(stack, {}); // with usual values
        withFeatures->run(stack);
        return stack;
    } catch (const std::bad_alloc&) {
        throw;
    } catch (const std::exception& problem) { // with pages of its program before the reason
        const std::string words = scriptWords(problem);
        if (words.find("allocate memory") != std::string::npos)
            throw std::bad_alloc();
        throw std::runtime_error("the module says: " + words);
    }
}

} // namespace

std::string scriptWords(const std::exception& problem)
{
    constexpr std::size_t kLongest = 300;
    if (dynamic_cast<const std::bad_alloc*>(&problem) != nullptr)
        return "needs more memory than there is";
    const auto* ofTorch = dynamic_cast<const c10::Error*>(&problem);
    std::string words = ofTorch ? ofTorch->what_without_backtrace() : problem.what();
    // The interpreter puts the lines of the program before the reason.
    if (const std::size_t reason = words.rfind("RuntimeError: "); reason != std::string::npos)
        words.erase(0, reason + std::string_view("RuntimeError: ").size());
    words = words.substr(0, words.find("\nException raised from"));
    words.erase(0, words.find_first_not_of(" \n")); // of the parser they begin in the second line
    words = words.substr(0, words.find('\n'));
    if (words.empty())
        return "LibTorch does not say why";
    words = printable(words, LineEnds::Escape);
    return words.size() <= kLongest ? words : words.substr(0, kLongest) + "…";
}

ScriptCopy::ScriptCopy(const ScriptModule& module, at::ScalarType precision)
    : m_source(module)
    , m_precision(precision)
    , m_withFeatures(module.inside().withFeatures)
{
    const at::NoGradGuard noGraph; // a copy in a graph would be no leaf
    m_module = module.inside().module.deepcopy();
    m_module.eval();
    m_parameters = held(module.inside().parameters);
    m_buffers = held(module.inside().buffers);
    m_fixed = held(module.inside().fixed);
    for (Held& each : m_fixed) {
        if (each.tensor.is_floating_point())
            each.tensor.set_data(each.tensor.to(precision));
        each.value = each.tensor.clone();
    }
    m_leaves.resize(module.layout().parameters.size());
}

std::vector<ScriptCopy::Held> ScriptCopy::held(const std::vector<ScriptPlace>& places) const
{
    std::vector<Held> all;
    for (const ScriptPlace& place : places) {
        torch::jit::Module owner = m_module;
        for (const std::string& name : place.owner)
            owner = owner.attr(name).toModule();
        all.push_back({.owner = owner,
                       .name = place.name,
                       .tensor = owner.attr(place.name).toTensor(),
                       .value = {},
                       .slice = place.slice});
    }
    return all;
}

void ScriptCopy::pointAt(const Rows& rows, const Pass& pass)
{
    const at::NoGradGuard noGraph;
    const ParamLayout& layout = m_source.layout();
    for (Held& each : m_parameters) {
        each.tensor.set_data(partOf(rows.parameters, layout.parameters[each.slice], m_precision));
        each.tensor.requires_grad_(pass.withGradient);
        m_leaves[each.slice] = each.tensor;
    }
    for (Held& each : m_buffers) {
        const at::Tensor part = partOf(rows.buffers, layout.buffers[each.slice], m_precision);
        // An operator may write in evaluation, too, while other threads read the row.
        each.tensor.set_data(pass.training ? part : part.clone());
    }
    for (Held& each : m_fixed) {
        if (each.owner.attr(each.name).toTensor().is_same(each.tensor)) {
            if (!each.tensor.is_floating_point())
                each.tensor.copy_(each.value);
        } else {
            each.tensor = each.value.clone();
            each.owner.setattr(each.name, each.tensor);
        }
    }
}

void ScriptCopy::takeReplaced(const Rows& rows)
{
    const at::NoGradGuard noGraph;
    for (Held& each : m_buffers) {
        const at::Tensor now = each.owner.attr(each.name).toTensor();
        if (now.is_same(each.tensor))
            continue;
        partOf(rows.buffers, m_source.layout().buffers[each.slice], m_precision).copy_(now);
        each.owner.setattr(each.name, each.tensor);
    }
}

ScriptCopy::Found ScriptCopy::run(const at::Tensor& input, const Pass& pass)
{
    const at::AutoGradMode graph(pass.withGradient);
    // The plain graph with LibTorch's autograd: what an executor learns from its first passes and
    // then fuses would change the last digits from pass to pass.
    const torch::jit::GraphOptimizerEnabledGuard plain(false);
    if (pass.training != m_trains)
        m_module.train(pass.training);
    m_trains = pass.training;
    const auto forward = [&] {
        const torch::jit::Stack found = passed(m_module, m_withFeatures, input);
        if (!found.front().isTensor())
            throw std::runtime_error("the module gives " + found.front().tagKind()
                                     + " where one tensor is needed");
        return Found{.outputs = found.front().toTensor(),
                     .features = found.size() > 1 ? found.back().toTensor() : at::Tensor()};
    };
    if (!m_source.draws())
        return forward();
    const Seeded seeded(seedOf(pass.dropout, pass.step));
    return forward();
}

ScriptCopy::Found ScriptCopy::forward(const at::Tensor& input, const Rows& rows, const Pass& pass)
{
    pointAt(rows, pass);
    std::vector<std::int64_t> versions;
    for (const Held& each : m_buffers)
        versions.push_back(each.tensor._version());
    Found found = run(input, pass);
    if (pass.training) {
        takeReplaced(rows);
        return found;
    }
    // What the program tells of itself was read as it was loaded, but an operator may do what
    // LibTorch does not say of it. Instance norms write the mean of equal numbers back, which may
    // round; the row keeps its bits.
    for (std::size_t i = 0; i < m_buffers.size(); ++i) {
        Held& each = m_buffers[i];
        const bool isReplaced = !each.owner.attr(each.name).toTensor().is_same(each.tensor);
        if (isReplaced)
            each.owner.setattr(each.name, each.tensor);
        const Slice& slice = m_source.layout().buffers[each.slice];
        if (isReplaced
            || (each.tensor._version() != versions[i]
                && !at::allclose(each.tensor,
                                 partOf(rows.buffers, slice, m_precision),
                                 1e-5,
                                 1e-8,
                                 /*equal_nan=*/true)))
            throw std::runtime_error("the module changes its buffer " + inQuotes(each.name)
                                     + " in evaluation, and only training may do so");
    }
    return found;
}

} // namespace coterie
