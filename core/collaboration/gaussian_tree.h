#pragma once

#include "core/base/matrix.h"
#include "core/base/random_stream.h"
#include "core/collaboration/gaussian_process.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace coterie {

/// Samples as rows of features with their classes.
struct LabelledRows
{
    Matrix rows;
    std::vector<std::int32_t> labels;
};

/// One decision of a binary tree over classes: is a sample of the left ones or of the right ones?
struct ClassSplit
{
    std::vector<std::size_t> left; ///< ascending
    std::vector<std::size_t> right;

    bool operator==(const ClassSplit&) const = default;
};

/// Classes, one row of `means` each, split by 2-means again and again until every class stands
/// alone: a decision fewer than there are classes, each before those below it. 2-means starts from
/// the two means farthest apart (the smallest pair of several); left is the side of the smallest
/// class.
[[nodiscard]] std::vector<ClassSplit> classTree(const Matrix& means);

struct GaussianTreeSettings
{
    RbfKernel kernel = {.outputScale = 8, .lengthScale = 1};
    double jitter = 1e-3; ///< added to the diagonal of K
    int gibbsSteps = 5;
    int chains = 20;
};

/// The classifier of pFedGP (ALGORITHMS §7.8): classTree() over the class means of the known
/// samples, a Gaussian process at each split, mixed over Gibbs chains of Pólya-Gamma weights, and
/// E[σ(f)] by Gauss–Hermite. P(class) is the product along the class's path; a class without known
/// samples has probability 0, an only class 1; with nothing known all are alike. Rows follow
/// `asked`, columns count `classes`.
[[nodiscard]] Matrix gaussianTreeProbabilities(const GaussianTreeSettings& settings,
                                               const LabelledRows& known,
                                               const Matrix& asked,
                                               std::size_t classes,
                                               RandomStream& stream);

/// −mean log P(label) of the asked samples, with its slopes at all features: through K, the drawn
/// weights and the tree held fixed.
struct GaussianTreeLoss
{
    double loss = 0;
    double accuracy = 0;
    Matrix knownSlopes;
    Matrix askedSlopes;
};

[[nodiscard]] GaussianTreeLoss gaussianTreeLoss(const GaussianTreeSettings& settings,
                                                const LabelledRows& known,
                                                const LabelledRows& asked,
                                                RandomStream& stream);

} // namespace coterie
