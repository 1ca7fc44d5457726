#pragma once

#include "core/base/result.h"
#include "core/run/plan_size.h"

#include <filesystem>
#include <optional>
#include <string>

namespace coterie {

/// Bytes that this machine has left for a run. Absent where the system does not tell.
struct MachineRoom
{
    std::optional<double> memory;
    std::optional<double> disk; ///< of the run store's folder

    /// As it is now. `store` is the run store's file, which need not exist.
    [[nodiscard]] static MachineRoom of(const std::filesystem::path& store);
};

/// What the system calls available, or less where a control group of this process allows less:
/// its limit without what it uses, but for files and the like that the system can drop. `root` is
/// that of the system's files.
[[nodiscard]] std::optional<double> memoryAvailable(const std::filesystem::path& root = "/");

/// What is free for this user where the folder is, or would be made.
[[nodiscard]] std::optional<double> diskAvailable(const std::filesystem::path& folder);

/// Why a run of this size cannot have what it needs here, with the numbers; empty if it can. The
/// data set is in memory already.
[[nodiscard]] std::string lackOfRoom(const PlanSize& size, const MachineRoom& room);

/// An environment variable: set and not 0 it lets every run begin.
inline constexpr const char* kAnywayVariable = "COTERIE_ANYWAY";
[[nodiscard]] bool runsAnyway();

/// The same as an error, unless runsAnyway().
[[nodiscard]] Result<void> checkRoom(const PlanSize& size, const MachineRoom& room);

/// "0.3 MB", "7.7 GB", "12,000 GB" without the comma.
[[nodiscard]] std::string roomText(double bytes);

} // namespace coterie
