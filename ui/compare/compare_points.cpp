#include "ui/compare/compare_points.h"

#include "ui/compare/compare_words.h"
#include "ui/compare/design_words.h"
#include "ui/frame/plot_theme.h"
#include "ui/setting_words.h"
#include "ui/words.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>

namespace coterie::ui {

namespace {

std::vector<std::int64_t> idsOf(const CompareData& data)
{
    std::vector<std::int64_t> ids;
    for (const RunRow& run : data.runs)
        ids.push_back(run.id);
    return ids;
}

/// The settings in which the runs differ on purpose.
std::vector<std::size_t> chosenSettings(const CompareData& data, const RunSettings& settings)
{
    const std::vector<std::int64_t> ids = idsOf(data);
    std::vector<std::size_t> differing = settings.differing(ids);
    std::erase_if(differing,
                  [&](std::size_t setting) { return settings.followsSeed(ids, setting); });
    return differing;
}

std::optional<double> numberOf(const RunSettings& settings, std::int64_t run, std::size_t setting)
{
    const std::string* text = settings.value(run, setting);
    bool isNumber = false;
    const double value = text ? toQString(*text).toDouble(&isNumber) : 0;
    return isNumber ? std::optional(value) : std::nullopt;
}

std::optional<double> placeOf(const CompareData& data,
                              std::size_t run,
                              const RunSettings& settings,
                              const PointAxis& axis)
{
    if (axis.setting)
        return numberOf(settings, data.runs[run].id, *axis.setting);
    const auto& last = data.lastMetrics[run];
    const auto found = last.find(axis.metric);
    return found == last.end() ? std::nullopt : std::optional(found->second);
}

/// The runs of one method, which differ by seed and place on the axis only: an arm of an experiment
/// with the same values of all other settings.
struct Method
{
    QString name;
    std::size_t look = 0;
    std::size_t variant = 0;       ///< of those with the same look
    std::vector<std::size_t> runs; ///< indices into CompareData::runs
};

using SettingValues = std::vector<std::optional<std::string>>;

/// What tells a method from others of its arm: "batch size = 16"; empty if it is the only one.
QString designOf(const RunSettings& settings,
                 std::span<const std::size_t> chosen,
                 const SettingValues& own,
                 std::span<const SettingValues* const> ofArm)
{
    QStringList texts;
    for (std::size_t i = 0; i < chosen.size(); ++i) {
        if (std::ranges::all_of(
                ofArm, [&](const SettingValues* values) { return (*values)[i] == own[i]; }))
            continue;
        const QString name = withinSentence(settingName(settings.title(chosen[i])));
        texts << (own[i] ? name + QStringLiteral(" = ")
                               + valueWords(settings.pointers()[chosen[i]], *own[i])
                         : say("%1 not set").arg(name));
    }
    return texts.join(QStringLiteral(", "));
}

std::vector<Method>
methodsOf(const CompareData& data, const RunSettings& settings, const PointAxis& axis)
{
    std::vector<std::size_t> chosen = chosenSettings(data, settings);
    if (axis.setting)
        std::erase(chosen, *axis.setting);
    using Arm = std::pair<std::string, std::string>; // its experiment's name and its own
    std::vector<Method> methods;
    std::map<std::pair<Arm, SettingValues>, std::size_t> places;
    std::map<Arm, std::vector<const SettingValues*>> ofArms;
    std::map<std::size_t, std::size_t> variants; // so far, by look
    std::set<std::string> experiments;
    for (std::size_t i = 0; i < data.runs.size(); ++i) {
        const RunRow& run = data.runs[i];
        experiments.insert(run.experimentName);
        const Arm arm(run.experimentName, run.arm);
        SettingValues values;
        for (const std::size_t setting : chosen) {
            const std::string* value = settings.value(run.id, setting);
            values.push_back(value ? std::optional(*value) : std::nullopt);
        }
        const auto [place, isNew] = places.try_emplace({arm, std::move(values)}, methods.size());
        if (isNew) {
            methods.push_back(
                {.name = {}, .look = run.look, .variant = variants[run.look]++, .runs = {}});
            ofArms[arm].push_back(&place->first.second);
        }
        methods[place->second].runs.push_back(i);
    }
    for (const auto& [key, place] : places) {
        const auto& [arm, values] = key;
        QString& name = methods[place].name;
        name = toQString(arm.second);
        if (experiments.size() > 1)
            name = say("%1: %2").arg(toQString(arm.first), name);
        if (const QString design = designOf(settings, chosen, values, ofArms[arm]);
            !design.isEmpty())
            name += QStringLiteral(" · ") + design;
    }
    return methods;
}

PlotLine lineOf(const Method& method)
{
    PlotLine line;
    line.name = method.name;
    line.colour = method.look;
    line.shape = method.look;
    line.variant = method.variant;
    line.markers = true;
    return line;
}

/// One that no method has, as long as there is one.
std::size_t freeColour(const std::vector<Method>& methods)
{
    std::set<std::size_t> taken;
    for (const Method& method : methods)
        taken.insert(method.look % kPlotColours);
    std::size_t colour = 0;
    while (taken.contains(colour))
        ++colour;
    return colour;
}

void addMeans(PlotPicture& picture,
              const CompareData& data,
              const RunSettings& settings,
              const PointAxis& axis,
              const Method& method)
{
    std::map<double, std::vector<double>> byPlace;
    for (const std::size_t run : method.runs) {
        const std::optional<double> x = placeOf(data, run, settings, axis);
        const std::optional<double>& y = data.lastOfRuns[run];
        if (x && y)
            byPlace[*x].push_back(*y);
    }
    if (byPlace.empty())
        return;
    PlotLine line = lineOf(method);
    PlotBand band{.name = line.name, .colour = line.colour, .x = {}, .lower = {}, .upper = {}};
    bool hasSeeds = false;
    for (const auto& [x, values] : byPlace) {
        const std::optional<Spread> spread = spreadOf(values);
        hasSeeds = hasSeeds || values.size() > 1;
        line.x.push_back(x);
        line.y.push_back(spread->mean);
        band.x.push_back(x);
        band.lower.push_back(spread->mean - spread->deviation);
        band.upper.push_back(spread->mean + spread->deviation);
    }
    if (hasSeeds)
        picture.bands.push_back(std::move(band));
    picture.lines.push_back(std::move(line));
}

void addScatter(PlotPicture& picture,
                const CompareData& data,
                const RunSettings& settings,
                const PointAxis& axis,
                const Method& method)
{
    std::vector<std::pair<double, double>> points;
    for (const std::size_t run : method.runs) {
        const std::optional<double> x = placeOf(data, run, settings, axis);
        const std::optional<double>& y = data.lastOfRuns[run];
        if (x && y && std::isfinite(*x))
            points.emplace_back(*x, *y);
    }
    if (points.empty())
        return;
    std::ranges::stable_sort(points, {}, &std::pair<double, double>::first);
    PlotLine line = lineOf(method);
    line.joined = PlotLine::Joined::None;
    for (const auto& [x, y] : points) {
        line.x.push_back(x);
        line.y.push_back(y);
    }
    picture.lines.push_back(std::move(line));
}

void addFront(PlotPicture& picture,
              const CompareData& data,
              const RunSettings& settings,
              const PointAxis& axis,
              std::size_t colour)
{
    const MetricInfo* info = findMetric(axis.metric);
    if (!info || info->better == Better::Neither || data.better == Better::Neither)
        return;
    std::vector<double> x;
    std::vector<double> y;
    for (std::size_t run = 0; run < data.runs.size(); ++run) {
        const std::optional<double> place = placeOf(data, run, settings, axis);
        if (!place || !data.lastOfRuns[run])
            continue;
        x.push_back(*place);
        y.push_back(*data.lastOfRuns[run]);
    }
    const std::vector<std::size_t> front = paretoFront(x, y, info->better, data.better);
    constexpr std::size_t kLine = 2; // a single point is no front
    if (front.size() < kLine)
        return;
    PlotLine line;
    line.name = say("Pareto front");
    line.colour = colour;
    line.shape = colour;
    line.dashed = true;
    line.weight = PlotLine::Weight::Side;
    for (const std::size_t point : front) {
        line.x.push_back(x[point]);
        line.y.push_back(y[point]);
    }
    picture.lines.push_back(std::move(line));
}

} // namespace

std::vector<PointAxis> pointAxes(const CompareData& data, const RunSettings& settings)
{
    std::vector<PointAxis> axes;
    for (const std::size_t setting : chosenSettings(data, settings)) {
        std::set<double> values;
        for (const RunRow& run : data.runs)
            if (const std::optional<double> value = numberOf(settings, run.id, setting))
                values.insert(*value);
        if (values.size() > 1)
            axes.push_back(
                {.title = settingName(settings.title(setting)), .setting = setting, .metric = {}});
    }
    for (const std::string& metric : data.metrics)
        if (metric != data.metric)
            axes.push_back({.title = metricText(metric), .setting = {}, .metric = metric});
    return axes;
}

PlotPicture
pointPicture(const CompareData& data, const RunSettings& settings, const PointAxis& axis)
{
    PlotPicture picture;
    picture.xLabel = axis.title;
    picture.yLabel = metricText(data.metric);
    picture.xIsWhole = false;
    const std::vector<Method> methods = methodsOf(data, settings, axis);
    for (const Method& method : methods)
        if (axis.setting)
            addMeans(picture, data, settings, axis, method);
        else
            addScatter(picture, data, settings, axis, method);
    if (!axis.setting)
        addFront(picture, data, settings, axis, freeColour(methods));
    // A marker at the very end of the axis would be cut in half.
    constexpr double kRoom = 1.03;
    for (const PlotLine& line : picture.lines)
        for (const double x : line.x)
            if (std::isfinite(x))
                picture.xReaches = std::max(picture.xReaches.value_or(0), kRoom * x);
    return picture;
}

PlainTable pointTable(const CompareData& data, const RunSettings& settings, const PointAxis& axis)
{
    PlainTable table;
    table.header = {say("Run"), say("Arm"), say("Seed"), axis.title, metricText(data.metric)};
    for (std::size_t run = 0; run < data.runs.size(); ++run)
        table.rows.push_back({qlonglong(data.runs[run].id),
                              armWords(data.runs[run].arm, data.runs[run].sweep),
                              QString::number(data.runs[run].seed),
                              cellOf(placeOf(data, run, settings, axis)),
                              cellOf(data.lastOfRuns[run])});
    return table;
}

std::vector<SettingImportance> importances(const CompareData& data, const RunSettings& settings)
{
    std::vector<double> all;
    for (const std::optional<double>& value : data.lastOfRuns)
        if (value && std::isfinite(*value))
            all.push_back(*value);
    if (all.size() < 2)
        return {};
    const double mean = std::accumulate(all.begin(), all.end(), 0.0) / double(all.size());
    double whole = 0;
    for (const double value : all)
        whole += (value - mean) * (value - mean);
    const auto runs = double(all.size());
    std::vector<SettingImportance> found;
    for (const std::size_t setting : chosenSettings(data, settings)) {
        std::map<std::string, std::vector<double>> groups; // runs without it are a group too
        for (std::size_t run = 0; run < data.runs.size(); ++run) {
            const std::optional<double>& value = data.lastOfRuns[run];
            const std::string* text = settings.value(data.runs[run].id, setting);
            if (value && std::isfinite(*value))
                groups[text ? *text : std::string()].push_back(*value);
        }
        if (groups.size() == all.size())
            continue; // with one run of each value nothing tells them from seeds
        double between = 0;
        for (const auto& [text, values] : groups) {
            const double ofGroup =
                std::accumulate(values.begin(), values.end(), 0.0) / double(values.size());
            between += double(values.size()) * (ofGroup - mean) * (ofGroup - mean);
        }
        const auto values = double(groups.size());
        const double within = std::max(0.0, whole - between) / (runs - values); // mean square
        const double share = whole > 0 ? (between - (values - 1) * within) / (whole + within) : 0;
        found.push_back({.title = settingName(settings.title(setting)),
                         .values = groups.size(),
                         .share = std::clamp(share, 0.0, 1.0)});
    }
    std::ranges::stable_sort(found, std::ranges::greater{}, &SettingImportance::share);
    return found;
}

std::vector<std::size_t>
paretoFront(std::span<const double> x, std::span<const double> y, Better xBetter, Better yBetter)
{
    const double xSign = xBetter == Better::Higher ? -1 : 1;
    const double ySign = yBetter == Better::Higher ? -1 : 1;
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < x.size(); ++i)
        if (std::isfinite(x[i]) && std::isfinite(y[i]))
            order.push_back(i);
    // From the best x on, of equals the best y first: each point must beat the best y so far.
    std::ranges::sort(
        order, {}, [&](std::size_t i) { return std::pair(xSign * x[i], ySign * y[i]); });
    std::vector<std::size_t> front;
    for (const std::size_t i : order)
        if (front.empty() || ySign * y[i] < ySign * y[front.back()])
            front.push_back(i);
    std::ranges::sort(front, {}, [&](std::size_t i) { return x[i]; });
    return front;
}

} // namespace coterie::ui
