#pragma once

#include "core/train/local_work.h"
#include "core/train/state.h"

#include <ATen/core/Tensor.h>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace coterie {

/// The moments that clients keep between rounds, if the settings say so: one block of rows per
/// client, zero until the client's first step. Threads can use different clients at once.
class OptimizerMemory
{
public:
    /// Allocates memory once; `clients` includes the pooled one.
    void prepare(const LocalWork& work, std::size_t clients, const at::Tensor& like);
    [[nodiscard]] bool kept() const { return m_moments.defined(); }
    /// Zero again, as before the first step.
    void forget();

    /// A client's moments as views, memoryRows() of them, and the steps it has taken.
    [[nodiscard]] std::vector<at::Tensor> moments(std::size_t client) const
    {
        return m_moments.select(0, signedSize(client)).unbind(0);
    }
    /// Moment `index` of all clients, as a view [clients, P].
    [[nodiscard]] at::Tensor all(std::size_t index) const
    {
        return m_moments.select(1, signedSize(index));
    }
    [[nodiscard]] std::int64_t& steps(std::size_t client) const
    {
        return m_steps.data_ptr<std::int64_t>()[client];
    }

    /// `prefix` distinguishes several memories.
    [[nodiscard]] State state(const std::string& prefix = {}) const;
    void restore(const State& state, const std::string& prefix = {});

private:
    at::Tensor m_moments; ///< [clients, rows, P]
    at::Tensor m_steps;   ///< [clients], int64, on the CPU
};

class Federation;

/// The arm's optimiser for methods that compute their own gradients: model row i steps along
/// gradient row i, with its own moments. On a client's own gradient a step equals that of local
/// work, bit for bit.
class RowOptimizer
{
public:
    /// For a model of each client, or of those that are here; call it once, when the algorithm
    /// starts.
    void start(const Federation& federation);
    /// Moments begin at zero again, unless the settings keep them from round to round.
    void beginRound();
    /// Steps the models of these clients, which are here, at the round's learning rate; the
    /// gradient is overwritten.
    void step(Federation& federation,
              const at::Tensor& models,
              const at::Tensor& gradients,
              std::span<const std::size_t> clients);

    /// Empty if moments do not outlive a round. `prefix` distinguishes several of one algorithm.
    [[nodiscard]] State state(const std::string& prefix = {}) const;
    void restore(const State& state, const std::string& prefix = {});

private:
    LocalWork m_work;
    bool m_keptBetweenRounds = false;
    std::size_t m_first = 0; ///< the client of row 0
    OptimizerMemory m_memory;
};

} // namespace coterie
