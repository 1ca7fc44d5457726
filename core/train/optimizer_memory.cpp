#include "core/train/optimizer_memory.h"

#include <ATen/ATen.h>

namespace coterie {
namespace {

const std::string kMoments = "optimizer/moments";
const std::string kSteps = "optimizer/steps";

} // namespace

void OptimizerMemory::prepare(const LocalWork& work, std::size_t clients, const at::Tensor& like)
{
    const auto rows = static_cast<std::int64_t>(work.optimizer->memoryRows());
    const auto count = static_cast<std::int64_t>(clients);
    if (kept())
        m_moments = m_moments.to(like.device()); // a restored state comes from a file
    const bool fits = kept() && m_moments.size(0) == count && m_moments.size(1) == rows;
    if (!work.settings.keepOptimizerState || rows == 0 || fits)
        return;
    m_moments = at::zeros({count, rows, like.size(-1)}, like.options());
    m_steps = at::zeros({count}, at::TensorOptions().dtype(at::kLong));
}

void OptimizerMemory::forget()
{
    if (!kept())
        return;
    m_moments.zero_();
    m_steps.zero_();
}

std::vector<at::Tensor> OptimizerMemory::moments(std::size_t client) const
{
    return m_moments.select(0, static_cast<std::int64_t>(client)).unbind(0);
}

at::Tensor OptimizerMemory::all(std::size_t index) const
{
    return m_moments.select(1, static_cast<std::int64_t>(index));
}

std::int64_t OptimizerMemory::steps(std::size_t client) const
{
    return m_steps.data_ptr<std::int64_t>()[client];
}

void OptimizerMemory::addSteps(std::size_t client, std::int64_t count)
{
    m_steps.data_ptr<std::int64_t>()[client] += count;
}

State OptimizerMemory::state(const std::string& prefix) const
{
    if (!kept())
        return {};
    return {{.name = prefix + kMoments, .values = m_moments},
            {.name = prefix + kSteps, .values = m_steps}};
}

void OptimizerMemory::restore(const State& state, const std::string& prefix)
{
    const at::Tensor moments = statePart(state, prefix + kMoments);
    if (!moments.defined()) {
        m_moments = at::Tensor();
        m_steps = at::Tensor();
        return;
    }
    m_moments = moments.clone();
    m_steps = statePart(state, prefix + kSteps).to(at::kCPU).clone();
}

} // namespace coterie
