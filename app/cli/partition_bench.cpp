// bench --partition: how long it takes to decide who trains with whom.
#include "app/cli/commands.h"
#include "app/cli/growth_svg.h"
#include "app/cli/output.h"
#include "app/cli/table_printer.h"
#include "core/run/partition_benchmark.h"
#include "core/store/atomic_file.h"

#include <array>
#include <cmath>

namespace coterie::cli {
namespace {

constexpr std::array kRegimes{
    PartitionRegime::Separated, PartitionRegime::Unstructured, PartitionRegime::AllIntoOne};
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
    JsonNode node = JsonNode::object();
    node.add("clients", JsonNode::fromWhole(static_cast<std::int64_t>(speed.clients)));
    node.add("regime", JsonNode::fromText(std::string(nameOf(speed.regime))));
    node.add("seconds", jsonNumber(speed.seconds));
    node.add("groups", JsonNode::fromWhole(static_cast<std::int64_t>(speed.groups)));
    node.add("peakMemoryMiB", jsonNumber(speed.peakMemoryMiB));
    return node;
}

} // namespace

int runPartitionBench(Arguments& arguments)
{
    const bool json = arguments.has("--json");
    const std::optional<std::int64_t> only = arguments.whole("--clients");
    std::vector<PartitionSpeed> speeds;
    std::vector<std::size_t> sizes(kClients.begin(), kClients.end());
    if (only)
        sizes = {static_cast<std::size_t>(*only)};
    const auto right = [](const char* title) {
        return Column{.title = title, .align = Align::Right};
    };
    Table table({{.title = "regime"},
                 right("clients"),
                 right("groups"),
                 right("seconds"),
                 right("growth"),
                 right("peak MiB")});
    for (const PartitionRegime regime : kRegimes) {
        PartitionSpeed before;
        for (const std::size_t clients : sizes) {
            const PartitionSpeed speed = measurePartition(clients, regime);
            if (json)
                printJsonLine(asJson(speed));
            else
                complain("measured " + std::string(nameOf(regime)) + ", " + std::to_string(clients)
                         + " clients");
            table.add({std::string(nameOf(regime)),
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
    if (const std::optional<std::string> file = arguments.value("--svg")) {
        const Result<void> written =
            writeFileAtomically(*file, [&](std::ostream& out) -> Result<void> {
                writeGrowthSvg(out, speeds);
                return {};
            });
        if (!written)
            return refuse(written.error());
    }
    return kDone;
}

} // namespace coterie::cli
