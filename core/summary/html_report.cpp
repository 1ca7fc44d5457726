#include "core/summary/html_report.h"

#include "core/base/try.h"
#include "core/experiment/experiment_json.h"
#include "core/metrics/shown_metric.h"
#include "core/store/comparison.h"
#include "core/store/plan_settings.h"
#include "core/store/row_values.h"
#include "core/store/run_looks.h"
#include "core/summary/charts.h"
#include "core/summary/finding_words.h"
#include "core/summary/findings.h"
#include "core/summary/html_page.h"
#include "core/summary/repeat_commands.h"
#include "core/summary/report_figures.h"
#include "core/summary/report_papers.h"
#include "core/summary/reported_experiment.h"
#include "core/summary/setting_titles.h"
#include "core/summary/svg_page.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <tuple>
#include <utility>

namespace coterie {

namespace {

std::string spreadWord(const Spread& spread)
{
    return numberWord(spread.mean)
           + (spread.runs > 1 ? " ± " + numberWord(spread.deviation) : std::string());
}

/// The metrics of the tables, those that the runs have.
std::vector<const MetricInfo*> tabledMetrics(const std::vector<ArmSummary>& arms)
{
    constexpr std::array<std::string_view, 12> kNames{"meanTestError",
                                                      "stdTestError",
                                                      "maxTestError",
                                                      "bestPerClientTestError",
                                                      "globalAccuracy",
                                                      "officialAccuracy",
                                                      "meanTestLoss",
                                                      "meanTrainLoss",
                                                      "adjustedRandIndex",
                                                      "groupCount",
                                                      "meanSparsity",
                                                      "totalTrafficBits"};
    std::vector<const MetricInfo*> metrics;
    for (const std::string_view name : kNames)
        if (const MetricInfo* info = findMetric(name);
            info
            && std::ranges::any_of(arms, [name](const ArmSummary& arm) { return arm.find(name); }))
            metrics.push_back(info);
    return metrics;
}

Spread inShownUnit(const MetricInfo& info, Spread spread)
{
    constexpr double kBitsPerMegabyte = 8e6;
    const ShownMetric shown = shownMetric(info.name);
    const double factor = shown.unit == "bits" ? 1 / kBitsPerMegabyte : shown.factor;
    spread.mean *= factor;
    spread.deviation *= factor;
    return spread;
}

/// With which the numbers of a column align: two for percent, none for whole numbers, else
/// measuredPlaces().
std::optional<int> decimalsOf(const MetricInfo& metric, const std::vector<ArmSummary>& arms)
{
    if (shownMetric(metric.name).unit == "percent")
        return 2;
    std::vector<double> means;
    bool areWhole = true;
    for (const ArmSummary& arm : arms)
        if (const Spread* stored = arm.find(metric.name)) {
            const Spread spread = inShownUnit(metric, *stored);
            areWhole = areWhole && std::trunc(spread.mean) == spread.mean && spread.deviation == 0;
            means.push_back(spread.mean);
        }
    return areWhole ? std::nullopt : measuredPlaces(means);
}

std::string alignedWord(const Spread& spread, std::optional<int> places)
{
    if (!places || !std::isfinite(spread.mean) || !std::isfinite(spread.deviation))
        return spreadWord(spread);
    return alignedNumber(spread.mean, places)
           + (spread.runs > 1 ? " ± " + alignedNumber(spread.deviation, places) : std::string());
}

std::string resultTable(const std::vector<ArmSummary>& arms)
{
    const std::vector<const MetricInfo*> metrics = tabledMetrics(arms);
    HtmlTable table{.header = {"Arm", "Seeds"}, .rows = {}};
    for (const MetricInfo* metric : metrics)
        table.header.push_back(metricWord(*metric));
    for (const ArmSummary& arm : arms) {
        std::vector<std::string> row{armWord(arm.arm, arm.sweep), std::to_string(arm.seeds.size())};
        for (const MetricInfo* metric : metrics) {
            const Spread* spread = arm.find(metric->name);
            row.push_back(
                spread ? alignedWord(inShownUnit(*metric, *spread), decimalsOf(*metric, arms))
                       : "–");
        }
        table.rows.push_back(std::move(row));
    }
    return html(table);
}

/// Each arm against the first, over their common seeds.
std::string testTable(const std::vector<ArmSummary>& arms)
{
    if (arms.size() < 2)
        return {};
    const MetricInfo* metric = nullptr;
    for (const MetricInfo* each : tabledMetrics(arms))
        if (!metric && each->better != Better::Neither && arms.front().find(each->name))
            metric = each;
    if (!metric)
        return {};
    HtmlTable table{.header = {"Arm", "Seeds", "Difference", "p (Wilcoxon)", "p (Student)"},
                    .rows = {}};
    for (const ArmSummary& arm : std::span(arms).subspan(1)) {
        const PairedComparison paired = comparePaired(arm, arms.front(), metric->name);
        if (!paired.difference)
            continue;
        const auto p = [](const PairedTest& test) {
            return test.p ? numberWord(*test.p) : std::string("–");
        };
        table.rows.push_back({armWord(arm.arm, arm.sweep),
                              std::to_string(paired.seeds),
                              spreadWord(inShownUnit(*metric, *paired.difference)),
                              p(paired.wilcoxon),
                              p(paired.student)});
    }
    if (table.rows.empty())
        return {};
    return paragraph("Differences from " + armWord(arms.front().arm, arms.front().sweep) + " in "
                     + metricWord(*metric)
                     + ", paired by seed. With fewer than six seeds Wilcoxon's test cannot reach p "
                       "< 0.05.")
           + html(table);
}

/// The settings that all runs share, and the others arm by arm.
std::string settingTables(const ReportedExperiment& experiment, const Registry& registry)
{
    const std::vector<const RunRow*> first = firstRuns(experiment);
    std::map<std::string, std::vector<std::string>> values; // by pointer, of each arm
    for (std::size_t i = 0; i < first.size(); ++i)
        for (const auto& [pointer, value] : settingsOf(*first[i])) {
            values[pointer].resize(first.size());
            values[pointer][i] = value;
        }
    HtmlTable shared{.header = {"Setting of all arms", "Value"}, .rows = {}, .texts = 2};
    HtmlTable own{.header = {"Setting"}, .rows = {}, .texts = first.size() + 1};
    for (const RunRow* run : first)
        own.header.push_back(armWord(run->arm, run->sweep));
    for (const auto& [pointer, ofArms] : values) {
        if (pointer == kPartitionSeedPlace)
            continue;                   // follows the seed
        std::vector<std::string> parts; // that have the setting
        if (const auto named = values.find(partPlace(pointer)); named != values.end())
            for (std::size_t i = 0; i < ofArms.size(); ++i)
                if (!ofArms[i].empty())
                    parts.push_back(named->second[i]);
        const std::string title = settingTitle(pointer, parts, registry);
        if (std::ranges::count(ofArms, ofArms.front()) == std::ssize(ofArms)) {
            shared.rows.push_back({title, settingText(pointer, ofArms.front(), parts, registry)});
            continue;
        }
        std::vector<std::string> row{title};
        for (const std::string& value : ofArms)
            row.push_back(value.empty() ? "–" : settingText(pointer, value, parts, registry));
        own.rows.push_back(std::move(row));
    }
    return (own.rows.empty() ? std::string() : html(own)) + "<details><summary>"
           + std::to_string(shared.rows.size()) + " settings of all arms</summary>\n" + html(shared)
           + "</details>\n";
}

std::string environmentTable(const std::vector<RunRow>& runs)
{
    HtmlTable table{
        .header = {"Program", "LibTorch", "BLAS", "Core", "Instructions", "Device", "Runs"},
        .rows = {},
        .texts = 6};
    std::map<std::vector<std::string>, std::size_t> counts;
    for (const RunRow& run : runs) {
        const Environment& used = run.environment;
        ++counts[{
            used.program, used.torch, used.blas, used.blasCore, used.instructions, used.device}];
    }
    for (const auto& [environment, count] : counts) {
        table.rows.push_back(environment);
        table.rows.back().push_back(std::to_string(count));
    }
    return html(table);
}

Result<std::string> findingList(RunStore& store,
                                const ReportedExperiment& experiment,
                                const RunRow& run,
                                std::size_t most)
{
    COTERIE_TRY(const std::vector<Finding> findings,
                findingsOf(store, run, experiment.runs, experiment.arms));
    if (findings.empty())
        return std::string();
    std::string text = "<p class=\"run\">" + markupText(nameOf(run)) + "</p>\n<ul>\n";
    for (std::size_t i = 0; i < std::min(most, findings.size()); ++i)
        text += "<li>" + markupText(findings[i].sentence) + " <span class=\"e\">round "
                + std::to_string(findings[i].evidence.round) + "</span></li>\n";
    return text + "</ul>\n";
}

Result<std::string> talk(RunStore& store, const ReportedExperiment& experiment)
{
    constexpr std::size_t kSentences = 3;
    COTERIE_TRY(std::string text, describedFigures(store, experiment, 1));
    if (text.find("<figure") == std::string::npos) {
        COTERIE_TRY(text, mainFigure(store, experiment, Described::Draw));
    }
    if (const std::vector<const RunRow*> first = firstRuns(experiment); !first.empty()) {
        COTERIE_TRY(const std::string findings,
                    findingList(store, experiment, *first.front(), kSentences));
        text += findings;
    }
    return text;
}

Result<std::string>
appendix(RunStore& store, const ReportedExperiment& experiment, const Registry& registry)
{
    constexpr std::size_t kMostDescribed = 20;
    std::string text = paragraph(experiment.question);
    if (const std::vector<const RunRow*> first = firstRuns(experiment); !first.empty()) {
        COTERIE_TRY(const FederationFacts facts, store.facts(first.front()->id));
        text += heading(3, "Federation")
                + figure(federationChart(facts),
                         std::to_string(facts.trainSamples.size()) + " clients, "
                             + std::to_string(facts.parameters) + " parameters; "
                             + nameOf(*first.front()) + ".");
    }
    COTERIE_TRY(const std::string described, describedFigures(store, experiment, kMostDescribed));
    COTERIE_TRY(const std::string curves, mainFigure(store, experiment, Described::LeaveOut));
    COTERIE_TRY(const std::string losses, lossFigure(store, experiment));
    COTERIE_TRY(const std::string weights, matrices(store, experiment));
    text += heading(3, "Figures") + described + curves + losses + weights;
    text += heading(3, "Results")
            + paragraph("Last tested round; mean ± standard deviation over seeds (ddof 0).")
            + resultTable(experiment.arms) + testTable(experiment.arms)
            + paperTables(experiment.papers);
    std::string findings;
    for (const RunRow* run : firstRuns(experiment)) {
        COTERIE_TRY(const std::string found, findingList(store, experiment, *run, kMostFindings));
        findings += found;
    }
    if (!findings.empty())
        text += heading(3, "What the numbers say") + findings;
    text += heading(3, "Settings") + settingTables(experiment, registry);
    text += heading(3, "Computed with") + environmentTable(experiment.runs);
    text += heading(3, "To repeat it") + paragraph("Save the text below as experiment.json, then:")
            + "<pre>"
            + markupText(repeatCommands(
                experiment.design ? &*experiment.design : nullptr, experiment.runs, registry))
            + "coterie-cli report experiment.json</pre>\n"
            + "<details><summary>experiment.json</summary>\n<pre>" + markupText(experiment.json)
            + "</pre></details>\n";
    return text;
}

/// What is special about runs that count but were changed on their way, a sentence each.
std::string changesText(const ReportedExperiment& experiment, const Registry& registry)
{
    constexpr int kDigits = 6;
    std::string text;
    for (const RunRow& run : experiment.runs) {
        const auto counts = [&run](const ArmSummary& arm) {
            return std::ranges::find(countedRuns(arm), run.id) != countedRuns(arm).end();
        };
        if (std::ranges::none_of(experiment.arms, counts))
            continue;
        std::string sentence;
        if (run.branch)
            sentence = " goes on from " + originText(*run.branch);
        for (const RecordedChange& changed : run.changes)
            sentence += (sentence.empty() ? " has " : ", ")
                        + settingTitle(changed.change.place, {}, registry) + " = "
                        + shortText(changed.change.value, kDigits) + " from round "
                        + std::to_string(changed.round) + " on";
        if (sentence.empty() && run.isMixed)
            sentence = " was resumed with another program, library or device";
        if (!sentence.empty())
            text +=
                paragraph("Run " + run.numberText() + " (" + nameOf(run) + ")" + sentence + ".");
    }
    return text;
}

/// The colours that arms have beside those of the report's other experiments.
RunLooks looksOf(const std::vector<ReportedRuns>& reported)
{
    std::vector<const RunRow*> all;
    for (const ReportedRuns& each : reported)
        for (const RunRow& run : each.runs)
            all.push_back(&run);
    std::ranges::sort(all, {}, &RunRow::id); // as the window lists them
    return looksTogether(all);
}

/// Of runs of which at least one has a round.
Result<ReportedExperiment> experimentOf(RunStore& store,
                                        const ReportedRuns& reported,
                                        const RunLooks& looks,
                                        const Registry& registry)
{
    ReportedExperiment experiment;
    experiment.name = reported.name;
    for (const RunRow& run : reported.runs)
        if (run.hasRounds)
            experiment.runs.push_back(run);
    std::ranges::stable_sort(experiment.runs, {}, [](const RunRow& run) {
        return std::tuple(run.armIndex, run.sweepPlace, run.seed);
    });
    setLooks(experiment.runs, looks);
    experiment.json = reported.json;
    if (experiment.json.empty()) {
        COTERIE_TRY(experiment.json, store.experimentJson(experiment.runs.front().experiment));
    }
    COTERIE_TRY(experiment.arms, summarise(store, experiment.runs));
    auto read = parseExperiment(experiment.json, registry);
    if (!read)
        return experiment; // of a version with other settings: its text is still shown
    experiment.question = read->description
                          + (read->description.empty() || read->lookFor.empty() ? "" : " ")
                          + read->lookFor;
    COTERIE_TRY(experiment.papers, compare(store, experiment.arms, read->references));
    experiment.design = *std::move(read);
    return experiment;
}

/// Which runs are not in the report because nothing of them is stored.
std::string leftOutText(const std::vector<ReportedRuns>& reported)
{
    std::string runs;
    std::size_t count = 0;
    for (const ReportedRuns& each : reported)
        for (const RunRow& run : each.runs)
            if (!run.hasRounds) {
                runs += (runs.empty() ? "run " : "; run ") + run.numberText() + " (" + nameOf(run)
                        + ')';
                ++count;
            }
    return count == 0 ? std::string()
                      : "Left out, because " + std::string(count == 1 ? "it has" : "they have")
                            + " no round yet: " + runs + '.';
}

} // namespace

std::optional<ReportStyle> reportStyle(std::string_view word)
{
    if (word == "appendix")
        return ReportStyle::Appendix;
    if (word == "talk")
        return ReportStyle::Talk;
    return std::nullopt;
}

std::vector<ReportedRuns> byDesign(const std::vector<RunRow>& runs)
{
    std::vector<ReportedRuns> found;
    std::map<std::string, std::size_t> places;
    for (const RunRow& run : runs) {
        const auto [place, isNew] =
            places.try_emplace(run.experimentDesign + '\n' + recordText(run.changes), found.size());
        if (isNew)
            found.push_back({.name = run.experimentName, .runs = {}});
        found[place->second].runs.push_back(run);
    }
    return found;
}

Result<std::string> htmlReport(RunStore& store,
                               const std::vector<ReportedRuns>& runs,
                               const Registry& registry,
                               ReportStyle style)
{
    const RunLooks looks = looksOf(runs);
    std::vector<ReportedExperiment> experiments;
    for (const ReportedRuns& each : runs) {
        if (std::ranges::none_of(each.runs, &RunRow::hasRounds))
            continue;
        COTERIE_TRY(ReportedExperiment experiment, experimentOf(store, each, looks, registry));
        experiments.push_back(std::move(experiment));
    }
    if (experiments.empty())
        return fail(runs.empty() ? std::string() : runs.front().name,
                    "has no run with a round to report");
    const bool isTalk = style == ReportStyle::Talk;
    const std::string title =
        experiments.size() == 1 ? experiments.front().name : "Coterie: a report of several runs";
    std::string body = heading(1, title) + paragraph(leftOutText(runs));
    for (const ReportedExperiment& each : experiments) {
        if (experiments.size() > 1)
            body += heading(2, each.name);
        COTERIE_TRY(const std::string text,
                    isTalk ? talk(store, each) : appendix(store, each, registry));
        body += changesText(each, registry) + text;
    }
    return htmlPage(title, isTalk ? "talk" : "", body);
}

} // namespace coterie
