#pragma once

#include "core/nn/network.h"
#include "core/report/matrix.h"
#include "core/sampling/kept_updates.h"

#include <optional>
#include <string>

namespace coterie {

/// Which part of an update HiCS-FL looks at: the output layer's bias, or what its released code
/// takes.
struct OutputSignal
{
    bool rowMeans = false;   ///< entropies from the row means of the weights, not from the bias
    bool wholeLayer = false; ///< angles between weights and bias together, not between biases

    /// Why a network has no such signal; nothing if it has.
    [[nodiscard]] std::optional<std::string> problemWith(const Network& network) const;
    /// What has to be kept of an update.
    [[nodiscard]] ParameterRange range(const Network& network) const;
    /// From rows of that range: a number per class, for the entropy.
    [[nodiscard]] Matrix entropySignal(const Network& network, const Matrix& kept) const;
    /// From the same rows: the vectors whose angles count.
    [[nodiscard]] Matrix directions(const Network& network, const Matrix& kept) const;
};

} // namespace coterie
