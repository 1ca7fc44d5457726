#include "core/store/design_points.h"

#include "core/base/json_node.h"

#include <algorithm>
#include <optional>
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
std::vector<std::size_t>
namedSettings(const RunRow& run, const RunSettings& settings, PointOrder order)
{
    const auto distinctions = settings.distinctions(run.id);
    std::vector<std::size_t> named(distinctions.begin(), distinctions.end());
    for (const RecordedChange& changed : run.changes)
        if (const auto setting = settings.find(changed.change.place))
            if (std::ranges::find(named, *setting) == named.end())
                named.push_back(*setting);
    if (order == PointOrder::Same)
        settings.putInOrder(named);
    return named;
}

/// The value that the plan has, before any change by hand.
std::string_view plannedValue(std::string_view value)
{
    return value.substr(0, value.find(kThen));
}

/// The setting that a sweep point names by the end of its pointer; none where several of that end
/// have its value.
std::optional<std::size_t>
settingOf(const DesignPoint& point, const RunRow& run, const RunSettings& settings)
{
    std::optional<std::size_t> found;
    const std::vector<std::string>& pointers = settings.pointers();
    for (std::size_t setting = 0; setting < pointers.size(); ++setting) {
        if (!pointers[setting].ends_with('/' + point.name))
            continue;
        const std::string* value = settings.value(run.id, setting);
        if (value == nullptr || plannedValue(*value) != point.value)
            continue;
        if (found)
            return std::nullopt;
        found = setting;
    }
    return found;
}

/// A partition that follows the seed has "seed", so that the seeds of one design stay together.
std::string textOf(const RunRow& run,
                   const RunSettings& settings,
                   std::size_t setting,
                   const std::string& value)
{
    const std::string& pointer = settings.pointers()[setting];
    return pointer == kPartitionSeedPlace && value == std::to_string(run.seed)
                   && !settings.hasFixedPartition(run.id)
               ? "seed"
               : valueWithRounds(run, pointer, value);
}

} // namespace

std::string valueWithRounds(const RunRow& run, const std::string& pointer, const std::string& value)
{
    std::string changes;
    for (const RecordedChange& changed : run.changes)
        if (changed.change.place == pointer)
            changes.append(kThen)
                .append(shortestText(changed.change.value))
                .append(kChangeRound)
                .append(std::to_string(changed.round))
                .append(")");
    return changes.empty() ? value : std::string(plannedValue(value)) + changes;
}

std::vector<DesignPoint>
designPoints(const RunRow& run, const RunSettings& settings, PointOrder order)
{
    std::vector<DesignPoint> points = pointsOf(run.sweep);
    const std::vector<std::size_t> named = namedSettings(run, settings, order);
    std::vector<std::optional<std::size_t>> swept; // the setting of each point
    if (!named.empty())
        for (const DesignPoint& point : points)
            swept.push_back(settingOf(point, run, settings));
    for (const std::size_t setting : named) {
        const std::string* value = settings.value(run.id, setting);
        if (value == nullptr)
            continue;
        std::string text = textOf(run, settings, setting, *value);
        const auto point = std::ranges::find(swept, std::optional(setting));
        if (point != swept.end())
            points[static_cast<std::size_t>(point - swept.begin())].value = std::move(text);
        else
            points.push_back({.name = settings.title(setting), .value = std::move(text)});
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
    for (const DesignPoint& point : designPoints(run, settings, PointOrder::Same)) {
        text.append(text.empty() ? std::string_view() : kNext).append(point.name);
        if (!point.value.empty())
            text.append(kIs).append(point.value);
    }
    return text;
}

} // namespace coterie
