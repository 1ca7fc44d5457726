#include "core/store/design_points.h"

#include <algorithm>
#include <string_view>

namespace coterie {

namespace {

constexpr std::string_view kNext = ", ";
constexpr std::string_view kIs = " = ";

/// "alpha = 5, batch = 16"; a value may have commas.
std::vector<DesignPoint> pointsOf(std::string_view sweep)
{
    std::vector<DesignPoint> points;
    while (!sweep.empty()) {
        const std::size_t end = std::min(sweep.find(kNext), sweep.size());
        const std::string_view part = sweep.substr(0, end);
        const std::size_t is = part.find(kIs);
        if (is != std::string_view::npos || points.empty())
            points.push_back({.name = std::string(part.substr(0, is)),
                              .value = is == std::string_view::npos
                                           ? std::string()
                                           : std::string(part.substr(is + kIs.size()))});
        else
            points.back().value.append(kNext).append(part);
        sweep.remove_prefix(std::min(end + kNext.size(), sweep.size()));
    }
    return points;
}

/// Those that differ, then those that were changed by hand.
std::vector<std::size_t> namedSettings(const RunRow& run, const RunSettings& settings)
{
    const auto distinctions = settings.distinctions(run.id);
    std::vector<std::size_t> named(distinctions.begin(), distinctions.end());
    for (const RecordedChange& changed : run.changes)
        if (const auto setting = settings.find(changed.change.place))
            if (std::ranges::find(named, *setting) == named.end())
                named.push_back(*setting);
    return named;
}

} // namespace

std::vector<DesignPoint> designPoints(const RunRow& run, const RunSettings& settings)
{
    std::vector<DesignPoint> points = pointsOf(run.sweep);
    const std::size_t swept = points.size();
    for (const std::size_t setting : namedSettings(run, settings)) {
        const std::string* value = settings.value(run.id, setting);
        if (value == nullptr)
            continue;
        const std::string& pointer = settings.pointers()[setting];
        const auto end = points.begin() + static_cast<std::ptrdiff_t>(swept);
        const auto point = std::find_if(points.begin(), end, [&](const DesignPoint& each) {
            return pointer.ends_with('/' + each.name);
        });
        if (point != end)
            point->value = *value;
        else
            points.push_back({.name = settings.title(setting), .value = *value});
    }
    if (settings.differsInRounds(run.id))
        points.push_back({.name = "rounds", .value = std::to_string(run.rounds)});
    return points;
}

std::vector<DesignPoint> commonPoints(std::span<const RunRow* const> runs,
                                      const RunSettings& settings)
{
    std::vector<DesignPoint> points;
    const RunRow& first = *runs.front();
    for (const std::size_t setting : settings.distinctions(first.id)) {
        const std::string* value = settings.value(first.id, setting);
        if (value && std::ranges::all_of(runs, [&](const RunRow* run) {
                const std::string* other = settings.value(run->id, setting);
                return other == nullptr || *other == *value;
            }))
            points.push_back({.name = settings.title(setting), .value = *value});
    }
    if (settings.differsInRounds(first.id) && std::ranges::all_of(runs, [&](const RunRow* run) {
            return run->rounds == first.rounds;
        }))
        points.push_back({.name = "rounds", .value = std::to_string(first.rounds)});
    return points;
}

std::string designText(const RunRow& run, const RunSettings& settings)
{
    std::string text;
    for (const DesignPoint& point : designPoints(run, settings)) {
        text.append(text.empty() ? std::string_view() : kNext).append(point.name);
        if (!point.value.empty())
            text.append(kIs).append(point.value);
    }
    return text;
}

} // namespace coterie
