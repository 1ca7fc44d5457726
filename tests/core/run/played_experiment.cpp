#include "tests/core/run/played_experiment.h"

#include "core/algorithms/registry.h"
#include "core/experiment/experiment_json.h"
#include "core/metrics/metric_infos.h"
#include "core/run/prepare_run.h"

#include <QtGlobal>

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace coterie::test {

double PlayedRun::last(std::string_view metric) const
{
    return meanOfLast(metric, 1);
}

double PlayedRun::meanOfLast(std::string_view metric, std::size_t rounds) const
{
    std::vector<double> values;
    for (auto round = metrics.rbegin(); round != metrics.rend() && values.size() < rounds; ++round)
        if (const std::optional<double> value = findMetric(*round, metric))
            values.push_back(*value);
    return values.empty() ? std::nan("") : meanOf(values);
}

std::optional<int> PlayedRun::firstRoundAt(std::string_view metric, double least) const
{
    for (std::size_t round = 0; round < metrics.size(); ++round)
        if (const auto value = findMetric(metrics[round], metric); value && *value >= least)
            return static_cast<int>(round);
    return std::nullopt;
}

PlayedArms playExperiment(const std::string& file, const PlayedPart& part)
{
    Result<Experiment, Problems> experiment =
        readExperiment(COTERIE_SOURCE_DIR "/experiments/" + file, registry());
    if (!experiment)
        qFatal("%s: %s", file.c_str(), experiment.error().front().sentence().c_str());
    if (!part.seeds.empty())
        experiment->seeds = part.seeds;
    PlayedArms arms;
    RunData data(DataFolders{});
    for (const RunPlan& plan : expand(*experiment, registry())) {
        if (!part.arms.empty() && !std::ranges::count(part.arms, plan.armName))
            continue;
        const Result<std::unique_ptr<Run>> run = prepareRun(plan, data, 2, "cpu");
        if (!run)
            qFatal("%s: %s", file.c_str(), run.error().sentence().c_str());
        MetricTracker tracker((*run)->facts());
        PlayedRun played;
        for (int round = 0; round <= plan.rounds && !(part.enough && part.enough(played));
             ++round) {
            played.reports.push_back((*run)->advance({}));
            played.metrics.push_back(tracker.add(played.reports.back()));
        }
        arms[plan.armName].push_back(std::move(played));
    }
    return arms;
}

std::vector<double> lastValues(const std::vector<PlayedRun>& runs, std::string_view metric)
{
    std::vector<double> values;
    for (const PlayedRun& run : runs)
        values.push_back(run.last(metric));
    return values;
}

int pairsAbove(const std::vector<double>& left, const std::vector<double>& right)
{
    int above = 0;
    for (std::size_t i = 0; i < std::min(left.size(), right.size()); ++i)
        above += left[i] > right[i] ? 1 : 0;
    return above;
}

std::string inLine(const std::vector<double>& values)
{
    std::string line;
    for (const double value : values) {
        char text[32];
        std::snprintf(text, sizeof text, " %.4g", value);
        line += text;
    }
    return line;
}

} // namespace coterie::test
