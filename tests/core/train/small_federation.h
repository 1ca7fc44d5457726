#pragma once

#include "core/algorithms/algorithm.h"
#include "core/algorithms/registry.h"
#include "core/sampling/sampler.h"
#include "core/train/federation.h"

#include <initializer_list>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

/// Federations small enough for a test, made without files.
namespace small {

using namespace coterie;

/// A part with every parameter at its default, but for those named: as a validated plan holds it.
Part part(std::span<const NamedPart> parts,
          std::string_view name,
          std::initializer_list<std::pair<std::string_view, ParameterValue>> settings = {});

/// Rows of `features` normal numbers around a centre per class; the last tenth is the official test
/// set.
std::shared_ptr<const Dataset>
table(std::size_t samples, std::size_t features, std::size_t classes);
/// Byte pictures, 1 × 8 × 8, of three kinds of stripes under noise.
std::shared_ptr<const Dataset> pictures(std::size_t samples);
/// One number in, one out; `pairs` of input and target, one sample each.
std::shared_ptr<const Dataset> scalars(const std::vector<std::pair<float, float>>& pairs);

/// Client i gets sizes[i] training samples, the next two for testing and one for validation.
Shards shards(const std::vector<std::size_t>& sizes);

/// Layers 6 → 5 → 3 with ReLU.
Network perceptron();
/// Convolution, batch-norm, pool and dropout twice over; takes pictures().
Network convolutional();
/// y = w·x without a constant term.
Network line();

LocalSettings sgd(double learningRate, int batch, int epochs, double momentum = 0);

/// A plan of float32 (or float64) FedAvg with everybody taking part.
RunPlan plan(const LocalSettings& local, std::string_view algorithm = "fedavg");

/// A report with room for every client.
RoundReport emptyReport(const Federation& federation);
/// One round as the round loop plays it.
RoundReport playRound(Federation& federation, Algorithm& algorithm, Sampler& sampler, int round);

/// Whether two tensors hold the same bits.
bool same(const at::Tensor& a, const at::Tensor& b);
/// The largest absolute difference.
double distance(const at::Tensor& a, const at::Tensor& b);

} // namespace small
