#pragma once

#include "core/experiment/figure_design.h"
#include "core/store/comparison.h"
#include "core/summary/figure_numbers.h"
#include "ui/views/plain_table.h"

#include <QString>

#include <optional>
#include <vector>

namespace coterie::ui {

/// An arm of an experiment at one sweep point, with its selected runs.
struct ComparedArm
{
    /// "HCCT · α = 10": with what tells it from arms of the same name, and with the experiment's
    /// name if several are compared. No two arms have the same.
    QString label;
    QString plainLabel = {};    ///< as files have it: with points in numbers, in every language
    QString id = {};            ///< stays when the label changes
    std::size_t experiment = 0; ///< index in CompareData::experiments
    std::string data = {};      ///< what its runs are trained and tested on, as their plans say it
    ArmSummary summary;         ///< of the finished runs
    std::vector<MetricCurve> curves;

    /// Its label in a table.
    [[nodiscard]] QVariant cell() const
    {
        return wordsCell(plainLabel.isEmpty() ? label : plainLabel, label);
    }
};

struct ComparedExperiment
{
    QString name;
    std::vector<Comparison> papers; ///< with the paper's numbers, if the experiment quotes any
    std::string design = {};        ///< as of its runs
    std::vector<FigureDesign> figures = {};
    /// Its arms and how many runs each has.
    std::vector<std::pair<std::string, std::size_t>> planned = {};
};

/// The selected runs compared by one metric, in the units on screen: accuracies are in percent, as
/// errors are, while the store has shares. Only papers keep the units of their tables. Their arms
/// and runs have the looks that they have together; see looksTogether().
struct CompareData
{
    std::string metric;
    Better better = Better::Neither;
    std::vector<ComparedExperiment> experiments;
    std::vector<ComparedArm> arms;    ///< in the order of the experiments' files
    std::vector<std::string> metrics; ///< of any of the runs, in their usual order
    std::vector<RunRow> runs;
    std::vector<std::optional<double>> lastOfRuns; ///< the metric's last value of each of `runs`
    std::vector<Metrics> lastMetrics;              ///< of each of `runs`: the last of every metric
};

[[nodiscard]] Result<CompareData>
compareRuns(RunStore& store, const std::vector<std::int64_t>& runs, const std::string& metric);

/// Of each seed the curve of one run, the one that counts in the tables or, while none has
/// finished, the one with most rounds: a seed that was run again counts once.
[[nodiscard]] std::vector<MetricCurve> curvesOfSeeds(const ComparedArm& arm);

/// Without a speed-up.
[[nodiscard]] ArmTarget roundsToTargetOf(const ComparedArm& arm, double target, Better better);

} // namespace coterie::ui
