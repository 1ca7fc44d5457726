#include "ui/watch/run_lines.h"

#include "core/metrics/shown_metric.h"
#include "ui/client_texts.h"
#include "ui/frame/plot_theme.h"
#include "ui/watch/curve_spread.h"
#include "ui/watch/metric_info.h"
#include "ui/words.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <map>

namespace coterie::ui {

namespace {

/// The variant of a client among those that stand out, counted from the plain look of its colour
/// on. Dashes draw slowly: where many long lines would have them, one beyond the first has the dash
/// of the plain look, in another shade and with another marker.
std::size_t chosenVariant(std::size_t place, std::size_t first, std::size_t points)
{
    constexpr std::size_t kFew = 8;
    constexpr std::size_t kDashedPoints = 10'000;
    const std::size_t dashed = std::max(kFew, kDashedPoints / std::max<std::size_t>(1, points));
    if (place < std::min(dashed, kVariants - 1))
        return first + place;
    return kDashes * (1 + place % (kVariants / kDashes - 1));
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
    QString key; ///< of the run or of all seeds, whatever they are called; empty: unknown
    const MetricCurves& metric = curvesOf(run, choice);
    const double factor = shownMetric(choice.named).factor;

    void add()
    {
        if (choice.band)
            addBand(spreadOf(pointersTo(metric.clients)), say("mean − 1 sd"), say("mean + 1 sd"));
        addClients();
        addMean();
        addDetails();
    }

    void addMean()
    {
        if (choice.globalModel)
            addGlobal();
        if (!metric.mean.empty())
            addSmoothed(line(runName, run.title.look, Weight::Main, metric.mean), true);
    }

    /// Below the mean.
    void addClients()
    {
        if (choice.detailed != run.title.id || !choice.clients)
            return;
        const bool areMany = pointersTo(metric.clients).size() > kMostClientLines;
        if (areMany)
            addQuantiles();
        for (int client = 0; client < int(metric.clients.size()); ++client)
            if (!choice.selected.contains(client))
                addClient(client, runName, areMany ? Weight::Hover : Weight::Thin);
    }

    /// Above it.
    void addDetails()
    {
        if (choice.detailed != run.title.id)
            return;
        if (choice.groups)
            addGroups();
        if (choice.extremes)
            addExtremes();
        std::size_t next = 0;
        for (const int client : choice.selected) {
            const auto kept = choice.places.find(client);
            addClient(client,
                      clientText(run.facts.clientNames, client),
                      Weight::Side,
                      kept == choice.places.end() ? next++ : kept->second);
        }
    }

    /// Of a seed whose arm has one line for all.
    void addSeed()
    {
        if (metric.mean.empty())
            return;
        PlotLine made = line(runName, run.title.look, Weight::Hover, metric.mean);
        made.label = run.title.fullLabel();
        addSmoothed(std::move(made));
    }

    [[nodiscard]] double shown(double value) const
    {
        if (!choice.named.empty())
            return factor * value;
        return choice.metric == Metric::TestAccuracy ? 100 - value : value;
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
        if (name == runName)
            line.id = key;
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

    void addDashed(const QString& name, const Curve& curve, const QString& id = {})
    {
        if (curve.empty())
            return;
        PlotLine made = line(name, run.title.look, Weight::Side, curve);
        made.dashed = true;
        made.id = id;
        addSmoothed(std::move(made));
    }

    void addGlobal()
    {
        if (!choice.named.empty()
            || (choice.metric != Metric::TestError && choice.metric != Metric::TestAccuracy))
            return;
        const Curve& global = run.metrics[storedIndex(Metric::GlobalTestError)].mean;
        if (global.values != metric.mean.values)
            addDashed(globalName(runName),
                      global,
                      key.isEmpty() ? QString() : key + QStringLiteral(", global model"));
    }

    /// The curve of a client; null if it has none.
    [[nodiscard]] const Curve* curveOf(int client) const
    {
        const auto index = std::size_t(client);
        const bool isKnown = client >= 0 && index < metric.clients.size();
        return isKnown && !metric.clients[index].empty() ? &metric.clients[index] : nullptr;
    }

    /// `chosen`: the place of a client among those that stand out, by which they look different.
    void addClient(int client,
                   const QString& name,
                   Weight weight,
                   std::optional<std::size_t> chosen = {})
    {
        const Curve* curve = curveOf(client);
        if (!curve)
            return;
        // Of its group or cluster in the round on screen, as in every other view, or else of the
        // arm: a line has one colour throughout.
        const int group = run.colourAt(client, choice.asOf.value_or(run.round));
        const bool inGroup = group >= 0;
        const std::size_t colour = inGroup ? groupLook(group) : run.title.look;
        PlotLine made = line(name, colour, weight, *curve);
        const std::size_t own = inGroup ? 0 : variant; // shades are for the arm's colour
        made.variant = inGroup ? 0 : made.variant;
        if (chosen) // the first is plain unless the arm or group has such a line
            made.variant =
                own + chosenVariant(*chosen, inGroup && !choice.groups ? 0 : 1, made.x.size());
        made.key = client;
        if (weight == Weight::Hover)
            made.label = clientText(run.facts.clientNames, client);
        addSmoothed(std::move(made));
    }

    void addBand(const CurveSpread& spread, const QString& lowerName, const QString& upperName)
    {
        Curve lower = spread.mean;
        Curve upper = spread.mean;
        for (std::size_t i = 0; i < lower.values.size(); ++i) {
            lower.values[i] -= spread.deviation.values[i];
            upper.values[i] += spread.deviation.values[i];
        }
        addBand(lower, upper, lowerName, upperName);
    }

    void addBand(const Curve& lower,
                 const Curve& upper,
                 const QString& lowerName,
                 const QString& upperName)
    {
        if (lower.rounds.size() < 2)
            return;
        PlotBand band{.name = runName,
                      .id = key,
                      .lowerName = lowerName,
                      .upperName = upperName,
                      .colour = run.title.look,
                      .variant = variant,
                      .x = places(lower.rounds),
                      .lower = {},
                      .upper = {}};
        for (std::size_t i = 0; i < lower.rounds.size(); ++i) {
            const auto [below, above] =
                std::minmax({shown(lower.values[i]), shown(upper.values[i])});
            band.lower.push_back(below);
            band.upper.push_back(above);
        }
        band.lower = smoothedValues(band.lower, choice.smoothing);
        band.upper = smoothedValues(band.upper, choice.smoothing);
        picture.bands.push_back(std::move(band));
    }

    /// Of all clients, the widest first, and their median.
    void addQuantiles()
    {
        constexpr std::array kProbabilities{0.0, 1.0, 0.1, 0.9, 0.25, 0.75, 0.5};
        const std::array names{std::pair(say("lowest client"), say("highest client")),
                               std::pair(say("10 % of the clients"), say("90 % of the clients")),
                               std::pair(say("25 % of the clients"), say("75 % of the clients"))};
        const std::vector<Curve> curves = quantilesOf(pointersTo(metric.clients), kProbabilities);
        for (std::size_t pair = 0; pair < names.size(); ++pair)
            addBand(curves[2 * pair], curves[2 * pair + 1], names[pair].first, names[pair].second);
        addDashed(say("median client"), curves.back());
    }

    void addExtremes()
    {
        const CurveSpread spread = spreadOf(pointersTo(metric.clients));
        const bool isAnyNumber = !choice.named.empty();
        // Stored values are errors or losses: the highest is the worst.
        addDashed(isAnyNumber ? say("highest client") : say("worst client"), spread.highest);
        addDashed(isAnyNumber ? say("lowest client") : say("best client"), spread.lowest);
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
                PlotLine made =
                    line(say("group %1").arg(number + 1), groupLook(number), Weight::Side, curve);
                made.shape = std::size_t(number);
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

/// Empty for a run without a number.
QString keyOf(const RunCurves& run, const char* what)
{
    return run.title.id > 0 ? QStringLiteral("%1 %2").arg(QLatin1String(what)).arg(run.title.id)
                            : QString();
}

} // namespace

void addRun(const RunCurves& run,
            const QString& name,
            std::size_t variant,
            const CurveChoice& choice,
            PlotPicture& picture)
{
    RunLines{run, name, variant, choice, picture, keyOf(run, "run")}.add();
}

void addSeeds(const std::vector<RunCurves>& runs,
              const SeedGroup& group,
              const QString& name,
              std::size_t variant,
              const CurveChoice& choice,
              PlotPicture& picture)
{
    const SeedMean mean = meanOverSeeds(runs, group, choice);
    const QString key = keyOf(runs[group.front()], "seeds with run");
    RunLines all{mean.run, name, variant, choice, picture, key};
    if (choice.band) { // over the clients of all of them
        CurvePointers clients;
        for (const std::size_t run : group)
            std::ranges::copy(pointersTo(curvesOf(runs[run], choice).clients),
                              std::back_inserter(clients));
        all.addBand(spreadOf(clients), say("mean − 1 sd"), say("mean + 1 sd"));
    } else {
        CurveSpread spread;
        spread.mean = all.metric.mean;
        spread.deviation = mean.deviation;
        all.addBand(spread, say("mean − 1 sd over seeds"), say("mean + 1 sd over seeds"));
    }
    for (const std::size_t run : group) {
        RunLines one{runs[run], name, variant, choice, picture, key};
        one.addClients();
        one.addSeed();
    }
    all.addMean();
    for (const std::size_t run : group)
        RunLines{runs[run], name, variant, choice, picture, key}.addDetails();
}

const MetricCurves& curvesOf(const RunCurves& run, const CurveChoice& choice)
{
    static const MetricCurves kNone;
    if (choice.named.empty())
        return run.metrics[storedIndex(choice.metric)];
    const auto found = run.named.find(choice.named);
    return found == run.named.end() ? kNone : found->second;
}

QString globalName(const QString& run)
{
    return say("%1: global model").arg(run);
}

} // namespace coterie::ui
