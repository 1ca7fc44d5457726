#include "core/run/self_check.h"

#include "core/data/catalog.h"
#include "core/nn/models.h"
#include "core/run/environment.h"
#include "core/run/run_checks.h"
#include "core/run/step_checks.h"
#include "core/train/graphics_card.h"

#include <ATen/ops/empty.h>
#include <cmath>
#include <optional>

namespace coterie {
namespace {

constexpr double kPlannedTolerance = 1e-6; ///< relative, against double precision
constexpr double kFloatTolerance = 1e-5;
constexpr double kDoubleTolerance = 1e-12;
constexpr double kWorkTolerance = 1e-8; ///< of a round of local work in double precision

using TellCheck = std::function<void(Check)>;

void checkModel(const std::string& model,
                const std::shared_ptr<const Dataset>& dataset,
                at::Device device,
                const TellCheck& add)
{
    const Result<Network> network =
        makeNetwork({.name = model, .parameters = {}}, dataset->train.shape, dataset->classes);
    if (!network)
        return add({.name = model, .passed = false, .detail = network.error().sentence()});
    const auto addError = [&](const std::string& what, double allowed, const auto& error) {
        const std::string name = what + ", " + model;
        add(checkMade(name, [&] { return checkWithin(name, error(), allowed); }));
    };
    addError(
        "gradient", kPlannedTolerance, [&] { return plannedGradientError(*network, *dataset); });
    addError("stacked gradient", kFloatTolerance, [&] {
        return stackedGradientError(*network, *dataset, device, at::kFloat);
    });
    addError("stacked gradient in float64", kDoubleTolerance, [&] {
        return stackedGradientError(*network, *dataset, device, at::kDouble);
    });
    addError("stacked against single", kWorkTolerance, [&] {
        return stackedWorkError(*network, dataset, device);
    });
}

/// LibTorch's allocator gives nothing back before the process ends, so what these checks hold now
/// is the most they held.
Check checkMemory(const std::optional<CardMemory>& before)
{
    const std::string name = "device memory";
    const std::optional<CardMemory> now = cardMemory();
    if (!before || !now)
        return {.name = name,
                .passed = false,
                .detail = "the driver does not tell how much memory is in use"};
    const auto mebibytes = [](std::size_t bytes) {
        constexpr double kMiB = 1024.0 * 1024.0;
        return std::to_string(std::llround(static_cast<double>(bytes) / kMiB)) + " MiB";
    };
    const std::size_t taken = now->used > before->used ? now->used - before->used : 0;
    return {.name = name,
            .passed = true,
            .detail = mebibytes(taken) + " at most for these checks, " + mebibytes(now->used)
                      + " of " + mebibytes(now->total) + " in use by all programs"};
}

} // namespace

std::vector<Check> selfCheck(const SelfCheckOptions& options,
                             const std::function<void(const Check&)>& checked)
{
    std::vector<Check> checks;
    const TellCheck add = [&](Check check) {
        checks.push_back(std::move(check));
        checked(checks.back());
    };
    if (const Result<void> there = checkDevice(options.device, "--device"); !there) {
        add({.name = "device", .passed = false, .detail = there.error().sentence()});
        return checks;
    }
    const at::Device device =
        options.device == "cuda" ? at::Device(at::kCUDA, 0) : at::Device(at::kCPU);
    std::optional<CardMemory> memoryBefore;
    if (device.is_cuda()) {
        add(checkMade("device", [&]() -> Check {
            (void)at::empty({1}, at::TensorOptions().device(device)); // wakes the driver
            memoryBefore = cardMemory();
            return {.name = "device", .passed = true, .detail = deviceTitle(options.device)};
        }));
    }

    Part glyphs{.name = "glyphDigits", .parameters = {}};
    glyphs.parameters.set("samples", std::int64_t{400});
    const Result<std::shared_ptr<const Dataset>> dataset = loadDataset(glyphs, {});
    if (!dataset) {
        add({.name = "data", .passed = false, .detail = dataset.error().sentence()});
        return checks;
    }
    for (const char* model : {"dnn_500_200", "mnist_cnn_20k", "mnist_cnn_582k"})
        checkModel(model, *dataset, device, add);

    const CheckedPlace place{.device = options.device, .threads = options.threads};
    checkMethods(place, add);
    RunData data({});
    for (const RunPlan& plan : options.plans)
        checkPlan(plan, data, place, add);
    if (device.is_cuda())
        add(checkMemory(memoryBefore));
    return checks;
}

} // namespace coterie
