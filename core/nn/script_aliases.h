#pragma once

#include <torch/csrc/jit/ir/ir.h>

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <utility>

namespace coterie {

class ScriptGraphs;

/// Which memory the values of a program may be, followed through loops, conditions, lists, tuples,
/// dictionaries, objects and calls. A memory is known by the value that began it: what an operator
/// made, or an attribute of a module, where it was read, with all that the attribute holds. It
/// errs on the side of more: what an unknown operator gives may be all that it was given.
/// Andersen: Program analysis and specialization for the C programming language (1994), chapter 4
class ScriptAliases
{
public:
    using Value = torch::jit::Value;
    using Memories = std::set<const Value*>;

    /// `graphs` must stay as they are.
    explicit ScriptAliases(const ScriptGraphs& graphs);

    [[nodiscard]] const Memories& of(const Value& value) const;
    /// The same, and of what it holds.
    [[nodiscard]] Memories withElements(const Value& value) const;

private:
    using Node = torch::jit::Node;

    /// What may have been put there.
    [[nodiscard]] Memories taken(const Memories& from, const std::string& field) const;
    void flow(const Memories& from, const Value& to);
    void flow(const Value& from, const Value& to);
    void put(const Memories& what, const Value& into, const std::string& field);
    void follow(const Node& node);
    void followCalls(const Node& node);
    void followOperator(const Node& node);
    void followResult(const Node& node, const Value& result);
    void read(const Node& node);
    void write(const Node& node);
    void loop(const Node& node);
    void tuple(const Node& node);

    const ScriptGraphs& m_graphs;
    std::map<const Value*, Memories> m_may;
    /// By memory and by the name of what it holds: kElement, a place in a tuple or an attribute.
    std::map<std::pair<const Value*, std::string>, Memories> m_held;
    std::map<std::string, Memories> m_replaced; ///< what was put in place of modules' attributes
    bool m_isNew = true;
};

/// Whether it is read from a module, so that it outlives the pass.
[[nodiscard]] bool isOfModule(const torch::jit::Value& memory);

} // namespace coterie
