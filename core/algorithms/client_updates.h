#pragma once

#include "core/collab/linear_algebra.h"
#include "core/collab/utility.h"
#include "core/train/matrix_rows.h"

#include <ATen/core/Tensor.h>
#include <cstddef>
#include <span>
#include <vector>

namespace coterie {

/// Calls `function` with the rows of a CPU matrix in their own type.
template <typename Function>
auto withRows(const at::Tensor& matrix, Function&& function)
{
    if (matrix.scalar_type() == at::kDouble)
        return function(rowsOf<double>(matrix));
    return function(rowsOf<float>(matrix));
}

/// What HCCT's server knows of the clients when it groups them: their last updates, as far as they
/// count for the similarity, and their sizes. Who has sent none, or has no samples, is alone.
struct ClientUpdates
{
    at::Tensor vectors;      ///< [N, L] on the CPU
    std::vector<bool> known; ///< whether a client has sent one
    std::span<const double> sizes;
    bool signs = false; ///< s(i, C) is the share of equal signs, not the cosine

    /// The clients with an update, ascending; what follows is theirs.
    [[nodiscard]] std::vector<std::size_t> comparable() const;
    [[nodiscard]] at::Tensor comparableVectors() const;
    [[nodiscard]] std::vector<double> comparableSizes() const;
    [[nodiscard]] Matrix gram() const; ///< K
    [[nodiscard]] Matrix signAgreements() const;
};

/// The settings of some of the clients only.
[[nodiscard]] UtilitySettings settingsOf(const UtilitySettings& settings,
                                         std::span<const std::size_t> clients);

/// The rows and columns of some of the clients.
[[nodiscard]] Matrix blockOf(const Matrix& all, std::span<const std::size_t> clients);
/// A matrix over some clients as one over all, zero elsewhere.
[[nodiscard]] Matrix
overAll(const Matrix& some, std::span<const std::size_t> clients, std::size_t count);

} // namespace coterie
