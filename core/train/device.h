#pragma once

#include <c10/core/Device.h>
#include <cstddef>
#include <optional>
#include <string>

namespace coterie {

/// Name of a GPU. The engine is built without CUDA's headers and calls the driver's library itself.
/// Nothing without a driver or such a card.
[[nodiscard]] std::optional<std::string> cardName(int card = 0);

/// GPUs that LibTorch can use in this process. Can load the driver, which takes a moment.
[[nodiscard]] int cardCount();

/// Which of the cards that a rank sees it takes, by its number among the ranks of its machine. A
/// launcher may show each rank one card of its own: then this is that one.
[[nodiscard]] int cardOfRank(int numberOnMachine, int cards);

/// Which piece of hardware a card is, whatever its number in this process; its number if the driver
/// does not tell.
[[nodiscard]] std::string cardPlace(int card);

struct CardMemory
{
    std::size_t used = 0; ///< bytes, by all programs
    std::size_t total = 0;
};
/// Nothing until LibTorch has used the card on this thread.
[[nodiscard]] std::optional<CardMemory> cardMemory();

/// "cpu" is "cpu", "cuda" and "cuda:0" are "cuda (NVIDIA H100 80GB HBM3)", "cuda:1" names the
/// second card: results of two kinds of cards differ in the last digits.
[[nodiscard]] std::string deviceTitle(const std::string& device);

class Network;

/// Sets LibTorch so that a GPU trains the network to the same bits in every run, and to results
/// that compare with the CPU's. LibTorch warns on stderr of operations that are not deterministic.
/// For the whole process; the CPU needs no settings.
void prepareDevice(at::Device device, const Network& network);

} // namespace coterie
