#pragma once

#include "core/experiment/parameters.h"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace coterie {

/// How results of an experiment are drawn, for instance as a figure of its paper. What is computed
/// does not depend on it.
struct FigureDesign
{
    std::string title;
    Part drawing{.name = "curves", .parameters = {}}; ///< its "name" is written "kind" in the file
    std::vector<std::string> arms;                    ///< by their names; empty: all

    bool operator==(const FigureDesign&) const = default;
};

enum class FigureAxis
{
    Rounds,
    Bytes,
    Time
};

enum class FigureSmoothing
{
    None,
    SavitzkyGolay
};

enum class FigureBand
{
    None,
    Seeds,
    Clients ///< and seeds together
};

/// What every figure with two axes may say of them.
struct FigureAxes
{
    bool logarithmicX = false;
    bool logarithmicY = false;
    std::string xTitle; ///< empty: the usual one
    std::string yTitle;
};

struct CurveFigure
{
    FigureAxis x = FigureAxis::Rounds;
    std::string y; ///< a metric
    FigureSmoothing smoothing = FigureSmoothing::None;
    FigureBand band = FigureBand::Seeds;
    bool eachRun = false;
    FigureAxes axes;
};

struct PointFigure
{
    std::string x; ///< a setting's pointer in a plan, or a metric
    std::string y; ///< a metric
    FigureAxes axes;
};

struct ScatterFigure
{
    std::string x; ///< a number of each client
    std::string y;
    bool allRounds = false;
    FigureAxes axes;
};

/// All-for-one's Figure 1, which needs no run.
struct SufficientFigure
{
    int clients = 20;
    int dimension = 10;
    std::vector<double> spreads;
    std::vector<double> precisions;
    std::uint64_t seed = 1;
    FigureAxes axes{.logarithmicX = true, .logarithmicY = false, .xTitle = {}, .yTitle = {}};
};

namespace figures {

inline constexpr std::array<std::string_view, 3> kAxes{"rounds", "bytes", "time"};
inline constexpr std::array<std::string_view, 2> kSmoothings{"none", "savitzkyGolay"};
inline constexpr std::array<std::string_view, 3> kBands{"none", "seeds", "clients"};
inline constexpr std::array<std::string_view, 2> kRounds{"last", "all"};

template <auto kAxesOf>
[[nodiscard]] consteval std::array<ParameterDescriptor, 4> axisParameters()
{
    return {bind<kAxesOf, &FigureAxes::logarithmicX>(
                {.name = "logarithmicX", .meaning = "Whether the horizontal axis is logarithmic"}),
            bind<kAxesOf, &FigureAxes::logarithmicY>(
                {.name = "logarithmicY", .meaning = "Whether the vertical axis is logarithmic"}),
            bind<kAxesOf, &FigureAxes::xTitle>(
                {.name = "xTitle", .meaning = "Name of the horizontal axis; empty: the usual one"}),
            bind<kAxesOf, &FigureAxes::yTitle>(
                {.name = "yTitle", .meaning = "Name of the vertical axis; empty: the usual one"})};
}

inline constexpr std::array kCurveParameters = joinedTables(
    std::array{
        bind<&CurveFigure::x>({.name = "x",
                               .words = kAxes,
                               .meaning = "What the curves go over: rounds, bytes sent or time"}),
        bind<&CurveFigure::y>(
            {.name = "y", .meaning = "The metric, such as meanTestError", .required = true}),
        bind<&CurveFigure::smoothing>({.name = "smoothing",
                                       .words = kSmoothings,
                                       .meaning =
                                           "savitzkyGolay: each run's curve is smoothed over "
                                           "13 rounds by cubic polynomials"}),
        bind<&CurveFigure::band>({.name = "band",
                                  .words = kBands,
                                  .meaning = "What ± 1 sd around a mean is over: seeds, or clients "
                                             "and seeds together where the metric is a mean over "
                                             "clients"}),
        bind<&CurveFigure::eachRun>(
            {.name = "eachRun", .meaning = "Whether each run has a thin line of its own"})},
    axisParameters<&CurveFigure::axes>());
inline constexpr std::array kPointParameters = joinedTables(
    std::array{
        bind<&PointFigure::x>({.name = "x",
                               .meaning = "A setting in which the runs differ, by its place in a "
                                          "run, such as /algorithm/alpha, or a metric",
                               .required = true}),
        bind<&PointFigure::y>(
            {.name = "y", .meaning = "The metric, whose last value counts", .required = true})},
    axisParameters<&PointFigure::axes>());
inline constexpr std::array kScatterParameters = joinedTables(
    std::array{
        bind<&ScatterFigure::x>({.name = "x",
                                 .meaning = "A number of each client, such as trueEntropy",
                                 .required = true}),
        bind<&ScatterFigure::y>(
            {.name = "y", .meaning = "The other number of the same client", .required = true}),
        bind<&ScatterFigure::allRounds>(
            {.name = "rounds",
             .words = kRounds,
             .meaning = "last: a point for each client, by the newest round that has both "
                        "numbers; all: a point for each client and round"})},
    axisParameters<&ScatterFigure::axes>());

inline constexpr std::array kSufficientParameters = joinedTables(
    std::array{
        bind<&SufficientFigure::clients>({.name = "clients",
                                          .range = between(1, 1000),
                                          .meaning = "Number of clients",
                                          .symbol = "N"}),
        bind<&SufficientFigure::dimension>({.name = "dimension",
                                            .range = between(1, 1000),
                                            .meaning = "Number of parameters of a model",
                                            .symbol = "d"}),
        bind<&SufficientFigure::spreads>(
            {.name = "spreads",
             .range = above(0),
             .defaultWord = "0.001, 0.01, 0.1, 1",
             .meaning = "How far the clients' optima differ: a curve for each",
             .symbol = "v"}),
        bind<&SufficientFigure::precisions>(
            {.name = "precisions",
             .range = above(0),
             .defaultWord = "0.00001, 10",
             .meaning = "The excess losses to reach: curves go from the least to the largest",
             .symbol = "ε"}),
        bind<&SufficientFigure::seed>(
            {.name = "seed", .range = atLeast(0), .meaning = "Seed of the drawn optima"})},
    axisParameters<&SufficientFigure::axes>());

} // namespace figures

