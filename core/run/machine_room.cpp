#include "core/run/machine_room.h"

#include "core/base/filled.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <malloc.h>
#include <sstream>
#include <string_view>
#include <utility>
#include <vector>

namespace coterie {

namespace {

/// The number behind this word at the begin of a line: "MemAvailable:   12 kB".
std::optional<double> numberBehind(const std::filesystem::path& file, std::string_view word)
{
    std::ifstream in(file);
    for (std::string line; std::getline(in, line);) {
        std::istringstream words(line);
        std::string first;
        double number = 0;
        if (words >> first >> number && first == word)
            return number;
    }
    return std::nullopt;
}

/// The only number in a file; none if it says "max".
std::optional<double> onlyNumber(const std::filesystem::path& file)
{
    std::ifstream in(file);
    double number = 0;
    return in >> number ? std::optional(number) : std::nullopt;
}

/// The files of one kind of control groups.
struct GroupFiles
{
    std::string_view folder; ///< below the root
    const char* limit;
    const char* used;
    std::array<std::string_view, 3> droppable; ///< in memory.stat
};

constexpr GroupFiles kSecondVersion{
    .folder = "sys/fs/cgroup",
    .limit = "memory.max",
    .used = "memory.current",
    .droppable = {"inactive_file", "active_file", "slab_reclaimable"}};
constexpr GroupFiles kFirstVersion{.folder = "sys/fs/cgroup/memory",
                                   .limit = "memory.limit_in_bytes",
                                   .used = "memory.usage_in_bytes",
                                   .droppable = {"total_inactive_file", "total_active_file", {}}};

std::optional<double> leftIn(const std::filesystem::path& group, const GroupFiles& files)
{
    const std::optional<double> limit = onlyNumber(group / files.limit);
    const std::optional<double> used = onlyNumber(group / files.used);
    if (!limit || !used)
        return std::nullopt;
    double held = *used;
    for (const std::string_view each : files.droppable)
        held -= numberBehind(group / "memory.stat", each).value_or(0);
    return std::max(0.0, *limit - std::max(0.0, held));
}

/// The least of this group and those around it. In a container the path may be one outside it, and
/// what it names is then not there; its root is.
std::optional<double>
leastLeft(const std::filesystem::path& root, const GroupFiles& files, std::filesystem::path path)
{
    std::optional<double> least;
    const std::filesystem::path top = root / files.folder;
    for (path = path.relative_path();; path = path.parent_path()) {
        const std::filesystem::path group = path.empty() ? top : top / path;
        if (const std::optional<double> left = leftIn(group, files))
            least = std::min(least.value_or(*left), *left);
        if (path.empty())
            return least;
    }
}

/// Where this process is: lines such as "0::/user.slice" and "9:memory:/docker/1f".
std::optional<double> leftInGroups(const std::filesystem::path& root)
{
    std::optional<double> least;
    std::ifstream in(root / "proc/self/cgroup");
    for (std::string line; std::getline(in, line);) {
        const std::size_t first = line.find(':');
        const std::size_t second = first == line.npos ? line.npos : line.find(':', first + 1);
        if (second == line.npos)
            continue;
        const std::string kinds = ',' + line.substr(first + 1, second - first - 1) + ',';
        const bool isSecond = kinds == ",,";
        if (!isSecond && kinds.find(",memory,") == kinds.npos)
            continue;
        if (const std::optional<double> left =
                leastLeft(root, isSecond ? kSecondVersion : kFirstVersion, line.substr(second + 1)))
            least = std::min(least.value_or(*left), *left);
    }
    return least;
}

/// What each part of a size is called in a sentence.
struct PartWords
{
    std::string_view what;
    std::string_view words;
};
constexpr std::array kPartWords{PartWords{"data", "the split"},
                                PartWords{"models", "models"},
                                PartWords{"round", "models in the making"},
                                PartWords{"pairs", "matrices of all pairs of clients"},
                                PartWords{"reports", "results of rounds that wait to be written"},
                                PartWords{"states", "checkpoints"},
                                PartWords{"finalModels", "models that are kept"},
                                PartWords{"results", "results of rounds"},
                                PartWords{"matrices", "matrices of rounds"}};

/// "mostly matrices of all pairs of clients, 3.2 GB": the largest part.
std::string largestPart(const PlanSize& size, double (*bytesOf)(const SizePart&))
{
    const auto largest = std::ranges::max_element(
        size.parts, {}, [&](const SizePart& part) { return bytesOf(part); });
    if (largest == size.parts.end())
        return {};
    const auto* words = std::ranges::find(kPartWords, largest->what, &PartWords::what);
    return filled("{}, {}",
                  words == kPartWords.end() ? largest->what : words->words,
                  roomText(bytesOf(*largest)));
}

} // namespace

std::string roomText(double bytes)
{
    constexpr double kLeast = 0.05; // what one decimal can show
    const auto [unit, word] = bytes >= 999.95e6       ? std::pair(1e9, " GB")
                              : bytes >= kLeast * 1e6 ? std::pair(1e6, " MB")
                                                      : std::pair(1e3, " kB");
    const double value = bytes / unit;
    const bool hasDecimal = value >= kLeast && value < 99.95;
    std::array<char, 48> text{};
    std::snprintf(text.data(), text.size(), hasDecimal ? "%.1f" : "%.0f", value);
    return text.data() + std::string(word);
}

std::optional<double> memoryAvailable(const std::filesystem::path& root)
{
    constexpr double kKibibyte = 1024;
    std::optional<double> available = numberBehind(root / "proc/meminfo", "MemAvailable:");
    if (available)
        *available *= kKibibyte;
    if (const std::optional<double> left = leftInGroups(root))
        available = std::min(available.value_or(*left), *left);
    return available;
}

std::optional<double> diskAvailable(const std::filesystem::path& folder)
{
    std::error_code problem;
    std::filesystem::path existing = std::filesystem::absolute(folder, problem);
    while (!problem && !std::filesystem::exists(existing, problem) && existing.has_relative_path())
        existing = existing.parent_path();
    if (problem)
        return std::nullopt;
    const std::filesystem::space_info space = std::filesystem::space(existing, problem);
    return problem ? std::nullopt : std::optional(static_cast<double>(space.available));
}

MachineRoom MachineRoom::of(const std::filesystem::path& store)
{
#ifdef __GLIBC__
    ::malloc_trim(0); // what earlier runs have freed is not available before the system has it back
#endif
    std::error_code problem;
    const std::filesystem::path file = std::filesystem::absolute(store, problem);
    return {.memory = memoryAvailable(),
            .disk = problem ? std::nullopt : diskAvailable(file.parent_path())};
}

std::string lackOfRoom(const PlanSize& size, const MachineRoom& room)
{
    const double memory = size.memory() - size.data;
    if (room.memory && memory > *room.memory) {
        PlanSize further = size;
        for (SizePart& part : further.parts)
            if (part.what == "data")
                part.memory -= size.data;
        return filled("needs about {} of memory (mostly {}), and {} are available",
                      roomText(memory),
                      largestPart(further, [](const SizePart& part) { return part.memory; }),
                      roomText(*room.memory));
    }
    const double disk = size.disk() + size.meanwhile();
    if (room.disk && disk > *room.disk)
        return filled(
            "needs about {} of disk for the run store (mostly {}), and {} are free",
            roomText(disk),
            largestPart(size, [](const SizePart& part) { return part.disk + part.meanwhile; }),
            roomText(*room.disk));
    return {};
}

bool runsAnyway()
{
    const char* anyway = std::getenv(kAnywayVariable);
    return anyway != nullptr && std::string_view(anyway) != "" && std::string_view(anyway) != "0";
}

Result<void> checkRoom(const PlanSize& size, const MachineRoom& room)
{
    if (runsAnyway())
        return {};
    const std::string lack = lackOfRoom(size, room);
    if (lack.empty())
        return {};
    return fail({},
                filled("It {}. Use fewer clients, a smaller model or fewer rounds, or set {}=1 in "
                       "the environment to run it anyway.",
                       lack,
                       kAnywayVariable),
                ErrorKind::TooMuch);
}

} // namespace coterie
