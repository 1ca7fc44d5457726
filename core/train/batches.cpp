#include "core/train/batches.h"

#include <algorithm>

namespace coterie {

BatchSequence::BatchSequence(std::span<const std::int32_t> samples,
                             std::size_t batch,
                             bool dropLast,
                             std::uint64_t seed,
                             std::uint32_t round,
                             std::uint32_t client,
                             std::uint32_t peer)
    : m_samples(samples)
    , m_batch(std::max<std::size_t>(1, std::min(batch, samples.size())))
    , m_dropLast(dropLast)
    , m_stream(
          {.seed = seed, .purpose = Purpose::Batch, .round = round, .client = client, .peer = peer})
    , m_order(samples.begin(), samples.end())
    , m_position(samples.size()) // the first call of next() starts an epoch
{}

BatchSequence::BatchSequence(const FreshSamples& fresh,
                             std::size_t epoch,
                             std::size_t batch,
                             bool dropLast)
    : m_fresh(fresh)
    , m_batch(std::max<std::size_t>(1, std::min(batch, epoch)))
    , m_dropLast(dropLast)
    , m_stream({})
    , m_order(epoch)
    , m_position(epoch)
{}

std::size_t BatchSequence::stepsPerEpoch() const
{
    const std::size_t whole = m_order.size() / m_batch;
    return m_dropLast ? whole : whole + (m_order.size() % m_batch != 0 ? 1 : 0);
}

std::span<const std::int32_t> BatchSequence::next()
{
    const std::size_t left = m_order.size() - m_position;
    if (left == 0 || (m_dropLast && left < m_batch))
        beginEpoch();
    const std::size_t count = std::min(m_batch, m_order.size() - m_position);
    const std::span<const std::int32_t> batch(m_order.data() + m_position, count);
    m_position += count;
    return batch;
}

void BatchSequence::beginEpoch()
{
    m_position = 0;
    if (m_fresh) {
        std::ranges::generate(m_order, [this] { return m_fresh->next(); });
        return;
    }
    std::copy(m_samples.begin(), m_samples.end(), m_order.begin());
    m_stream.shuffle(std::span<std::int32_t>(m_order));
}

} // namespace coterie
