#pragma once

#include "core/collaboration/collaboration_weights.h"
#include "core/experiment/parameters.h"
#include "core/train/federation.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace coterie {

/// Gets clients' gradients at other clients' models, on batches of their training samples drawn for
/// that alone: one fresh batch per call, the same for every model, so that all gradients of one
/// client are evaluated together. Running statistics do not change.
class GradientProbe
{
public:
    /// Of these clients, within one round.
    GradientProbe(Federation& federation,
                  std::span<const std::size_t> sources,
                  std::size_t samples);

    [[nodiscard]] const std::vector<std::size_t>& sources() const { return m_sources; }
    /// Products of the gradients of all sources at model i with client i's own, for every listed
    /// client, which is a source too. Products are in the order of the sources; `own` is i's place
    /// there.
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

// Parameters of the methods whose clients evaluate gradients at each other's models.

inline constexpr ParameterDescriptor kInnerIterationsParameter{
    .name = "innerIterations",
    .title = "Steps between refreshes",
    .type = ParameterType::Integer,
    .range = atLeast(1),
    .defaultNumber = 50,
    .unit = "steps",
    .meaning = "Steps between two refreshes of the weights; a round begins with one",
    .equation = "All-for-one Table S1"};

inline constexpr ParameterDescriptor kSharedBatchesParameter{
    .name = "sharedBatches",
    .title = "Same batches for all",
    .type = ParameterType::Boolean,
    .defaultNumber = 0,
    .meaning = "All models see the same batches of a client, instead of a stream for each pair"};

} // namespace coterie
