#pragma once

#include "core/collab/labelled_rows.h"
#include "core/spec/random_stream.h"

#include <cstddef>
#include <cstdint>
#include <optional>

namespace coterie {

/// Stands where the output layer of a network would: it learns from and answers with the
/// penultimate features of one client's samples. It keeps nothing from call to call, so that
/// clients may be served side by side, and its random numbers come from headStream().
class FeatureHead
{
public:
    virtual ~FeatureHead() = default;

    struct Loss
    {
        double loss = 0; ///< mean over the mini-batch, or over what the head asks itself of it
        double accuracy = 0;
        Matrix slopes; ///< of that mean at the features
    };
    /// What local work minimises instead of the network's loss at its outputs.
    [[nodiscard]] virtual Loss loss(const LabelledRows& batch, RandomStream stream) const = 0;
    /// P(class), [asked, classes], for a client whose training samples are `known`.
    [[nodiscard]] virtual Matrix probabilities(const LabelledRows& known,
                                               const Matrix& asked,
                                               std::size_t classes,
                                               RandomStream stream) const = 0;
};

/// A head's random numbers in a local step of a round, or in its evaluation (no step): a pure
/// function of these, whoever computes it.
[[nodiscard]] RandomStream headStream(std::uint64_t seed,
                                      int round,
                                      std::size_t client,
                                      std::optional<std::uint32_t> step = {});

} // namespace coterie
