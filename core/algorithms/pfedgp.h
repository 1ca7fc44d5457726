#pragma once

#include "core/algorithms/aggregation.h"
#include "core/algorithms/algorithm.h"
#include "core/collaboration/gaussian_tree.h"
#include "core/train/executor.h"

#include <array>
#include <cstddef>

namespace coterie {

struct GaussianHeadParameters
{
    GaussianTreeSettings tree; ///< in training
    int testChains = 30;
    std::size_t mostKnown = 0; ///< training samples that an evaluation knows; 0: all
    double askedShare = 0.5;   ///< of each class in a mini-batch, predicted from the rest
};

/// A client's Gaussian-process classifier as the head of a network. In training a random part of
/// each class in the mini-batch is predicted from the rest of it, which is pFedGP's predictive
/// objective; in evaluation all training samples of the client are known.
class GaussianHead final : public FeatureHead
{
public:
    explicit GaussianHead(const GaussianHeadParameters& parameters)
        : m_parameters(parameters)
    {}

    [[nodiscard]] Loss loss(const LabelledRows& batch, RandomStream stream) const override;
    [[nodiscard]] Matrix probabilities(const LabelledRows& known,
                                       const Matrix& asked,
                                       std::size_t classes,
                                       RandomStream stream) const override;

private:
    GaussianHeadParameters m_parameters;
};

struct PFedGpParameters
{
    GaussianHeadParameters head;
    double longestGradient = 50;                    ///< 0: any length
    Aggregation aggregation = Aggregation::Uniform; ///< as in the authors' code
};

namespace pfedgp {

using All = PFedGpParameters;
using Head = GaussianHeadParameters;
using Tree = GaussianTreeSettings;

inline constexpr std::array kParameters{
    bind<&All::head, &Head::tree, &Tree::kernel, &RbfKernel::outputScale>(
        {.name = "outputScale",
         .range = above(0),
         .meaning = "The kernel's value for two equal samples; it limits how far a probability can "
                    "move away from ½",
         .symbol = "s",
         .equation = "pFedGP"}),
    bind<&All::head, &Head::tree, &Tree::kernel, &RbfKernel::lengthScale>(
        {.name = "lengthScale",
         .range = above(0),
         .meaning = "Distance in feature space beyond which samples say little about each other",
         .symbol = "ℓ",
         .equation = "pFedGP"}),
    bind<&All::head, &Head::tree, &Tree::jitter>(
        {.name = "jitter",
         .range = above(0),
         .meaning = "Added to the diagonal of the kernel matrix, which equal samples would make "
                    "singular"}),
    bind<&All::head, &Head::tree, &Tree::gibbsSteps>(
        {.name = "gibbsSteps",
         .title = "Steps of a Gibbs chain",
         .range = between(1, 1000),
         .unit = "steps",
         .meaning = "Steps of a Gibbs chain before its weights are used",
         .equation = "pFedGP"}),
    bind<&All::head, &Head::tree, &Tree::chains>(
        {.name = "chains",
         .title = "Chains in training",
         .range = between(1, 10000),
         .unit = "chains",
         .meaning = "Gibbs chains averaged for a prediction in training",
         .equation = "pFedGP"}),
    bind<&All::head, &Head::testChains>(
        {.name = "testChains",
         .title = "Chains in evaluation",
         .range = between(1, 10000),
         .unit = "chains",
         .meaning = "Gibbs chains averaged for a prediction in evaluation"}),
    bind<&All::head, &Head::mostKnown>(
        {.name = "mostKnown",
         .title = "Samples predicted from",
         .range = atLeast(0),
         .unit = "samples",
         .meaning = "Training samples of a client that an evaluation predicts from, in the "
                    "proportions of its classes. The time grows with their cube. 0: all, as in the "
                    "paper"}),
    bind<&All::head, &Head::askedShare>(
        {.name = "predictShare",
         .title = "Share predicted",
         .range = above(0).below(1),
         .meaning = "Share of each class in a mini-batch that is predicted from the rest; a "
                    "mini-batch as large as the client's data contains all of it",
         .equation = "pFedGP"}),
    bind<&All::longestGradient>(
        {.name = "longestGradient",
         .range = atLeast(0),
         .meaning = "A longer gradient is cut to this length; 0: gradients are not cut"}),
    bind<&All::aggregation>(kAggregationParameter),
};

} // namespace pfedgp

/// One feature extractor for all clients and a Gaussian-process classifier for each client, which
/// never leaves it (Achituve et al. 2021, the full GP; ALGORITHMS §7.8). The
/// extractor is the network without its output layer; local work minimises the classifier's
/// predictive loss through its kernel. There is no global model to evaluate.
class PFedGp final : public Configured<GlobalModelAlgorithm, PFedGpParameters>
{
public:
    explicit PFedGp(const PFedGpParameters& parameters)
        : Configured(parameters)
        , m_head(parameters.head)
    {}

    /// Refuses networks that do not classify.
    [[nodiscard]] std::optional<Error>
    problemWith(const RunPlan& plan, const Network& network, std::size_t clients) const override;
    void start(Federation& federation) override;
    void round(Federation& federation, RoundReport& report) override;
    [[nodiscard]] ModelsInUse models() const override;

private:
    GaussianHead m_head;
    std::size_t m_bodyParameters = 0; ///< of the extractor, without the output layer
};

} // namespace coterie
