#include "core/run/environment.h"

#include "core/algorithms/own_methods.h"
#include "core/base/host_name.h"
#include "core/base/try.h"
#include "core/math/blas_kernel.h"
#include "core/report/environment_parts.h"
#include "core/report/ranked_device.h"
#include "core/run/program.h"
#include "core/store/run_store.h"
#include "core/train/device.h"

#include <torch/version.h>

#include <ATen/Context.h>
#include <ATen/Version.h>
#include <algorithm>
#include <array>
#include <cstdlib>

namespace coterie {

namespace {

constexpr const char* kCublasVariable = "CUBLAS_WORKSPACE_CONFIG";
constexpr const char* kCublasValue = ":4096:8";

/// Whether a variable of the environment can change the bits of a result and nothing else in the
/// record shows it. OPENBLAS_CORETYPE and ATEN_CPU_CAPABILITY show in what the libraries use.
bool changesResults(std::string_view name, std::string_view value, bool gpu)
{
    constexpr std::array<std::string_view, 4> kPrefixes{"MKL_", "ONEDNN_", "DNNL_", "OPENBLAS_"};
    constexpr std::array<std::string_view, 3> kHarmless{"_NUM_THREADS", "_VERBOSE", "_CORETYPE"};
    constexpr std::array<std::string_view, 2> kOfGpu{"NVIDIA_TF32_OVERRIDE",
                                                     "TORCH_ALLOW_TF32_CUBLAS_OVERRIDE"};
    if (std::ranges::find(kOfGpu, name) != kOfGpu.end())
        return gpu;
    if (name == "GLIBC_TUNABLES") // chooses among the variants of exp, log and others
        return value.find("glibc.cpu.") != value.npos;
    if (name == kCublasVariable)
        return gpu && value != kCublasValue;
    return std::ranges::any_of(kPrefixes,
                               [&](std::string_view prefix) { return name.starts_with(prefix); })
           && std::ranges::none_of(kHarmless,
                                   [&](std::string_view end) { return name.ends_with(end); });
}

} // namespace

std::string instructionsInUse(const CpuFeatures& cpu,
                              std::string_view torchConfig,
                              std::span<const std::string> variables,
                              bool gpu)
{
    std::string text = instructionsName(cpu);
    constexpr std::string_view kUsage = "CPU capability usage: ";
    const std::size_t place = torchConfig.find(kUsage);
    const std::string_view said =
        place == torchConfig.npos ? "" : torchConfig.substr(place + kUsage.size());
    const std::string_view used = said.starts_with("AVX512") ? "avx512"
                                  : said.starts_with("AVX2") ? "avx2"
                                                             : "default";
    if (used != (cpu.avx512 || cpu.avx2 ? text : "default"))
        text.append(", LibTorch ").append(used);
    std::vector<std::string> chosen;
    for (const std::string& variable : variables) {
        const std::string_view name = std::string_view(variable).substr(0, variable.find('='));
        if (changesResults(
                name,
                std::string_view(variable).substr(std::min(name.size() + 1, variable.size())),
                gpu))
            chosen.push_back(variable);
    }
    std::ranges::sort(chosen);
    for (const std::string& variable : chosen)
        text.append(", ").append(variable);
    return text;
}

void prepareEnvironment()
{
    ::setenv(kCublasVariable, kCublasValue, /*overwrite=*/0);
}

std::string automaticDevice()
{
    return at::hasCUDA() ? "cuda" : "cpu";
}

namespace {

/// For a machine that has a card.
std::string whyIdle(const std::string& card)
{
    return "the " + card + " is not used: "
           + (at::globalContext().hasCUDART()
                  ? "LibTorch cannot start it, its driver may be too old"
                  : "this program was built with a LibTorch without CUDA (see docs/gpu.md)");
}

} // namespace

std::optional<std::string> idleCard()
{
    const std::optional<std::string> name = at::hasCUDA() ? std::nullopt : cardName();
    if (!name)
        return std::nullopt;
    std::string sentence = whyIdle(*name) + '.';
    sentence.front() = 'T';
    return sentence;
}

Result<void> checkDevice(const std::string& device, const std::string& place)
{
    if (device != "cuda" || automaticDevice() == "cuda")
        return {};
    const std::optional<std::string> card = cardName();
    return Unexpected<Error>{Error{.place = place,
                                   .found = "\"cuda\"",
                                   .allowed = "\"cpu\" or \"auto\" because "
                                              + (card ? whyIdle(*card) : "LibTorch finds no GPU")}};
}

Environment currentEnvironment(const std::string& device)
{
    std::vector<std::string> variables;
    for (char** variable = environ; variable != nullptr && *variable != nullptr; ++variable)
        variables.emplace_back(*variable);
    return {.program = programName(),
            .torch = TORCH_VERSION,
            .blas = blasName(),
            .blasCore = blasCore(),
            .instructions = instructionsInUse(
                detectCpu(), at::show_config(), variables, device.starts_with("cuda")),
            .device = deviceTitle(device),
            .sqlite = sqliteVersion(),
            .host = hostName()};
}

Environment environmentOf(const RunPlan& plan, const std::string& device, int ranks)
{
    Environment environment = currentEnvironment(device);
    environment.device = RankedDevice{.device = environment.device, .ranks = ranks}.text();
    if (const OwnMethod* method = ownMethod(plan.algorithm.name))
        environment.program += ", method " + method->name + ' ' + method->digest;
    return environment;
}

std::vector<EnvironmentChanged> differences(const Environment& before, const Environment& now)
{
    std::vector<EnvironmentChanged> found;
    for (const auto& [name, part] : kEnvironmentParts)
        if (before.*part != now.*part)
            found.push_back({.what = std::string(name), .before = before.*part, .now = now.*part});
    return found;
}

EnvironmentChanged inWords(EnvironmentChanged change)
{
    const RankedDevice before = RankedDevice::in(change.before);
    const RankedDevice now = RankedDevice::in(change.now);
    if (change.what != "device" || before.device != now.device)
        return change;
    const auto words = [](int ranks) {
        return ranks == 1 ? std::string("1 rank") : std::to_string(ranks) + " ranks on cards";
    };
    return {
        .what = std::string(kRanksPart), .before = words(before.ranks), .now = words(now.ranks)};
}

Result<Environment> environmentAfter(RunStore& store, const RunRow& row, int round)
{
    constexpr int kRoundsAtATime = 128;
    std::vector<EnvironmentChanged> later;
    for (int first = round + 1; first <= row.roundsDone; first += kRoundsAtATime) {
        COTERIE_TRY(const std::vector<RoundReport> reports,
                    store.reports(row.id, first, first + kRoundsAtATime - 1, false));
        for (const RoundReport& report : reports)
            addEnvironmentChanges(report, later);
    }
    return environmentBefore(row.environment, later);
}

} // namespace coterie
