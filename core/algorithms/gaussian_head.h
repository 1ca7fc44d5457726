#pragma once

#include "core/collab/gaussian_tree.h"
#include "core/train/feature_head.h"

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

} // namespace coterie
