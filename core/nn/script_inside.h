#pragma once

#include "core/nn/dropout_mask.h"
#include "core/nn/script_module.h"

#include <torch/csrc/jit/api/module.h>
#include <torch/csrc/jit/runtime/graph_executor.h>

#include <ATen/core/Tensor.h>
#include <cstdint>
#include <exception>
#include <optional>
#include <string>
#include <vector>

namespace coterie {

/// LibTorch's words without its stack and the lines of a module's program, on one line.
[[nodiscard]] std::string scriptWords(const std::exception& problem);

/// Where a module keeps one of its tensors.
struct ScriptPlace
{
    std::vector<std::string> owner; ///< from the module itself to the one that has it
    std::string name;
    std::size_t slice = 0; ///< of the layout's parameters or buffers; several where they are tied
};

struct ScriptModule::Inside
{
    torch::jit::Module module;
    std::vector<ScriptPlace> parameters;
    std::vector<ScriptPlace> buffers; ///< of real numbers
    std::vector<ScriptPlace> fixed;   ///< all others
    /// Computes what forward does and gives what arrives at the output layer, too; or
    /// whyNoFeatures says why there is none.
    std::optional<torch::jit::GraphExecutor> withFeatures;
    std::string whyNoFeatures;
};

/// A module of one thread, whose tensors lie in the rows of a model.
class ScriptCopy
{
public:
    ScriptCopy(const ScriptModule& module, at::ScalarType precision);

    /// Rows of the layout, which must stay until the backward pass; in training the buffers change.
    struct Rows
    {
        void* parameters = nullptr;
        void* buffers = nullptr;
    };
    struct Pass
    {
        bool training = false;
        bool withGradient = false;
        DropoutKey dropout = {}; ///< with the step, names the random numbers
        std::uint32_t step = 0;
    };
    struct Found
    {
        at::Tensor outputs;
        at::Tensor features; ///< what arrived at the output layer; undefined: it is not told
    };
    [[nodiscard]] Found forward(const at::Tensor& input, const Rows& rows, const Pass& pass);
    /// The leaves of the last pass with a gradient, one for each slice of the parameters.
    [[nodiscard]] const std::vector<at::Tensor>& leaves() const { return m_leaves; }

private:
    struct Held
    {
        torch::jit::Module owner;
        std::string name;
        at::Tensor tensor;
        at::Tensor value; ///< of fixed ones
        std::size_t slice = 0;
    };
    [[nodiscard]] std::vector<Held> held(const std::vector<ScriptPlace>& places) const;
    void pointAt(const Rows& rows, const Pass& pass);
    /// A module may put another tensor in a buffer's place; its values go into the row.
    void takeReplaced(const Rows& rows);
    [[nodiscard]] Found run(const at::Tensor& input, const Pass& pass);

    const ScriptModule& m_source;
    at::ScalarType m_precision;
    torch::jit::Module m_module;
    std::optional<torch::jit::GraphExecutor> m_withFeatures; ///< shared by all copies
    std::vector<Held> m_parameters;
    std::vector<Held> m_buffers;
    std::vector<Held> m_fixed;
    std::vector<at::Tensor> m_leaves;
    bool m_trains = false; ///< the mode it is in
};

} // namespace coterie
