#pragma once

#include "core/algorithms/algorithm.h"
#include "core/algorithms/all_for_one_parameters.h"
#include "core/algorithms/gradient_probe.h"
#include "core/algorithms/personal_models.h"
#include "core/algorithms/weight_record.h"
#include "core/train/row_optimizer.h"
#include "core/train/stepped_work.h"

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

namespace coterie {

/// Every client keeps a model and steps along a weighted sum of gradients that all clients evaluate
/// at it: θ_i ← θ_i − η Σ_k α_ik g_k(θ_i). The weights follow from how far g_k(θ_i) is from the
/// client's own gradient and are estimated anew every few steps (All-for-one, Algorithm 1).
class AllForOne final : public Algorithm
{
public:
    explicit AllForOne(const AllForOneParameters& parameters);

    void start(Federation& federation) override;
    void round(Federation& federation, RoundReport& report) override;
    [[nodiscard]] ModelsInUse models() const override;
    [[nodiscard]] State state() const override;
    void restore(const State& state) override;

private:
    void takeOracle(const Federation& federation, std::span<const std::size_t> clients);
    void takeGradients(int round, std::size_t i, const GradientProducts& products, std::size_t own);
    void exclude(int round, std::size_t i, std::vector<double>& ratios);

    AllForOneParameters m_parameters;
    PersonalModels m_models; ///< θ
    RowOptimizer m_optimizer;
    std::vector<double> m_sizes;        ///< n_k
    std::vector<std::size_t> m_sources; ///< whose gradients are asked this round
    WeightRecord m_record;              ///< α and what it came from
    Matrix m_zerosInARow;               ///< of r̂, with earlyExclude
};

[[nodiscard]] std::unique_ptr<Algorithm> makeAllForOne(const RunPlan& plan);

inline constexpr NamedPart kAllForOne{
    .name = "allForOne",
    .title = "All-for-one",
    .meaning = "Every client steps along gradients that the others evaluate at its model, weighted "
               "by how alike they are to its own.",
    .paper = "Philippenko, Le Bars, Scaman and Massoulié",
    .parameters = kAllForOneParameters};

} // namespace coterie
