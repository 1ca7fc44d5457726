#include "ui/watch/curve_lines.h"

#include "ui/frame/plot_theme.h"
#include "ui/watch/metric_info.h"
#include "ui/words.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <tuple>

namespace coterie::ui {

namespace {

QString axisTitle(CurveAxis axis)
{
    constexpr std::array kTitles{QT_TRANSLATE_NOOP("coterie", "Round"),
                                 QT_TRANSLATE_NOOP("coterie", "Time (s)"),
                                 QT_TRANSLATE_NOOP("coterie", "Local steps of all clients"),
                                 QT_TRANSLATE_NOOP("coterie", "Sent over all links (MB)")};
    return say(kTitles[std::size_t(axis)]);
}

/// With several experiments their names tell equal arms and seeds apart.
QString nameOf(const RunCurves& run, bool several)
{
    return several ? say("%1: %2").arg(run.title.experiment, run.title.fullLabel())
                   : run.title.fullLabel();
}

QString globalName(const QString& run)
{
    return say("%1: global model").arg(run);
}

/// Mean over the clients of a run and the spread (of the population), for each round in which at
/// least one of them was measured.
struct CurveSpread
{
    Curve mean;
    Curve deviation;
    Curve lowest;
    Curve highest;
};

CurveSpread clientSpread(const std::vector<Curve>& curves)
{
    struct Sums
    {
        double count = 0;
        double squares = 0; ///< of the distances from the mean so far (Welford)
        double mean = 0;
        double lowest = std::numeric_limits<double>::infinity();
        double highest = -std::numeric_limits<double>::infinity();
        bool isWhole = true; ///< every value was a number
    };
    std::map<double, Sums> byRound;
    for (const Curve& curve : curves) {
        auto hint = byRound.begin();
        for (std::size_t i = 0; i < curve.rounds.size(); ++i) {
            hint = byRound.try_emplace(hint, curve.rounds[i]);
            Sums& sums = hint->second;
            const double value = curve.values[i];
            sums.count += 1;
            const double off = value - sums.mean;
            sums.mean += off / sums.count;
            sums.squares += off * (value - sums.mean);
            sums.isWhole = sums.isWhole && !std::isnan(value);
            sums.lowest = std::min(sums.lowest, value);
            sums.highest = std::max(sums.highest, value);
            ++hint;
        }
    }
    CurveSpread spread;
    constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
    for (const auto& [round, sums] : byRound) {
        spread.mean.append(round, sums.mean);
        spread.deviation.append(round, std::sqrt(sums.squares / sums.count));
        spread.lowest.append(round, sums.isWhole ? sums.lowest : kNaN);
        spread.highest.append(round, sums.isWhole ? sums.highest : kNaN);
    }
    return spread;
}

const MetricCurves& curvesOf(const RunCurves& run, const CurveChoice& choice)
{
    static const MetricCurves kNone;
    if (choice.named.empty())
        return run.metrics[storedIndex(choice.metric)];
    const auto found = run.named.find(choice.named);
    return found == run.named.end() ? kNone : found->second;
}

QString valueTitle(const CurveChoice& choice)
{
    return choice.named.empty() ? say(infoOf(choice.metric).axis) : axisOf(choice.named);
}

/// Makes the lines of one run.
struct RunLines
{
    using Weight = PlotLine::Weight;

    const RunCurves& run;
    const QString& runName;
    std::size_t variant;
    const CurveChoice& choice;
    PlotPicture& picture;
    const MetricCurves& metric = curvesOf(run, choice);

    void add()
    {
        const bool detailed = choice.detailed == run.title.id;
        if (choice.band)
            addBand();
        for (int client = 0; detailed && choice.clients && client < int(metric.clients.size());
             ++client)
            if (!choice.selected.contains(client))
                addClient(client, runName, Weight::Thin);
        if (choice.globalModel)
            addGlobal();
        if (!metric.mean.empty())
            addSmoothed(line(runName, run.title.look, Weight::Main, metric.mean), true);
        if (detailed && choice.groups)
            addGroups();
        if (detailed && choice.extremes)
            addExtremes();
        if (detailed)
            for (const int client : choice.selected)
                addClient(client, say("client %1").arg(client), Weight::Side);
    }

    [[nodiscard]] double shown(double value) const
    {
        return choice.named.empty() && choice.metric == Metric::TestAccuracy ? 100 - value : value;
    }

    /// The places of these rounds on the axis.
    [[nodiscard]] std::vector<double> places(const std::vector<double>& rounds) const
    {
        if (choice.axis == CurveAxis::Round)
            return rounds;
        const RunProgress& progress = run.progress;
        const std::vector<double>& sums = choice.axis == CurveAxis::Seconds ? progress.seconds
                                          : choice.axis == CurveAxis::Steps ? progress.steps
                                                                            : progress.bits;
        constexpr double kBitsPerMegabyte = 8e6;
        const double unit = choice.axis == CurveAxis::Bytes ? kBitsPerMegabyte : 1;
        std::vector<double> result;
        result.reserve(rounds.size());
        auto at = progress.rounds.begin();
        for (const double round : rounds) {
            at = std::lower_bound(at, progress.rounds.end(), round);
            if (at == progress.rounds.end())
                break; // never: both are appended together
            result.push_back(sums[std::size_t(at - progress.rounds.begin())] / unit);
        }
        return result;
    }

