#include "core/train/device.h"

#include "core/nn/network.h"

#include <ATen/Context.h>
#include <algorithm>
#include <array>

#if defined(__linux__)
#include <dlfcn.h>
#endif

namespace coterie {

namespace {

/// A symbol of the driver's library; null if either is missing.
void* driverSymbol([[maybe_unused]] const char* name)
{
#if defined(__linux__)
    static void* const driver = dlopen("libcuda.so.1", RTLD_LAZY); // never closed: LibTorch uses it
    return driver ? dlsym(driver, name) : nullptr;
#else
    return nullptr;
#endif
}

using Wake = int(unsigned);
using CardAt = int(int*, int);
using TextOf = int(char*, int, int);
using AskMemory = int(std::size_t*, std::size_t*);

/// Since 2.2 deterministic operations fill fresh memory too, which we write to anyway.
template <typename Context>
void leaveFreshMemory([[maybe_unused]] Context& context)
{
    if constexpr (requires { context.setDeterministicFillUninitializedMemory(false); })
        context.setDeterministicFillUninitializedMemory(false);
}

} // namespace

namespace {

/// What a function of the driver says about a card.
std::optional<std::string> toldOfCard(const char* function, int number)
{
    auto* const wake = reinterpret_cast<Wake*>(driverSymbol("cuInit"));
    auto* const cardAt = reinterpret_cast<CardAt*>(driverSymbol("cuDeviceGet"));
    auto* const tell = reinterpret_cast<TextOf*>(driverSymbol(function));
    std::array<char, 256> text{};
    int card = 0;
    if (!wake || !cardAt || !tell || wake(0) != 0 || cardAt(&card, number) != 0
        || tell(text.data(), static_cast<int>(text.size()) - 1, card) != 0)
        return std::nullopt;
    return std::string(text.data());
}

} // namespace

std::optional<std::string> cardName(int card)
{
    return toldOfCard("cuDeviceGetName", card);
}

std::string cardPlace(int card)
{
    return toldOfCard("cuDeviceGetPCIBusId", card).value_or(std::to_string(card));
}

int cardCount()
{
    return static_cast<int>(at::getNumGPUs());
}

int cardOfRank(int numberOnMachine, int cards)
{
    return cards > 0 ? numberOnMachine % cards : 0;
}

std::optional<CardMemory> cardMemory()
{
    auto* const ask = reinterpret_cast<AskMemory*>(driverSymbol("cuMemGetInfo_v2"));
    std::size_t unused = 0;
    std::size_t total = 0;
    if (!ask || ask(&unused, &total) != 0)
        return std::nullopt;
    return CardMemory{.used = total - unused, .total = total};
}

std::string deviceTitle(const std::string& device)
{
    if (!device.starts_with("cuda"))
        return device;
    const at::Device named(device);
    const std::optional<std::string> name = cardName(named.has_index() ? named.index() : 0);
    return name ? "cuda (" + *name + ')' : "cuda";
}

void prepareDevice(at::Device device, const Network& network)
{
    if (!device.is_cuda())
        return;
    at::Context& context = at::globalContext();
    context.setDeterministicCuDNN(true);
    context.setBenchmarkCuDNN(false);
    context.setAllowTF32CuDNN(false);
    context.setAllowTF32CuBLAS(false);
    // The gradient of a 3-D max-pool counts as random, because overlapping windows are added in any
    // order. Windows here do not overlap, so that a warning in every step would be wrong.
    const bool warnsForNothing = std::ranges::any_of(
        network.layers(), [](const Layer& layer) { return layer.kind == LayerKind::MaxPool3d; });
    context.setDeterministicAlgorithms(!warnsForNothing, /*warn_only=*/true);
    leaveFreshMemory(context);
}

} // namespace coterie
