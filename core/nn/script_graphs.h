#pragma once

#include <torch/csrc/jit/api/module.h>
#include <torch/csrc/jit/ir/ir.h>

#include <cstddef>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace coterie {

/// A method that a pass may run, with the functions that it calls.
struct ScriptGraph
{
    const torch::jit::Function* method = nullptr;
    /// Whose method it is; null: an object's that the pass itself makes.
    c10::intrusive_ptr<c10::ivalue::Object> owner;
    std::shared_ptr<torch::jit::Graph> graph; ///< a copy
};

/// All methods that a pass of a module may run: forward, and what is only found as it computes,
/// such as the methods of what stands behind an interface.
class ScriptGraphs
{
public:
    ScriptGraphs(const torch::jit::Module& module, const torch::jit::Method& forward);

    /// First forward.
    [[nodiscard]] const std::vector<ScriptGraph>& all() const { return m_graphs; }
    /// The places in all() of those that an operator may call.
    [[nodiscard]] std::vector<std::size_t> calledBy(const torch::jit::Node& node) const;
    /// What a module or an object has under this name; none: that is only known as it computes.
    [[nodiscard]] std::optional<c10::IValue> valueAt(const torch::jit::Value& owner,
                                                     const std::string& name) const;

private:
    using Object = c10::intrusive_ptr<c10::ivalue::Object>;
    /// A method and whose it is.
    using Target = std::pair<const torch::jit::Function*, Object>;

    [[nodiscard]] std::vector<Target> targetsOf(const torch::jit::Node& node) const;
    /// Null: only known as it computes.
    [[nodiscard]] Object objectAt(const torch::jit::Value& value) const;
    void add(const Target& target);

    std::vector<Object> m_objects;           ///< of the module, with all inside
    std::set<c10::ClassTypePtr> m_madeTypes; ///< of the objects that a pass makes
    std::vector<ScriptGraph> m_graphs;
};

/// Calls use(node) for all operators of a block and of those inside it.
template <typename Use>
void forEachNode(torch::jit::Block* block, const Use& use)
{
    for (torch::jit::Node* node : block->nodes()) {
        use(*node);
        for (torch::jit::Block* inner : node->blocks())
            forEachNode(inner, use);
    }
}

} // namespace coterie
