#include "ui/compare/compare_points.h"

#include "core/experiment/sweep_text.h"
#include "ui/compare/compare_words.h"
#include "ui/compare/design_words.h"
#include "ui/compare/setting_names.h"
#include "ui/frame/plot_theme.h"
#include "ui/setting_words.h"
#include "ui/words.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>
#include <string_view>

namespace coterie::ui {

namespace {

std::optional<double> placeOf(const CompareData& data,
                              std::size_t run,
                              const RunSettings& settings,
                              const PointAxis& axis)
{
    if (axis.setting)
        return settingNumber(settings, data.runs[run].id, *axis.setting);
    const auto& last = data.lastMetrics[run];
    const auto found = last.find(axis.metric);
    return found == last.end() ? std::nullopt : std::optional(found->second);
}

/// A PointMethod as it is drawn.
struct Method
{
    QString name;
    QString id; ///< stays when the name changes, because other runs are selected
    std::size_t look = 0;
    std::size_t variant = 0;       ///< of those with the same look
    std::vector<std::size_t> runs; ///< indices into CompareData::runs
};

/// Of all that a run of it is set to, but for its place on the axis and its seeds: which of the
/// settings tell it from others depends on what else is selected.
QString idOf(const RunRow& run,
             const RunSettings& settings,
             std::span<const std::size_t> chosen,
             const PointAxis& axis)
{
    const auto isChosen = [&](std::string_view pointer) {
        return std::ranges::any_of(
            chosen, [&](std::size_t setting) { return settings.pointers()[setting] == pointer; });
    };
    QStringList parts{toQString(run.experimentName), toQString(run.arm)};
    if (!run.store.empty())
        parts << toQString(run.store);
    for (const auto& [pointer, value] : settingsOf(run)) {
        const bool isPlace = axis.setting && settings.pointers()[*axis.setting] == pointer;
        const bool isSeed = pointer == kPartitionSeedPlace && !isChosen(pointer);
        if (!isPlace && !isSeed)
            parts << toQString(pointer) + QLatin1Char('=') + toQString(value);
    }
    return parts.join(QLatin1Char('\n'));
}

/// As curves call it: a method's own parameter is "α", though the partition has an α as well.
QString
legendName(const RunSettings& settings, std::span<const std::size_t> chosen, std::size_t setting)
{
    const std::string& pointer = settings.pointers()[setting];
    const std::string_view step = pointerTail(pointer, 1);
    const bool isAlone =
        std::ranges::count_if(
            chosen,
            [&](std::size_t other) { return pointerTail(settings.pointers()[other], 1) == step; })
        == 1;
    const bool isOwn = pointer.starts_with("/algorithm/") && step != "name"
                       && pointerTail(pointer, 2) == std::string_view(pointer).substr(1);
    const std::string_view place = settings.title(setting);
    return withinSentence(settingName(isOwn && isAlone ? step : place));
}

/// What tells a method from others of its arm: "batch size = 16"; empty if it is the only one.
QString designOf(const RunSettings& settings,
                 std::span<const std::size_t> chosen,
                 const PointMethod& method)
{
    QStringList texts;
    for (std::size_t i = 0; i < chosen.size(); ++i) {
        if (!method.tells[i])
            continue;
        const QString name = legendName(settings, chosen, chosen[i]);
        const std::optional<std::string>& own = method.own[i];
        texts << (own ? name + QStringLiteral(" = ")
                            + valueWords(settings.pointers()[chosen[i]], *own)
                      : say("%1 not set").arg(name));
    }
    return texts.join(QStringLiteral(", "));
}

std::vector<Method>
methodsOf(const CompareData& data, const RunSettings& settings, const PointAxis& axis)
{
    std::vector<std::size_t> chosen = chosenSettings(data.runs, settings);
    if (axis.setting)
        std::erase(chosen, *axis.setting);
    std::set<std::string> experiments;
    for (const RunRow& run : data.runs)
        experiments.insert(run.experimentName);
    std::vector<Method> methods;
    for (PointMethod& method : pointMethods(data.runs, settings, chosen)) {
        const RunRow& run = data.runs[method.runs.front()];
        QString name = toQString(run.arm);
        if (experiments.size() > 1)
            name = say("%1: %2").arg(toQString(run.experimentName), name);
        if (!run.store.empty())
            name = QStringLiteral("%1 (%2)").arg(name, toQString(run.store));
        if (const QString design = designOf(settings, chosen, method); !design.isEmpty())
            name += QStringLiteral(" · ") + design;
        methods.push_back({.name = name,
                           .id = idOf(run, settings, chosen, axis),
                           .look = run.look,
                           .variant = method.variant,
                           .runs = std::move(method.runs)});
    }
    return methods;
}

/// The places and values of its runs.
std::vector<PlacedValue> placedValues(const CompareData& data,
                                      const RunSettings& settings,
                                      const PointAxis& axis,
                                      const Method& method)
{
    std::vector<PlacedValue> values;
    for (const std::size_t run : method.runs)
        values.push_back({.run = data.runs[run],
                          .x = placeOf(data, run, settings, axis),
                          .y = data.lastOfRuns[run]});
    return values;
}

PlotLine lineOf(const Method& method)
{
    PlotLine line;
    line.name = method.name;
    line.id = method.id;
    line.colour = method.look;
    line.shape = method.look;
    line.variant = method.variant;
    line.markers = true;
    return line;
}

void addMeans(PlotPicture& picture,
              const CompareData& data,
              const RunSettings& settings,
              const PointAxis& axis,
              const Method& method)
{
    const std::vector<FigurePoint> points =
        meansAtPlaces(placedValues(data, settings, axis, method));
    if (points.empty())
        return;
    PlotLine line = lineOf(method);
    PlotBand band{.name = line.name,
                  .id = line.id,
                  .colour = line.colour,
                  .variant = line.variant,
                  .x = {},
                  .lower = {},
                  .upper = {}};
    bool hasSeeds = false;
    for (const FigurePoint& point : points) {
        hasSeeds = hasSeeds || point.runs > 1;
        line.x.push_back(point.x);
        line.y.push_back(point.mean);
        band.x.push_back(point.x);
        band.lower.push_back(point.mean - point.deviation);
        band.upper.push_back(point.mean + point.deviation);
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
    const std::vector<FigurePoint> points =
        singlePoints(placedValues(data, settings, axis, method));
    if (points.empty())
        return;
    PlotLine line = lineOf(method);
    line.joined = PlotLine::Joined::None;
    for (const FigurePoint& point : points) {
        line.x.push_back(point.x);
        line.y.push_back(point.mean);
    }
    picture.lines.push_back(std::move(line));
}

void addFront(PlotPicture& picture,
              const CompareData& data,
              const RunSettings& settings,
              const PointAxis& axis)
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
    line.id = QStringLiteral("paretoFront"); // no method has it, whatever it is called
    line.colour = kNoArm;
    line.isRead = false;
    // Between two runs only what the worse one in each metric has is reached: a staircase.
    const bool isLowerBetter = info->better == Better::Lower;
    for (std::size_t i = 0; i < front.size(); ++i) {
        if (i > 0) {
            line.x.push_back(x[isLowerBetter ? front[i] : front[i - 1]]);
            line.y.push_back(y[isLowerBetter ? front[i - 1] : front[i]]);
        }
        line.x.push_back(x[front[i]]);
        line.y.push_back(y[front[i]]);
    }
    picture.lines.push_back(std::move(line));
}

/// Of a setting whose values are whole, such as a number of clients: a tick at 7.5 would mean
/// nothing.
bool isOverWholeNumbers(const CompareData& data, const RunSettings& settings, const PointAxis& axis)
{
    if (!axis.setting)
        return false;
    for (std::size_t run = 0; run < data.runs.size(); ++run)
        if (const std::optional<double> place = placeOf(data, run, settings, axis);
            place && *place != std::floor(*place))
            return false;
    return true;
}

} // namespace

std::vector<PointAxis> pointAxes(const CompareData& data, const RunSettings& settings)
{
    std::vector<PointAxis> axes;
    const std::vector<std::size_t> chosen = chosenSettings(data.runs, settings);
    const std::vector<QString> names = settingNames(data, settings, chosen);
    for (std::size_t i = 0; i < chosen.size(); ++i) {
        const std::size_t setting = chosen[i];
        std::set<double> values;
        for (const RunRow& run : data.runs)
            if (const std::optional<double> value = settingNumber(settings, run.id, setting))
                values.insert(*value);
        if (values.size() > 1)
            axes.push_back({.title = names[i], .setting = setting, .metric = {}});
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
    picture.xIsWhole = isOverWholeNumbers(data, settings, axis);
    picture.xFromZero = false;
    const std::vector<Method> methods = methodsOf(data, settings, axis);
    for (const Method& method : methods)
        if (axis.setting)
            addMeans(picture, data, settings, axis, method);
        else
            addScatter(picture, data, settings, axis, method);
    if (!axis.setting)
        addFront(picture, data, settings, axis);
    return picture;
}

PlainTable pointTable(const CompareData& data, const RunSettings& settings, const PointAxis& axis)
{
    PlainTable table;
    table.header = {say("Run"), say("Arm"), say("Seed"), axis.title, metricText(data.metric)};
    table.decimals = PlainTable::Decimals::Columns;
    for (std::size_t run = 0; run < data.runs.size(); ++run)
        table.rows.push_back(
            {runCell(data.runs[run]),
             wordsCell([&of = data.runs[run]] { return armWords(of.arm, of.sweep); }),
             QString::number(data.runs[run].seed),
             cellOf(placeOf(data, run, settings, axis)),
             cellOf(data.lastOfRuns[run])});
    return table;
}

QString leftOutOfPoints(const CompareData& data, const RunSettings& settings, const PointAxis& axis)
{
    qsizetype placed = 0;
    qsizetype withoutMetric = 0;
    qsizetype unfinished = 0;
    qsizetype withoutNumber = 0; // it was changed while the run went on, or is a word
    qsizetype without = 0;
    for (std::size_t run = 0; run < data.runs.size(); ++run) {
        if (!data.lastOfRuns[run]) {
            ++withoutMetric;
            continue;
        }
        if (placeOf(data, run, settings, axis)) {
            ++placed;
            unfinished += data.runs[run].status == RunStatus::Finished ? 0 : 1;
        } else if (axis.setting && settings.value(data.runs[run].id, *axis.setting))
            ++withoutNumber;
        else
            ++without;
    }
    QStringList parts;
    const auto tell = [&parts](qsizetype count, const QString& one, const QString& many) {
        if (count > 0)
            parts << counted(count, one, many);
    };
    const QString metric = metricName(data.metric);
    tell(withoutMetric,
         say("%1: not recorded for 1 run").arg(metric),
         say("%1: not recorded for %2 runs").arg(metric));
    tell(unfinished,
         say("1 run has not finished: its last round counts"),
         say("%1 runs have not finished: their last rounds count"));
    if (!axis.setting) {
        const QString name = metricName(axis.metric);
        tell(without,
             say("%1: not recorded for 1 run").arg(name),
             say("%1: not recorded for %2 runs").arg(name));
        return parts.join(QStringLiteral("; "));
    }
    qsizetype drawn = 0;
    for (const Method& method : methodsOf(data, settings, axis))
        for (const FigurePoint& point : meansAtPlaces(placedValues(data, settings, axis, method)))
            drawn += static_cast<qsizetype>(point.runs);
    tell(without,
         say("%1: not set in 1 run").arg(axis.title),
         say("%1: not set in %2 runs").arg(axis.title));
    tell(withoutNumber,
         say("%1: no single number in 1 run").arg(axis.title),
         say("%1: no single number in %2 runs").arg(axis.title));
    tell(placed - drawn,
         say("1 run is left out: another one has its seed here"),
         say("%1 runs are left out: others have their seeds here"));
    return parts.join(QStringLiteral("; "));
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
    const std::vector<std::size_t> chosen = chosenSettings(data.runs, settings);
    const std::vector<QString> names = settingNames(data, settings, chosen);
    for (std::size_t i = 0; i < chosen.size(); ++i) {
        const std::size_t setting = chosen[i];
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
        found.push_back(
            {.title = names[i], .values = groups.size(), .share = std::clamp(share, 0.0, 1.0)});
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
