#pragma once

#include "core/nn/cpu_operation.h"

namespace coterie {

/// Whether makeWinograd computes this convolution, and faster than patches would. It depends on
/// the layer and what it makes alone, so every batch size and every plan computes it the same way.
[[nodiscard]] bool suitsWinograd(const Layer& layer, const SampleShape& after);

/// The numbers that makeWinograd makes of a group's weights. A plan holds them, and as many of
/// their gradient, for one layer at a time; its tiles take about a megabyte, or one row of a large
/// picture.
[[nodiscard]] std::size_t winogradWeights(const Layer& layer);

/// A 3×3 convolution that moves by one pixel.
template <typename Scalar>
CpuOperation<Scalar> makeWinograd(const Network& network,
                                  std::size_t layer,
                                  Blob<Scalar>& before,
                                  Blob<Scalar>& after,
                                  const SharedMemory<Scalar>& shared);

} // namespace coterie
