#pragma once

#include "core/base/random_stream.h"
#include "core/data/sample_streams.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace coterie {

/// The mini-batches of one client in one round: a fresh shuffle for each epoch, from the
/// counter-based stream of (seed, Batch, round, data owner, model owner), so they do not depend on
/// the algorithm or the executor.
class BatchSequence
{
public:
    /// `peer` is 0 for a client's own model; for another client's model it is that client's id + 1.
    BatchSequence(std::span<const std::int32_t> samples,
                  std::size_t batch,
                  bool dropLast,
                  std::uint64_t seed,
                  std::uint32_t round,
                  std::uint32_t client,
                  std::uint32_t peer = 0);
    /// Of an unlimited stream: unseen samples, `epoch` of them in an epoch.
    BatchSequence(const FreshSamples& fresh, std::size_t epoch, std::size_t batch, bool dropLast);

    [[nodiscard]] std::size_t stepsPerEpoch() const;
    /// Indices of the next mini-batch; starts the next epoch by itself. Empty only if there are no
    /// samples.
    [[nodiscard]] std::span<const std::int32_t> next();

private:
    void beginEpoch();

    std::span<const std::int32_t> m_samples;
    std::optional<FreshSamples> m_fresh;
    std::size_t m_batch;
    bool m_dropLast;
    RandomStream m_stream; ///< unused with fresh samples, which need no shuffling
    std::vector<std::int32_t> m_order;
    std::size_t m_position = 0;
};

} // namespace coterie
