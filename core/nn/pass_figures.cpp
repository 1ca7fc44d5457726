#include "core/nn/pass_figures.h"

#include <ATen/core/Tensor.h>
#include <ATen/record_function.h>
#include <algorithm>
#include <array>
#include <memory>
#include <string_view>

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

template <typename Values>
const at::Tensor* tensorAmong(const Values& values, std::size_t place)
{
    return place < values.size() && values[place].isTensor() ? &values[place].toTensor() : nullptr;
}

/// Per number of the result.
double termsOf(const at::RecordFunction& call)
{
    const std::string_view name = call.name();
    const auto& inputs = call.inputs();
    const bool isConvolution = name == "aten::convolution";
    const bool adds = name == "aten::addmm" || name == "aten::baddbmm";
    const at::Tensor* factor = tensorAmong(inputs, isConvolution || adds ? 1 : 0);
    if (factor == nullptr || !factor->defined() || factor->dim() == 0)
        return 0;
    if (!isConvolution)
        return static_cast<double>(factor->size(-1));
    return static_cast<double>(factor->numel()) / static_cast<double>(factor->size(0));
}

template <typename Values>
bool isNew(const at::Tensor& tensor, const Values& inputs)
{
    if (!tensor.defined() || !tensor.has_storage())
        return false;
    for (const auto& input : inputs)
        if (input.isTensor() && input.toTensor().defined() && input.toTensor().has_storage()
            && input.toTensor().is_alias_of(tensor))
            return false;
    return true;
}

std::unique_ptr<at::ObserverContext> begin(const at::RecordFunction& call)
{
    ++count.depth;
    if (count.productDepth == 0 && isProduct(call.name()))
        count.productDepth = count.depth;
    return nullptr;
}

void end(const at::RecordFunction& call, at::ObserverContext*)
{
    const auto& outputs = call.outputs();
    const bool isOutermost = count.depth == 1;
    if (count.productDepth == count.depth) {
        count.productDepth = 0;
        if (const at::Tensor* result = tensorAmong(outputs, 0); result && result->defined())
            count.figures.multiplyAdds += termsOf(call) * static_cast<double>(result->numel());
    }
    for (std::size_t i = 0; isOutermost && i < outputs.size(); ++i)
        if (const at::Tensor* result = tensorAmong(outputs, i);
            result && isNew(*result, call.inputs()))
            count.figures.numbers += static_cast<std::size_t>(result->numel());
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
