#include "core/data/formats/memory_limit.h"

#include "core/base/try.h"
#include "core/data/formats/text_lines.h"

#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>

namespace coterie {

namespace {

constexpr const char* kVariable = "COTERIE_DATA_GB";
constexpr double kGigabyte = 1e9;
constexpr double kUsual = 2;
constexpr double kMost = 1e6;

thread_local std::uint64_t g_held = 0; // the sum of this thread's MemoryHeld

/// "3.22", "12.9", "4398".
std::string gigabytes(double bytes)
{
    const double value = bytes / kGigabyte;
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), value < 100 ? "%.3g" : "%.0f", value);
    return text.data();
}

Result<void> check(const std::string& name, const std::string& place, std::uint64_t bytes)
{
    COTERIE_TRY(const std::uint64_t limit, memoryLimit());
    if (g_held <= limit && bytes <= limit - g_held)
        return {};
    const double needed = static_cast<double>(g_held) + static_cast<double>(bytes);
    return fail(name,
                filled("{}the data set needs {} GB of memory, the limit is {} GB; set {}={} in the "
                       "environment to allow it",
                       place,
                       gigabytes(needed),
                       gigabytes(static_cast<double>(limit)),
                       kVariable,
                       gigabytes(std::ceil(needed / kGigabyte) * kGigabyte)),
                ErrorKind::TooMuch);
}

} // namespace

Result<std::uint64_t> memoryLimit()
{
    const char* set = std::getenv(kVariable);
    const std::optional<double> number = set == nullptr ? kUsual : numberIn(set);
    if (!number || *number <= 0 || *number > kMost)
        return notAllowed(
            kVariable,
            filled("\"{}\"", set),
            filled("a number of gigabytes above 0, at most {}", gigabytes(kMost * kGigabyte)));
    return static_cast<std::uint64_t>(*number * kGigabyte);
}

Result<std::uint64_t> memoryLeft()
{
    COTERIE_TRY(const std::uint64_t limit, memoryLimit());
    return limit > g_held ? limit - g_held : 0;
}

Result<void> checkMemory(const std::string& name, std::uint64_t bytes)
{
    return check(name, {}, bytes);
}

Result<void> checkMemory(const ByteSource& source, std::uint64_t bytes)
{
    return check(source.name(), filled("at byte {}: ", source.offset()), bytes);
}

MemoryHeld::MemoryHeld(std::uint64_t bytes)
    : m_bytes(bytes)
{
    g_held += m_bytes;
}

MemoryHeld::~MemoryHeld()
{
    g_held -= m_bytes;
}

} // namespace coterie
