#include "core/summary/figure_numbers.h"

#include "core/metrics/client_numbers.h"
#include "core/metrics/metrics.h"
#include "core/store/run_looks.h"
#include "core/store/statistics.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <set>
#include <tuple>

namespace coterie {

namespace {

constexpr std::size_t kMostClasses = 10'000; ///< where a run does not say how many it has
constexpr std::size_t kMostCells = 4'000'000;

/// The values at these rounds, if there are all of them.
std::vector<double> valuesAt(const std::vector<double>& rounds, const std::map<double, double>& all)
{
    std::vector<double> values;
    for (const double round : rounds)
        if (const auto found = all.find(round); found != all.end())
            values.push_back(found->second);
    if (values.size() != rounds.size())
        values.clear();
    return values;
}

} // namespace

MetricCurve metricCurve(const RunRow& run,
                        std::span<const MetricPoint> points,
                        std::span<const std::pair<int, double>> roundSeconds,
                        const std::string& metric)
{
    constexpr double kBitsPerMegabyte = 8e6;
    MetricCurve curve{.run = run.id, .seed = run.seed, .rounds = {}, .values = {}};
    const std::string_view deviation = deviationOverClients(metric);
    std::map<double, double> deviations;
    std::map<double, double> megabytes{{0, 0}}; // nothing was sent before the first round
    for (const MetricPoint& point : points) {
        if (point.name == "totalTrafficBits")
            megabytes[point.round] = point.value / kBitsPerMegabyte;
        if (point.name == deviation)
            deviations[point.round] = point.value;
        if (point.name != metric)
            continue;
        curve.rounds.push_back(point.round);
        curve.values.push_back(point.value);
    }
    std::map<double, double> seconds;
    double sum = 0;
    for (const auto& [round, ofRound] : roundSeconds)
        seconds[round] = sum += ofRound;
    curve.megabytes = valuesAt(curve.rounds, megabytes);
    curve.seconds = valuesAt(curve.rounds, seconds);
    curve.deviations = valuesAt(curve.rounds, deviations);
    return curve;
}

SeedSpread spreadOverSeeds(const std::vector<MetricCurve>& curves)
{
    struct AtRound
    {
        std::vector<double> values;
        std::vector<double> megabytes;
        std::vector<double> seconds;
        std::vector<double> deviations;
    };
    std::map<double, AtRound> byRound;
    for (const MetricCurve& curve : curves)
        for (std::size_t i = 0; i < curve.rounds.size(); ++i) {
            AtRound& at = byRound[curve.rounds[i]];
            at.values.push_back(curve.values[i]);
            if (i < curve.megabytes.size())
                at.megabytes.push_back(curve.megabytes[i]);
            if (i < curve.seconds.size())
                at.seconds.push_back(curve.seconds[i]);
            if (i < curve.deviations.size())
                at.deviations.push_back(curve.deviations[i]);
        }
    SeedSpread spread;
    for (const auto& [round, at] : byRound) {
        const Spread values = *spreadOf(at.values);
        spread.rounds.push_back(round);
        spread.mean.push_back(values.mean);
        spread.deviation.push_back(values.deviation);
        spread.runs.push_back(values.runs);
        if (at.megabytes.size() == at.values.size())
            spread.megabytes.push_back(spreadOf(at.megabytes)->mean);
        if (at.seconds.size() == at.values.size())
            spread.seconds.push_back(spreadOf(at.seconds)->mean);
        if (const std::optional<double> overClients = deviationOfClients(values, at.deviations))
            spread.overClients.push_back(*overClients);
    }
    for (std::vector<double>* axis : {&spread.megabytes, &spread.seconds, &spread.overClients})
        if (axis->size() != spread.rounds.size())
            axis->clear();
    return spread;
}

ArmLine armLine(std::vector<MetricCurve> curves, FigureAxis axis, bool wantsClients)
{
    std::erase_if(curves,
                  [axis](const MetricCurve& curve) { return placesOn(axis, curve).empty(); });
    ArmLine line;
    line.spread = spreadOverSeeds(curves);
    line.curves = std::move(curves);
    line.x = placesOn(axis, line.spread);
    line.isOverClients = wantsClients && !line.spread.overClients.empty();
    line.deviation = line.isOverClients ? line.spread.overClients : line.spread.deviation;
    return line;
}

std::vector<std::size_t> chosenSettings(std::span<const RunRow> runs, const RunSettings& settings)
{
    std::vector<std::int64_t> ids;
    for (const RunRow& run : runs)
        ids.push_back(run.id);
    std::vector<std::size_t> differing = settings.differing(ids);
    std::erase_if(differing,
                  [&](std::size_t setting) { return settings.followsSeed(ids, setting); });
    return differing;
}

std::optional<double>
settingNumber(const RunSettings& settings, std::int64_t run, std::size_t setting)
{
    const std::string* text = settings.value(run, setting);
    if (!text)
        return std::nullopt;
    double value = 0;
    const char* const end = text->data() + text->size();
    const auto [last, error] = std::from_chars(text->data(), end, value);
    return error == std::errc() && last == end ? std::optional(value) : std::nullopt;
}

namespace {

/// Those of one colour differ.
void setVariants(std::vector<PointMethod>& methods, std::span<const RunRow> runs)
{
    std::map<std::size_t, std::set<std::size_t>> taken; // by colour
    for (PointMethod& method : methods) {
        const RunRow& first = runs[method.runs.front()];
        const bool isOnePoint = std::ranges::all_of(
            method.runs, [&](std::size_t run) { return runs[run].sweepPlace == first.sweepPlace; });
        method.variant = isOnePoint ? first.sweepPlace : 0;
        while (!taken[first.look % kLineColours].insert(method.variant).second)
            ++method.variant;
    }
}

} // namespace

std::vector<PointMethod> pointMethods(std::span<const RunRow> runs,
                                      const RunSettings& settings,
                                      std::span<const std::size_t> told)
{
    using ArmName = std::tuple<std::string, std::string, std::string>; // store, experiment, arm
    std::vector<PointMethod> methods;
    std::map<std::pair<ArmName, SettingValues>, std::size_t> places;
    std::map<ArmName, std::vector<std::size_t>> ofArms;
    for (std::size_t i = 0; i < runs.size(); ++i) {
        const RunRow& run = runs[i];
        const ArmName arm(run.store, run.experimentName, run.arm);
        SettingValues values;
        for (const std::size_t setting : told) {
            const std::string* value = settings.value(run.id, setting);
            values.push_back(value ? std::optional(*value) : std::nullopt);
        }
        const auto [place, isNew] = places.try_emplace({arm, values}, methods.size());
        if (isNew) {
            ofArms[arm].push_back(methods.size());
            methods.push_back({.runs = {}, .own = std::move(values)});
        }
        methods[place->second].runs.push_back(i);
    }
    for (const auto& [arm, alike] : ofArms)
        for (const std::size_t method : alike)
            for (std::size_t i = 0; i < told.size(); ++i)
                methods[method].tells.push_back(std::ranges::any_of(alike, [&](std::size_t other) {
                    return methods[other].own[i] != methods[method].own[i];
                }));
    setVariants(methods, runs);
    return methods;
}

std::vector<FigurePoint> meansAtPlaces(std::span<const PlacedValue> runs)
{
    std::map<double, std::map<std::uint64_t, const PlacedValue*>> byPlace; // and seed
    for (const PlacedValue& value : runs) {
        if (!value.x || !value.y)
            continue;
        const PlacedValue*& ofSeed = byPlace[*value.x][value.run.seed];
        if (ofSeed == nullptr || standsBefore(value.run, ofSeed->run))
            ofSeed = &value;
    }
    std::vector<FigurePoint> points;
    for (const auto& [x, bySeed] : byPlace) {
        std::vector<double> values;
        for (const auto& [seed, value] : bySeed)
            values.push_back(*value->y);
        const Spread spread = *spreadOf(values);
        points.push_back(
            {.x = x, .mean = spread.mean, .deviation = spread.deviation, .runs = values.size()});
    }
    return points;
}

std::vector<FigurePoint> singlePoints(std::span<const PlacedValue> runs)
{
    std::vector<FigurePoint> points;
    for (const auto& [run, x, y] : runs)
        if (x && y && std::isfinite(*x))
            points.push_back({.x = *x, .mean = *y, .deviation = 0, .runs = 1});
    std::ranges::stable_sort(points, {}, &FigurePoint::x);
    return points;
}

std::vector<ClientPoint> clientPoints(std::span<const RoundReport> rounds,
                                      const ScatterFigure& figure)
{
    std::vector<ClientPoint> all;
    std::map<int, ClientPoint> newest;
    for (const RoundReport& report : rounds) {
        const NamedList x = clientNumbers(report, figure.x);
        const NamedList y = clientNumbers(report, figure.y);
        for (std::size_t client = 0; client < std::min(x.size(), y.size()); ++client) {
            if (!x[client] || !y[client])
                continue;
            const ClientPoint point{.round = report.round,
                                    .client = static_cast<int>(client),
                                    .x = *x[client],
                                    .y = *y[client]};
            if (figure.allRounds)
                all.push_back(point);
            else
                newest.insert_or_assign(point.client, point);
        }
    }
    for (const auto& [client, point] : newest)
        all.push_back(point);
    return all;
}

std::vector<SufficientCurve> sufficientCurves(const FigureDesign& design)
{
    const SufficientFigure figure = sufficientFigure(design);
    const SufficientSetting setting{.clients = static_cast<std::size_t>(figure.clients),
                                    .dimension = static_cast<std::size_t>(figure.dimension),
                                    .variations = figure.spreads,
                                    .precisions = figure.precisions,
                                    .seed = figure.seed,
                                    .rule = {},
                                    .bounds = {},
                                    .rate = 0,
                                    .factor = 0};
    return sufficientCurves(setting, unitDistances(setting));
}

std::size_t shownClasses(const FederationFacts& facts)
{
    std::size_t classes = 0;
    for (const std::vector<std::int64_t>& counts : facts.classCounts)
        classes = std::max(classes, counts.size());
    if (classes == 0)
        return 0;
    const std::size_t known = facts.classes > 0 ? std::size_t(facts.classes) : kMostClasses;
    return std::min(
        {classes, known, std::max(std::size_t{1}, kMostCells / facts.classCounts.size())});
}

RunsForFigure runsForFigure(std::span<const RunRow> runs, const std::string& design)
{
    using Place = std::tuple<std::string, std::string, std::uint64_t>; // arm, sweep point, seed
    RunsForFigure found;
    std::map<Place, const RunRow*> newest;
    std::size_t all = 0;
    for (const RunRow& run : runs) {
        if (run.experimentDesign != design || !run.hasRounds)
            continue;
        ++all;
        if (run.status != RunStatus::Finished || !run.changes.empty())
            continue;
        const RunRow*& place = newest[{run.arm, run.sweep, run.seed}];
        if (place == nullptr || isNewer(run, *place))
            place = &run;
    }
    for (const auto& [place, run] : newest)
        found.chosen.insert(run->id);
    found.leftOut = all - found.chosen.size();
    return found;
}

bool isDrawn(const FigureDesign& figure, const std::string& arm)
{
    return figure.arms.empty() || std::ranges::find(figure.arms, arm) != figure.arms.end();
}

} // namespace coterie
