#pragma once

#include "core/train/local_work.h"
#include "core/train/state.h"

#include <ATen/core/Tensor.h>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace coterie {

/// The moments clients keep from round to round, if the settings ask for that: one block of rows
/// per client, zero until the client's first step. Different clients may be used from different
/// threads at once.
class OptimizerMemory
{
public:
    /// Makes room once; `clients` counts the pooled one too.
    void prepare(const LocalWork& work, std::size_t clients, const at::Tensor& like);
    [[nodiscard]] bool kept() const { return m_moments.defined(); }
    /// Zero again, as before the first step.
    void forget();

    /// A client's moments as views, memoryRows() of them, and the steps it has taken.
    [[nodiscard]] std::vector<at::Tensor> moments(std::size_t client) const;
    /// Moment `index` of all clients, as a view [clients, P].
    [[nodiscard]] at::Tensor all(std::size_t index) const;
    [[nodiscard]] std::int64_t steps(std::size_t client) const;
    void addSteps(std::size_t client, std::int64_t count);

    /// `prefix` tells several memories apart.
    [[nodiscard]] State state(const std::string& prefix = {}) const;
    void restore(const State& state, const std::string& prefix = {});

private:
    at::Tensor m_moments; ///< [clients, rows, P]
    at::Tensor m_steps;   ///< [clients], int64, on the CPU
};

} // namespace coterie
