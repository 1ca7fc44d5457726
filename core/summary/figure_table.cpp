#include "core/summary/figure_table.h"

#include "core/base/try.h"
#include "core/math/finite_stretches.h"
#include "core/math/statistics.h"
#include "core/summary/figure_numbers.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace coterie {

namespace {

constexpr std::string_view kDot = " · ";

struct FigureWriter
{
    RunStore& store;
    const FigureDesign& figure;
    std::span<const RunRow> runs; ///< in the order in which the window lists them
    CsvWriter& csv;
};

/// "HCCT · alpha = 10".
std::string lineName(const RunRow& run)
{
    return run.sweep.empty() ? run.arm : run.arm + std::string(kDot) + run.sweep;
}

Unexpected<Error> missing(const FigureDesign& figure, const std::string& what)
{
    return fail(figure.title, "these runs do not record " + what);
}

/// The deviation is none of a single run.
void writePoint(const FigureWriter& writer,
                const std::string& line,
                const FigurePoint& point,
                bool hasDeviation)
{
    writer.csv.row(writer.figure.title,
                   line,
                   point.x,
                   point.mean,
                   hasDeviation ? std::optional(point.deviation) : std::nullopt,
                   point.runs);
}

Result<void> writeCurves(const FigureWriter& writer)
{
    const CurveFigure figure = curveFigure(writer.figure);
    writer.csv.row("figure", "line", "x", "mean", "sd", "seeds_count");
    bool isThere = false;
    for (auto first = writer.runs.begin(); first != writer.runs.end();) {
        const std::string name = lineName(*first);
        const auto end = std::find_if(
            first, writer.runs.end(), [&](const RunRow& run) { return lineName(run) != name; });
        std::vector<MetricCurve> curves;
        for (; first != end; ++first) {
            COTERIE_TRY(const auto points, writer.store.metrics(first->id));
            COTERIE_TRY(const auto seconds, writer.store.roundSeconds(first->id));
            curves.push_back(metricCurve(*first, points, seconds, figure.y));
            if (figure.smoothing == FigureSmoothing::SavitzkyGolay)
                curves.back().values = smoothedStretches(curves.back().values, savitzkyGolay);
        }
        const ArmLine line =
            armLine(std::move(curves), figure.x, figure.band == FigureBand::Clients);
        for (std::size_t i = 0; i < line.x.size(); ++i)
            writePoint(writer,
                       name,
                       {.x = line.x[i],
                        .mean = line.spread.mean[i],
                        .deviation = line.deviation[i],
                        .runs = line.spread.runs[i]},
                       line.hasBand());
        isThere |= !line.x.empty();
    }
    if (!isThere)
        return missing(writer.figure,
                       "“" + figure.y
                           + (figure.x == FigureAxis::Rounds  ? "”"
                              : figure.x == FigureAxis::Bytes ? "” over bytes sent"
                                                              : "” over time"));
    return {};
}

std::string methodName(const FigureWriter& writer,
                       const RunSettings& settings,
                       std::span<const std::size_t> told,
                       const PointMethod& method)
{
    std::string name = writer.runs[method.runs.front()].arm;
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

Result<void> writePoints(const FigureWriter& writer)
{
    const PointFigure figure = pointFigure(writer.figure);
    const bool isOverSetting = figure.x.starts_with('/');
    const RunSettings settings(writer.runs);
    std::vector<std::size_t> told = chosenSettings(writer.runs, settings);
    const std::optional<std::size_t> axis = settings.find(figure.x);
    if (axis && isOverSetting && std::erase(told, *axis) == 0)
        return fail(writer.figure.title,
                    "the figure is drawn over " + figure.x
                        + ", which is the same in all of these runs; run the experiment with its "
                          "other values too");
    std::vector<std::map<std::string, double>> last; // of every metric
    for (const RunRow& run : writer.runs) {
        COTERIE_TRY(const auto points, writer.store.metrics(run.id));
        std::map<std::string, double>& ofRun = last.emplace_back();
        for (const MetricPoint& point : points) // by ascending rounds
            ofRun[point.name] = point.value;
    }
    const auto lastOf = [&](std::size_t run, const std::string& metric) {
        const auto found = last[run].find(metric);
        return found == last[run].end() ? std::nullopt : std::optional(found->second);
    };
    writer.csv.row("figure", "line", "x", "mean", "sd", "seeds_count");
    bool isThere = false;
    for (const PointMethod& method : pointMethods(writer.runs, settings, told)) {
        std::vector<PlacedValue> values;
        for (const std::size_t run : method.runs)
            values.emplace_back(!isOverSetting ? lastOf(run, figure.x)
                                : axis         ? settingNumber(settings, writer.runs[run].id, *axis)
                                               : std::nullopt,
                                lastOf(run, figure.y));
        const std::vector<FigurePoint> points =
            isOverSetting ? meansAtPlaces(values) : singlePoints(values);
        const std::string name = methodName(writer, settings, told, method);
        const bool hasBand =
            std::ranges::any_of(points, [](const FigurePoint& point) { return point.runs > 1; });
        for (const FigurePoint& point : points)
            writePoint(writer, name, point, isOverSetting && hasBand);
        isThere |= !points.empty();
    }
    if (!isThere)
        return missing(writer.figure, "both “" + figure.x + "” and “" + figure.y + "”");
    return {};
}

Result<void> writeScatter(const FigureWriter& writer)
{
    const ScatterFigure figure = scatterFigure(writer.figure);
    writer.csv.row("figure", "line", "seed", "round", "client", "x", "y");
    bool isThere = false;
    for (const RunRow& run : writer.runs) {
        COTERIE_TRY(const auto rounds, writer.store.reports(run.id, 0, -1, false));
        for (const ClientPoint& point : clientPoints(rounds, figure)) {
            writer.csv.row(writer.figure.title,
                           lineName(run),
                           run.seed,
                           point.round,
                           point.client,
                           point.x,
                           point.y);
            isThere = true;
        }
    }
    if (!isThere)
        return missing(writer.figure, "both “" + figure.x + "” and “" + figure.y + "” of a client");
    return {};
}

/// Each seed has a split of its own; that of the first run is drawn.
Result<void> writeHeatMap(const FigureWriter& writer)
{
    for (const RunRow& run : writer.runs) {
        COTERIE_TRY(const FederationFacts facts, writer.store.facts(run.id));
        const std::size_t classes = shownClasses(facts);
        if (classes == 0)
            continue;
        writer.csv.row("figure", "seed", "client", "class", "samples_count");
        for (std::size_t client = 0; client < facts.classCounts.size(); ++client) {
            const std::vector<std::int64_t>& counts = facts.classCounts[client];
            for (std::size_t label = 0; label < std::min(classes, counts.size()); ++label)
                writer.csv.row(writer.figure.title, run.seed, client, label, counts[label]);
        }
        return {};
    }
    return fail(writer.figure.title, "the data of these runs have no classes to count");
}

} // namespace

Result<void> writeFigureCsv(RunStore& store,
                            const FigureDesign& figure,
                            std::vector<RunRow> runs,
                            std::ostream& out,
                            CsvReader reader)
{
    std::ranges::sort(runs, {}, [](const RunRow& run) {
        return std::tuple(run.armIndex, run.sweepPlace, run.sweep, run.id);
    });
    CsvWriter csv(out, reader);
    const FigureWriter writer{.store = store, .figure = figure, .runs = runs, .csv = csv};
    const std::string& kind = figure.drawing.name;
    COTERIE_CHECK(kind == "curves"    ? writeCurves(writer)
                  : kind == "points"  ? writePoints(writer)
                  : kind == "scatter" ? writeScatter(writer)
                                      : writeHeatMap(writer));
    csv.flush();
    return {};
}

} // namespace coterie
