#pragma once

#include "core/algorithms/aggregation.h"
#include "core/algorithms/algorithm.h"
#include "core/algorithms/model_sets.h"
#include "core/collaboration/gaussian_tree.h"
#include "core/experiment/parameters.h"
#include "core/train/executor.h"

#include <array>
#include <cstddef>

namespace coterie {

struct GaussianHeadParameters
{
    GaussianTreeSettings tree; ///< in training
    int testChains = 30;
    std::size_t mostKnown = 0; ///< training samples that an evaluation knows; 0: all
    double askedShare = 0.5;   ///< of each class in a mini-batch; the rest is what it is asked from
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
    double longestGradient = 50; ///< 0: any length
    Aggregation aggregation = Aggregation::Uniform;
};

/// One feature extractor for everybody and a Gaussian-process classifier for each client, which
/// never leaves it (Achituve et al. 2021, the full GP; ALGORITHMS §7.8). The
/// extractor is the network without its output layer; local work minimises the classifier's
/// predictive loss through its kernel. There is no global model to evaluate.
class PFedGp final : public Algorithm
{
public:
    explicit PFedGp(const PFedGpParameters& parameters);

    /// Refuses networks that do not classify.
    [[nodiscard]] std::optional<Error>
    problemWith(const RunPlan& plan, const Network& network, std::size_t clients) const override;
    void start(Federation& federation) override;
    void round(Federation& federation, RoundReport& report) override;
    [[nodiscard]] ModelsInUse models() const override;
    [[nodiscard]] State state() const override { return m_extractor.state(); }
    void restore(const State& state) override { m_extractor.restore(state); }

private:
    PFedGpParameters m_parameters;
    GaussianHead m_head;
    GlobalModel m_extractor;          ///< w
    std::size_t m_bodyParameters = 0; ///< of it, without the output layer
};

[[nodiscard]] std::unique_ptr<Algorithm> makePFedGp(const RunPlan& plan);

/// The authors' code takes the plain mean.
inline constexpr ParameterDescriptor kUniformAggregationParameter = [] {
    ParameterDescriptor uniform = kAggregationParameter;
    uniform.defaultWord = "uniform";
    return uniform;
}();

inline constexpr std::array kPFedGpParameters{
    ParameterDescriptor{.name = "outputScale",
                        .type = ParameterType::Real,
                        .minimum = 0,
                        .minimumExcluded = true,
                        .defaultNumber = 8,
                        .meaning = "The kernel's value for two equal samples: how far from ½ a "
                                   "probability may go",
                        .symbol = "s",
                        .equation = "pFedGP"},
    ParameterDescriptor{.name = "lengthScale",
                        .type = ParameterType::Real,
                        .minimum = 0,
                        .minimumExcluded = true,
                        .defaultNumber = 1,
                        .meaning = "Samples farther apart than this in feature space say little "
                                   "about each other",
                        .symbol = "ℓ",
                        .equation = "pFedGP"},
    ParameterDescriptor{.name = "jitter",
                        .type = ParameterType::Real,
                        .minimum = 0,
                        .minimumExcluded = true,
                        .defaultNumber = 1e-3,
                        .meaning = "Added to the diagonal of the kernel matrix, which equal "
                                   "samples would make singular"},
    ParameterDescriptor{.name = "gibbsSteps",
                        .title = "Steps of a Gibbs chain",
                        .type = ParameterType::Integer,
                        .minimum = 1,
                        .maximum = 1000,
                        .defaultNumber = 5,
                        .unit = "steps",
                        .meaning = "Steps of a Gibbs chain before its weights are used",
                        .equation = "pFedGP"},
    ParameterDescriptor{.name = "chains",
                        .title = "Chains in training",
                        .type = ParameterType::Integer,
                        .minimum = 1,
                        .maximum = 10000,
                        .defaultNumber = 20,
                        .unit = "chains",
                        .meaning = "Gibbs chains that a prediction in training is mixed from",
                        .equation = "pFedGP"},
    ParameterDescriptor{.name = "testChains",
                        .title = "Chains in evaluation",
                        .type = ParameterType::Integer,
                        .minimum = 1,
                        .maximum = 10000,
                        .defaultNumber = 30,
                        .unit = "chains",
                        .meaning = "The same in evaluation"},
    ParameterDescriptor{.name = "mostKnown",
                        .title = "Samples predicted from",
                        .type = ParameterType::Integer,
                        .minimum = 0,
                        .defaultNumber = 0,
                        .unit = "samples",
                        .meaning = "Training samples of a client that an evaluation predicts "
                                   "from, in the proportions of its classes; its time grows with "
                                   "their cube. 0: all, as the paper has it"},
    ParameterDescriptor{.name = "predictShare",
                        .title = "Share predicted",
                        .type = ParameterType::Real,
                        .minimum = 0,
                        .maximum = 1,
                        .minimumExcluded = true,
                        .maximumExcluded = true,
                        .defaultNumber = 0.5,
                        .meaning = "Share of each class in a mini-batch that is predicted from the "
                                   "rest; a mini-batch as large as the client's data is all of it",
                        .equation = "pFedGP"},
    ParameterDescriptor{.name = "longestGradient",
                        .type = ParameterType::Real,
                        .minimum = 0,
                        .defaultNumber = 50,
                        .meaning = "A longer gradient is cut to this length; 0: none is"},
    kUniformAggregationParameter,
};

inline constexpr NamedPart kPFedGp{
    .name = "pfedgp",
    .title = "pFedGP",
    .meaning = "The clients learn common features; what they make of them, a Gaussian-process "
               "classifier on their own samples, stays with each.",
    .paper = "Achituve et al. 2021",
    .parameters = kPFedGpParameters};

} // namespace coterie
