#include "core/experiment/sweep_text.h"

#include <algorithm>
#include <string_view>

namespace coterie {

namespace {

/// The last `words` words of a JSON pointer: "optimizer/learningRate".
std::string_view tail(std::string_view pointer, std::size_t words)
{
    std::size_t start = pointer.size();
    for (std::size_t i = 0; i < words && start != 0 && start != std::string_view::npos; ++i)
        start = pointer.rfind('/', start - 1);
    return start == std::string_view::npos ? pointer
                                           : pointer.substr(std::min(start + 1, pointer.size()));
}

std::size_t wordsNeeded(const std::vector<SweepPoint>& sweep, const SweepPoint& point)
{
    const auto words = static_cast<std::size_t>(std::ranges::count(point.pointer, '/'));
    for (std::size_t needed = 1; needed < words; ++needed) {
        const auto same = std::ranges::count_if(sweep, [&](const SweepPoint& other) {
            return tail(other.pointer, needed) == tail(point.pointer, needed);
        });
        if (same == 1)
            return needed;
    }
    return std::max<std::size_t>(words, 1);
}

} // namespace

std::string sweepText(const std::vector<SweepPoint>& sweep)
{
    std::string text;
    for (const SweepPoint& point : sweep) {
        if (!text.empty())
            text += ", ";
        text.append(tail(point.pointer, wordsNeeded(sweep, point)))
            .append(" = ")
            .append(toText(point.value));
    }
    return text;
}

} // namespace coterie
