#pragma once

#include "core/collab/collaboration_weights.h"
#include "core/report/round_report.h"

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace coterie {

/// What All-for-one found out about every pair of clients when it last looked, for the report of
/// the round. Rows of clients that take no step are those of the identity.
class WeightRecord
{
public:
    void beginRound(std::size_t clients);

    [[nodiscard]] const Matrix& weights() const { return m_weights; } ///< α
    /// Row i from weights and ratios among the sources.
    void take(std::size_t i,
              std::span<const std::size_t> sources,
              std::span<const double> weights,
              std::span<const double> ratios);
    /// What the ratios were made of, and the row's sum before it was made 1.
    void takeProducts(std::size_t i,
                      std::span<const std::size_t> sources,
                      const GradientProducts& products,
                      std::size_t own,
                      double theorySum);
    /// Weights, ratios and numbers of neighbours, and Z_i and 𝒜_i where gradients were compared;
    /// `distances`: also every Z_ik.
    void tell(RoundReport& report, bool distances) const;

private:
    Matrix m_weights;
    Matrix m_ratios;                                             ///< r̂
    std::vector<std::vector<std::optional<double>>> m_distances; ///< Z_ik, by k
    std::vector<std::optional<double>> m_squaredNorms;           ///< Z_i
    std::vector<std::optional<double>> m_theorySums;             ///< 𝒜_i
};

} // namespace coterie
