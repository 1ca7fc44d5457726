#pragma once

#include "core/algorithms/algorithm.h"
#include "core/algorithms/gradient_probe.h"
#include "core/base/matrix.h"
#include "core/collaboration/collaboration_weights.h"

#include <array>
#include <cstddef>
#include <string_view>

namespace coterie {

struct AllForOneParameters
{
    enum class Rule
    {
        Binary,
        Continuous,
        Oracle ///< averages over the true group
    };
    enum class Sizes
    {
        Auto, ///< the released code's way: samples for binary weights only
        TrainSize,
        None
    };

    Rule criterion = Rule::Binary;
    double threshold = 0.1; ///< λ
    std::size_t innerIterations = 50;
    std::size_t probeSamples = 512;
    bool rowSumOne = true;
    Sizes sizes = Sizes::Auto;
    bool sharedBatches = false;
    int earlyExclude = 0;
    bool excludeLastClient = false;
    bool reportDistances = true;

    [[nodiscard]] bool isOracle() const { return criterion == Rule::Oracle; }
    /// n_k is the number of training samples, else 1.
    [[nodiscard]] bool weightsBySize() const
    {
        return sizes == Sizes::TrainSize || (sizes == Sizes::Auto && criterion == Rule::Binary);
    }
    [[nodiscard]] WeightRule rule() const
    {
        return {.criterion = criterion == Rule::Binary ? Criterion::Binary : Criterion::Continuous,
                .threshold = threshold,
                .rowSumOne = rowSumOne};
    }
};

inline constexpr std::array<std::string_view, 3> kCriterionWords{"binary", "continuous", "oracle"};
inline constexpr std::array<std::string_view, 3> kSizeWords{"auto", "trainSize", "none"};

inline constexpr std::array kAllForOneParameters{
    bind<&AllForOneParameters::criterion>(
        {.name = "criterion",
         .words = kCriterionWords,
         .meaning = "A similarity ratio counts fully from a threshold on (binary), or by its value "
                    "(continuous); the oracle averages over the true group",
         .symbol = "φ",
         .equation = "All-for-one §4"}),
    bind<&AllForOneParameters::threshold>(
        {.name = "threshold",
         .minimum = 0,
         .maximum = 1,
         .minimumExcluded = true,
         .meaning = "binary: the smallest similarity ratio that counts",
         .symbol = "λ",
         .equation = "All-for-one §4"}),
    bind<&AllForOneParameters::innerIterations>(kInnerIterationsParameter),
    bind<&AllForOneParameters::probeSamples>(
        {.name = "probeSamples",
         .title = "Probe batch size",
         .minimum = 1,
         .unit = "samples",
         .meaning = "Batch on which a gradient is evaluated for the weights",
         .symbol = "b_α",
         .equation = "All-for-one eq. (1), Table S1"}),
    bind<&AllForOneParameters::rowSumOne>(
        {.name = "rowSumOne",
         .title = "Rows sum to one",
         .meaning = "Divides each row of weights by its sum, as the released code does; in the "
                    "theory rows sum to between 1 and 1/λ",
         .symbol = "𝒜ᵢ",
         .equation = "All-for-one Definition 1"}),
    bind<&AllForOneParameters::sizes>(
        {.name = "sizes",
         .title = "Ratio multiplied by",
         .words = kSizeWords,
         .meaning = "Multiplies a client's ratio by its training samples (trainSize) or by nothing "
                    "(none); auto follows the released code: samples for binary weights only",
         .symbol = "n_k",
         .equation = "All-for-one Remark 1"}),
    bind<&AllForOneParameters::sharedBatches>(kSharedBatchesParameter),
    bind<&AllForOneParameters::earlyExclude>(
        {.name = "earlyExclude",
         .title = "Drop a pair after",
         .minimum = 0,
         .unit = "refreshes",
         .meaning = "Drops a pair for good once its ratio was zero in this many refreshes in a "
                    "row, from the sixth round on; 0: never",
         .profileCodeNumber = 5}),
    bind<&AllForOneParameters::excludeLastClient>(
        {.name = "excludeLastClient",
         .title = "Last client does not train",
         .meaning = "The last client does not train and its data serve the others, as in the runs "
                    "of the published tables",
         .profileCodeNumber = 1}),
    bind<&AllForOneParameters::reportDistances>(
        {.name = "reportDistances",
         .title = "Report gradient distances",
         .meaning = "Also reports ‖g_i − g_k‖² of every pair, N values per client",
         .symbol = "Z_ik",
         .equation = "All-for-one eq. (1)"}),
};

/// Every client keeps a model and steps along a weighted sum of gradients that all clients evaluate
/// at it: θ_i ← θ_i − η Σ_k α_ik g_k(θ_i). The weights follow from how far g_k(θ_i) is from the
/// client's own gradient and are estimated anew every few steps (All-for-one, Algorithm 1).
class AllForOne final : public Configured<PersonalModelsAlgorithm, AllForOneParameters>
{
public:
    explicit AllForOne(const AllForOneParameters& parameters)
        : Configured(parameters)
    {
        keeps("optimizer/", m_optimizer);
        if (parameters.earlyExclude > 0)
            keeps("zerosInARow", m_zerosInARow.values);
    }

    void start(Federation& federation) override;
    void round(Federation& federation, RoundReport& report) override;
    [[nodiscard]] ModelsInUse models() const override;

private:
    RowOptimizer m_optimizer;
    Matrix m_zerosInARow; ///< of r̂, with earlyExclude
};

inline constexpr auto kAllForOne = madeAs<Algorithm, AllForOne, AllForOneParameters>(
    {.name = "allForOne",
     .title = "All-for-one",
     .meaning = "Every client steps along gradients that the other clients evaluate at its model, "
                "weighted by their similarity to its own.",
     .paper = "Philippenko, Le Bars, Scaman and Massoulié",
     .parameters = kAllForOneParameters});

} // namespace coterie
