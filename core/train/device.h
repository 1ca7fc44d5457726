#pragma once

#include <c10/core/Device.h>
#include <cstddef>
#include <optional>
#include <string>

namespace coterie {

/// What the driver of the first GPU tells; the engine is built without CUDA's headers and asks the
/// driver's library itself. Nothing where there is no driver.
[[nodiscard]] std::optional<std::string> cardName();

struct CardMemory
{
    std::size_t used = 0; ///< bytes, by all programs
    std::size_t total = 0;
};
/// Nothing before LibTorch has used the card on this thread.
[[nodiscard]] std::optional<CardMemory> cardMemory();

/// Of a device by its name: "cpu" is "cpu", "cuda" and "cuda:0" are "cuda (NVIDIA H100 80GB HBM3)".
/// Two kinds of cards give other last digits.
[[nodiscard]] std::string deviceTitle(const std::string& device);

class Network;

/// Sets LibTorch so that a GPU trains the network to the same bits in every run, and to results
/// that compare with the CPU's; an operation that cannot do the first is told on stderr. For the
/// whole process; on the CPU nothing needs to be set.
void prepareDevice(at::Device device, const Network& network);

} // namespace coterie
