#pragma once

#include "core/base/result.h"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>

namespace coterie {

/// Where a process stands in a group of them, its ranks, and where they meet.
struct RankPlace
{
    int rank = 0;
    int count = 1;
    std::filesystem::path file = {}; ///< on one machine; empty: they meet at address and port
    std::string address = {};        ///< of rank 0
    std::uint16_t port = 0;
    std::chrono::duration<double> meetingTime{300}; ///< the longest until all have come
    /// The longest time in which a rank makes no progress.
    std::chrono::duration<double> patience{600};
};

/// Thrown when a rank cannot be reached.
struct RankLost
{
    int rank = 0;
    bool isSilent = false; ///< its connection stands, and it has said nothing for too long
};

/// Why this program has no ranks; nothing if it has.
[[nodiscard]] Result<void> checkRanksAvailable();

/// Connections between the ranks: torch's process group over Gloo. Messages on one channel arrive
/// in order. Functions may be called on several threads, for different channels.
class RankLinks
{
public:
    virtual ~RankLinks() = default;

    /// Waits until all ranks have come.
    [[nodiscard]] static Result<std::unique_ptr<RankLinks>> join(const RankPlace& place);

    /// Does not wait until the rank has it.
    virtual void send(int to, int channel, std::shared_ptr<const std::string> message) = 0;
    [[nodiscard]] virtual std::string
    receive(int from, int channel, std::chrono::duration<double> patience) = 0;
    /// Waits until what was sent has arrived.
    virtual void settle(std::chrono::duration<double> patience) = 0;
    /// What was sent and has not arrived is waited for no more.
    virtual void giveUpUnsettled() = 0;
};

} // namespace coterie
