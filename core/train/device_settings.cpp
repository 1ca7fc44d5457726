#include "core/train/device_settings.h"

#include "core/nn/network.h"

#include <ATen/Context.h>
#include <algorithm>

namespace coterie {
namespace {

/// Since 2.2 deterministic operations fill fresh memory too, which we write to anyway.
template <typename Context>
void leaveFreshMemory([[maybe_unused]] Context& context)
{
    if constexpr (requires { context.setDeterministicFillUninitializedMemory(false); })
        context.setDeterministicFillUninitializedMemory(false);
}

} // namespace

void prepareDevice(at::Device device, const Network& network)
{
    if (!device.is_cuda())
        return;
    at::Context& context = at::globalContext();
    context.setDeterministicCuDNN(true);
    context.setBenchmarkCuDNN(false);
    context.setAllowTF32CuDNN(false);
    context.setAllowTF32CuBLAS(false);
    // The gradient of a 3-D max-pool counts as random, because numbers of windows that overlap are
    // added in any order. Ours do not overlap, and a warning in every step would say nothing.
    const bool warnsForNothing = std::ranges::any_of(
        network.layers(), [](const Layer& layer) { return layer.kind == LayerKind::MaxPool3d; });
    context.setDeterministicAlgorithms(!warnsForNothing, /*warn_only=*/true);
    leaveFreshMemory(context);
}

} // namespace coterie
