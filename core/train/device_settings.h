#pragma once

#include <c10/core/Device.h>

namespace coterie {

/// Sets LibTorch so that a GPU gives the same bits in every run, and results that compare with the
/// CPU's. For the whole process; on the CPU nothing needs to be set.
void prepareDevice(at::Device device);

} // namespace coterie
