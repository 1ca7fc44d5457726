#pragma once

#include "core/base/result.h"

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace coterie {

class RankGroup;

/// Other ranks on this machine, as a process starts them that becomes their rank 0.
struct RankStart
{
    int count = 1; ///< of all ranks; 1: none is started; 0: see cardRanks()
    /// coterie-cli, as "/proc/self/exe" the program that asks if it is that.
    std::filesystem::path program = {};
    std::vector<std::string> options = {}; ///< beside those that say what a rank is
    std::vector<std::filesystem::path> dataFolders = {};
    int threads = 0; ///< see threadsOfEach(); 0: one for each core
    std::chrono::duration<double> patience{600};
    int (*countCards)() = nullptr; ///< for checks; null: cardCount()
};

/// What the environment of a started rank says, beside RANK and WORLD_SIZE.
inline constexpr const char* kRankFileVariable = "COTERIE_RANK_FILE";     ///< where all meet
inline constexpr const char* kRankParentVariable = "COTERIE_RANK_PARENT"; ///< the process of rank 0
inline constexpr const char* kRankDataVariable = "COTERIE_RANK_DATA"; ///< data folders, one a line

/// With how many threads a rank trains if so many of them share this machine. `asked` may be 0.
[[nodiscard]] int threadsOfRank(int asked, std::size_t ranksHere);

/// With how many threads each of so many ranks trains: as many as were asked for, where somebody
/// has asked for ranks too, else an equal share of them.
[[nodiscard]] int threadsOfEach(const RankStart& wanted, int ranks);

/// Processes that this one has started to be its other ranks. They meet in a folder that only this
/// user can enter, and end with the thread that has started them.
class StartedRanks
{
public:
    /// Waits until all have met.
    [[nodiscard]] static Result<std::unique_ptr<StartedRanks>> start(const RankStart& wanted);
    virtual ~StartedRanks() = default; ///< ends them
    StartedRanks(const StartedRanks&) = delete;
    StartedRanks& operator=(const StartedRanks&) = delete;

    [[nodiscard]] virtual RankGroup& group() = 0;

protected:
    StartedRanks() = default;
};

} // namespace coterie
