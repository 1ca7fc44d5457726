// How HCCT begins, which models its clients use, and what a checkpoint holds.
#include "core/algorithms/hcct.h"

#include <ATen/ATen.h>
#include <stdexcept>
#include <utility>

namespace coterie {

Hcct::Hcct(HcctParameters parameters)
    : m_parameters(std::move(parameters))
{}

void Hcct::start(Federation& federation)
{
    m_settings = m_parameters.utility(federation.sizes());
    m_head.emplace(federation.network(), m_parameters.headLayers);
    m_layers = weightedLayers(federation.network());
    if (m_parameters.layer > m_layers.size())
        throw std::invalid_argument("layer: " + std::to_string(m_parameters.layer)
                                    + " found, but the model has " + std::to_string(m_layers.size())
                                    + " weighted layers");
    if (m_parameters.layer > 0)
        m_layer = m_parameters.layer - 1;
    m_models.start(federation);
    m_known.assign(federation.clients(), false);
}

State Hcct::state() const
{
    at::Tensor places = at::full({static_cast<std::int64_t>(m_known.size()), 2}, -1, at::kLong);
    for (std::size_t group = 0; group < m_groups.size(); ++group)
        for (const int client : m_groups[group])
            places[client][0] = static_cast<std::int64_t>(group);
    for (std::size_t client = 0; client < m_known.size(); ++client)
        places[static_cast<std::int64_t>(client)][1] = m_known[client] ? 1 : 0;
    const std::int64_t layer = m_layer ? static_cast<std::int64_t>(*m_layer) : -1;
    State state = joined(m_models.state(),
                         {{.name = "groups", .values = places},
                          {.name = "layer", .values = at::full({1}, layer, at::kLong)}});
    if (m_vectors.defined())
        state.push_back({.name = "updates", .values = m_vectors});
    return state;
}

void Hcct::restore(const State& state)
{
    m_models.restore(state);
    const at::Tensor updates = statePart(state, "updates");
    m_vectors = updates.defined() ? updates.to(at::kCPU, false, true) : at::Tensor();
    const at::Tensor places = statePart(state, "groups").to(at::kCPU);
    m_groups.clear();
    for (std::size_t client = 0; client < m_known.size(); ++client) {
        const auto row = static_cast<std::int64_t>(client);
        const std::int64_t group = places[row][0].item<std::int64_t>();
        m_known[client] = places[row][1].item<std::int64_t>() == 1;
        if (group < 0)
            continue;
        if (static_cast<std::size_t>(group) >= m_groups.size())
            m_groups.resize(static_cast<std::size_t>(group) + 1);
        m_groups[static_cast<std::size_t>(group)].push_back(static_cast<int>(client));
    }
    const std::int64_t layer = statePart(state, "layer").item<std::int64_t>();
    m_layer = layer < 0 ? std::nullopt : std::optional(static_cast<std::size_t>(layer));
}

std::unique_ptr<Algorithm> makeHcct(const RunPlan& plan)
{
    return std::make_unique<Hcct>(HcctParameters::of(plan.algorithm.parameters));
}

} // namespace coterie
