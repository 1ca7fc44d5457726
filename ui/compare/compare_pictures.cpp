#include "ui/compare/compare_pictures.h"

#include "ui/say.h"
#include "ui/views/curve_decimation.h"
#include "ui/words.h"

#include <algorithm>
#include <numeric>

namespace coterie::ui {

namespace {

constexpr std::size_t kMostSettings = 9; ///< more axes than that have no room for their words

/// Numbers where all values are, else their words in the order in which the runs have them.
ParallelAxis axisOf(const CompareData& data, const RunSettings& settings, std::size_t setting)
{
    ParallelAxis axis;
    axis.title = toQString(settings.title(setting));
    QStringList texts;
    bool numbers = true;
    for (const RunRow& run : data.runs) {
        const std::string* value = settings.value(run.id, setting);
        texts << (value ? toQString(*value) : QString());
        bool isNumber = false;
        texts.back().toDouble(&isNumber);
        numbers = numbers && (isNumber || !value);
    }
    for (const QString& text : texts) {
        if (text.isNull()) {
            axis.values.push_back(std::nullopt);
            continue;
        }
        if (numbers) {
            axis.values.push_back(text.toDouble());
            continue;
        }
        if (!axis.words.contains(text))
            axis.words << text;
        axis.values.push_back(static_cast<double>(axis.words.indexOf(text)));
    }
    return axis;
}

/// An arm's own colour, as everywhere, unless several lines would share one: sweep points of an arm,
/// or arms of several experiments. Then each line has one by its place.
std::vector<std::size_t> coloursOf(const CompareData& data)
{
    std::vector<std::size_t> own;
    for (const ComparedArm& arm : data.arms)
        own.push_back(arm.summary.armIndex);
    std::vector<std::size_t> sorted = own;
    std::ranges::sort(sorted);
    if (std::ranges::adjacent_find(sorted) != sorted.end())
        std::iota(own.begin(), own.end(), std::size_t{0});
    return own;
}

} // namespace

PlotPicture overlayPicture(const CompareData& data, const OverlayChoice& choice)
{
    PlotPicture picture;
    picture.xLabel = say("Round");
    const MetricInfo* info = findMetric(data.metric);
    const QString unit = info ? unitText(info->unit) : QString();
    picture.yLabel = unit.isEmpty() ? fieldName(data.metric)
                                    : say("%1 (%2)").arg(fieldName(data.metric), unit);
    const std::vector<std::size_t> colours = coloursOf(data);
    int last = 0;
    for (std::size_t number = 0; number < data.arms.size(); ++number) {
        const ComparedArm& arm = data.arms[number];
        const SeedSpread spread = spreadOverSeeds(arm.curves);
        if (spread.rounds.empty())
            continue;
        last = std::max(last, static_cast<int>(spread.rounds.back()));
        PlotLine line;
        line.name = arm.label;
        line.colour = colours[number];
        line.shape = colours[number];
        line.dashed = arm.experiment % 2 == 1;
        if (choice.seeds)
            for (const MetricCurve& curve : arm.curves) {
                PlotLine thin = line;
                thin.weight = PlotLine::Weight::Thin;
                thin.x = curve.rounds;
                thin.y = curve.values;
                picture.lines.push_back(std::move(thin));
            }
        if (choice.band && arm.curves.size() > 1) {
            PlotBand band{.name = arm.label,
                          .colour = colours[number],
                          .x = spread.rounds,
                          .lower = {},
                          .upper = {}};
            for (std::size_t i = 0; i < spread.rounds.size(); ++i) {
                band.lower.push_back(spread.mean[i] - spread.deviation[i]);
                band.upper.push_back(spread.mean[i] + spread.deviation[i]);
            }
            picture.bands.push_back(std::move(band));
        }
        line.x = spread.rounds;
        line.y = spread.mean;
        picture.lines.push_back(std::move(line));
    }
    picture.xReaches = shownRounds(last, last);
    return picture;
}

ParallelPicture parallelPicture(const CompareData& data, const RunSettings& settings)
{
    ParallelPicture picture;
    std::vector<std::int64_t> ids;
    for (const RunRow& run : data.runs) {
        ids.push_back(run.id);
        const QString sweep = toQString(run.sweep);
        picture.names << say("Run %1: %2, seed %3")
                             .arg(run.id)
                             .arg(sweep.isEmpty()
                                      ? toQString(run.arm)
                                      : toQString(run.arm) + QStringLiteral(" · ") + sweep)
                             .arg(run.seed);
    }
    std::vector<std::size_t> differing = settings.differing(ids);
    if (differing.size() > kMostSettings)
        differing.resize(kMostSettings);
    for (const std::size_t setting : differing)
        picture.axes.push_back(axisOf(data, settings, setting));
    if (picture.axes.empty())
        return picture;
    picture.axes.push_back({.title = fieldName(data.metric), .values = data.lastOfRuns, .words = {}});
    return picture;
}

} // namespace coterie::ui
