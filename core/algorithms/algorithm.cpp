#include "core/algorithms/algorithm.h"

#include <utility>

namespace coterie {

void KeepingAlgorithm::keeps(std::string name, at::Tensor& values)
{
    m_kept.push_back({.name = std::move(name), .values = &values});
}

void KeepingAlgorithm::keeps(const std::string& name, ModelRows& rows)
{
    keeps(name, rows.parameters);
    keeps(name + "Buffers", rows.buffers);
}

State KeepingAlgorithm::state() const
{
    State state;
    for (const Kept& kept : m_kept)
        state.push_back({.name = kept.name, .values = *kept.values});
    return state;
}

void KeepingAlgorithm::restore(const State& state)
{
    for (const Kept& kept : m_kept)
        *kept.values = statePart(state, kept.name).clone();
}

} // namespace coterie
