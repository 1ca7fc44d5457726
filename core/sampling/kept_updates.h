#pragma once

#include "core/base/matrix.h"
#include "core/train/federation.h"

#include <cstddef>
#include <optional>
#include <span>
#include <string>

namespace coterie {

/// A range of parameters, [first, last).
struct ParameterRange
{
    std::size_t first = 0;
    std::size_t last = 0;
};

/// The change of a range of parameters in each client's last participation: Δ_k = end − start, 0
/// before the first (ALGORITHMS §1.1). Samplers learn from it.
class KeptUpdates
{
public:
    /// `range` is the same in every round, all parameters unless given; `factor` scales the kept
    /// update.
    void observe(const Federation& federation,
                 const Trained& trained,
                 std::optional<ParameterRange> range = {},
                 double factor = 1);

    [[nodiscard]] bool wasSeen(std::size_t client) const { return lastSeen(client) >= 0; }
    /// The round t of its last participation; −1: none yet.
    [[nodiscard]] int lastSeen(std::size_t client) const;
    /// The rows of these clients, in float64; without columns before the first participation.
    [[nodiscard]] Matrix rows(std::span<const std::size_t> clients) const;
    /// Their Gram matrix, without a copy in float64.
    [[nodiscard]] Matrix gram(std::span<const std::size_t> clients) const;

    /// `prefix` distinguishes several of one sampler.
    [[nodiscard]] State state(const std::string& prefix = {}) const;
    void restore(const State& state, const std::string& prefix = {});

private:
    at::Tensor m_rows;     ///< [clients, range]; undefined before the first participation
    at::Tensor m_lastSeen; ///< [clients], int64
};

/// signAgreement() of each two rows of a matrix on the CPU.
[[nodiscard]] Matrix signAgreementsOfRows(const at::Tensor& matrix);

} // namespace coterie
