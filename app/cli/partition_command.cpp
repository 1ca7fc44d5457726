// partition: who holds what, without training.
#include "app/cli/commands.h"
#include "app/cli/experiment_input.h"
#include "app/cli/output.h"
#include "app/cli/partition_svg.h"
#include "app/cli/table_printer.h"
#include "core/algorithms/registry.h"
#include "core/data/feature_shift.h"
#include "core/run/partition_preview.h"
#include "core/spec/experiment_json.h"
#include "core/store/atomic_file.h"
#include "core/store/csv_writer.h"

#include <algorithm>
#include <numeric>

namespace coterie::cli {

namespace {

constexpr std::size_t kKindsShown = 12;   // as columns of the table
constexpr std::size_t kClientsShown = 30; // without --all

std::string kindWord(const PartitionStatistics& statistics)
{
    return statistics.kind == HoldingKind::Domain ? "domain" : "class";
}

std::string holdingTable(const PartitionStatistics& statistics, bool all)
{
    const std::size_t kinds = statistics.kindNames.size();
    const bool columnsForKinds = kinds > 1 && kinds <= kKindsShown;
    std::vector<Column> columns{{.title = "client", .align = Align::Right},
                                {.title = "group", .align = Align::Right},
                                {.title = "train", .align = Align::Right},
                                {.title = "test", .align = Align::Right},
                                {.title = "validation", .align = Align::Right}};
    if (kinds > 1) {
        columns.push_back({.title = statistics.kind == HoldingKind::Domain ? "domains" : "classes",
                           .align = Align::Right});
        columns.push_back({.title = "entropy", .align = Align::Right});
    }
    for (std::size_t kind = 0; columnsForKinds && kind < kinds; ++kind)
        columns.push_back({.title = statistics.kindNames[kind], .align = Align::Right});
    Table table(std::move(columns));
    const std::size_t shown =
        all ? statistics.clients.size() : std::min(statistics.clients.size(), kClientsShown);
    for (std::size_t client = 0; client < shown; ++client) {
        const ClientHolding& holding = statistics.clients[client];
        const auto counted = [](std::int64_t count) { return count > 0 ? countText(count) : ""; };
        std::vector<std::string> cells{
            std::to_string(client),
            holding.trueGroup < 0 ? "" : std::to_string(holding.trueGroup),
            countText(holding.trainSize),
            holding.testSize == 0
                ? ""
                : countText(holding.testSize) + (holding.testIsOfficial ? " official" : ""),
            counted(holding.validationSize)};
        if (kinds > 1) {
            const auto none = std::ranges::count(holding.train, std::int64_t{0});
            cells.push_back(std::to_string(static_cast<std::int64_t>(kinds) - none));
            cells.push_back(numberText(holding.entropy, 2));
        }
        for (std::size_t kind = 0; columnsForKinds && kind < kinds; ++kind)
            cells.push_back(holding.train[kind] > 0 ? countText(holding.train[kind]) : "·");
        table.add(std::move(cells));
    }
    table.dropEmptyColumns();
    std::string text = table.text();
    if (shown < statistics.clients.size())
        text += std::to_string(shown) + " of " + std::to_string(statistics.clients.size())
                + " clients; --all shows all\n";
    return text;
}

/// Mean over pairs of different clients.
std::optional<double> meanDistance(const std::optional<Matrix>& matrix)
{
    if (!matrix || matrix->rows < 2)
        return std::nullopt;
    const double sum = std::accumulate(matrix->values.begin(), matrix->values.end(), 0.0);
    return sum / static_cast<double>(matrix->rows * (matrix->rows - 1));
}

std::string summaryText(const PartitionStatistics& statistics, std::optional<double> shift)
{
    const PartitionSummary& summary = statistics.summary;
    Table table({{.title = {}}, {.title = {}, .wraps = true}});
    table.add({"clients", countText(static_cast<std::int64_t>(statistics.clients.size()))});
    table.add({"training samples",
               "mean " + numberText(summary.meanSize, 1) + ", from " + countText(summary.smallest)
                   + " to " + countText(summary.largest) + "; deviation/mean "
                   + numberText(summary.sizeVariation, 3) + ", Gini "
                   + numberText(summary.sizeGini, 3)});
    if (statistics.kindNames.size() > 1) {
        const std::string kind = kindWord(statistics);
        table.add(
            {kind + " mix",
             "mean entropy " + numberText(summary.meanEntropy, 3) + " nats, "
                 + numberText(summary.meanKinds, 1) + (kind == "class" ? " classes" : " domains")
                 + " a client"
                 + (summary.absentKinds == 0
                        ? std::string()
                        : "; " + std::to_string(summary.absentKinds)
                              + (kind == "class" ? " classes" : " domains") + " nobody holds")});
        if (summary.meanTotalVariation && summary.meanHellinger)
            table.add({"mean distance of two clients",
                       "total variation " + numberText(*summary.meanTotalVariation, 3)
                           + ", Hellinger " + numberText(*summary.meanHellinger, 3)});
    }
    if (shift)
        table.add({"mean feature shift", "MMD " + numberText(*shift, 3)});
    return table.text();
}

void writeCsv(std::ostream& out, const PartitionStatistics& statistics)
{
    CsvWriter csv(out);
    csv.header({"client", kindWord(statistics), "split", "count"});
    for (std::size_t client = 0; client < statistics.clients.size(); ++client) {
        const ClientHolding& holding = statistics.clients[client];
        const auto rows = [&](std::string_view split, const std::vector<std::int64_t>& counts) {
            for (std::size_t kind = 0; kind < counts.size(); ++kind) {
                csv.number(client);
                csv.text(statistics.kindNames[kind]);
                csv.text(split);
                csv.number(counts[kind]);
                csv.endRow();
            }
        };
        rows("train", holding.train);
        if (holding.testSize > 0)
            rows(holding.testIsOfficial ? "officialTest" : "test", holding.test);
        if (holding.validationSize > 0)
            rows("validation", holding.validation);
    }
    csv.flush();
}

/// What --by says; else what the data set is usually counted by.
std::optional<HoldingKind> chosenKind(const Arguments& arguments)
{
    const std::optional<std::string> by = arguments.value("--by");
    if (!by)
        return std::nullopt;
    return *by == "domain" ? HoldingKind::Domain : HoldingKind::Class;
}

Result<std::optional<double>> meanFeatureShift(RunData& data, const RunPlan& plan)
{
    const Result<std::shared_ptr<const Dataset>> dataset = data.dataset(plan);
    if (!dataset)
        return Unexpected<Error>{dataset.error()};
    const Result<Shards> shards = data.shards(plan, **dataset);
    if (!shards)
        return Unexpected<Error>{shards.error()};
    return meanDistance(featureShift(**dataset, *shards));
}

} // namespace

int runPartition(Arguments& arguments)
{
    const Result<Experiment, Problems> experiment = readExperimentInput(arguments);
    if (!experiment)
        return refuse(experiment.error());
    const Result<std::vector<std::filesystem::path>> folders = dataFolders(arguments);
    if (!folders)
        return refuse(folders.error());
    const Result<std::vector<RunPlan>> plans = chosenPlans(*experiment, arguments);
    if (!plans)
        return refuse(plans.error());
    const RunPlan& plan = plans->front(); // all arms of a seed share the split

    RunData data({.folders = *folders});
    const Result<PartitionPreview> preview = previewPartition(data, plan, chosenKind(arguments));
    if (!preview)
        return refuse(preview.error());
    const PartitionStatistics& statistics = preview->statistics;

    const auto written = [&](const char* option, const auto& write) -> Result<void> {
        const std::optional<std::string> file = arguments.value(option);
        if (!file)
            return {};
        return writeFileAtomically(*file, [&](std::ostream& out) -> Result<void> {
            write(out);
            return {};
        });
    };
    const std::string title = experiment->name + ": " + preview->datasetTitle + ", "
                              + plan.data.partition.name + ", seed "
                              + std::to_string(plan.partitionSeed);
    for (const Result<void>& done :
         {written("--svg", [&](std::ostream& out) { writePartitionSvg(out, statistics, title); }),
          written("--csv", [&](std::ostream& out) { writeCsv(out, statistics); })})
        if (!done)
            return refuse(done.error());

    std::optional<double> shift;
    if (arguments.has("--features")) {
        const Result<std::optional<double>> measured = meanFeatureShift(data, plan);
        if (!measured)
            return refuse(measured.error());
        shift = *measured;
    }
    print(title + "\n\n" + holdingTable(statistics, arguments.has("--all")) + '\n'
          + summaryText(statistics, shift));
    return kDone;
}

} // namespace coterie::cli
