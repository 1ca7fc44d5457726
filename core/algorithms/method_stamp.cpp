#include "core/algorithms/method_stamp.h"

#include "core/algorithms/method_library.h"
#include "headers_digest.h"

#include <array>

namespace coterie {

namespace {

constexpr std::string_view kStamp = COTERIE_METHOD_STAMP;
constexpr std::string_view kFirstLine = "coterie-method 1\n";
static_assert(kStamp.starts_with(kFirstLine));

struct StampLine
{
    std::string_view key;
    std::string_view title;
};
constexpr std::array kLines{StampLine{"compiler ", "another compiler"},
                            StampLine{"C++ ABI ", "another C++ ABI"},
                            StampLine{"LibTorch ", "another LibTorch"},
                            StampLine{"headers ", "other headers of Coterie"}};

/// Empty: the stamp does not say it.
std::string_view valueOf(std::string_view stamp, std::string_view key)
{
    while (!stamp.empty()) {
        const std::size_t end = stamp.find('\n');
        const std::string_view line = stamp.substr(0, end);
        if (line.starts_with(key))
            return line.substr(key.size());
        stamp = end == stamp.npos ? std::string_view() : stamp.substr(end + 1);
    }
    return {};
}

} // namespace

std::string_view programStamp()
{
    return kStamp;
}

Result<void> checkStamp(std::string_view stamp, std::string_view ours)
{
    if (!stamp.starts_with(kFirstLine))
        return fail({}, "is made for another version of Coterie; build it again");
    std::string differing;
    for (const auto& [key, title] : kLines) {
        const std::string_view theirs = valueOf(stamp, key);
        const std::string_view mine = valueOf(ours, key);
        if (theirs == mine)
            continue;
        differing.append(differing.empty() ? "" : ", and with ").append(title);
        differing.append(": ").append(theirs.empty() ? "none" : theirs);
        differing.append(" instead of ").append(mine);
    }
    if (differing.empty())
        return {};
    return fail({}, "was built with " + differing + "; build it again for this program");
}

} // namespace coterie
