#include "core/summary/figure_lines.h"

#include "core/base/json_node.h"
#include "core/base/try.h"
#include "core/math/finite_stretches.h"
#include "core/math/statistics.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <tuple>
#include <utility>

namespace coterie {

namespace {

constexpr std::string_view kDot = " · ";

Result<std::vector<FigureLine>>
curveLines(RunStore& store, const FigureDesign& design, std::span<const RunRow> runs)
{
    const CurveFigure figure = curveFigure(design);
    // Runs of one line may come from sweeps in which it had another place.
    std::vector<std::vector<const RunRow*>> ofLines;
    std::map<std::string, std::size_t> places;
    for (const RunRow& run : runs) {
        const auto [place, isNew] = places.try_emplace(lineName(run), ofLines.size());
        if (isNew)
            ofLines.emplace_back();
        ofLines[place->second].push_back(&run);
    }
    std::vector<FigureLine> lines;
    for (const std::vector<const RunRow*>& ofLine : ofLines) {
        std::vector<MetricCurve> curves;
        for (const RunRow* run : ofLine) {
            COTERIE_TRY(const auto points, store.metrics(run->id));
            COTERIE_TRY(const auto seconds, store.roundSeconds(run->id));
            curves.push_back(metricCurve(*run, points, seconds, figure.y));
            if (figure.smoothing == FigureSmoothing::SavitzkyGolay)
                curves.back().values = smoothedStretches(curves.back().values, savitzkyGolay);
        }
        const ArmLine line =
            armLine(std::move(curves), figure.x, figure.band == FigureBand::Clients);
        if (line.x.empty())
            continue;
        FigureLine& drawn = lines.emplace_back(FigureLine{.name = lineName(*ofLine.front()),
                                                          .look = ofLine.front()->look,
                                                          .variant = ofLine.front()->sweepPlace,
                                                          .points = {},
                                                          .hasDeviation = line.hasBand()});
        for (std::size_t i = 0; i < line.x.size(); ++i)
            drawn.points.push_back({.x = line.x[i],
                                    .mean = line.spread.mean[i],
                                    .deviation = line.deviation[i],
                                    .runs = line.spread.runs[i]});
    }
    if (lines.empty())
        return notRecorded(design,
                           "“" + figure.y
                               + (figure.x == FigureAxis::Rounds  ? "”"
                                  : figure.x == FigureAxis::Bytes ? "” over bytes sent"
                                                                  : "” over time"));
    return lines;
}

std::string methodName(std::span<const RunRow> runs,
                       const RunSettings& settings,
                       std::span<const std::size_t> told,
                       const PointMethod& method)
{
    std::string name = runs[method.runs.front()].arm;
    std::string_view before = kDot;
    for (std::size_t i = 0; i < told.size(); ++i) {
        if (!method.tells[i])
            continue;
        name += std::string(before) + settings.title(told[i])
                + (method.own[i] ? " = " + *method.own[i] : " not set");
        before = ", ";
    }
    return name;
}

Result<std::vector<FigureLine>>
pointLines(RunStore& store, const FigureDesign& design, std::span<const RunRow> runs)
{
    const PointFigure figure = pointFigure(design);
    const bool isOverSetting = figure.x.starts_with('/');
    const RunSettings settings(runs);
    std::vector<std::size_t> told = chosenSettings(runs, settings);
    const std::optional<std::size_t> axis = settings.find(figure.x);
    if (axis && isOverSetting && std::erase(told, *axis) == 0)
        return fail(design.title,
                    "the figure is drawn over " + figure.x
                        + ", which is the same in all of these runs; run the experiment with its "
                          "other values too");
    std::vector<std::map<std::string, double>> last; // of every metric
    for (const RunRow& run : runs) {
        COTERIE_TRY(const auto points, store.metrics(run.id));
        std::map<std::string, double>& ofRun = last.emplace_back();
        for (const MetricPoint& point : points) // by ascending rounds
            ofRun[point.name] = point.value;
    }
    const auto lastOf = [&](std::size_t run, const std::string& metric) {
        const auto found = last[run].find(metric);
        return found == last[run].end() ? std::nullopt : std::optional(found->second);
    };
    std::vector<FigureLine> lines;
    for (const PointMethod& method : pointMethods(runs, settings, told)) {
        std::vector<PlacedValue> values;
        for (const std::size_t run : method.runs)
            values.push_back({.run = runs[run],
                              .x = !isOverSetting ? lastOf(run, figure.x)
                                   : axis         ? settingNumber(settings, runs[run].id, *axis)
                                                  : std::nullopt,
                              .y = lastOf(run, figure.y)});
        FigureLine& line = lines.emplace_back(
            FigureLine{.name = methodName(runs, settings, told, method),
                       .look = runs[method.runs.front()].look,
                       .variant = method.variant,
                       .points = isOverSetting ? meansAtPlaces(values) : singlePoints(values),
                       .isOfMeans = isOverSetting});
        line.hasDeviation =
            isOverSetting && std::ranges::any_of(line.points, [](const FigurePoint& point) {
                return point.runs > 1;
            });
    }
    std::erase_if(lines, [](const FigureLine& line) { return line.points.empty(); });
    if (lines.empty())
        return notRecorded(design, "both “" + figure.x + "” and “" + figure.y + "”");
    return lines;
}

} // namespace

Result<std::vector<FigureLine>>
figureLines(RunStore& store, const FigureDesign& figure, std::span<const RunRow> runs)
{
    if (!needsRuns(figure))
        return figureLines(figure);
    return figure.drawing.name == "curves" ? curveLines(store, figure, runs)
                                           : pointLines(store, figure, runs);
}

Result<std::vector<FigureLine>> figureLines(const FigureDesign& figure)
{
    std::vector<FigureLine> lines;
    for (const SufficientCurve& curve : sufficientCurves(figure)) {
        FigureLine& line = lines.emplace_back(FigureLine{
            .name = "v = " + shortestText(curve.variation), .look = lines.size(), .points = {}});
        for (std::size_t i = 0; i < curve.precisions.size(); ++i)
            line.points.push_back({.x = curve.precisions[i], .mean = curve.clients[i]});
    }
    if (lines.empty())
        return fail(figure.title, "the figure has no spread or no precision");
    return lines;
}

bool hasLines(const FigureDesign& figure)
{
    return figure.drawing.name == "curves" || figure.drawing.name == "points" || !needsRuns(figure);
}

void sortForFigure(std::vector<RunRow>& runs)
{
    std::ranges::sort(runs, {}, [](const RunRow& run) {
        return std::tuple(run.armIndex, run.sweepPlace, run.sweep, run.id);
    });
}

std::string lineName(const RunRow& run)
{
    return run.sweep.empty() ? run.arm : run.arm + std::string(kDot) + run.sweep;
}

Unexpected<Error> notRecorded(const FigureDesign& figure, const std::string& what)
{
    return fail(figure.title, "these runs do not record " + what);
}

} // namespace coterie
