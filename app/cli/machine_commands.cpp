#include "app/cli/commands.h"
#include "app/cli/inputs.h"
#include "app/cli/output.h"
#include "app/cli/table_printer.h"
#include "app/shipped_experiments.h"
#include "core/algorithms/registry.h"
#include "core/base/files.h"
#include "core/base/try.h"
#include "core/experiment/experiment_json.h"
#include "core/run/benchmark.h"
#include "core/run/environment.h"
#include "core/run/self_check.h"
#include "core/run/started_ranks.h"
#include "core/run/step_comparison.h"
#include "core/summary/svg_page.h"
#include "core/train/rank_group.h"
#include "core/train/worker_pool.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <ostream>
#include <span>
#include <zlib.h>

namespace coterie::cli {

namespace {

constexpr double kChartWidth = 640;
constexpr double kHeight = 420;
constexpr double kLeft = 76;
constexpr double kRight = kChartWidth - 130; // names of the lines stand beside their ends
constexpr double kTop = 62;
constexpr double kBottom = kHeight - 52;
constexpr double kNameLine = 15;

struct Regime
{
    PartitionRegime regime;
    std::string_view colour;
};

constexpr std::array kLines{Regime{PartitionRegime::Separated, "#332288"},
                            Regime{PartitionRegime::Unstructured, "#cc6677"},
                            Regime{PartitionRegime::AllIntoOne, "#117733"}};

/// Whole powers of ten around all values, for one axis.
class Decades
{
public:
    Decades(double least, double most, double from, double to)
        : m_first(std::floor(std::log10(least)))
        , m_last(std::max(std::ceil(std::log10(most)), m_first + 1))
        , m_from(from)
        , m_to(to)
    {}

    [[nodiscard]] double place(double value) const
    {
        return m_from + (std::log10(value) - m_first) / (m_last - m_first) * (m_to - m_from);
    }

    /// Calls with each power of ten and its place.
    template <typename Mark>
    void mark(const Mark& mark) const
    {
        for (double power = m_first; power <= m_last; ++power)
            mark(std::pow(10.0, power), place(std::pow(10.0, power)));
    }

private:
    double m_first;
    double m_last;
    double m_from;
    double m_to;
};

/// Seconds against clients, both axes logarithmic, one line per regime and a dashed one that grows
/// with the square of the clients.
class GrowthChart
{
public:
    GrowthChart(std::ostream& out, std::span<const PartitionSpeed> speeds)
        : m_page(out)
        , m_speeds(speeds)
        , m_least(std::ranges::min_element(speeds, {}, &PartitionSpeed::seconds)->seconds)
        , m_fewest(std::ranges::min_element(speeds, {}, &PartitionSpeed::clients)->clients)
        , m_most(std::ranges::max_element(speeds, {}, &PartitionSpeed::clients)->clients)
        , m_clients(static_cast<double>(m_fewest), static_cast<double>(m_most), kLeft, kRight)
        , m_seconds(m_least,
                    std::ranges::max_element(speeds, {}, &PartitionSpeed::seconds)->seconds,
                    kBottom,
                    kTop)
    {}

    void draw()
    {
        m_page.begin(kChartWidth, kHeight);
        m_page.text(
            24, 28, "Deciding who trains with whom", R"(font-size="16" font-weight="bold")");
        m_page.text(24, 47, "HCCT's partition from the Gram matrix, one core", kGrey);
        axes();
        square();
        for (const Regime& line : kLines)
            regime(line);
        names();
        m_page.end();
    }

private:
    static constexpr std::string_view kGrey = R"(fill="#555555")";

