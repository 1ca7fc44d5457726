#include "ui/compare/compare_pictures.h"

#include "core/algorithms/registry.h"
#include "core/math/statistics.h"
#include "ui/compare/compare_words.h"
#include "ui/compare/design_words.h"
#include "ui/compare/setting_names.h"
#include "ui/frame/plot_theme.h"
#include "ui/numbers.h"
#include "ui/setting_words.h"
#include "ui/views/curve_decimation.h"
#include "ui/words.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string>

namespace coterie::ui {

namespace {

constexpr std::size_t kMostSettings = 9; ///< more axes would not fit their labels

/// A setting, or a parameter as one method has it.
struct AxisSetting
{
    std::size_t setting = 0;
    std::size_t methods = 0; ///< the setting with the names of the methods
    std::string method = {}; ///< empty: of all runs

    [[nodiscard]] const std::string* value(const RunSettings& settings, std::int64_t run) const
    {
        const std::string* name = method.empty() ? nullptr : settings.value(run, methods);
        return method.empty() || (name && *name == method) ? settings.value(run, setting) : nullptr;
    }
};

/// Its descriptor in the method; null if it is none of its parameters.
const ParameterDescriptor* parameterOf(const NamedPart* method, std::string_view name)
{
    if (method == nullptr)
        return nullptr;
    const auto found = std::ranges::find(method->parameters, name, &ParameterDescriptor::name);
    return found == method->parameters.end() ? nullptr : &*found;
}

/// The setting once, or once for each method with several values of it where methods mean
/// different things by its name, as most do by α.
std::vector<AxisSetting>
axesOf(const CompareData& data, const RunSettings& settings, std::size_t setting)
{
    const std::string& pointer = settings.pointers()[setting];
    for (const auto& [section, parts] :
         std::array{std::pair(std::string("/algorithm/"), registry().algorithms),
                    std::pair(std::string("/sampler/"), registry().samplers)}) {
        const auto names = settings.find(section + "name");
        if (!pointer.starts_with(section) || names == setting || !names)
            continue;
        const std::string name = pointer.substr(section.size());
        std::map<std::string, std::set<std::string>> valuesOf; // each method
        std::set<std::string_view> meanings;
        for (const RunRow& run : data.runs) {
            const std::string* method = settings.value(run.id, *names);
            const std::string* value = settings.value(run.id, setting);
            if (method == nullptr || value == nullptr)
                continue;
            valuesOf[*method].insert(*value);
            const ParameterDescriptor* of = parameterOf(findPart(parts, *method), name);
            meanings.insert(of ? of->meaning : std::string_view(*method));
        }
        if (meanings.size() < 2)
            break;
        std::vector<AxisSetting> axes;
        for (const auto& [method, values] : valuesOf)
            if (values.size() > 1)
                axes.push_back({.setting = setting, .methods = *names, .method = method});
        return axes;
    }
    return {{.setting = setting}};
}

/// `name` is the setting's.
QString titleOf(const RunSettings& settings, const AxisSetting& of, const QString& name)
{
    if (of.method.empty())
        return name;
    const std::string& pointer = settings.pointers()[of.setting];
    return settingValue(settings.pointers()[of.methods], of.method) + u' '
           + settingWord(pointer.substr(pointer.rfind('/') + 1));
}

/// Numbers if all values are, else words in the order of the runs.
ParallelAxis axisOf(const CompareData& data,
                    const RunSettings& settings,
                    const AxisSetting& of,
                    const QString& name)
{
    const std::size_t setting = of.setting;
    ParallelAxis axis;
    axis.title = titleOf(settings, of, name);
    axis.absent = say("not set");
    QStringList texts;
    bool numbers = true;
    for (const RunRow& run : data.runs) {
        const PlainNumbers readBelow;
        const std::string* value = of.value(settings, run.id);
        texts << (value ? valueWords(settings.pointers()[setting], *value) : QString());
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
        const QString word = localNumbers(text);
        if (!axis.words.contains(word))
            axis.words << word;
        axis.values.push_back(static_cast<double>(axis.words.indexOf(word)));
    }
    return axis;
}

FigureAxis axisOf(OverlayAxis axis)
{
    return static_cast<FigureAxis>(axis); // in the same order
}

QString titleOf(OverlayAxis axis)
{
    return axis == OverlayAxis::Rounds      ? say("Round")
           : axis == OverlayAxis::Megabytes ? say("Megabytes sent")
                                            : say("Seconds");
}

std::size_t withRounds(const std::vector<MetricCurve>& curves)
{
    return std::size_t(std::ranges::count_if(
        curves, [](const MetricCurve& curve) { return !curve.rounds.empty(); }));
}

/// Of runs with values but without their places on the axis; empty for none.
QString leftOutText(OverlayAxis axis, std::size_t runs)
{
    if (runs == 0)
        return {};
    if (axis == OverlayAxis::Megabytes)
        return runs == 1 ? say("bytes not recorded for 1 run")
                         : say("bytes not recorded for %1 runs").arg(runs);
    return runs == 1 ? say("times not recorded for 1 run")
                     : say("times not recorded for %1 runs").arg(runs);
}

} // namespace

PlotPicture overlayPicture(const CompareData& data, const OverlayChoice& choice)
{
    PlotPicture picture;
    const bool overRounds = choice.axis == OverlayAxis::Rounds;
    picture.xLabel = titleOf(choice.axis);
    picture.yLabel = metricText(data.metric);
    picture.xIsWhole = overRounds;
    int last = 0;
    for (const ComparedArm& arm : data.arms) {
        std::vector<MetricCurve> curves = curvesOfSeeds(arm);
        for (MetricCurve& curve : curves)
            curve.values = smoothedValues(curve.values, choice.smoothing);
        const ArmLine numbers = armLine(std::move(curves), axisOf(choice.axis), choice.overClients);
        const SeedSpread& spread = numbers.spread;
        const std::vector<double>& places = numbers.x;
        if (places.empty())
            continue;
        last = std::max(last, static_cast<int>(spread.rounds.back()));
        PlotLine line;
        line.name = arm.label;
        line.id = arm.id;
        line.colour = arm.summary.look;
        line.shape = arm.summary.look;
        line.variant = arm.summary.sweepPlace;
        if (choice.seeds)
            for (const MetricCurve& curve : numbers.curves) {
                PlotLine thin = line;
                thin.weight = PlotLine::Weight::Thin;
                thin.x = placesOn(axisOf(choice.axis), curve);
                thin.y = curve.values;
                picture.lines.push_back(std::move(thin));
            }
        const std::vector<double>& deviation = numbers.deviation;
        if (choice.band && numbers.hasBand()) {
            PlotBand band{.name = arm.label,
                          .id = arm.id,
                          .colour = arm.summary.look,
                          .variant = arm.summary.sweepPlace,
                          .x = places,
                          .lower = {},
                          .upper = {}};
            for (std::size_t i = 0; i < spread.rounds.size(); ++i) {
                band.lower.push_back(spread.mean[i] - deviation[i]);
                band.upper.push_back(spread.mean[i] + deviation[i]);
            }
            picture.bands.push_back(std::move(band));
        }
        line.x = places;
        line.y = spread.mean;
        picture.lines.push_back(std::move(line));
    }
    if (overRounds)
        picture.xReaches = shownRounds(last, last);
    return picture;
}

PlainTable overlayTable(const CompareData& data, OverlayAxis axis)
{
    const bool overRounds = axis == OverlayAxis::Rounds;
    PlainTable table;
    table.header = {say("Run"), say("Arm"), say("Seed"), titleOf(OverlayAxis::Rounds)};
    if (!overRounds)
        table.header << titleOf(axis);
    table.shownHeader = table.header;
    table.header << metricInFiles(data.metric);
    table.shownHeader << metricText(data.metric);
    table.decimals = PlainTable::Decimals::Columns;
    for (const ComparedArm& arm : data.arms)
        for (const MetricCurve& curve : arm.curves) {
            const std::vector<double>& places = placesOn(axisOf(axis), curve);
            for (std::size_t i = 0; i < curve.rounds.size(); ++i) {
                std::vector<QVariant> row{runCell(data.runs, curve.run),
                                          arm.cell(),
                                          qulonglong(curve.seed),
                                          static_cast<int>(curve.rounds[i])};
                if (!overRounds)
                    row.push_back(i < places.size() ? QVariant(places[i]) : QVariant());
                row.emplace_back(curve.values[i]);
                table.rows.push_back(std::move(row));
            }
        }
    return table;
}

QString overlayNote(const CompareData& data, const OverlayChoice& choice)
{
    std::size_t leftOut = 0;
    std::vector<std::size_t> drawn; // seeds of each arm
    std::size_t again = 0;          // runs of seeds that another run stands for
    bool someOverClients = false;   // bands
    bool someOverSeeds = false;
    bool areShort = false; // some curves, for the window of the smoothing
    for (const ComparedArm& arm : data.arms) {
        std::size_t runs = 0;
        bool overClients = choice.overClients;
        const std::vector<MetricCurve> curves = curvesOfSeeds(arm);
        again += withRounds(arm.curves) - withRounds(curves);
        for (const MetricCurve& curve : curves) {
            if (curve.rounds.empty())
                continue;
            if (placesOn(axisOf(choice.axis), curve).empty()) {
                ++leftOut;
                continue;
            }
            ++runs;
            areShort |= curve.values.size() < kSavitzkyGolayWindow;
            overClients &= !curve.deviations.empty();
        }
        if (runs == 0)
            continue;
        drawn.push_back(runs);
        someOverClients |= choice.band && overClients;
        someOverSeeds |= choice.band && !overClients && runs > 1;
    }
    const auto [fewest, most] =
        drawn.empty() ? std::ranges::minmax({std::size_t{0}}) : std::ranges::minmax(drawn);
    QStringList parts;
    if (most == 1) {
        parts << say("line: one run");
    } else if (most > 1) {
        parts << say("line: mean over %1 seeds")
                     .arg(fewest == most ? QString::number(most)
                                         : say("%1 to %2").arg(fewest).arg(most));
        if (someOverSeeds && !someOverClients)
            parts << say("band: ± 1 sd");
        if (choice.seeds)
            parts << say("thin: each run");
    }
    if (someOverClients)
        parts << (someOverSeeds
                      ? say("band: ± 1 sd over clients and seeds where known, else over seeds")
                      : say("band: ± 1 sd over clients and seeds"));
    if (choice.smoothing == Smoothing::SavitzkyGolay && most > 0) {
        const QString usual = say("smoothed over 13 evaluated rounds");
        parts << (areShort ? say("%1; shorter curves are fitted by one cubic").arg(usual) : usual);
    }
    if (again > 0)
        parts << (again == 1 ? say("1 run repeats a seed, which counts once")
                             : say("%1 runs repeat a seed, which counts once").arg(again));
    if (const QString text = leftOutText(choice.axis, leftOut); !text.isEmpty())
        parts << text;
    return parts.join(QStringLiteral("  ·  "));
}

ParallelPicture parallelPicture(const CompareData& data, const RunSettings& settings)
{
    ParallelPicture picture;
    std::vector<std::int64_t> ids;
    for (const RunRow& run : data.runs) {
        ids.push_back(run.id);
        picture.names << say("Run %1: %2, seed %3")
                             .arg(toQString(run.numberText()),
                                  armDesign(run, settings),
                                  QString::number(run.seed));
    }
    std::vector<std::size_t> differing = settings.differing(ids);
    std::erase_if(differing,
                  [&](std::size_t setting) { return settings.followsSeed(ids, setting); });
    const std::vector<QString> names = settingNames(data, settings, differing);
    for (std::size_t i = 0; i < differing.size(); ++i)
        for (const AxisSetting& of : axesOf(data, settings, differing[i]))
            if (picture.axes.size() < kMostSettings)
                picture.axes.push_back(axisOf(data, settings, of, names[i]));
    if (picture.axes.empty())
        return picture;
    picture.axes.push_back(
        {.title = metricText(data.metric), .values = data.lastOfRuns, .words = {}});
    return picture;
}

} // namespace coterie::ui
