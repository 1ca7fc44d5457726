#pragma once

#include "core/nn/script_steps.h"

#include <torch/csrc/jit/api/module.h>
#include <torch/csrc/jit/ir/ir.h>

#include <ATen/core/Tensor.h>
#include <ATen/core/ivalue.h>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

/// What the reader of scripts has in place of the values of a graph.

namespace coterie {

using Sizes = std::vector<std::int64_t>;

/// A tensor that depends on the samples.
struct Flow
{
    std::size_t step = 0; ///< what made it
    Sizes sizes;          ///< with the batch
    bool isFlat = false;  ///< numbers in a row for the words of a list
    std::size_t memory = 0;
    std::size_t version = 0; ///< of the memory, which operations in place change
};

/// A parameter or buffer of the module.
struct HeldTensor
{
    std::string name;
    at::Tensor tensor;
};

struct HeldModule
{
    torch::jit::Module module;
    std::string path; ///< "layer1.0", empty for the module itself
};

struct ScriptValue;
/// A list or tuple with any of these in it; copies are the same list, as in Python.
using ScriptItems = std::shared_ptr<std::vector<ScriptValue>>;

struct ScriptValue
{
    std::variant<c10::IValue, Flow, HeldTensor, HeldModule, ScriptItems> is;

    [[nodiscard]] const c10::IValue* constant() const { return std::get_if<c10::IValue>(&is); }
    [[nodiscard]] const Flow* flow() const { return std::get_if<Flow>(&is); }
    [[nodiscard]] const HeldTensor* held() const { return std::get_if<HeldTensor>(&is); }
    [[nodiscard]] const ScriptItems* items() const { return std::get_if<ScriptItems>(&is); }
    [[nodiscard]] bool isNone() const { return constant() != nullptr && constant()->isNone(); }
};

/// "aten::conv2d in "layer1.0" at line 12 of net.py": the line that the module's author wrote.
[[nodiscard]] std::string placeOf(const torch::jit::Node& node);

/// An operator with what it is given.
struct ScriptCall
{
    const torch::jit::Node& node;
    const std::vector<ScriptValue>& given;

    /// These throw a ScriptRefusal if there is no such thing. The names are those of the schema.
    [[nodiscard]] const ScriptValue& value(std::string_view name) const;
    [[nodiscard]] const Flow& flow(std::size_t place) const;
    [[nodiscard]] std::int64_t integer(std::string_view name) const;
    [[nodiscard]] double real(std::string_view name) const;
    [[nodiscard]] bool flag(std::string_view name) const;
    [[nodiscard]] Sizes integers(std::string_view name) const;
    /// The same number for every edge.
    [[nodiscard]] std::size_t edge(std::string_view name, std::size_t edges) const;
    /// With these sizes, if any are given.
    [[nodiscard]] const HeldTensor& held(std::string_view name, const Sizes& sizes = {}) const;
    [[nodiscard]] bool isNone(std::string_view name) const { return value(name).isNone(); }

    /// "PLACE " and why it is no layer.
    [[noreturn]] void refuse(const std::string& why) const;
};

/// The steps so far, and the memory that they share.
class ScriptFlows
{
public:
    explicit ScriptFlows(const ScriptPass& pass);

    [[nodiscard]] const ScriptPass& pass() const { return m_pass; }
    [[nodiscard]] ScriptSteps& steps() { return m_steps; }
    [[nodiscard]] Flow samples() const;

    /// The tensor as it is now, after all operations in place.
    [[nodiscard]] Flow now(const Flow& flow, const ScriptCall& call) const;
    /// Adds a step and gives what it makes.
    [[nodiscard]] Flow add(const ScriptCall& call,
                           const Layer& layer,
                           const std::vector<Flow>& inputs,
                           const Sizes& sizes,
                           std::vector<std::string> tensors = {});
    /// The same with the sizes of its first input.
    [[nodiscard]] Flow addSimple(const ScriptCall& call,
                                 const Layer& layer,
                                 const std::vector<Flow>& inputs,
                                 std::vector<std::string> tensors = {});
    /// Puts what was made in the place of another tensor.
    [[nodiscard]] Flow replace(const Flow& old, const Flow& made);
    /// The same numbers in memory of their own.
    [[nodiscard]] Flow copied(Flow flow);

private:
    struct Memory
    {
        std::size_t version = 0;
        Flow newest;
    };

    ScriptPass m_pass;
    ScriptSteps m_steps;
    std::vector<Memory> m_memory;
};

/// What an operator of LibTorch makes of tensors that depend on the samples.
[[nodiscard]] ScriptValue flowOperator(ScriptFlows& flows, const ScriptCall& call);

} // namespace coterie
