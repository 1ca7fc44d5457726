#pragma once

#include <c10/core/Device.h>
#include <cstddef>
#include <optional>
#include <string>

namespace coterie {

/// Name of the first GPU. The engine is built without CUDA's headers and calls the driver's library
/// itself. Nothing without a driver.
[[nodiscard]] std::optional<std::string> cardName();

struct CardMemory
{
    std::size_t used = 0; ///< bytes, by all programs
    std::size_t total = 0;
};
/// Nothing until LibTorch has used the card on this thread.
[[nodiscard]] std::optional<CardMemory> cardMemory();

/// "cpu" is "cpu", "cuda" and "cuda:0" are "cuda (NVIDIA H100 80GB HBM3)": results of two kinds of
/// cards differ in the last digits.
[[nodiscard]] std::string deviceTitle(const std::string& device);

class Network;

/// Sets LibTorch so that a GPU trains the network to the same bits in every run, and to results
/// that compare with the CPU's. LibTorch warns on stderr of operations that are not deterministic.
/// For the whole process; the CPU needs no settings.
void prepareDevice(at::Device device, const Network& network);

} // namespace coterie
