#include "core/experiment/sweep_text.h"

#include <algorithm>

namespace coterie {

std::string_view pointerTail(std::string_view pointer, std::size_t words)
{
    std::size_t start = pointer.size();
    for (std::size_t i = 0; i < words && start != 0 && start != std::string_view::npos; ++i)
        start = pointer.rfind('/', start - 1);
    return start == std::string_view::npos ? pointer
                                           : pointer.substr(std::min(start + 1, pointer.size()));
}

namespace {

std::size_t wordsNeeded(const std::vector<SweepPoint>& sweep, const SweepPoint& point)
{
    const auto words = static_cast<std::size_t>(std::ranges::count(point.pointer, '/'));
    for (std::size_t needed = 1; needed < words; ++needed) {
        const auto same = std::ranges::count_if(sweep, [&](const SweepPoint& other) {
            return pointerTail(other.pointer, needed) == pointerTail(point.pointer, needed);
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
        text.append(pointerTail(point.pointer, wordsNeeded(sweep, point)))
            .append(" = ")
            .append(toText(point.value));
    }
    return text;
}

} // namespace coterie
