#include "core/run/environment.h"

#include "core/math/blas_kernel.h"
#include "core/store/run_store.h"
#include "core/train/device.h"

#include <torch/version.h>

#include <ATen/Context.h>
#include <array>
#include <cstdlib>
#include <unistd.h>

namespace coterie {

namespace {

std::string hostName()
{
    std::array<char, 256> name{};
    if (::gethostname(name.data(), name.size() - 1) != 0)
        return {};
    return name.data();
}

} // namespace

void prepareEnvironment()
{
    ::setenv("CUBLAS_WORKSPACE_CONFIG", ":4096:8", /*overwrite=*/0);
}

std::string automaticDevice()
{
    return at::hasCUDA() ? "cuda" : "cpu";
}

Result<void> checkDevice(const std::string& device, const std::string& place)
{
    if (device != "cuda" || automaticDevice() == "cuda")
        return {};
    return Unexpected<Error>{Error{.place = place,
                                   .found = "\"cuda\"",
                                   .allowed = "\"cpu\" or \"auto\" because LibTorch finds no GPU"}};
}

Environment currentEnvironment(const std::string& device)
{
    return {.program = std::string("coterie ") + COTERIE_VERSION,
            .torch = TORCH_VERSION,
            .blas = blasName(),
            .blasCore = blasCore(),
            .instructions = instructionsName(detectCpu()),
            .device = deviceTitle(device),
            .sqlite = sqliteVersion(),
            .host = hostName()};
}

std::vector<EnvironmentChanged> differences(const Environment& before, const Environment& now)
{
    using Named = std::pair<const char*, std::string Environment::*>;
    std::vector<EnvironmentChanged> found;
    for (const auto& [what, part] : {Named{"LibTorch", &Environment::torch},
                                     Named{"BLAS", &Environment::blas},
                                     Named{"BLAS core", &Environment::blasCore},
                                     Named{"instructions", &Environment::instructions},
                                     Named{"device", &Environment::device}})
        if (before.*part != now.*part)
            found.push_back({.what = what, .before = before.*part, .now = now.*part});
    return found;
}

} // namespace coterie
