#pragma once

#include "core/train/optimizer_memory.h"

#include <cstddef>
#include <span>

namespace coterie {

class Federation;

/// The arm's optimiser for methods that put their gradients together themselves: model row i takes
/// a step along gradient row i, with moments of its own. On a client's own gradient a step is that
/// of local work, bit for bit.
class RowOptimizer
{
public:
    /// For `rows` models; to be called once, when the algorithm starts.
    void start(const Federation& federation, std::size_t rows);
    /// Moments begin at zero again, unless the settings keep them from round to round.
    void beginRound();
    /// Steps the listed rows at the round's learning rate; the gradient is overwritten.
    void step(Federation& federation,
              const at::Tensor& models,
              const at::Tensor& gradients,
              std::span<const std::size_t> rows);

    /// Empty if nothing outlives a round. `prefix` tells several of one algorithm apart.
    [[nodiscard]] State state(const std::string& prefix = {}) const;
    void restore(const State& state, const std::string& prefix = {});

private:
    LocalWork m_work;
    bool m_keptBetweenRounds = false;
    OptimizerMemory m_memory;
};

} // namespace coterie
