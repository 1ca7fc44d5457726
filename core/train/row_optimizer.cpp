#include "core/train/row_optimizer.h"

#include "core/train/federation.h"

#include <ATen/ATen.h>
#include <ATen/core/grad_mode.h>

namespace coterie {

void RowOptimizer::start(const Federation& federation, std::size_t rows)
{
    m_work = makeLocalWork(federation.plan().local);
    m_keptBetweenRounds = m_work.settings.keepOptimizerState;
    m_work.settings.keepOptimizerState = true; // within a round the moments have to live anyway
    m_memory.prepare(m_work, rows, federation.initialModels().parameters);
}

void RowOptimizer::beginRound()
{
    if (!m_keptBetweenRounds)
        m_memory.forget();
}

void RowOptimizer::step(Federation& federation,
                        const at::Tensor& models,
                        const at::Tensor& gradients,
                        std::span<const std::size_t> rows)
{
    const double rate = federation.learningRate();
    // Row by row, as local work does: elements at the end of a longer stretch may round
    // differently.
    const auto stepRow = [&](std::size_t place) {
        const at::NoGradGuard noGraph;
        const std::size_t row = rows[place];
        const auto index = static_cast<std::int64_t>(row);
        std::vector<at::Tensor> moments;
        if (m_memory.kept())
            moments = m_memory.moments(row);
        m_work.optimizer->step(models.select(0, index),
                               gradients.select(0, index),
                               moments,
                               m_memory.kept() ? m_memory.steps(row) : 0,
                               rate);
        if (m_memory.kept())
            m_memory.addSteps(row, 1);
    };
    federation.forEach(rows.size(), static_cast<std::size_t>(models.size(1)), stepRow);
}

State RowOptimizer::state(const std::string& prefix) const
{
    return m_keptBetweenRounds ? m_memory.state(prefix) : State{};
}

void RowOptimizer::restore(const State& state, const std::string& prefix)
{
    if (m_keptBetweenRounds) // else the moments of start() are as good, and state() kept none
        m_memory.restore(state, prefix);
}

} // namespace coterie
