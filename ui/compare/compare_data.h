#pragma once

#include "core/experiment/parameters.h"
#include "core/store/comparison.h"

#include <QString>

#include <optional>
#include <vector>

namespace coterie::ui {

/// One metric of one run against its rounds.
struct MetricCurve
{
    std::int64_t run = 0;
    std::uint64_t seed = 0;
    std::vector<double> rounds; ///< ascending
    std::vector<double> values;

    bool operator==(const MetricCurve&) const = default;
};

/// An arm at one sweep point, of one experiment, with all chosen runs of it.
struct ComparedArm
{
    QString label; ///< "HCCT · α = 10", with the experiment where several are compared
    std::size_t experiment = 0; ///< which of CompareData::experiments
    ArmSummary summary;         ///< of the finished ones
    std::vector<MetricCurve> curves;
};

struct ComparedExperiment
{
    QString name;
    std::vector<Comparison> papers; ///< beside the paper's numbers, if the experiment gives any
};

/// What the chosen runs say together about one metric.
struct CompareData
{
    std::string metric;
    Better better = Better::Neither;
    std::vector<ComparedExperiment> experiments;
    std::vector<ComparedArm> arms;    ///< in the order of their experiments' files
    std::vector<std::string> metrics; ///< that any of the runs has, in their usual order
    std::vector<RunRow> runs;
    std::vector<std::optional<double>> lastOfRuns; ///< the metric's newest value of each of `runs`
};

/// Reads it from the store; the registry is needed for the experiments' references.
[[nodiscard]] Result<CompareData> compareRuns(RunStore& store,
                                              const std::vector<std::int64_t>& runs,
                                              const std::string& metric,
                                              const Registry& registry);

/// Mean ± sd over the seeds at each round that at least one of them has.
struct SeedSpread
{
    std::vector<double> rounds;
    std::vector<double> mean;
    std::vector<double> deviation;

    bool operator==(const SeedSpread&) const = default;
};
[[nodiscard]] SeedSpread spreadOverSeeds(const std::vector<MetricCurve>& curves);

/// Rounds to a target, by curves as measured and smoothed, of one arm.
struct TargetLine
{
    std::size_t measured = 0; ///< runs that have the metric at all
    ReachedRounds raw;
    ReachedRounds smoothed;

    bool operator==(const TargetLine&) const = default;
};
[[nodiscard]] TargetLine roundsToTargetOf(const ComparedArm& arm, double target, Better better);

} // namespace coterie::ui
