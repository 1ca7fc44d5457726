#include "ui/compare/figure_view.h"

#include "ui/compare/compare_words.h"
#include "ui/compare/setting_names.h"
#include "ui/words.h"

#include <QStringList>

#include <algorithm>
#include <array>
#include <set>
#include <tuple>

namespace coterie::ui {

namespace {

const ComparedExperiment* experimentOf(const CompareData& data, const ChosenFigure& figure)
{
    const auto place =
        std::ranges::find(data.experiments, figure.experiment, &ComparedExperiment::design);
    return place == data.experiments.end() ? nullptr : &*place;
}

bool hasMetric(const CompareData& data, const std::string& metric)
{
    return std::ranges::any_of(data.lastMetrics,
                               [&](const Metrics& last) { return last.contains(metric); });
}

/// A figure over bytes or time of runs that know neither.
bool hasPlaces(const CompareData& data, FigureAxis axis)
{
    return axis == FigureAxis::Rounds
           || std::ranges::any_of(data.arms, [axis](const ComparedArm& arm) {
                  return std::ranges::any_of(arm.curves, [axis](const MetricCurve& curve) {
                      return !(axis == FigureAxis::Bytes ? curve.megabytes : curve.seconds).empty();
                  });
              });
}

/// What a run of an experiment is of: its arm, sweep point and seed.
using Place = std::tuple<std::string, std::string, std::uint64_t>;

Place placeOf(const RunRow& run)
{
    return {run.arm, run.sweep, run.seed};
}

QString curveProblem(const CompareData& data, const CurveFigure& figure)
{
    if (!hasMetric(data, figure.y))
        return say("These runs do not record the metric “%1”.").arg(metricName(figure.y));
    if (!hasPlaces(data, figure.x))
        return figure.x == FigureAxis::Bytes
                   ? say("These runs have no record of the bytes they sent.")
                   : say("These runs have no record of the time they took.");
    return {};
}

QString
pointProblem(const CompareData& data, const RunSettings& settings, const PointFigure& figure)
{
    if (!hasMetric(data, figure.y))
        return say("These runs do not record the metric “%1”.").arg(metricName(figure.y));
    if (axisOf(data, settings, figure))
        return {};
    if (!figure.x.starts_with('/'))
        return say("These runs do not record the metric “%1”.").arg(metricName(figure.x));
    const std::optional<std::size_t> setting = settings.find(figure.x);
    const QString name =
        setting ? settingNames(data, settings, std::array{*setting}).front() : toQString(figure.x);
    return say("The figure is drawn over “%1”, which is the same in all of these runs. Run the "
               "experiment with its other values too.")
        .arg(name);
}

} // namespace

bool isOfNoRun(const ChosenFigure& figure)
{
    return !needsRuns(figure.design);
}

bool isOfNoRun(const std::optional<ChosenFigure>& figure)
{
    return figure && isOfNoRun(*figure);
}

std::string metricOf(const FigureDesign& figure)
{
    const std::string& kind = figure.drawing.name;
    return kind == "curves"   ? curveFigure(figure).y
           : kind == "points" ? pointFigure(figure).y
                              : std::string();
}

OverlayChoice overlayOf(const CurveFigure& figure)
{
    return {.axis = static_cast<OverlayAxis>(figure.x),
            .band = figure.band != FigureBand::None,
            .seeds = figure.eachRun,
            .overClients = figure.band == FigureBand::Clients,
            .smoothing = figure.smoothing == FigureSmoothing::SavitzkyGolay
                             ? Smoothing::SavitzkyGolay
                             : Smoothing::None};
}

std::optional<PointAxis>
axisOf(const CompareData& data, const RunSettings& settings, const PointFigure& figure)
{
    const std::vector<PointAxis> axes = pointAxes(data, settings);
    const auto found = std::ranges::find_if(axes, [&](const PointAxis& axis) {
        return axis.setting ? settings.pointers()[*axis.setting] == figure.x
                            : axis.metric == figure.x;
    });
    return found == axes.end() ? std::nullopt : std::optional(*found);
}

CompareData runsOfFigure(const CompareData& data, const ChosenFigure& figure)
{
    CompareData drawn{.metric = data.metric,
                      .better = data.better,
                      .experiments = data.experiments,
                      .arms = {},
                      .metrics = data.metrics,
                      .runs = {},
                      .lastOfRuns = {},
                      .lastMetrics = {}};
    for (const ComparedArm& arm : data.arms)
        if (data.experiments[arm.experiment].design == figure.experiment
            && isDrawn(figure.design, arm.summary.arm))
            drawn.arms.push_back(arm);
    for (std::size_t run = 0; run < data.runs.size(); ++run)
        if (data.runs[run].experimentDesign == figure.experiment
            && isDrawn(figure.design, data.runs[run].arm)) {
            drawn.runs.push_back(data.runs[run]);
            drawn.lastOfRuns.push_back(data.lastOfRuns[run]);
            drawn.lastMetrics.push_back(data.lastMetrics[run]);
        }
    return drawn;
}

QString
figureProblem(const CompareData& drawn, const RunSettings& settings, const ChosenFigure& figure)
{
    if (isOfNoRun(figure))
        return {};
    if (std::ranges::none_of(drawn.runs, &RunRow::hasRounds))
        return say("No selected run of the figure's arms has a stored round yet. Run the "
                   "experiment, or select its runs.");
    const std::string& kind = figure.design.drawing.name;
    if (kind == "curves")
        return curveProblem(drawn, curveFigure(figure.design));
    if (kind == "points")
        return pointProblem(drawn, settings, pointFigure(figure.design));
    return {}; // known once the rounds are read
}

QString figureGaps(const CompareData& drawn, const ChosenFigure& figure)
{
    const ComparedExperiment* experiment = experimentOf(drawn, figure);
    if (experiment == nullptr || isOfNoRun(figure))
        return {};
    std::set<std::string> there;
    for (const RunRow& run : drawn.runs)
        if (run.hasRounds)
            there.insert(run.arm);
    QStringList missing;
    qsizetype wanted = 0;
    for (const auto& [arm, planned] : experiment->planned)
        if (isDrawn(figure.design, arm)) {
            ++wanted;
            if (!there.contains(arm))
                missing << toQString(arm);
        }
    QStringList parts;
    if (!missing.isEmpty() && !there.empty())
        parts << say("%1 of %2 arms are not drawn: %3")
                     .arg(missing.size())
                     .arg(wanted)
                     .arg(missing.join(QStringLiteral(", ")));
    std::size_t expected = 0;
    for (const auto& [arm, planned] : experiment->planned)
        expected += isDrawn(figure.design, arm) ? planned : 0;
    std::set<Place> finished; // a repeated seed fills no gap
    for (const RunRow& run : drawn.runs)
        if (run.status == RunStatus::Finished)
            finished.insert(placeOf(run));
    if (finished.size() < expected)
        parts << say("%1 of %2 runs are finished and drawn").arg(finished.size()).arg(expected);
    return parts.join(QStringLiteral("; "));
}

} // namespace coterie::ui
