#include "core/summary/report_figures.h"

#include "core/base/try.h"
#include "core/metrics/metric_infos.h"
#include "core/metrics/shown_metric.h"
#include "core/summary/charts.h"
#include "core/summary/figure_lines.h"
#include "core/summary/html_page.h"
#include "core/summary/setting_titles.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <utility>

namespace coterie {

namespace {

/// The metric by round of every arm, mean and deviation over its seeds.
Result<std::vector<ChartLine>>
curvesOf(RunStore& store, const ReportedExperiment& experiment, std::string_view metric)
{
    std::vector<ChartLine> lines;
    for (const ArmSummary& arm : experiment.arms) {
        std::map<int, std::vector<double>> values;
        for (const std::int64_t run : countedRuns(arm)) {
            COTERIE_TRY(const std::vector<MetricPoint> points, store.metrics(run));
            for (const MetricPoint& point : points)
                if (point.name == metric)
                    values[point.round].push_back(shownMetric(metric).factor * point.value);
        }
        ChartLine line;
        line.name = armWord(arm.arm, arm.sweep);
        line.look = arm.look;
        line.variant = arm.sweepPlace;
        bool hasSeeds = false;
        for (const auto& [round, ofRuns] : values) {
            const std::optional<Spread> spread = spreadOf(ofRuns);
            line.x.push_back(round);
            line.y.push_back(spread->mean);
            line.deviation.push_back(spread->deviation);
            hasSeeds = hasSeeds || ofRuns.size() > 1;
        }
        if (!hasSeeds)
            line.deviation.clear();
        if (!line.x.empty())
            lines.push_back(std::move(line));
    }
    return lines;
}

/// The figures' runs: of each arm, sweep point and seed the newest that finished unchanged.
std::vector<RunRow> drawnRuns(const ReportedExperiment& experiment, const FigureDesign& figure)
{
    std::vector<RunRow> runs;
    for (const RunRow& run : experiment.runs)
        if (isDrawn(figure, run.arm))
            runs.push_back(run);
    const RunsForFigure chosen = runsForFigure(runs, experiment.runs.front().experimentDesign);
    std::erase_if(runs, [&](const RunRow& run) { return !chosen.chosen.contains(run.id); });
    sortForFigure(runs);
    return runs;
}

/// "mean test error (%)".
std::string metricTitleOf(const std::string& metric)
{
    const std::string_view title = metricTitle(metric);
    return (title.empty() ? spelledOut(metric) : std::string(title))
           + (shownMetric(metric).unit == "percent" ? " (%)" : "");
}

ChartAxes chartAxes(const FigureDesign& figure)
{
    if (!needsRuns(figure)) {
        const FigureAxes axes = sufficientFigure(figure).axes;
        return {.x = axes.xTitle.empty() ? "precision ε" : axes.xTitle,
                .y = axes.yTitle.empty() ? "clients" : axes.yTitle,
                .logarithmicX = axes.logarithmicX,
                .logarithmicY = axes.logarithmicY};
    }
    const bool isCurves = figure.drawing.name == "curves";
    const FigureAxes axes = isCurves ? curveFigure(figure).axes : pointFigure(figure).axes;
    std::string x = axes.xTitle;
    if (x.empty() && isCurves)
        x = curveFigure(figure).x == FigureAxis::Rounds  ? "round"
            : curveFigure(figure).x == FigureAxis::Bytes ? "MB sent"
                                                         : "seconds";
    if (x.empty()) {
        const std::string& place = pointFigure(figure).x;
        x = place.starts_with('/') ? place.substr(place.rfind('/') + 1) : metricTitleOf(place);
    }
    return {.x = std::move(x),
            .y = !axes.yTitle.empty()
                     ? axes.yTitle
                     : metricTitleOf(isCurves ? curveFigure(figure).y : pointFigure(figure).y),
            .logarithmicX = axes.logarithmicX,
            .logarithmicY = axes.logarithmicY};
}

/// To the units on its axes.
struct Factors
{
    double x = 1;
    double y = 1;
};

Factors shownFactors(const FigureDesign& figure)
{
    if (figure.drawing.name == "curves")
        return {.y = shownMetric(curveFigure(figure).y).factor};
    if (figure.drawing.name != "points")
        return {};
    const PointFigure points = pointFigure(figure);
    return {.x = shownMetric(points.x).factor, .y = shownMetric(points.y).factor};
}

Result<std::string>
describedFigure(RunStore& store, const ReportedExperiment& experiment, const FigureDesign& design)
{
    const std::vector<RunRow> runs = drawnRuns(experiment, design);
    if (runs.empty() && needsRuns(design))
        return paragraph("Not drawn: " + design.title
                         + ": no run of its arms has finished without a change.");
    const Result<std::vector<FigureLine>> lines = figureLines(store, design, runs);
    if (!lines && lines.error().place != design.title)
        return Unexpected<Error>{lines.error()}; // of the store
    if (!lines)
        return paragraph("Not drawn: " + lines.error().sentence() + '.');
    const Factors factors = shownFactors(design);
    std::vector<ChartLine> drawn;
    for (const FigureLine& each : *lines) {
        ChartLine line{.name = each.name,
                       .x = {},
                       .y = {},
                       .deviation = {},
                       .look = each.look,
                       .variant = each.variant,
                       .marks = design.drawing.name != "points" ? ChartLine::Marks::Line
                                : each.isOfMeans                ? ChartLine::Marks::Both
                                                                : ChartLine::Marks::Points};
        for (const FigurePoint& point : each.points) {
            line.x.push_back(factors.x * point.x);
            line.y.push_back(factors.y * point.mean);
            if (each.hasDeviation)
                line.deviation.push_back(factors.y * point.deviation);
        }
        drawn.push_back(std::move(line));
    }
    const std::string chart = lineChart(drawn, chartAxes(design));
    return chart.empty() ? paragraph("Not drawn: " + design.title + ": no value has a place on it.")
                         : figure(chart, design.title + '.');
}

/// Whether the figure draws every run that a curve by round would be of.
bool drawsAll(const ReportedExperiment& experiment, const FigureDesign& figure)
{
    std::set<std::int64_t> drawn;
    for (const RunRow& run : drawnRuns(experiment, figure))
        drawn.insert(run.id);
    return std::ranges::all_of(experiment.arms, [&](const ArmSummary& arm) {
        return std::ranges::all_of(countedRuns(arm),
                                   [&](std::int64_t run) { return drawn.contains(run); });
    });
}

/// Whether the experiment describes the metric by round itself, and all of its runs are in that
/// figure.
bool isDescribed(const ReportedExperiment& experiment, std::string_view metric)
{
    return experiment.design
           && std::ranges::any_of(experiment.design->figures, [&](const FigureDesign& figure) {
                  return figure.drawing.name == "curves" && curveFigure(figure).y == metric
                         && curveFigure(figure).x == FigureAxis::Rounds
                         && drawsAll(experiment, figure);
              });
}

} // namespace

Result<std::string>
describedFigures(RunStore& store, const ReportedExperiment& experiment, std::size_t most)
{
    std::string text;
    std::size_t count = 0;
    if (experiment.design)
        for (const FigureDesign& each : experiment.design->figures) {
            if (!hasLines(each))
                continue;
            if (count++ == most)
                break;
            COTERIE_TRY(const std::string drawn, describedFigure(store, experiment, each));
            text += drawn;
        }
    return text;
}

Result<std::string>
mainFigure(RunStore& store, const ReportedExperiment& experiment, Described described)
{
    constexpr std::array<std::pair<std::string_view, std::string_view>, 3> kMetrics{
        {{"meanTestError", "mean test error (%)"},
         {"officialAccuracy", "accuracy of the global model (%)"},
         {"meanTestLoss", "mean test loss"}}};
    for (const auto& [metric, title] : kMetrics) {
        COTERIE_TRY(const std::vector<ChartLine> lines, curvesOf(store, experiment, metric));
        if (!lines.empty() && described == Described::LeaveOut && isDescribed(experiment, metric))
            break;
        if (!lines.empty())
            return figure(lineChart(lines, {.x = "round", .y = std::string(title)}),
                          std::string(title)
                              + " by round: line, mean over seeds; band, ± 1 standard deviation "
                                "(ddof 0) where there are several.");
    }
    return std::string();
}

Result<std::string> lossFigure(RunStore& store, const ReportedExperiment& experiment)
{
    constexpr std::string_view kMetric = "meanTrainLoss";
    if (isDescribed(experiment, kMetric))
        return std::string();
    COTERIE_TRY(const std::vector<ChartLine> lines, curvesOf(store, experiment, kMetric));
    return figure(lineChart(lines, {.x = "round", .y = "mean training loss"}),
                  "Mean training loss by round.");
}

Result<std::string> matrices(RunStore& store, const ReportedExperiment& experiment)
{
    constexpr std::size_t kMostArms = 12;
    constexpr std::size_t kMostClients = 200;
    std::string text;
    std::vector<const RunRow*> shown = firstRuns(experiment);
    shown.resize(std::min(shown.size(), kMostArms));
    for (const RunRow* run : shown) {
        COTERIE_TRY(const std::vector<RoundReport> last,
                    store.reports(run->id, run->roundsDone, run->roundsDone));
        if (last.empty() || !last.front().collaboration
            || std::max(last.front().collaboration->rows(), last.front().collaboration->columns())
                   > kMostClients)
            continue;
        text += figure(heatMap(last.front().collaboration->dense()),
                       nameOf(*run) + ", round " + std::to_string(run->roundsDone));
    }
    return text.empty() ? text : "<div class=\"row\">\n" + text + "</div>\n";
}

} // namespace coterie
