#include "ui/watch/curve_lines.h"

#include "ui/runs/sweep_variants.h"
#include "ui/views/curve_decimation.h"
#include "ui/watch/metric_info.h"
#include "ui/words.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <tuple>

namespace coterie::ui {

namespace {

QString axisTitle(CurveAxis axis)
{
    switch (axis) {
    case CurveAxis::Round:
        return say("Round");
    case CurveAxis::Seconds:
        return say("Time (s)");
    case CurveAxis::Steps:
        return say("Local steps of all clients");
    case CurveAxis::Bytes:
        return say("Sent over all links (MB)");
    }
    return {};
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
    std::vector<double> rounds;
    std::vector<double> mean;
    std::vector<double> deviation;
    std::vector<double> lowest;
    std::vector<double> highest;
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
        spread.rounds.push_back(round);
        spread.mean.push_back(sums.mean);
        spread.deviation.push_back(std::sqrt(sums.squares / sums.count));
        spread.lowest.push_back(sums.isWhole ? sums.lowest : kNaN);
        spread.highest.push_back(sums.isWhole ? sums.highest : kNaN);
    }
    return spread;
}

/// Makes the lines of one run.
class RunLines
{
public:
    RunLines(const RunCurves& run,
             const QString& name,
             std::size_t variant,
             const CurveChoice& choice,
             PlotPicture& picture)
        : m_run(run)
        , m_variant(variant)
        , m_choice(choice)
        , m_picture(picture)
        , m_curves(run.metrics[storedIndex(choice.metric)])
        , m_name(name)
    {}

    void add()
    {
        const bool detailed = m_choice.detailed == m_run.title.id;
        if (m_choice.band)
            addBand();
        if (detailed && m_choice.clients)
            addClients();
        if (m_choice.globalModel)
            addGlobal();
        addMain();
        if (detailed && m_choice.groups)
            addGroups();
        if (detailed && m_choice.extremes)
            addExtremes();
        if (detailed)
            addSelected();
    }

private:
    using Weight = PlotLine::Weight;

    [[nodiscard]] double shown(double value) const
    {
        return m_choice.metric == Metric::TestAccuracy ? 100 - value : value;
    }

    [[nodiscard]] std::vector<double> shown(const std::vector<double>& values) const
    {
        std::vector<double> result;
        result.reserve(values.size());
        for (const double value : values)
            result.push_back(shown(value));
        return result;
    }

    /// The places of these rounds on the axis.
    [[nodiscard]] std::vector<double> places(const std::vector<double>& rounds) const
    {
        if (m_choice.axis == CurveAxis::Round)
            return rounds;
        const RunProgress& progress = m_run.progress;
        const std::vector<double>& sums = m_choice.axis == CurveAxis::Seconds ? progress.seconds
                                          : m_choice.axis == CurveAxis::Steps ? progress.steps
                                                                              : progress.bits;
        constexpr double kBitsPerMegabyte = 8e6;
        const double unit = m_choice.axis == CurveAxis::Bytes ? kBitsPerMegabyte : 1;
        std::vector<double> result;
        result.reserve(rounds.size());
        auto at = progress.rounds.begin();
        for (const double round : rounds) {
            at = std::lower_bound(at, progress.rounds.end(), round);
            if (at == progress.rounds.end())
                break; // never: both are appended together
            result.push_back(sums[static_cast<std::size_t>(at - progress.rounds.begin())] / unit);
        }
        return result;
    }

    [[nodiscard]] PlotLine
    line(const QString& name, std::size_t colour, Weight weight, const Curve& curve) const
    {
        PlotLine line;
        line.name = name;
        line.colour = colour;
        line.shape = m_run.title.look;
        line.weight = weight;
        if (weight != Weight::Side) // these have their own names and colours
            line.variant = m_variant;
        line.x = places(curve.rounds);
        line.y = shown(curve.values);
        return line;
    }

    /// Smooths the line if chosen, with the measured values behind it as a shadow.
    void addSmoothed(PlotLine line, bool withShadow = false)
    {
        if (m_choice.smoothing != Smoothing::None) {
            std::vector<double> smooth = smoothedValues(line.y, m_choice.smoothing);
            if (withShadow) {
                PlotLine shadow = line;
                shadow.weight = Weight::Shadow;
                m_picture.lines.push_back(std::move(shadow));
            }
            line.y = std::move(smooth);
        }
        m_picture.lines.push_back(std::move(line));
    }

    void addMain()
    {
        if (!m_curves.mean.empty())
            addSmoothed(line(m_name, m_run.title.look, Weight::Main, m_curves.mean), true);
    }

    void addGlobal()
    {
        if (m_choice.metric != Metric::TestError && m_choice.metric != Metric::TestAccuracy)
            return;
        const Curve& global = m_run.metrics[storedIndex(Metric::GlobalTestError)].mean;
        if (global.empty() || global.values == m_curves.mean.values)
            return;
        PlotLine made = line(globalName(m_name), m_run.title.look, Weight::Side, global);
        made.dashed = true;
        addSmoothed(std::move(made));
    }

    /// In the round on screen: a line has one colour throughout.
    [[nodiscard]] bool inGroup(int client) const { return groupColour(client) >= 0; }

    [[nodiscard]] int groupColour(int client) const
    {
        return m_run.colourAt(client, m_choice.asOf.value_or(m_run.round));
    }

    /// Of its group or cluster, as in every other view, or else of the arm.
    [[nodiscard]] std::size_t colourOf(int client) const
    {
        return inGroup(client) ? static_cast<std::size_t>(groupColour(client)) : m_run.title.look;
    }

