// bench: how fast this machine trains, against what its matrix products allow.
#include "app/cli/commands.h"
#include "app/cli/output.h"
#include "app/cli/table_printer.h"
#include "core/run/benchmark.h"

#include <thread>

namespace coterie::cli {
namespace {

constexpr double kMilli = 1e3;
constexpr double kPercent = 100;

JsonNode asJson(const SpeedReport& report)
{
    JsonNode models = JsonNode::list();
    for (const ModelSpeed& speed : report.models) {
        JsonNode model = JsonNode::object();
        model.add("model", JsonNode::fromText(speed.model));
        model.add("batch", JsonNode::fromWhole(static_cast<std::int64_t>(speed.batch)));
        model.add("parameters", JsonNode::fromWhole(static_cast<std::int64_t>(speed.parameters)));
        model.add("millisecondsPerStep", jsonNumber(speed.stepSeconds * kMilli));
        model.add("gigaflops", jsonNumber(speed.gigaflops()));
        model.add("shareOfGemm", jsonNumber(report.share(speed)));
        model.add("bareGemmMilliseconds", jsonNumber(speed.gemmSeconds * kMilli));
        model.add("millisecondsPerStepAllWorkers", jsonNumber(speed.allStepSeconds * kMilli));
        model.add("gigaflopsAllWorkers", jsonNumber(report.allGigaflops(speed)));
        model.add("shareOfGemmAllWorkers", jsonNumber(report.allShare(speed)));
        model.add("scaling", jsonNumber(speed.scaling));
        model.add("peakMemoryMiB", jsonNumber(speed.peakMemoryMiB));
        models.items.push_back(std::move(model));
    }
    JsonNode whole = JsonNode::object();
    whole.add("blas", JsonNode::fromText(report.blas));
    whole.add("blasCore", JsonNode::fromText(report.blasCore));
    whole.add("instructions", JsonNode::fromText(report.instructions));
    whole.add("gemmGigaflops", jsonNumber(report.gemmGigaflops));
    whole.add("workers", JsonNode::fromWhole(static_cast<std::int64_t>(report.workers)));
    whole.add("models", std::move(models));
    return whole;
}

} // namespace

int runBench(Arguments& arguments)
{
    const bool json = arguments.has("--json");
    if (arguments.has("--partition"))
        return runPartitionBench(arguments);
    const auto threads = arguments.whole("--threads");
    const std::size_t workers = threads ? static_cast<std::size_t>(*threads)
                                        : std::max(1U, std::thread::hardware_concurrency());
    const SpeedReport report = measureSpeed(workers, [&](const ModelSpeed& speed) {
        if (!json)
            complain("measured " + speed.model);
    });
    if (json) {
        printJsonLine(asJson(report));
        return kDone;
    }
    print("sgemm, n = 1024, one thread: " + numberText(report.gemmGigaflops, 1) + " GFLOP/s ("
          + report.blas + ", core " + report.blasCore + ", " + report.instructions + ")\n\n");
    const auto right = [](const std::string& title) {
        return Column{.title = title, .align = Align::Right};
    };
    const std::string all = std::to_string(workers) + " workers";
    Table table({{.title = "model"},
                 right("batch"),
                 right("ms/step"),
                 right("GFLOP/s"),
                 right("of sgemm"),
                 right("bare GEMMs, ms"),
                 right("ms/step, " + all),
                 right("GFLOP/s, " + all),
                 right("of " + std::to_string(workers) + " sgemm"),
                 right(all + " over one"),
                 right("peak MiB")});
    for (const ModelSpeed& speed : report.models)
        table.add({speed.model,
                   std::to_string(speed.batch),
                   numberText(speed.stepSeconds * kMilli, 3),
                   numberText(speed.gigaflops(), 1),
                   numberText(kPercent * report.share(speed), 1) + " %",
                   numberText(speed.gemmSeconds * kMilli, 3),
                   numberText(speed.allStepSeconds * kMilli, 3),
                   numberText(report.allGigaflops(speed), 1),
                   numberText(kPercent * report.allShare(speed), 1) + " %",
                   numberText(speed.scaling, 2) + "×",
                   numberText(speed.peakMemoryMiB, 0)});
    print(table.text());
    return kDone;
}

} // namespace coterie::cli
