#include "core/run/run_difference.h"

#include "core/base/json_parse.h"
#include "core/base/try.h"
#include "core/experiment/layers_text.h"
#include "core/metrics/metric_infos.h"
#include "core/run/environment.h"
#include "core/run/verify.h"
#include "core/store/plan_settings.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>

namespace coterie {

namespace {

/// Two lists of layers by the layers that differ.
void tellLayers(std::vector<TwoValues>& settings)
{
    constexpr std::string_view kPlace = "/model/layers";
    const auto lists = std::ranges::find(settings, kPlace, &TwoValues::name);
    if (lists == settings.end())
        return;
    const auto listOf = [](const std::string& json) {
        auto parsed = parseJson(json); // changed by hand it has several values, and is no JSON
        return parsed ? std::move(parsed->root) : JsonNode();
    };
    const JsonNode one = listOf(lists->one);
    const JsonNode other = listOf(lists->other);
    std::vector<TwoValues> layers;
    for (DifferingLayer& layer : differingLayers(one, other))
        layers.push_back({.name = std::string(kPlace) + layer.place,
                          .one = std::move(layer.one),
                          .other = std::move(layer.other)});
    if (layers.empty()) // one of them has another model
        return;
    const auto next = settings.erase(lists);
    settings.insert(
        next, std::make_move_iterator(layers.begin()), std::make_move_iterator(layers.end()));
}

std::vector<TwoValues> differingSettings(const RunRow& one, const RunRow& other)
{
    std::vector<TwoValues> all;
    for (auto& [pointer, value] : settingsOf(one))
        all.push_back({.name = std::move(pointer), .one = std::move(value), .other = {}});
    for (auto& [pointer, value] : settingsOf(other)) {
        const auto known = std::ranges::find(all, pointer, &TwoValues::name);
        if (known != all.end())
            known->other = std::move(value);
        else
            all.push_back({.name = std::move(pointer), .one = {}, .other = std::move(value)});
    }
    std::erase_if(all, [](const TwoValues& each) { return each.one == each.other; });
    tellLayers(all);
    const auto add = [&all](std::string name, auto first, auto second) {
        if (first != second)
            all.push_back({.name = std::move(name),
                           .one = std::to_string(first),
                           .other = std::to_string(second)});
    };
    add("rounds", one.rounds, other.rounds);
    add("seed", one.seed, other.seed);
    return all;
}

std::vector<TwoValues> differingEnvironment(const RunRow& one, const RunRow& other)
{
    std::vector<TwoValues> all;
    for (EnvironmentChanged& change : differences(one.environment, other.environment)) {
        EnvironmentChanged told = inWords(std::move(change));
        all.push_back({.name = std::move(told.what),
                       .one = std::move(told.before),
                       .other = std::move(told.now)});
    }
    return all;
}

Result<std::optional<Parting>> partingOf(RunStore& store, const RunDifference& difference)
{
    constexpr int kAtATime = 4; // rounds, with their matrices
    const auto& [one, other] = difference.runs;
    const int last = difference.lastCommonRound();
    for (int first = 0; first <= last; first += kAtATime) {
        const int end = std::min(first + kAtATime - 1, last);
        COTERIE_TRY(const std::vector<RoundReport> ours, store.reports(one.id, first, end));
        COTERIE_TRY(const std::vector<RoundReport> theirs, store.reports(other.id, first, end));
        const auto all = static_cast<std::size_t>(end - first + 1);
        if (ours.size() != all || theirs.size() != all)
            return fail("run " + (ours.size() != all ? one : other).numberText(),
                        "a round from " + std::to_string(first) + " to " + std::to_string(end)
                            + " is not in the store");
        for (std::size_t i = 0; i < all; ++i)
            if (auto found = firstDifferenceOfKept(ours[i], theirs[i]))
                return std::optional(
                    Parting{.round = ours[i].round, .difference = std::move(*found)});
    }
    return std::optional<Parting>();
}

using Curve = std::map<int, double>; ///< by round

/// By metric.
Result<std::map<std::string, Curve, std::less<>>> curvesOf(RunStore& store, const RunRow& row)
{
    COTERIE_TRY(const std::vector<MetricPoint> points, store.metrics(row.id));
    std::map<std::string, Curve, std::less<>> curves;
    for (const MetricPoint& point : points)
        curves[point.name][point.round] = point.value;
    return curves;
}

Result<std::vector<TwoNumbers>> numbersInCommon(RunStore& store, const std::array<RunRow, 2>& runs)
{
    COTERIE_TRY(const auto ours, curvesOf(store, runs[0]));
    COTERIE_TRY(const auto theirs, curvesOf(store, runs[1]));
    std::vector<TwoNumbers> common;
    for (const MetricInfo& info : metricInfos()) {
        const auto one = ours.find(info.name);
        const auto other = theirs.find(info.name);
        if (one == ours.end() || other == theirs.end())
            continue;
        for (const auto& [round, value] : one->second)
            if (const auto beside = other->second.find(round); beside != other->second.end())
                common.push_back(
                    {.round = round, .metric = info.name, .one = value, .other = beside->second});
    }
    return common;
}

/// One run may be of a version that kept no names. Facts that cannot be read give none.
std::vector<std::string> namesOf(RunStore& store, const std::array<RunRow, 2>& runs)
{
    std::array<std::vector<std::string>, 2> names;
    for (std::size_t run = 0; run < runs.size(); ++run)
        if (Result<FederationFacts> facts = store.facts(runs[run].id))
            names[run] = std::move(facts->clientNames);
    auto& [one, other] = names;
    if (one.empty())
        return std::move(other);
    return other.empty() || one == other ? std::move(one) : std::vector<std::string>();
}

} // namespace

int RunDifference::lastCommonRound() const
{
    return std::min(runs[0].roundsDone, runs[1].roundsDone);
}

std::vector<TwoNumbers> RunDifference::numbersOf(std::string_view metric) const
{
    std::vector<TwoNumbers> found;
    std::ranges::copy_if(numbers, std::back_inserter(found), [metric](const TwoNumbers& each) {
        return each.metric == metric;
    });
    return found;
}

std::vector<TwoNumbers> RunDifference::lastNumbers() const
{
    int last = -1;
    for (const MetricInfo& info : metricInfos())
        if (info.better != Better::Neither)
            for (const TwoNumbers& each : numbersOf(info.name))
                last = std::max(last, each.round);
    std::vector<TwoNumbers> found = numbers;
    std::erase_if(found, [last](const TwoNumbers& each) { return each.round != last; });
    return found;
}

std::string RunDifference::partingText() const
{
    const auto name = [](const RunRow& row) { return "run " + row.numberText(); };
    if (parting)
        return "They differ from "
               + differenceText(parting->round,
                                parting->difference,
                                "in " + name(runs[0]),
                                "in " + name(runs[1]))
               + '.';
    const int common = lastCommonRound();
    std::string text = "Their rounds are the same to the bit up to round " + std::to_string(common);
    for (const RunRow& row : runs)
        if (row.roundsDone > common)
            text += "; " + name(row) + " has more, up to round " + std::to_string(row.roundsDone);
    return text + '.';
}

Result<RunDifference> differenceOf(RunStore& store, const std::array<RunRow, 2>& runs)
{
    RunDifference difference{.runs = runs,
                             .settings = differingSettings(runs[0], runs[1]),
                             .environment = differingEnvironment(runs[0], runs[1]),
                             .parting = {},
                             .numbers = {},
                             .clientNames = namesOf(store, runs)};
    for (const RunRow& row : runs)
        if (!row.hasRounds)
            return fail("run " + row.numberText(), "has no round to compare with");
    COTERIE_TRY(difference.parting, partingOf(store, difference));
    COTERIE_TRY(difference.numbers, numbersInCommon(store, runs));
    return difference;
}

} // namespace coterie
