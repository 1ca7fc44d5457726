#pragma once

#include "core/collaboration/sufficient_table.h"
#include "core/experiment/figure_design.h"
#include "core/report/round_report.h"
#include "core/store/plan_settings.h"
#include "core/store/run_store.h"

#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

/// The numbers of a figure that an experiment describes, as the window draws and the command line
/// writes them.
namespace coterie {

/// One metric of a run.
struct MetricCurve
{
    std::int64_t run = 0;
    std::uint64_t seed = 0;
    std::vector<double> rounds; ///< ascending
    std::vector<double> values;
    std::vector<double> megabytes = {}; ///< sent so far; empty: not known in each of the rounds
    std::vector<double> seconds = {};   ///< of all rounds so far
    /// Over clients, where the metric is a mean over them; else empty.
    std::vector<double> deviations = {};

    bool operator==(const MetricCurve&) const = default;
};

[[nodiscard]] MetricCurve metricCurve(const RunRow& run,
                                      std::span<const MetricPoint> points,
                                      std::span<const std::pair<int, double>> roundSeconds,
                                      const std::string& metric);

/// Mean ± sd over the seeds at each round that at least one run has.
struct SeedSpread
{
    std::vector<double> rounds;
    std::vector<double> mean;
    std::vector<double> deviation;
    std::vector<std::size_t> runs; ///< that have the round
    std::vector<double> megabytes; ///< mean over the same seeds; empty: one does not know them
    std::vector<double> seconds;
    /// sd over clients and seeds together; empty: a seed does not know its own over clients.
    std::vector<double> overClients;

    bool operator==(const SeedSpread&) const = default;
};
[[nodiscard]] SeedSpread spreadOverSeeds(const std::vector<MetricCurve>& curves);

/// The places of a MetricCurve or SeedSpread on an axis; empty where they are not known.
template <typename Curve>
[[nodiscard]] const std::vector<double>& placesOn(FigureAxis axis, const Curve& curve)
{
    return axis == FigureAxis::Rounds  ? curve.rounds
           : axis == FigureAxis::Bytes ? curve.megabytes
                                       : curve.seconds;
}

/// The line of an arm: the mean of its runs that have a place on the axis.
struct ArmLine
{
    std::vector<MetricCurve> curves; ///< of these runs
    SeedSpread spread;
    std::vector<double> x;
    std::vector<double> deviation; ///< of the band
    bool isOverClients = false;    ///< the band, and over seeds together
    [[nodiscard]] bool hasBand() const { return curves.size() > 1 || isOverClients; }
};
/// `curves` have been smoothed, if they are to be.
[[nodiscard]] ArmLine armLine(std::vector<MetricCurve> curves, FigureAxis axis, bool wantsClients);

/// The settings in which the runs differ on purpose.
[[nodiscard]] std::vector<std::size_t> chosenSettings(std::span<const RunRow> runs,
                                                      const RunSettings& settings);
/// The setting's value in that run, if it is a number.
[[nodiscard]] std::optional<double>
settingNumber(const RunSettings& settings, std::int64_t run, std::size_t setting);

using SettingValues = std::vector<std::optional<std::string>>;

/// The runs of one method, which differ by seed and place on the axis only: an arm of an experiment
/// with the same values of all other settings.
struct PointMethod
{
    std::vector<std::size_t> runs; ///< indices
    SettingValues own;             ///< of the settings that name it
    /// Whether another method of its arm has another value of this one.
    std::vector<bool> tells = {};
    /// Among those with its colour: RunRow::sweepPlace if its runs share it, else the next free
    /// one.
    std::size_t variant = 0;
};
/// `told`: the settings beside the axis. In the order of their first runs.
[[nodiscard]] std::vector<PointMethod> pointMethods(std::span<const RunRow> runs,
                                                    const RunSettings& settings,
                                                    std::span<const std::size_t> told);

struct FigurePoint
{
    double x = 0;
    double mean = 0;
    double deviation = 0;
    std::size_t runs = 0;

    bool operator==(const FigurePoint&) const = default;
};
/// The place and the value of a run; a run without either counts for none.
struct PlacedValue
{
    const RunRow& run;
    std::optional<double> x = {};
    std::optional<double> y = {};
};
/// Over a setting: the mean of the values at each place, by ascending places. A seed that was run
/// several times counts once; see standsBefore().
[[nodiscard]] std::vector<FigurePoint> meansAtPlaces(std::span<const PlacedValue> runs);
/// Over a metric: each run a point, by ascending finite places.
[[nodiscard]] std::vector<FigurePoint> singlePoints(std::span<const PlacedValue> runs);

struct ClientPoint
{
    int round = 0;
    int client = 0;
    double x = 0;
    double y = 0;

    bool operator==(const ClientPoint&) const = default;
};
/// Of a run's rounds, which need no matrices.
[[nodiscard]] std::vector<ClientPoint> clientPoints(std::span<const RoundReport> rounds,
                                                    const ScatterFigure& figure);

/// The curves of a figure of sufficient clusters: those of its setting.
[[nodiscard]] std::vector<SufficientCurve> sufficientCurves(const FigureDesign& design);

/// How many classes of class counts are shown: all, unless the store tells of more than a data set
/// can have.
[[nodiscard]] std::size_t shownClasses(const FederationFacts& facts);

/// Which of these runs a figure of the experiment of this design is drawn of: finished ones that
/// nobody changed, of each arm, sweep point and seed the newest.
struct RunsForFigure
{
    std::set<std::int64_t> chosen;
    std::size_t leftOut = 0; ///< others of the experiment with a round
};
[[nodiscard]] RunsForFigure runsForFigure(std::span<const RunRow> runs, const std::string& design);

/// Whether the figure draws the arm.
[[nodiscard]] bool isDrawn(const FigureDesign& figure, const std::string& arm);

} // namespace coterie
