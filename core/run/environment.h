#pragma once

#include "core/base/result.h"
#include "core/report/run_record.h"

#include <string>
#include <vector>

namespace coterie {

/// For `main`, before there is a second thread: what a GPU's matrix products read from the
/// environment so that they give the same bits in every run. What the user has set stays.
void prepareEnvironment();

/// What device "auto" stands for here: "cuda" where LibTorch finds a GPU, else "cpu".
[[nodiscard]] std::string automaticDevice();

/// Whether that device ("auto", "cpu", "cuda") can be had here; the error stands at `place`, where
/// it was named.
[[nodiscard]] Result<void> checkDevice(const std::string& device,
                                       const std::string& place = "/device");

/// What this process would compute with, on that device; a GPU is told with its name.
[[nodiscard]] Environment currentEnvironment(const std::string& device);

/// What could change the bits of a result between the two: "BLAS core SkylakeX instead of Haswell".
/// Host, program and SQLite do not count.
[[nodiscard]] std::vector<std::string> differences(const Environment& before,
                                                   const Environment& now);

} // namespace coterie
