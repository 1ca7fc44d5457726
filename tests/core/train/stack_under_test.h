#pragma once

#include "core/train/executor.h"

#include <memory>
#include <string>

namespace small {

/// Where stacks are tested, as a Federation names it: on the CPU, or on the device that
/// COTERIE_TEST_DEVICE names ("cuda").
[[nodiscard]] std::string stackDevice();

/// A stacked executor there. It takes and gives tensors on the CPU, as a test makes them.
[[nodiscard]] std::unique_ptr<coterie::Executor> makeStack(const coterie::Workload& workload);

} // namespace small
