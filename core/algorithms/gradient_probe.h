#pragma once

#include "core/collab/collaboration_weights.h"
#include "core/train/federation.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace coterie {

/// Asks clients for their gradients at other clients' models, on batches of their training samples
/// drawn for that alone: one fresh batch a question, the same for every model, so that all
/// gradients of one client are evaluated together. Running statistics stay as they are.
class GradientProbe
{
public:
    /// Of these clients, within one round.
    GradientProbe(Federation& federation,
                  std::span<const std::size_t> sources,
                  std::size_t samples);

    [[nodiscard]] const std::vector<std::size_t>& sources() const { return m_sources; }
    /// What the gradients of all sources at model i have to do with the one of client i itself, for
    /// every listed client, which is a source too. Products are in the order of the sources, `own`
    /// is i's place there.
    using Found =
        std::function<void(std::size_t client, const GradientProducts& products, std::size_t own)>;
    void ask(std::span<const std::size_t> clients,
             ModelRows& models,
             std::size_t step,
             const Found& found);
    /// A fresh batch of every source, in their order.
    [[nodiscard]] std::vector<std::span<const std::int32_t>> nextBatches();

private:
    Federation& m_federation;
    std::vector<std::size_t> m_sources;
    std::vector<BatchSequence> m_batches;
};

} // namespace coterie
