#pragma once

#include "core/algorithms/algorithm.h"
#include "core/algorithms/gradient_probe.h"
#include "core/algorithms/model_sets.h"
#include "core/collaboration/collaboration_weights.h"
#include "core/experiment/parameters.h"
#include "core/report/round_report.h"
#include "core/train/optimizers.h"
#include "core/train/stepped_work.h"

#include <array>
#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace coterie {

struct AllForOneParameters
{
    std::optional<WeightRule> rule; ///< none: the oracle, who knows the true groups
    bool weightsBySize = true;      ///< n_k is the number of training samples, else 1
    std::size_t innerIterations = 50;
    std::size_t probeSamples = 512;
    bool sharedBatches = false;
    int earlyExclude = 0;
    bool excludeLastClient = false;
    bool reportDistances = true;

    [[nodiscard]] static AllForOneParameters of(const ParameterSet& parameters);
};

inline constexpr std::array<std::string_view, 3> kCriterionWords{"binary", "continuous", "oracle"};
inline constexpr std::array<std::string_view, 3> kSizeWords{"auto", "trainSize", "none"};

inline constexpr std::array kAllForOneParameters{
    ParameterDescriptor{
        .name = "criterion",
        .type = ParameterType::Word,
        .defaultWord = "binary",
        .words = kCriterionWords,
        .meaning =
            "Whether a similarity ratio counts from a threshold on (binary) or by what it is "
            "(continuous); the oracle averages over the true group",
        .symbol = "φ",
        .equation = "All-for-one §4"},
    ParameterDescriptor{.name = "threshold",
                        .type = ParameterType::Real,
                        .minimum = 0,
                        .maximum = 1,
                        .minimumExcluded = true,
                        .defaultNumber = 0.1,
                        .meaning = "Binary: the least similarity ratio that counts",
                        .symbol = "λ",
                        .equation = "All-for-one §4"},
    kInnerIterationsParameter,
    ParameterDescriptor{.name = "probeSamples",
                        .title = "Probe batch size",
                        .type = ParameterType::Integer,
                        .minimum = 1,
                        .defaultNumber = 512,
                        .unit = "samples",
                        .meaning = "Batch on which a gradient is evaluated for the weights",
                        .symbol = "b_α",
                        .equation = "All-for-one eq. (1), Table S1"},
    ParameterDescriptor{.name = "rowSumOne",
                        .title = "Rows sum to one",
                        .type = ParameterType::Boolean,
                        .defaultNumber = 1,
                        .meaning = "Divide each row of weights by its sum, as the released code "
                                   "does; rows of the theory sum to between 1 and 1/λ",
                        .symbol = "𝒜ᵢ",
                        .equation = "All-for-one Definition 1"},
    ParameterDescriptor{.name = "sizes",
                        .title = "Ratio multiplied by",
                        .type = ParameterType::Word,
                        .defaultWord = "auto",
                        .words = kSizeWords,
                        .meaning =
                            "What a client's ratio is multiplied by: its training samples or "
                            "nothing; auto is the code's way, the samples for binary weights "
                            "only",
                        .symbol = "n_k",
                        .equation = "All-for-one Remark 1"},
    kSharedBatchesParameter,
    ParameterDescriptor{.name = "earlyExclude",
                        .title = "Drop a pair after",
                        .type = ParameterType::Integer,
                        .minimum = 0,
                        .defaultNumber = 0,
                        .unit = "refreshes",
                        .meaning = "A pair whose ratio was zero so often in a row is dropped for "
                                   "good, from the sixth round on; 0: never",
                        .profileCodeNumber = 5},
    ParameterDescriptor{.name = "excludeLastClient",
                        .title = "Last client does not train",
                        .type = ParameterType::Boolean,
                        .defaultNumber = 0,
                        .meaning =
                            "The last client does not train, its data serve the others: what "
                            "the published tables were made with",
                        .profileCodeNumber = 1},
    ParameterDescriptor{.name = "reportDistances",
                        .title = "Report gradient distances",
                        .type = ParameterType::Boolean,
                        .defaultNumber = 1,
                        .meaning = "Also report ‖g_i − g_k‖² of every pair, N values per client",
                        .symbol = "Z_ik",
                        .equation = "All-for-one eq. (1)"},
};

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
