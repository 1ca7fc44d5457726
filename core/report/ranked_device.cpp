#include "core/report/ranked_device.h"

#include <charconv>
#include <system_error>

namespace coterie {

namespace {

constexpr std::string_view kBeforeRanks = ", ";
constexpr std::string_view kAfterNumber = " ranks";

} // namespace

std::string RankedDevice::text() const
{
    if (ranks <= 1)
        return device;
    return device + std::string(kBeforeRanks) + std::to_string(ranks) + std::string(kAfterNumber);
}

RankedDevice RankedDevice::in(std::string_view text)
{
    const RankedDevice alone{.device = std::string(text)};
    if (!text.ends_with(kAfterNumber))
        return alone;
    const std::string_view start = text.substr(0, text.size() - kAfterNumber.size());
    const std::size_t comma = start.rfind(kBeforeRanks);
    if (comma == std::string_view::npos)
        return alone;
    const std::string_view number = start.substr(comma + kBeforeRanks.size());
    int ranks = 0;
    const char* const last = number.data() + number.size();
    const auto [end, problem] = std::from_chars(number.data(), last, ranks);
    if (problem != std::errc() || end != last || ranks < 2)
        return alone;
    return {.device = std::string(start.substr(0, comma)), .ranks = ranks};
}

} // namespace coterie
