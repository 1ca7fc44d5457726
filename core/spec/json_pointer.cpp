#include "core/spec/json_pointer.h"

#include <charconv>
#include <system_error>

namespace coterie {

std::optional<std::vector<std::string>> pointerSteps(std::string_view pointer)
{
    std::vector<std::string> steps;
    if (pointer.empty())
        return steps;
    if (pointer.front() != '/')
        return std::nullopt;
    for (std::size_t place = 0; place < pointer.size(); ++place) {
        const char letter = pointer[place];
        if (letter == '/') {
            steps.emplace_back();
        } else if (letter == '~') {
            ++place;
            if (place == pointer.size() || (pointer[place] != '0' && pointer[place] != '1'))
                return std::nullopt;
            steps.back() += pointer[place] == '0' ? '~' : '/';
        } else {
            steps.back() += letter;
        }
    }
    return steps;
}

std::string pointerStep(std::string_view key)
{
    std::string step = "/";
    for (const char letter : key) {
        if (letter == '~')
            step += "~0";
        else if (letter == '/')
            step += "~1";
        else
            step += letter;
    }
    return step;
}

std::optional<std::size_t> indexOfStep(std::string_view step)
{
    if (step.empty() || (step.size() > 1 && step.front() == '0'))
        return std::nullopt;
    std::size_t index = 0;
    const auto [end, status] = std::from_chars(step.data(), step.data() + step.size(), index);
    if (status != std::errc{} || end != step.data() + step.size())
        return std::nullopt;
    return index;
}

} // namespace coterie
