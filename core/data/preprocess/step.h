#pragma once

#include "core/base/result.h"
#include "core/data/dataset.h"
#include "core/experiment/parameters.h"

#include <string>
#include <vector>

namespace coterie {

/// value = stored · scale + offset, one entry per channel; in doubles until all steps are folded.
struct Affine
{
    std::vector<double> scale;
    std::vector<double> offset;
};

/// A data set on its way through the steps: the samples as they are stored so far, and how they
/// become the network's input.
struct Preparation
{
    Dataset dataset;
    Affine affine;
    const Shards* shards = nullptr; ///< who trains on what, once it is decided
};

/// One step of "preprocess". To add one: a function and an entry in a table of this folder.
struct PreprocessStep
{
    NamedPart part;
    /// `given` is complete; `place` is the step's own, for errors.
    Result<void> (*apply)(Preparation& preparation,
                          const ParameterSet& given,
                          const std::string& place) = nullptr;
    bool needsShards = false; ///< measures the training samples
    bool keepsInputs = false; ///< chooses samples, and changes no value of any
};

/// scale, normalise, standardisePerDomain, standardisePerPixel
[[nodiscard]] std::span<const PreprocessStep> valueSteps();
/// grey, colour, pad, crop, resize, randomCropFlip
[[nodiscard]] std::span<const PreprocessStep> pictureSteps();
/// mergePools
[[nodiscard]] std::span<const PreprocessStep> poolSteps();
/// limit
[[nodiscard]] std::span<const PreprocessStep> limitSteps();

/// Calls `use` with the stored numbers, a vector of bytes or of floats. False if the samples are
/// generated on demand.
template <typename SamplesLike, typename Use>
bool useStored(SamplesLike& samples, const Use& use)
{
    if (samples.source)
        return false;
    std::visit(use, samples.values);
    return true;
}

} // namespace coterie
