#pragma once

#include <c10/core/Device.h>

namespace coterie {

class Network;

/// Sets LibTorch so that a GPU trains the network to the same bits in every run, and to results
/// that compare with the CPU's; an operation that cannot do the first is told on stderr. For the
/// whole process; on the CPU nothing needs to be set.
void prepareDevice(at::Device device, const Network& network);

} // namespace coterie
