#pragma once

#include "core/base/result.h"
#include "core/math/blas_kernel.h"
#include "core/report/run_record.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace coterie {

class RunStore;
struct RunRow;

/// For `main`, before there is a second thread: sets the environment variable that makes a GPU's
/// matrix products give the same bits in every run. A value set by the user stays.
void prepareEnvironment();

/// What device "auto" means here: "cuda" if LibTorch finds a GPU, else "cpu".
[[nodiscard]] std::string automaticDevice();

/// Why this machine's GPU does not train; nothing if it does or if there is none.
[[nodiscard]] std::optional<std::string> idleCard();

/// Whether this device ("auto", "cpu", "cuda") is available; the error has this place.
[[nodiscard]] Result<void> checkDevice(const std::string& device,
                                       const std::string& place = "/device");

/// What libraries use of a processor, for the record of a run: its widest instructions and, where
/// something makes LibTorch use others, those by its own description (at::show_config), then the
/// variables ("MKL_CBWR=AVX2") that choose kernels: "avx512", "avx512, LibTorch default".
[[nodiscard]] std::string instructionsInUse(const CpuFeatures& cpu,
                                            std::string_view torchConfig,
                                            std::span<const std::string> variables,
                                            bool gpu);

/// What this process computes with on this device; a GPU has its name.
[[nodiscard]] Environment currentEnvironment(const std::string& device);

/// The same for a run of this plan: a method of the user's belongs to the program, by its name and
/// the digest of its library, and to the device the number of ranks that its bits depend on; see
/// Federation::ranksThatCount().
[[nodiscard]] Environment
environmentOf(const RunPlan& plan, const std::string& device, int ranks = 1);

/// What could change the bits of a result between the two. Host and SQLite cannot.
[[nodiscard]] std::vector<EnvironmentChanged> differences(const Environment& before,
                                                          const Environment& now);

/// The change as people read it: where ranks on the same device differ in their number alone, of
/// kRanksPart, from "1 rank" to "2 ranks on cards".
[[nodiscard]] EnvironmentChanged inWords(EnvironmentChanged change);
inline constexpr std::string_view kRanksPart = "ranks";

/// What computed a stored run up to this round: its row has what computed the last one.
[[nodiscard]] Result<Environment> environmentAfter(RunStore& store, const RunRow& row, int round);

} // namespace coterie
