#include "core/experiment/live_change.h"

#include "core/experiment/experiment_fields.h"
#include "core/experiment/json_reader.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <charconv>
#include <cmath>
#include <system_error>

namespace coterie {

namespace {

/// A part of the plan whose parameters may be live.
struct LiveSection
{
    std::string_view place;
    std::span<const NamedPart> Registry::*known;
    Part& (*of)(RunPlan& plan);
};

constexpr std::array kLiveSections{
    LiveSection{"/local/optimizer/",
                &Registry::optimizers,
                [](RunPlan& plan) -> Part& { return plan.local.optimizer; }},
    LiveSection{kAlgorithmSection,
                &Registry::algorithms,
                [](RunPlan& plan) -> Part& { return plan.algorithm; }},
    LiveSection{kObjectiveSection,
                &Registry::objectives,
                [](RunPlan& plan) -> Part& { return plan.local.objective; }},
};

/// A number that stands in the plan itself.
struct LiveCount
{
    const ParameterDescriptor* descriptor;
    int RunPlan::*count;
};

constexpr std::array kLiveCounts{
    LiveCount{&fields::kRounds, &RunPlan::rounds},
    LiveCount{&fields::kEvaluateEvery, &RunPlan::evaluateEvery},
};

std::string countPlace(const LiveCount& field)
{
    return '/' + std::string(field.descriptor->name);
}

constexpr std::string_view kTo = " to ";
/// As versions wrote it that could change nothing else.
constexpr std::string_view kFormerRateSentence = "The learning rate was set to ";

std::string sentenceStart(const ParameterDescriptor& descriptor)
{
    std::string name(descriptor.title.empty() ? descriptor.name : descriptor.title);
    if (!descriptor.symbol.empty())
        name += ' ' + std::string(descriptor.symbol);
    return "Changed by hand: " + name + ", from ";
}

std::string unitBehind(double value, const ParameterDescriptor& descriptor)
{
    std::string text = shortestText(value);
    if (!descriptor.unit.empty())
        text += ' ' + std::string(descriptor.unit);
    return text;
}

} // namespace

std::vector<LiveSetting> liveSettings(const RunPlan& plan, const Registry& registry)
{
    RunPlan read = plan; // the sections' accessors are for writing too
    std::vector<LiveSetting> settings;
    for (const LiveSection& section : kLiveSections) {
        const Part& part = section.of(read);
        const NamedPart* known = findPart(registry.*section.known, part.name);
        if (known == nullptr)
            continue;
        for (const ParameterDescriptor& descriptor : known->parameters) {
            const Parameter* found = part.parameters.find(descriptor.name);
            if (!descriptor.live || found == nullptr)
                continue;
            assert(descriptor.type == ParameterType::Real && "a live parameter is a number");
            settings.push_back({.place = std::string(section.place) + std::string(descriptor.name),
                                .descriptor = &descriptor,
                                .value = part.parameters.real(descriptor.name)});
        }
    }
    for (const LiveCount& field : kLiveCounts)
        settings.push_back({.place = countPlace(field),
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
        if (change.place == countPlace(field))
            plan.*field.count = static_cast<int>(std::llround(change.value));
    for (const LiveSection& section : kLiveSections)
        if (change.place.starts_with(section.place))
            section.of(plan).parameters.set(change.place.substr(section.place.size()),
                                            change.value);
}

std::string sentenceOf(const LiveSetting& before, double value)
{
    return sentenceStart(*before.descriptor) + shortestText(before.value) + std::string(kTo)
           + unitBehind(value, *before.descriptor) + '.';
}

std::optional<ToldChange> toldChange(std::string_view sentence, const LiveSetting& setting)
{
    const char* const end = sentence.data() + sentence.size();
    ToldChange told;
    if (setting.place == kLearningRatePlace && sentence.starts_with(kFormerRateSentence)) {
        const char* const begin = sentence.data() + kFormerRateSentence.size();
        const bool isRead = std::from_chars(begin, end, told.to).ec == std::errc{};
        return isRead ? std::optional(told) : std::nullopt;
    }
    const std::string start = sentenceStart(*setting.descriptor);
    if (!sentence.starts_with(start))
        return std::nullopt;
    double before = 0;
    const auto from = std::from_chars(sentence.data() + start.size(), end, before);
    if (from.ec != std::errc{} || !std::string_view(from.ptr, end).starts_with(kTo)
        || std::from_chars(from.ptr + kTo.size(), end, told.to).ec != std::errc{})
        return std::nullopt;
    told.from = before;
    return told;
}

} // namespace coterie
