#pragma once

#include "core/base/result.h"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace coterie {

/// Where a process stands in a group of them, its ranks, and where they meet.
struct RankPlace
{
    int rank = 0;
    int count = 1;
    int local = 0;                   ///< its number among the ranks of its machine
    std::filesystem::path file = {}; ///< on one machine; empty: they meet at address and port
    std::string address = {};        ///< of rank 0
    std::uint16_t port = 0;
    std::chrono::duration<double> meetingTime{300}; ///< the longest until all have come
    /// The longest time in which a rank makes no progress.
    std::chrono::duration<double> patience{600};
    /// The longest that what was sent to another machine may go without any answer of its system;
    /// see ConnectionWatch.
    std::chrono::duration<double> answerTime{180};
    /// Long messages to ranks on the same machine lie in memory that both see.
    bool sharesMemory = true;
};

/// Thrown when a rank cannot be reached.
struct RankLost
{
    int rank = 0;
    bool isSilent = false; ///< its connection stands, and it has said nothing for too long
};

using RankWatch = std::function<Result<void>()>;

/// Why this program has no ranks; nothing if it has.
[[nodiscard]] Result<void> checkRanksAvailable();

/// A message as it came.
struct ArrivedMessage
{
    std::string own = {};
    std::string_view shared = {};             ///< or the sender's memory
    std::shared_ptr<const void> reading = {}; ///< its end tells the sender that this was read

    [[nodiscard]] std::string_view text() const { return reading.use_count() > 0 ? shared : own; }
};

/// Connections between the ranks: torch's process group over Gloo. Messages on one channel arrive
/// in order. Functions may be called on several threads, for different channels.
class RankLinks
{
public:
    virtual ~RankLinks() = default;

    /// Waits until all ranks have come. Meanwhile rank 0 asks `watch`, if there is one, whether all
    /// others can still come; its error ends the wait.
    [[nodiscard]] static Result<std::unique_ptr<RankLinks>> join(const RankPlace& place,
                                                                 const RankWatch& watch = {});

    /// Does not wait until the rank has it.
    virtual void send(int to, int channel, std::shared_ptr<const std::string> message) = 0;
    /// What came must be destroyed before this is.
    [[nodiscard]] virtual ArrivedMessage
    receive(int from, int channel, std::chrono::duration<double> patience) = 0;
    /// Memory of messages that were read, for later ones: taking it anew takes longer than to fill
    /// it.
    virtual void reuse(std::string memory) = 0;
    /// An empty text that has such memory, if there is any.
    [[nodiscard]] virtual std::string spare() = 0;
    /// Waits until what was sent has arrived, and was read where it lies in shared memory.
    virtual void settle(std::chrono::duration<double> patience) = 0;
    /// What was sent and has not arrived is waited for no more.
    virtual void giveUpUnsettled() = 0;
    /// All who wait for a message, now and later, get RankLost. On any thread. A wait that is cut
    /// into short ones would not do: Gloo breaks all connections when one times out.
    virtual void giveUpWaiting() = 0;
};

} // namespace coterie
