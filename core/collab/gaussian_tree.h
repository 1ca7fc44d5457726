#pragma once

#include "core/collab/labelled_rows.h"
#include "core/collab/rbf_kernel.h"
#include "core/report/matrix.h"
#include "core/spec/random_stream.h"

#include <cstddef>

namespace coterie {

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