    [[nodiscard]] PlotLine
    line(const QString& name, std::size_t colour, Weight weight, const Curve& curve) const
    {
        PlotLine line;
        line.name = name;
        line.colour = colour;
        line.shape = run.title.look;
        line.weight = weight;
        if (weight != Weight::Side) // these have their own names and colours
            line.variant = variant;
        line.x = places(curve.rounds);
        line.y = curve.values;
        for (double& value : line.y)
            value = shown(value);
        return line;
    }

    /// Smooths the line if chosen, with the measured values behind it as a shadow.
    void addSmoothed(PlotLine line, bool withShadow = false)
    {
        if (choice.smoothing != Smoothing::None) {
            if (withShadow) {
                picture.lines.push_back(line);
                picture.lines.back().weight = Weight::Shadow;
            }
            line.y = smoothedValues(line.y, choice.smoothing);
        }
        picture.lines.push_back(std::move(line));
    }

    void addDashed(const QString& name, const Curve& curve)
    {
        if (curve.empty())
            return;
        PlotLine made = line(name, run.title.look, Weight::Side, curve);
        made.dashed = true;
        addSmoothed(std::move(made));
    }

    void addGlobal()
    {
        if (!choice.named.empty()
            || (choice.metric != Metric::TestError && choice.metric != Metric::TestAccuracy))
            return;
        const Curve& global = run.metrics[storedIndex(Metric::GlobalTestError)].mean;
        if (global.values != metric.mean.values)
            addDashed(globalName(runName), global);
    }

    /// The curve of a client; null if it has none.
    [[nodiscard]] const Curve* curveOf(int client) const
    {
        const auto index = std::size_t(client);
        const bool isKnown = client >= 0 && index < metric.clients.size();
        return isKnown && !metric.clients[index].empty() ? &metric.clients[index] : nullptr;
    }

    void addClient(int client, const QString& name, Weight weight)
    {
        const Curve* curve = curveOf(client);
        if (!curve)
            return;
        // Of its group or cluster in the round on screen, as in every other view, or else of the
        // arm: a line has one colour throughout.
        const int group = run.colourAt(client, choice.asOf.value_or(run.round));
        const bool inGroup = group >= 0;
        const std::size_t colour = inGroup ? std::size_t(group) : run.title.look;
        PlotLine made = line(name, colour, weight, *curve);
        if (inGroup)
            made.variant = 0; // shades are for the arm's colour
        made.key = client;
        addSmoothed(std::move(made));
    }

    void addBand()
    {
        const CurveSpread spread = clientSpread(metric.clients);
        const std::vector<double>& rounds = spread.mean.rounds;
        if (rounds.size() < 2)
            return;
        PlotBand band;
        band.name = runName;
        band.colour = run.title.look;
        band.x = places(rounds);
        for (std::size_t i = 0; i < rounds.size(); ++i) {
            const double mean = shown(spread.mean.values[i]);
            band.lower.push_back(mean - spread.deviation.values[i]);
            band.upper.push_back(mean + spread.deviation.values[i]);
        }
        band.lower = smoothedValues(band.lower, choice.smoothing);
        band.upper = smoothedValues(band.upper, choice.smoothing);
        picture.bands.push_back(std::move(band));
    }

    void addExtremes()
    {
        const CurveSpread spread = clientSpread(metric.clients);
        // Stored values are errors or losses: the highest is the worst.
        addDashed(say("worst client"), spread.highest);
        addDashed(say("best client"), spread.lowest);
    }

    /// A group is identified by its colour, which follows its clients from round to round. Its line
    /// ends with the group; a group that comes back has another line.
    void addGroups()
    {
        std::map<int, std::vector<Curve>> parts; // by colour
        std::set<int> before;
        for (const double round : metric.mean.rounds) {
            const RoundGroups* formed = run.groupsAt(int(round));
            std::set<int> now;
            for (std::size_t group = 0; formed && group < formed->groups.size(); ++group) {
                const auto mean = meanAt(formed->groups[group], round);
                if (!mean)
                    continue;
                const int colour = formed->colours[group];
                now.insert(colour);
                if (!before.contains(colour))
                    parts[colour].emplace_back();
                parts[colour].back().append(round, *mean);
            }
            before = std::move(now);
        }
        for (const auto& [number, curves] : parts)
            for (const Curve& curve : curves) {
                const auto colour = std::size_t(number);
                PlotLine made = line(say("group %1").arg(number + 1), colour, Weight::Side, curve);
                made.shape = colour;
                addSmoothed(std::move(made));
            }
    }