inline constexpr std::array kFigureKinds{
    NamedPart{.name = "curves",
              .title = "Curves",
              .meaning = "A metric by round, by bytes sent or by time: each arm the mean of its "
                         "runs.",
              .parameters = figures::kCurveParameters},
    NamedPart{.name = "points",
              .title = "Points",
              .meaning = "The last value of a metric over a setting, or over another metric.",
              .parameters = figures::kPointParameters},
    NamedPart{.name = "scatter",
              .title = "Clients as points",
              .meaning = "Two numbers of each client. For the gradient distance over the entropy, "
                         "also the envelope of HiCS-FL's Assumption 1.",
              .parameters = figures::kScatterParameters},
    NamedPart{.name = "heatMap",
              .title = "Class counts",
              .meaning = "How many samples of each class every client trains on."},
    NamedPart{.name = "sufficientClusters",
              .title = "Sufficient clusters",
              .meaning = "With how many clients the first one can collaborate at a precision. "
                         "Computed from the figure's own numbers; runs do not matter.",
              .paper = "All-for-one, Definition 2, Figure 1",
              .parameters = figures::kSufficientParameters}};

/// Whether the figure shows results of runs.
[[nodiscard]] inline bool needsRuns(const FigureDesign& figure)
{
    return figure.drawing.name != "sufficientClusters";
}

/// The parameters of a figure with their defaults; the kind must be that of the struct.
template <typename Struct>
[[nodiscard]] Struct figureAs(const FigureDesign& figure,
                              std::span<const ParameterDescriptor> parameters)
{
    Struct read;
    for (const ParameterDescriptor& parameter : parameters)
        if (const Parameter* given = figure.drawing.parameters.find(parameter.name))
            parameter.fill(&read, parameter, given->values.front());
        else if (!parameter.required)
            parameter.fill(&read, parameter, parameter.defaultValue());
    return read;
}

[[nodiscard]] inline CurveFigure curveFigure(const FigureDesign& figure)
{
    return figureAs<CurveFigure>(figure, figures::kCurveParameters);
}
[[nodiscard]] inline PointFigure pointFigure(const FigureDesign& figure)
{
    return figureAs<PointFigure>(figure, figures::kPointParameters);
}
[[nodiscard]] inline ScatterFigure scatterFigure(const FigureDesign& figure)
{
    return figureAs<ScatterFigure>(figure, figures::kScatterParameters);
}
[[nodiscard]] inline SufficientFigure sufficientFigure(const FigureDesign& figure)
{
    return figureAs<SufficientFigure>(figure, figures::kSufficientParameters);
}

} // namespace coterie
