#include "core/experiment/live_change.h"

#include "core/experiment/experiment_fields.h"
#include "core/experiment/json_reader.h"
#include "core/experiment/plan.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <charconv>
#include <cmath>
#include <sstream>
#include <system_error>

namespace coterie {

namespace {

/// The parts of a plan whose parameters may be live, in the order they are listed.
constexpr std::array kLiveSections{"/local/optimizer", "/algorithm", "/local/objective"};

/// A number of the plan itself.
struct LiveCount
{
    const ParameterDescriptor* descriptor;
    int RunPlan::*count;
};

constexpr std::array kLiveCounts{
    LiveCount{&fields::kRounds, &RunPlan::rounds},
    LiveCount{&fields::kEvaluateEvery, &RunPlan::evaluateEvery},
};

} // namespace

std::vector<LiveSetting> liveSettings(const RunPlan& plan, const Registry& registry)
{
    RunPlan read = plan; // the sections' accessors are for writing too
    std::vector<LiveSetting> settings;
    for (const std::string_view place : kLiveSections) {
        const PlanSection& section = *std::ranges::find(kPlanSections, place, &PlanSection::place);
        const Part& part = section.of(read);
        const NamedPart* known = findPart(registry.*section.known, part.name);
        if (known == nullptr)
            continue;
        for (const ParameterDescriptor& descriptor : known->parameters) {
            const Parameter* found = part.parameters.find(descriptor.name);
            if (!descriptor.live || found == nullptr)
                continue;
            assert(descriptor.type == ParameterType::Real && "a live parameter is a number");
            settings.push_back({.place = std::string(place) + pointerStep(descriptor.name),
                                .descriptor = &descriptor,
                                .value = part.parameters.real(descriptor.name)});
        }
    }
    for (const LiveCount& field : kLiveCounts)
        settings.push_back({.place = pointerStep(field.descriptor->name),
                            .descriptor = field.descriptor,
                            .value = static_cast<double>(plan.*field.count)});
    return settings;
}

LiveSetting* findSetting(std::span<LiveSetting> settings, std::string_view place)
{
    const auto found = std::ranges::find(settings, place, &LiveSetting::place);
    return found == settings.end() ? nullptr : &*found;
}

Result<LiveChange> liveChange(const LiveSetting& setting, const JsonNode& typed, int nextRound)
{
    ProblemLog problems;
    const JsonCursor cursor(typed, setting.place, problems);
    if (!cursor.value(*setting.descriptor))
        return Unexpected<Error>{problems.inOrder().front()};
    if (setting.place == kRoundsPlace && typed.number < nextRound)
        return notAllowed(setting.place,
                          typed.text,
                          "at least " + std::to_string(nextRound) + ", the next round");
    return LiveChange{.place = setting.place, .value = typed.number};
}

void makeChange(const LiveChange& change, RunPlan& plan)
{
    for (const LiveCount& field : kLiveCounts)
        if (change.place == pointerStep(field.descriptor->name))
            plan.*field.count = static_cast<int>(std::llround(change.value));
    if (const auto [section, name] = placeInPlan(change.place); section != nullptr)
        section->of(plan).parameters.set(name, change.value);
}

std::string recordText(std::span<const RecordedChange> changes)
{
    std::string text;
    for (const auto& [round, change] : changes)
        text +=
            std::to_string(round) + ' ' + change.place + ' ' + shortestText(change.value) + '\n';
    return text;
}

Result<std::vector<RecordedChange>> readRecord(std::string_view text)
{
    std::vector<RecordedChange> changes;
    std::istringstream lines{std::string(text)};
    for (std::string line; std::getline(lines, line);) {
        std::istringstream words(line);
        RecordedChange read;
        std::string value;
        words >> read.round >> read.change.place >> value;
        const char* const end = value.data() + value.size();
        const auto [last, status] = std::from_chars(value.data(), end, read.change.value);
        if (!words || status != std::errc{} || last != end)
            return fail("checkpoint",
                        "The checkpoint's changes by hand contain \"" + line
                            + "\", which cannot be read.");
        changes.push_back(std::move(read));
    }
    return changes;
}

std::string sentenceOf(const LiveSetting& before, double value)
{
    const ParameterDescriptor& descriptor = *before.descriptor;
    std::string text = "Changed by hand: ";
    text += descriptor.title.empty() ? descriptor.name : descriptor.title;
    if (!descriptor.symbol.empty())
        text.append(" ").append(descriptor.symbol);
    text += ", from " + shortestText(before.value) + " to " + shortestText(value);
    if (!descriptor.unit.empty())
        text.append(" ").append(descriptor.unit);
    return text + '.';
}

} // namespace coterie