    void axes()
    {
        m_clients.mark([this](double clients, double x) {
            m_page.line(x, kTop, x, kBottom, R"(stroke="#dddddd")");
            m_page.text(x,
                        kBottom + 18,
                        countText(std::llround(clients)),
                        R"(fill="#555555" text-anchor="middle")");
        });
        m_seconds.mark([this](double seconds, double y) {
            m_page.line(kLeft, y, kRight, y, R"(stroke="#dddddd")");
            m_page.text(
                kLeft - 8, y + 4, secondsText(seconds), R"(fill="#555555" text-anchor="end")");
        });
        m_page.text((kLeft + kRight) / 2, kBottom + 38, "clients", R"(text-anchor="middle")");
    }

    static std::string secondsText(double seconds)
    {
        const int decimals = std::max(0, static_cast<int>(std::lround(-std::log10(seconds))));
        return numberText(seconds, decimals) + " s";
    }

    /// The slope of N²: every pair visited once.
    void square()
    {
        const double ratio = static_cast<double>(m_most) / static_cast<double>(m_fewest);
        const double end = m_least * ratio * ratio;
        m_page.line(m_clients.place(static_cast<double>(m_fewest)),
                    m_seconds.place(m_least),
                    m_clients.place(static_cast<double>(m_most)),
                    m_seconds.place(end),
                    R"(stroke="#888888" stroke-dasharray="4 4")");
        m_names.push_back({m_seconds.place(end), "N²", "#555555"});
    }

    void regime(const Regime& line)
    {
        double lastX = 0;
        double lastY = 0;
        bool begun = false;
        for (const PartitionSpeed& speed : m_speeds) {
            if (speed.regime != line.regime)
                continue;
            const double x = m_clients.place(static_cast<double>(speed.clients));
            const double y = m_seconds.place(speed.seconds);
            if (begun)
                m_page.line(lastX,
                            lastY,
                            x,
                            y,
                            "stroke-width=\"2\" stroke=\"" + std::string(line.colour) + '"');
            m_page.box(x - 3, y - 3, 6, 6, line.colour);
            lastX = x;
            lastY = y;
            begun = true;
        }
        if (begun)
            m_names.push_back({lastY, nameOf(line.regime), line.colour});
    }

    /// Beside the ends of their lines, moved apart where they would overlap.
    void names()
    {
        std::ranges::sort(m_names, {}, &Name::y);
        double above = kTop - kNameLine;
        for (const Name& name : m_names) {
            above = std::max(name.y, above + kNameLine);
            m_page.text(m_clients.place(static_cast<double>(m_most)) + 10,
                        above + 4,
                        name.words,
                        "fill=\"" + std::string(name.colour) + '"');
        }
    }

    struct Name
    {
        double y;
        std::string_view words;
        std::string_view colour;
    };

    SvgPage m_page;
    std::span<const PartitionSpeed> m_speeds;
    double m_least;
    std::size_t m_fewest;
    std::size_t m_most;
    Decades m_clients;
    Decades m_seconds;
    std::vector<Name> m_names;
};

constexpr double kMilli = 1e3;
constexpr double kPercent = 100;

JsonNode asJson(const SpeedReport& report)
{
    const auto modelJson = [&report](const ModelSpeed& speed) {
        return jsonObject({{"model", speed.model},
                           {"batch", speed.batch},
                           {"parameters", speed.parameters},
                           {"millisecondsPerStep", speed.stepSeconds * kMilli},
                           {"gigaflops", speed.gigaflops()},
                           {"shareOfGemm", report.share(speed)},
                           {"bareGemmMilliseconds", speed.gemmSeconds * kMilli},
                           {"millisecondsPerStepAllWorkers", speed.allStepSeconds * kMilli},
                           {"gigaflopsAllWorkers", report.allGigaflops(speed)},
                           {"shareOfGemmAllWorkers", report.allShare(speed)},
                           {"scaling", speed.scaling},
                           {"peakMemoryMiB", speed.peakMemoryMiB}});
    };
    return jsonObject({{"blas", report.blas},
                       {"blasCore", report.blasCore},
                       {"instructions", report.instructions},
                       {"gemmGigaflops", report.gemmGigaflops},
                       {"workers", report.workers},
                       {"models", jsonList(report.models, modelJson)}});
}

constexpr std::array<std::size_t, 5> kClients{500, 1000, 2000, 4000, 10000};

/// The exponent of the growth from one size to the next: the slope of a log-log curve.
std::string growthText(const PartitionSpeed& before, const PartitionSpeed& after)
{
    if (before.clients == 0 || before.seconds <= 0 || after.clients == before.clients)
        return {};
    return "N^"
           + numberText(std::log(after.seconds / before.seconds)
                            / std::log(static_cast<double>(after.clients)
                                       / static_cast<double>(before.clients)),
                        2);
}

JsonNode asJson(const PartitionSpeed& speed)
{
    return jsonObject({{"clients", speed.clients},
                       {"regime", nameOf(speed.regime)},
                       {"seconds", speed.seconds},
                       {"groups", speed.groups},
                       {"peakMemoryMiB", speed.peakMemoryMiB}});
}

Outcome runPartitionBench(Arguments& arguments)
{
    const bool json = arguments.has("--json");
    const std::optional<std::int64_t> only = arguments.whole("--clients");
    std::vector<PartitionSpeed> speeds;
    std::vector<std::size_t> sizes(kClients.begin(), kClients.end());
    if (only)
        sizes = {static_cast<std::size_t>(*only)};
    Table table({left("regime"),
                 right("clients"),
                 right("groups"),
                 right("seconds"),
                 right("growth"),
                 right("peak MiB")});
    for (const Regime& line : kLines) {
        PartitionSpeed before;
        for (const std::size_t clients : sizes) {
            const PartitionSpeed speed = measurePartition(clients, line.regime);
            if (json)
                printJsonLine(asJson(speed));
            else
                complain("measured " + std::string(nameOf(line.regime)) + ", "
                         + std::to_string(clients) + " clients");
            table.add({std::string(nameOf(line.regime)),
                       countText(static_cast<std::int64_t>(clients)),
                       countText(static_cast<std::int64_t>(speed.groups)),
                       numberText(speed.seconds, 3),
                       growthText(before, speed),
                       numberText(speed.peakMemoryMiB, 0)});
            before = speed;
            speeds.push_back(speed);
        }
    }
    if (!json)
        print(table.text());
    if (!speeds.empty())
        COTERIE_CHECK(writeIfNamed(
            arguments, "--svg", [&](std::ostream& out) { GrowthChart(out, speeds).draw(); }));
    return kDone;
}

JsonNode asJson(const StepComparison& found)
{
    return jsonObject({{"model", found.model},
                       {"batch", found.batch},
                       {"parameters", found.parameters},
                       {"millisecondsPlanned", found.plannedSeconds * kMilli},
                       {"millisecondsAutograd", found.autogradSeconds * kMilli},
                       {"autogradOverPlanned", found.ratio},
                       {"largestDifference", found.difference}});
}

constexpr std::int64_t kUsualBatch = 32;

Outcome runStepBench(const Arguments& arguments, const std::string& model)
{
    const auto batch = static_cast<std::size_t>(arguments.whole("--batch").value_or(kUsualBatch));
    const Result<StepComparison> found = compareSteps(model, batch);
    if (!found)
        return refuse(fail("--model", found.error().message).error);
    if (arguments.has("--json")) {
        printJsonLine(asJson(*found));
        return kDone;
    }
    Table table({left("model"),
                 right("batch"),
                 right("parameters"),
                 right("ms/step, planned"),
                 right("ms/step, autograd"),
                 right("autograd over planned")});
    table.add({found->model,
               std::to_string(found->batch),
               countText(static_cast<std::int64_t>(found->parameters)),
               numberText(found->plannedSeconds * kMilli, 3),
               numberText(found->autogradSeconds * kMilli, 3),
               numberText(found->ratio, 2) + "×"});
    return printed(table.text());
}

} // namespace

Outcome runBench(Arguments& arguments)
{
    const bool json = arguments.has("--json");
    if (arguments.has("--partition"))
        return runPartitionBench(arguments);
    if (const std::optional<std::string> model = arguments.value("--model"))
        return runStepBench(arguments, *model);
    if (arguments.has("--batch"))
        return refuse("--batch needs --model");
    const std::size_t workers = workerCount(arguments.whole("--threads").value_or(0));
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
    const std::string all = std::to_string(workers) + " workers";
    Table table({left("model"),
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
    return printed(table.text());
}

Outcome runSelfcheck(Arguments& arguments)
{
    const std::string wanted = arguments.value("--device").value_or("auto");
    const std::string device = wanted == "auto" ? automaticDevice() : wanted;
    const std::filesystem::path file = shippedExperiments() / "quickstart.json";
    COTERIE_TRY(const auto quickstart, readExperiment(file, registry()));
    const auto ranks = static_cast<std::size_t>(arguments.whole("--ranks").value_or(1));
    std::unique_ptr<StartedRanks> started;
    if (ranks > 1) {
        COTERIE_TRY(
            started,
            StartedRanks::start({.count = static_cast<int>(ranks), .program = "/proc/self/exe"}));
    }
    print("Checking " + device + (wanted == device ? "" : " (" + wanted + ")") + ".\n");
    const std::vector<Check> checks =
        selfCheck({.device = device,
                   .threads = static_cast<std::size_t>(threadsOfRank(0, ranks)),
                   .plans = expand(quickstart, registry()),
                   .ranks = started ? &started->group() : nullptr},
                  [](const Check& check) {
                      print((check.passed ? "ok      " : "FAILED  ") + check.name + ": "
                            + check.detail + '\n');
                  });
    const auto failed =
        std::ranges::count_if(checks, [](const Check& check) { return !check.passed; });
    print(std::to_string(checks.size() - static_cast<std::size_t>(failed)) + " of "
          + std::to_string(checks.size()) + " checks passed on " + device + '\n');
    return failed == 0 ? kDone : kRunFailed;
}

Outcome runVersion()
{
    const Environment environment = currentEnvironment(automaticDevice());
    Table table({left(), left()});
    table.add({"LibTorch", environment.torch});
    table.add({"SQLite", environment.sqlite});
    table.add({"zlib", zlibVersion()});
    table.add({"BLAS", environment.blas});
    table.add({"BLAS core", environment.blasCore});
    table.add({"instructions", environment.instructions});
    table.add({"device", environment.device});
    print(environment.program + '\n' + table.text(2));
    return kDone;
}

} // namespace coterie::cli
