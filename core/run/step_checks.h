#pragma once

#include "core/data/dataset.h"
#include "core/nn/network.h"

#include <c10/core/Device.h>
#include <c10/core/ScalarType.h>
#include <memory>

namespace coterie {

/// The planned step's gradient of one batch in float, relative to autograd's in double on the CPU.
[[nodiscard]] double plannedGradientError(const Network& network, const Dataset& dataset);

/// The same of a stack of clients' gradients on a device, in that precision.
[[nodiscard]] double stackedGradientError(const Network& network,
                                          const Dataset& dataset,
                                          at::Device device,
                                          at::ScalarType precision);

/// Twenty steps of four clients, all at once on the device, against one at a time. In double
/// precision: in float a rounding may decide which of two nearly equal values a max-pool passes on,
/// and twenty steps make that large.
[[nodiscard]] double stackedWorkError(const Network& network,
                                      const std::shared_ptr<const Dataset>& dataset,
                                      at::Device device);

} // namespace coterie
