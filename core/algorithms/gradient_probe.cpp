#include "core/algorithms/gradient_probe.h"

#include "core/sampling/kept_updates.h"

#include <ATen/ATen.h>
#include <algorithm>

namespace coterie {

namespace {

/// Numbers in memory at once: enough to keep every worker busy, few compared with the models of a
/// large run.
constexpr std::size_t kNumbersAtOnce = std::size_t{1} << 26;

} // namespace

GradientProbe::GradientProbe(Federation& federation,
                             std::span<const std::size_t> sources,
                             std::size_t samples)
    : m_federation(federation)
    , m_sources(sources.begin(), sources.end())
{
    for (const std::size_t k : m_sources)
        m_batches.push_back(federation.batches(k, federation.pooledClient(), samples));
}

std::vector<std::span<const std::int32_t>> GradientProbe::nextBatches()
{
    std::vector<std::span<const std::int32_t>> batches;
    for (BatchSequence& sequence : m_batches)
        batches.push_back(sequence.next());
    return batches;
}

void GradientProbe::ask(std::span<const std::size_t> clients,
                        ModelRows& models,
                        std::size_t step,
                        const Found& found)
{
    const std::vector<std::span<const std::int32_t>> batches = nextBatches();
    const std::size_t perModel =
        m_sources.size() * static_cast<std::size_t>(models.parameters.size(1));
    const std::size_t most =
        std::max<std::size_t>(1, kNumbersAtOnce / std::max<std::size_t>(1, perModel));
    for (std::size_t from = 0; from < clients.size(); from += most) {
        const auto some = clients.subspan(from, std::min(most, clients.size() - from));
        std::vector<GradientJob> jobs;
        for (std::size_t s = 0; s < m_sources.size(); ++s) // one source's jobs share a batch
            for (std::size_t c = 0; c < some.size(); ++c)
                jobs.push_back({.client = m_sources[s],
                                .modelRow = some[c],
                                .samples = batches[s],
                                .target = c * m_sources.size() + s,
                                .pass = GradientPass::Probing,
                                .owner = some[c],
                                .step = static_cast<std::uint32_t>(step)});
        const at::Tensor gradients = m_federation.gradients(jobs, models, jobs.size()).to(at::kCPU);
        for (std::size_t c = 0; c < some.size(); ++c) {
            const auto own = static_cast<std::size_t>(std::ranges::lower_bound(m_sources, some[c])
                                                      - m_sources.begin());
            const at::Tensor atModel =
                gradients.narrow(0, signedSize(c * m_sources.size()), signedSize(m_sources.size()));
            const auto products =
                withRows(atModel, [own](const auto& rows) { return gradientProducts(rows, own); });
            found(some[c], products, own);
        }
    }
}

} // namespace coterie
