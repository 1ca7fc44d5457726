#include "core/nn/pass_figures.h"

#include <ATen/core/Tensor.h>
#include <ATen/record_function.h>
#include <algorithm>
#include <array>
#include <memory>
#include <string_view>
#include <vector>

namespace coterie {

namespace {

/// Callbacks are plain functions, so what they find is the thread's.
struct Count
{
    PassFigures figures;
    int depth = 0;        ///< of operators that call others
    int productDepth = 0; ///< at which one is counted; 0: none
};

thread_local Count count;

bool isProduct(std::string_view name)
{
    constexpr std::array<std::string_view, 5> kProducts{
        "aten::convolution", "aten::addmm", "aten::mm", "aten::bmm", "aten::baddbmm"};
    return std::ranges::find(kProducts, name) != kProducts.end();
}

/// The tensors among the last `most` of these values: a stack may hold others below them.
template <typename Values>
std::vector<at::Tensor> lastTensors(const Values& values, std::size_t most)
{
    std::vector<at::Tensor> tensors; // undefined where a value is no tensor
    for (std::size_t i = values.size() - std::min(values.size(), most); i < values.size(); ++i)
        tensors.push_back(values[i].isTensor() ? values[i].toTensor() : at::Tensor());
    return tensors;
}

/// What is known of an operator before it works; its inputs are gone when it ends.
struct Begun final : at::ObserverContext
{
    std::vector<at::Tensor> inputs;
};

/// Per number of the result.
double termsOf(std::string_view name, const std::vector<at::Tensor>& inputs)
{
    const bool isConvolution = name == "aten::convolution";
    const bool adds = name == "aten::addmm" || name == "aten::baddbmm";
    const std::size_t place = isConvolution || adds ? 1 : 0;
    if (place >= inputs.size() || !inputs[place].defined() || inputs[place].dim() == 0)
        return 0;
    const at::Tensor& factor = inputs[place];
    if (!isConvolution)
        return static_cast<double>(factor.size(-1));
    return static_cast<double>(factor.numel()) / static_cast<double>(factor.size(0));
}

bool isNew(const at::Tensor& tensor, const std::vector<at::Tensor>& inputs)
{
    return tensor.defined() && tensor.has_storage()
           && std::ranges::none_of(inputs, [&](const at::Tensor& input) {
                  return input.defined() && input.has_storage() && input.is_alias_of(tensor);
              });
}

std::unique_ptr<at::ObserverContext> begin(const at::RecordFunction& call)
{
    ++count.depth;
    if (count.productDepth == 0 && isProduct(call.name()))
        count.productDepth = count.depth;
    auto begun = std::make_unique<Begun>();
    if (count.depth == 1 || count.productDepth == count.depth)
        begun->inputs = lastTensors(call.inputs(), call.num_inputs());
    return begun;
}

void end(const at::RecordFunction& call, at::ObserverContext* context)
{
    const std::vector<at::Tensor>& inputs = static_cast<Begun*>(context)->inputs;
    const std::vector<at::Tensor> results = lastTensors(call.outputs(), call.num_outputs());
    if (count.productDepth == count.depth) {
        count.productDepth = 0;
        if (!results.empty() && results.front().defined())
            count.figures.multiplyAdds +=
                termsOf(call.name(), inputs) * static_cast<double>(results.front().numel());
    }
    if (count.depth == 1)
        for (const at::Tensor& result : results)
            if (isNew(result, inputs))
                count.figures.numbers += static_cast<std::size_t>(result.numel());
    --count.depth;
}

class Counting
{
public:
    Counting()
    {
        count = {};
        m_handle = at::addThreadLocalCallback(at::RecordFunctionCallback(&begin, &end)
                                                  .needsInputs(true)
                                                  .needsOutputs(true)
                                                  .scopes({at::RecordScope::FUNCTION}));
    }
    ~Counting() { at::removeCallback(m_handle); }
    Counting(const Counting&) = delete;
    Counting& operator=(const Counting&) = delete;

private:
    at::CallbackHandle m_handle = 0;
};

} // namespace

PassFigures figuresOfPass(const std::function<void()>& pass)
{
    const Counting counting;
    pass();
    return count.figures;
}

} // namespace coterie
