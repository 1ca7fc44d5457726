#include "ui/compare/compare_data.h"

#include "core/algorithms/registry.h"
#include "core/base/json_parse.h"
#include "core/base/try.h"
#include "core/experiment/experiment_json.h"
#include "core/metrics/metrics.h"
#include "core/metrics/shown_metric.h"
#include "core/store/plan_settings.h"
#include "core/store/run_looks.h"
#include "ui/compare/design_words.h"
#include "ui/numbers.h"
#include "ui/setting_words.h"
#include "ui/words.h"

#include <algorithm>
#include <functional>
#include <map>
#include <set>

namespace coterie::ui {

namespace {

/// The paper's numbers beside these arms, and its methods that none of the runs is of, unless
/// they stand elsewhere.
Result<std::vector<Comparison>> papersOf(RunStore& store,
                                         std::vector<Reference> references,
                                         const std::vector<ArmSummary>& arms,
                                         const std::function<bool(const std::string&)>& elsewhere)
{
    for (Reference& reference : references)
        std::erase_if(reference.values, [&](const auto& ofArm) {
            return std::ranges::find(arms, ofArm.first, &ArmSummary::arm) == arms.end()
                   && elsewhere(ofArm.first);
        });
    return compare(store, arms, references);
}

/// Without arms where it is of an older version and cannot be read.
Experiment experimentOf(RunStore& store, std::int64_t experiment)
{
    const Result<std::string> json = store.experimentJson(experiment);
    if (!json)
        return {};
    auto parsed = parseExperiment(*json, registry());
    return parsed ? *std::move(parsed) : Experiment();
}

/// Figures are not part of the hash, so texts of one experiment can differ in them.
const std::vector<FigureDesign>& newestFigures(const std::map<std::int64_t, Experiment>& read,
                                               const std::set<std::int64_t>& texts)
{
    static const std::vector<FigureDesign> kNone;
    for (auto text = texts.rbegin(); text != texts.rend(); ++text)
        if (const std::vector<FigureDesign>& figures = read.at(*text).figures; !figures.empty())
            return figures;
    return kNone;
}

/// How many runs each arm of the experiment has with the seeds of all its texts.
std::vector<std::pair<std::string, std::size_t>>
plannedRuns(const Experiment& experiment,
            const std::map<std::int64_t, Experiment>& read,
            const std::set<std::int64_t>& texts)
{
    std::vector<std::pair<std::string, std::size_t>> planned;
    Experiment alone = experiment;
    std::set<std::uint64_t> seeds;
    for (const std::int64_t text : texts)
        seeds.insert(read.at(text).seeds.begin(), read.at(text).seeds.end());
    alone.seeds.assign(seeds.begin(), seeds.end());
    for (const Arm& arm : experiment.arms) {
        alone.arms.assign(1, arm);
        planned.emplace_back(arm.name, runCount(alone, kMostRuns));
    }
    return planned;
}

std::vector<std::string> inUsualOrder(const std::set<std::string>& known)
{
    std::vector<std::string> names;
    for (const MetricInfo& info : metricInfos())
        if (known.contains(std::string(info.name)))
            names.emplace_back(info.name);
    for (const std::string& name : known)
        if (findMetric(name) == nullptr)
            names.push_back(name);
    return names;
}

std::vector<const RunRow*> pointersTo(const std::vector<RunRow>& rows)
{
    std::vector<const RunRow*> pointers;
    for (const RunRow& row : rows)
        pointers.push_back(&row);
    return pointers;
}

/// What a run is trained and tested on; its seeds of the partition are elsewhere in the plan.
std::string dataOf(const RunRow& row)
{
    const Result<ParsedJson> plan = parseJson(row.planJson);
    const JsonNode* data = plan ? plan->root.find("data") : nullptr;
    return data ? writeCompact(*data) : std::string();
}

void toShownUnits(ArmSummary& summary)
{
    for (auto& [metric, spread] : summary.values) {
        const double factor = shownMetric(metric).factor;
        spread.mean *= factor;
        spread.deviation *= factor;
    }
    for (auto& [metric, ofSeeds] : summary.ofSeeds)
        for (SeedValue& of : ofSeeds)
            of.value *= shownMetric(metric).factor;
}

MetricCurve inShownUnit(MetricCurve curve, const std::string& metric)
{
    const double factor = shownMetric(metric).factor;
    for (std::vector<double>* values : {&curve.values, &curve.deviations})
        for (double& value : *values)
            value *= factor;
    return curve;
}

/// Experiments of one name can differ in what no setting tells, such as which runs they have.
void numberEqualLabels(std::vector<ComparedArm>& arms)
{
    std::map<QString, std::vector<ComparedArm*>> byLabel;
    for (ComparedArm& arm : arms)
        byLabel[arm.label].push_back(&arm);
    for (const auto& [label, alike] : byLabel)
        for (std::size_t i = 1; i < alike.size(); ++i)
            for (QString* text : {&alike[i]->label, &alike[i]->plainLabel})
                *text = QStringLiteral("%1 (%2)").arg(*text).arg(i + 1);
}

} // namespace

Result<CompareData>
compareRuns(RunStore& store, const std::vector<std::int64_t>& runs, const std::string& metric)
{
    CompareData data;
    data.metric = metric;
    std::vector<RunRow> all;
    for (const std::int64_t id : runs) {
        COTERIE_TRY(RunRow row, store.run(id));
        all.push_back(std::move(row));
    }
    setLooks(all, looksTogether(pointersTo(all)));
    if (const MetricInfo* info = findMetric(metric))
        data.better = info->better;
    std::map<std::string, std::vector<RunRow>> byExperiment; // by designKey()
    std::vector<std::string> order;
    std::set<std::string> names;
    std::map<std::string, std::set<std::string>> armsOf; // by design, whatever was changed
    std::map<std::string, std::set<std::int64_t>> textsOf;
    std::map<std::int64_t, Experiment> read;
    for (const RunRow& row : all) {
        const std::string design = designKey(row);
        std::vector<RunRow>& rows = byExperiment[design];
        if (rows.empty())
            order.push_back(design);
        names.insert(row.experimentName);
        armsOf[row.experimentDesign].insert(row.arm);
        textsOf[row.experimentDesign].insert(row.experiment);
        if (!read.contains(row.experiment))
            read.emplace(row.experiment, experimentOf(store, row.experiment));
        rows.push_back(row);
    }
    const RunSettings settings(all);
    std::set<std::string> known;
    std::set<std::string> begun; // designs, whatever was changed
    for (const std::string& design : order) {
        const std::vector<RunRow>& rows = byExperiment[design];
        const std::string& experimentDesign = rows.front().experimentDesign;
        const bool isFirst = begun.insert(experimentDesign).second;
        COTERIE_TRY(std::vector<ArmSummary> summaries, summarise(store, rows));
        const Experiment& text = read.at(rows.front().experiment);
        COTERIE_TRY(std::vector<Comparison> papers,
                    papersOf(store, text.references, summaries, [&](const std::string& arm) {
                        return !isFirst || armsOf[experimentDesign].contains(arm);
                    }));
        const std::size_t experiment = data.experiments.size();
        data.experiments.push_back({.name = toQString(rows.front().experimentName),
                                    .papers = std::move(papers),
                                    .design = experimentDesign,
                                    .figures = newestFigures(read, textsOf[experimentDesign]),
                                    .planned = plannedRuns(text, read, textsOf[experimentDesign])});
        for (ArmSummary& summary : summaries) {
            toShownUnits(summary); // after the papers, which have units of their own
            ComparedArm arm{.label = armWords(summary.arm, summary.sweep),
                            .id = QStringLiteral("%1 %2 %3")
                                      .arg(toQString(design))
                                      .arg(summary.armIndex)
                                      .arg(toQString(summary.sweep)),
                            .experiment = experiment,
                            .summary = std::move(summary),
                            .curves = {}};
            for (const RunRow& row : rows) {
                if (row.armIndex != arm.summary.armIndex || row.arm != arm.summary.arm
                    || row.sweep != arm.summary.sweep)
                    continue;
                if (arm.curves.empty()) {
                    arm.label = armDesign(row, settings);
                    const PlainNumbers inFiles;
                    arm.plainLabel = armDesign(row, settings);
                    arm.data = dataOf(row);
                }
                COTERIE_TRY(const auto points, store.metrics(row.id));
                COTERIE_TRY(const auto seconds, store.roundSeconds(row.id));
                arm.curves.push_back(
                    inShownUnit(metricCurve(row, points, seconds, metric), metric));
                for (const MetricPoint& point : points)
                    known.insert(point.name);
                const std::vector<double>& values = arm.curves.back().values;
                data.runs.push_back(row);
                data.lastOfRuns.push_back(values.empty() ? std::nullopt
                                                         : std::optional(values.back()));
                Metrics& last = data.lastMetrics.emplace_back();
                for (const MetricPoint& point : points) // by ascending rounds
                    last[point.name] = shownMetric(point.name).factor * point.value;
            }
            QStringList marks;
            if (names.size() > 1)
                marks << data.experiments.back().name;
            if (!rows.front().store.empty())
                marks << toQString(rows.front().store);
            if (!marks.isEmpty())
                for (QString* label : {&arm.label, &arm.plainLabel})
                    *label =
                        QStringLiteral("%1 (%2)").arg(*label, marks.join(QStringLiteral(", ")));
            data.arms.push_back(std::move(arm));
        }
    }
    numberEqualLabels(data.arms);
    data.metrics = inUsualOrder(known);
    return data;
}

std::vector<MetricCurve> curvesOfSeeds(const ComparedArm& arm)
{
    const auto counts = [](const std::vector<std::int64_t>& runs, const MetricCurve& curve) {
        return std::ranges::find(runs, curve.run) != runs.end();
    };
    std::vector<MetricCurve> curves;
    for (const MetricCurve& curve : arm.curves)
        if (counts(arm.summary.runs, curve) || counts(arm.summary.farthestUnfinished, curve))
            curves.push_back(curve);
    return curves;
}

ArmTarget roundsToTargetOf(const ComparedArm& arm, double target, Better better)
{
    std::vector<std::optional<int>> raw;
    std::vector<std::optional<int>> smooth;
    for (const MetricCurve& curve : arm.curves) {
        if (curve.rounds.empty()
            || std::ranges::find(arm.summary.runs, curve.run) == arm.summary.runs.end())
            continue;
        std::vector<CurvePoint> points;
        for (std::size_t i = 0; i < curve.rounds.size(); ++i)
            points.push_back(
                {.round = static_cast<int>(curve.rounds[i]), .value = curve.values[i]});
        raw.push_back(roundsToTarget(points, target, better));
        smooth.push_back(roundsToTarget(smoothed(points), target, better));
    }
    return {.arm = arm.summary.arm,
            .sweep = arm.summary.sweep,
            .measured = raw.size(),
            .raw = reachedRounds(raw),
            .smoothed = reachedRounds(smooth),
            .speedUp = {},
            .smoothedSpeedUp = {}};
}

} // namespace coterie::ui