    [[nodiscard]] std::optional<double> meanAt(const std::vector<int>& members, double round) const
    {
        double sum = 0;
        int known = 0;
        for (const int client : members) {
            const Curve* curve = curveOf(client);
            if (!curve)
                continue;
            const auto at = std::ranges::lower_bound(curve->rounds, round);
            if (at == curve->rounds.end() || *at != round)
                continue;
            sum += curve->values[std::size_t(at - curve->rounds.begin())];
            ++known;
        }
        return known > 0 ? std::optional(sum / known) : std::nullopt;
    }
};

/// The lines of one run, the mean first and then the clients by number, named without the run; the
/// edges of a band are lines too. The order is the same for every axis and smoothing.
std::vector<PlotLine> linesOf(const RunCurves& run, const QString& name, const CurveChoice& choice)
{
    PlotPicture picture;
    RunLines{run, name, 0, choice, picture}.add();
    std::erase_if(picture.lines, [](const PlotLine& line) {
        return line.weight == PlotLine::Weight::Shadow; // measured values have their own column
    });
    for (PlotLine& line : picture.lines) {
        if (line.key >= 0)
            line.name = say("client");
        else if (line.weight == PlotLine::Weight::Main)
            line.name = say("mean");
        else if (line.name == globalName(name))
            line.name = say("global model");
    }
    for (PlotBand& band : picture.bands)
        for (auto& [edge, values] : {std::pair(say("mean − 1 sd"), &band.lower),
                                     std::pair(say("mean + 1 sd"), &band.upper)})
            picture.lines.push_back({.name = edge, .x = band.x, .y = std::move(*values)});
    const auto rank = [](const PlotLine& line) {
        return std::tuple(
            line.weight != PlotLine::Weight::Main || line.key >= 0, line.key < 0, line.key);
    };
    std::ranges::stable_sort(picture.lines, {}, rank);
    return std::move(picture.lines);
}

} // namespace

PlotPicture curvePicture(const RunViewModel& runs, const CurveChoice& choice)
{
    PlotPicture picture;
    picture.xLabel = axisTitle(choice.axis);
    picture.yLabel = valueTitle(choice);
    picture.xIsWhole = choice.axis == CurveAxis::Round || choice.axis == CurveAxis::Steps;
    if (choice.axis == CurveAxis::Round && !runs.isEmpty())
        picture.xReaches = shownRounds(runs.newestRound(), runs.roundsPlanned());
    const bool several = runs.experiments().size() > 1;
    const std::vector<std::size_t> variants = sweepVariants(runs.runs());
    for (std::size_t number = 0; number < variants.size(); ++number) {
        const RunCurves& run = runs.runs()[number];
        RunLines{run, nameOf(run, several), variants[number], choice, picture}.add();
    }
    return picture;
}

std::vector<std::size_t> sweepVariants(const std::vector<RunCurves>& runs)
{
    SweepVariants known;
    std::vector<std::size_t> variants;
    for (const RunCurves& run : runs)
        variants.push_back(known.of(run.title.look,
                                    run.title.experiment + QLatin1Char('\n') + run.title.sweep,
                                    run.title.sweepPlace));
    return variants;
}

/// Each run round after round, so that the table of a live run grows at its end.
PlainTable curveTable(const RunViewModel& runs, const CurveChoice& choice)
{
    CurveChoice measured = choice;
    measured.axis = CurveAxis::Round;
    measured.smoothing = Smoothing::None;
    const bool elsewhere = choice.axis != CurveAxis::Round;
    const bool smoothed = choice.smoothing != Smoothing::None;
    PlainTable table;
    table.header = {say("Run"), say("Round"), say("Curve"), say("Client")};
    if (elsewhere)
        table.header << axisTitle(choice.axis);
    const QString metric = valueTitle(choice);
    table.header << metric;
    if (smoothed)
        table.header << say("%1, smoothed").arg(metric);
    const bool several = runs.experiments().size() > 1;
    for (const RunCurves& run : runs.runs()) {
        const QString name = nameOf(run, several);
        const std::vector<PlotLine> lines = linesOf(run, name, measured);
        const std::vector<PlotLine> drawn =
            elsewhere || smoothed ? linesOf(run, name, choice) : lines;
        std::vector<std::pair<std::size_t, std::size_t>> cells; // a line and one of its points
        for (std::size_t line = 0; line < lines.size(); ++line)
            for (std::size_t point = 0; point < lines[line].x.size(); ++point)
                cells.emplace_back(line, point);
        std::ranges::stable_sort(
            cells, {}, [&](const auto& cell) { return lines[cell.first].x[cell.second]; });
        for (const auto& [line, point] : cells) {
            const PlotLine& of = lines[line];
            std::vector<QVariant> row{
                name, int(of.x[point]), of.name, of.key < 0 ? QVariant() : QVariant(of.key)};
            if (elsewhere)
                row.push_back(drawn[line].x[point]);
            row.push_back(of.y[point]);
            if (smoothed)
                row.push_back(drawn[line].y[point]);
            table.rows.push_back(std::move(row));
        }
    }
    return table;
}

} // namespace coterie::ui