    void addClients()
    {
        for (std::size_t client = 0; client < m_curves.clients.size(); ++client) {
            const int number = static_cast<int>(client);
            if (m_curves.clients[client].empty() || m_choice.selected.contains(number))
                continue;
            PlotLine made = line(m_name, colourOf(number), Weight::Thin, m_curves.clients[client]);
            if (inGroup(number))
                made.variant = 0; // shades are for the arm's colour
            made.key = number;
            addSmoothed(std::move(made));
        }
    }

    void addSelected()
    {
        for (const int client : m_choice.selected) {
            if (client < 0 || static_cast<std::size_t>(client) >= m_curves.clients.size())
                continue;
            const Curve& curve = m_curves.clients[static_cast<std::size_t>(client)];
            if (curve.empty())
                continue;
            PlotLine made =
                line(say("client %1").arg(client), colourOf(client), Weight::Side, curve);
            made.key = client;
            addSmoothed(std::move(made));
        }
    }

    void addBand()
    {
        const CurveSpread spread = clientSpread(m_curves.clients);
        if (spread.rounds.size() < 2)
            return;
        PlotBand band;
        band.name = m_name;
        band.colour = m_run.title.look;
        band.x = places(spread.rounds);
        for (std::size_t i = 0; i < spread.rounds.size(); ++i) {
            const double mean = shown(spread.mean[i]);
            band.lower.push_back(mean - spread.deviation[i]);
            band.upper.push_back(mean + spread.deviation[i]);
        }
        band.lower = smoothedValues(band.lower, m_choice.smoothing);
        band.upper = smoothedValues(band.upper, m_choice.smoothing);
        m_picture.bands.push_back(std::move(band));
    }

    void addExtremes()
    {
        const CurveSpread spread = clientSpread(m_curves.clients);
        // Stored values are errors or losses: the highest is the worst.
        for (const auto& [name, values] : {std::pair(say("worst client"), spread.highest),
                                           std::pair(say("best client"), spread.lowest)}) {
            PlotLine made = line(name, m_run.title.look, Weight::Side, {spread.rounds, values});
            made.dashed = true;
            if (!values.empty())
                addSmoothed(std::move(made));
        }
    }

    /// A group is identified by its colour, which follows its clients from round to round. Its line
    /// ends with the group; a group that comes back has another line.
    void addGroups()
    {
        std::map<int, std::vector<Curve>> parts; // by colour
        std::set<int> before;
        for (const double round : m_curves.mean.rounds) {
            const RoundGroups* formed = m_run.groupsAt(static_cast<int>(round));
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
                const auto colour = static_cast<std::size_t>(number);
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
            if (client < 0 || static_cast<std::size_t>(client) >= m_curves.clients.size())
                continue;
            const Curve& curve = m_curves.clients[static_cast<std::size_t>(client)];
            const auto at = std::ranges::lower_bound(curve.rounds, round);
            if (at == curve.rounds.end() || *at != round)
                continue;
            sum += curve.values[static_cast<std::size_t>(at - curve.rounds.begin())];
            ++known;
        }
        return known > 0 ? std::optional(sum / known) : std::nullopt;
    }

    const RunCurves& m_run;
    std::size_t m_variant = 0;
    const CurveChoice& m_choice;
    PlotPicture& m_picture;
    const MetricCurves& m_curves;
    QString m_name;
};

/// The lines of one run, the mean first and then the clients by number, named without the run; the
/// edges of a band are lines too. The order is the same for every axis and smoothing.
std::vector<PlotLine> linesOf(const RunCurves& run, const QString& name, const CurveChoice& choice)
{
    PlotPicture picture;
    RunLines(run, name, 0, choice, picture).add();
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
                                     std::pair(say("mean + 1 sd"), &band.upper)}) {
            PlotLine line;
            line.name = edge;
            line.x = band.x;
            line.y = std::move(*values);
            picture.lines.push_back(std::move(line));
        }
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
    picture.yLabel = axisLabel(choice.metric);
    picture.xIsWhole = choice.axis == CurveAxis::Round || choice.axis == CurveAxis::Steps;
    if (choice.axis == CurveAxis::Round && !runs.isEmpty())
        picture.xReaches = shownRounds(runs.newestRound(), runs.roundsPlanned());
    const bool several = runs.experiments().size() > 1;
    const std::vector<std::size_t> variants = sweepVariants(runs.runs());
    for (std::size_t number = 0; number < variants.size(); ++number) {
        const RunCurves& run = runs.runs()[number];
        RunLines(run, nameOf(run, several), variants[number], choice, picture).add();
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
    table.header << axisLabel(choice.metric);
    if (smoothed)
        table.header << say("%1, smoothed").arg(axisLabel(choice.metric));
    const bool several = runs.experiments().size() > 1;
    for (const RunCurves& run : runs.runs()) {
        const QString name = nameOf(run, several);
        const std::vector<PlotLine> lines = linesOf(run, name, measured);
        const std::vector<PlotLine> drawn =
            elsewhere || smoothed ? linesOf(run, name, choice) : lines;
        struct Cell
        {
            std::size_t line = 0;
            std::size_t point = 0;
        };
        std::vector<Cell> cells;
        for (std::size_t line = 0; line < lines.size(); ++line)
            for (std::size_t point = 0; point < lines[line].x.size(); ++point)
                cells.push_back({.line = line, .point = point});
        std::ranges::stable_sort(
            cells, {}, [&](const Cell& cell) { return lines[cell.line].x[cell.point]; });
        for (const auto& [line, point] : cells) {
            const PlotLine& of = lines[line];
            std::vector<QVariant> row{name,
                                      static_cast<int>(of.x[point]),
                                      of.name,
                                      of.key < 0 ? QVariant() : QVariant(of.key)};
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
