#include "app/cli/commands.h"
#include "app/cli/inputs.h"
#include "app/cli/output.h"
#include "app/cli/table_printer.h"
#include "core/algorithms/registry.h"
#include "core/base/files.h"
#include "core/base/try.h"
#include "core/data/partition_statistics.h"
#include "core/experiment/experiment_json.h"
#include "core/report/client_names.h"
#include "core/run/partition_preview.h"
#include "core/store/csv_writer.h"
#include "core/summary/svg_page.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <iomanip>
#include <numeric>
#include <ostream>
#include <sstream>
#include <string>

namespace coterie::cli {

namespace {

constexpr double kWidth = 960;
constexpr double kMargin = 24;
constexpr double kLabelSpace = 64; // left of the bars
constexpr double kLetter = 6.6;    // about the width of one at that size
constexpr double kTallestRow = 22;
constexpr double kLowestRow = 2.4;
constexpr double kBarsHeight = 720; // target between those two
constexpr double kLegendLine = 20;

/// Paul Tol's "muted" scheme, safe for colour-blind readers.
constexpr std::array<std::string_view, 10> kMuted{"#332288",
                                                  "#88ccee",
                                                  "#44aa99",
                                                  "#117733",
                                                  "#999933",
                                                  "#ddcc77",
                                                  "#cc6677",
                                                  "#882255",
                                                  "#aa4499",
                                                  "#bbbbbb"};
/// Steps of the viridis scale, for more kinds: lightness alone distinguishes them.
constexpr std::array<std::array<double, 3>, 5> kViridis{
    {{68, 1, 84}, {59, 82, 139}, {33, 145, 140}, {94, 201, 98}, {253, 231, 37}}};

/// Red, green and blue from 0 to 255.
std::array<double, 3> colourOf(std::size_t kind, std::size_t kinds)
{
    if (kinds <= kMuted.size()) {
        const std::string hex(kMuted[kind].substr(1));
        const long value = std::strtol(hex.c_str(), nullptr, 16);
        return {static_cast<double>(value >> 16),
                static_cast<double>((value >> 8) & 255),
                static_cast<double>(value & 255)};
    }
    const double place = static_cast<double>(kind) / static_cast<double>(kinds - 1)
                         * static_cast<double>(kViridis.size() - 1);
    const std::size_t below = std::min(static_cast<std::size_t>(place), kViridis.size() - 2);
    const double share = place - static_cast<double>(below);
    std::array<double, 3> mixed{};
    for (std::size_t i = 0; i < 3; ++i)
        mixed[i] = (1 - share) * kViridis[below][i] + share * kViridis[below + 1][i];
    return mixed;
}

std::string fill(std::size_t kind, std::size_t kinds)
{
    std::ostringstream text;
    text << '#' << std::hex << std::setfill('0');
    for (const double part : colourOf(kind, kinds))
        text << std::setw(2) << std::lround(part);
    return text.str();
}

/// Text that can be read on the colour.
std::string_view ink(std::size_t kind, std::size_t kinds)
{
    const auto [red, green, blue] = colourOf(kind, kinds);
    return 0.299 * red + 0.587 * green + 0.114 * blue > 115 ? "#1a1a1a" : "#ffffff";
}

/// 1, 2 or 5 times a power of ten, so that about `wanted` of them make up `most`.
double tickStep(double most, double wanted)
{
    const double rough = std::max(most / wanted, 1.0);
    const double power = std::pow(10.0, std::floor(std::log10(rough)));
    for (const double step : {1.0, 2.0, 5.0})
        if (step * power >= rough)
            return step * power;
    return 10 * power;
}

/// One horizontal bar per client, its length the training samples, split by class or domain.
class Drawing
{
public:
    Drawing(std::ostream& out, const PartitionStatistics& statistics)
        : m_page(out)
        , m_statistics(statistics)
        , m_kinds(statistics.kindNames.size())
        , m_row(std::clamp(kBarsHeight / static_cast<double>(std::max<std::size_t>(clients(), 1)),
                           kLowestRow,
                           kTallestRow))
        , m_bar(m_row > 6     ? m_row - 3
                : m_row > 3.5 ? m_row - 1
                              : m_row)
        , m_perSample((kWidth - 2 * kMargin - kLabelSpace) / static_cast<double>(most()))
    {}

    void draw(const std::string& title)
    {
        const double legendTop = kMargin + 48;
        const double barsTop = legendTop + legendHeight() + 28;
        const double barsEnd = barsTop + m_row * static_cast<double>(clients());
        m_page.begin(kWidth, barsEnd + 40);
        m_page.text(kMargin, kMargin + 10, title, R"(font-size="16" font-weight="bold")");
        m_page.text(kMargin, kMargin + 30, subtitle(), R"(fill="#555555")");
        legend(legendTop);
        axis(barsTop, barsEnd);
        for (std::size_t client = 0; client < clients(); ++client)
            bar(client, barsTop + m_row * static_cast<double>(client));
        m_page.end();
    }

private:
    [[nodiscard]] std::size_t clients() const { return m_statistics.clients.size(); }
    [[nodiscard]] std::int64_t most() const
    {
        return std::max<std::int64_t>(m_statistics.summary.largest, 1);
    }
    [[nodiscard]] static double barsLeft() { return kMargin + kLabelSpace; }

    [[nodiscard]] std::string subtitle() const
    {
        const PartitionSummary& summary = m_statistics.summary;
        std::string words = "Training samples of " + std::to_string(clients())
                            + (clients() == 1 ? " client" : " clients") + ", ";
        words += summary.smallest == summary.largest
                     ? countText(summary.smallest) + " each"
                     : "from " + countText(summary.smallest) + " to " + countText(summary.largest);
        if (m_kinds > 1)
            words += m_statistics.kind == HoldingKind::Domain ? ", by domain" : ", by class";
        return words;
    }

    /// Line and left end of each legend name.
    [[nodiscard]] std::vector<std::pair<int, double>> legendPlaces() const
    {
        std::vector<std::pair<int, double>> places;
        int line = 0;
        double x = kMargin;
        for (const std::string& name : m_statistics.kindNames) {
            const double width = 18 + kLetter * static_cast<double>(displayWidth(name)) + 16;
            if (x + width > kWidth - kMargin && x > kMargin) {
                ++line;
                x = kMargin;
            }
            places.emplace_back(line, x);
            x += width;
        }
        return places;
    }

    [[nodiscard]] double legendHeight() const
    {
        return m_kinds < 2 ? 0 : (legendPlaces().back().first + 1) * kLegendLine;
    }

    void legend(double top)
    {
        if (m_kinds < 2)
            return;
        const auto places = legendPlaces();
        for (std::size_t kind = 0; kind < m_kinds; ++kind) {
            const double y = top + places[kind].first * kLegendLine;
            m_page.box(places[kind].second, y, 12, 12, fill(kind, m_kinds));
            m_page.text(places[kind].second + 18, y + 10.5, m_statistics.kindNames[kind]);
        }
    }

    void axis(double top, double end)
    {
        m_page.text(barsLeft() - 8, top - 11, "client", R"(text-anchor="end" fill="#555555")");
        const double step = tickStep(static_cast<double>(most()), 6);
        for (double at = 0; at <= static_cast<double>(most()); at += step) {
            const double x = barsLeft() + at * m_perSample;
            m_page.line(x, top - 6, x, end + 6, R"(stroke="#dddddd")");
            const std::string words = countText(static_cast<std::int64_t>(std::llround(at)));
            constexpr std::string_view kStyle = R"(text-anchor="middle" fill="#555555")";
            m_page.text(x, top - 11, words, kStyle);
            m_page.text(x, end + 20, words, kStyle);
        }
    }

    void bar(std::size_t client, double top)
    {
        const ClientHolding& holding = m_statistics.clients[client];
        // Every client, or every 2nd, 5th, 10th, …, so that the numbers have room.
        const double every = tickStep(std::ceil((SvgPage::kTextSize + 2) / m_row), 1);
        if (client % static_cast<std::size_t>(every) == 0)
            m_page.text(barsLeft() - 8,
                        top + m_bar / 2 + 4,
                        std::to_string(client),
                        R"(text-anchor="end" fill="#555555")");
        m_page.out() << "<g><title>client " << client
                     << (holding.name.empty()
                             ? ""
                             : " (" + markupText(keptClientName(holding.name)) + ')')
                     << ": " << countText(holding.trainSize) << " training samples</title>\n";
        double x = barsLeft();
        for (std::size_t kind = 0; kind < m_kinds; ++kind) {
            const double width = static_cast<double>(holding.train[kind]) * m_perSample;
            if (width <= 0)
                continue;
            m_page.box(x, top, width, m_bar, fill(kind, m_kinds));
            const std::string& name = m_statistics.kindNames[kind];
            const bool fits = m_kinds > 1 && m_bar >= SvgPage::kTextSize + 2
                              && width > kLetter * static_cast<double>(displayWidth(name)) + 8;
            if (fits)
                m_page.text(x + width / 2,
                            top + m_bar / 2 + 4,
                            name,
                            "text-anchor=\"middle\" fill=\"" + std::string(ink(kind, m_kinds))
                                + '"');
            if (x > barsLeft() && m_bar > 3) // a seam separates neighbours without colour
                m_page.box(x - 0.5, top, 1, m_bar, "#ffffff");
            x += width;
        }
        m_page.out() << "</g>\n";
    }

    SvgPage m_page;
    const PartitionStatistics& m_statistics;
    std::size_t m_kinds;
    double m_row;       ///< from one bar to the next
    double m_bar;       ///< how tall it is
    double m_perSample; ///< how long
};

constexpr std::size_t kKindsShown = 12;   // as columns of the table
constexpr std::size_t kClientsShown = 30; // without --all

std::string kindWord(const PartitionStatistics& statistics)
{
    return statistics.kind == HoldingKind::Domain ? "domain" : "class";
}

std::string kindsWord(const PartitionStatistics& statistics)
{
    return statistics.kind == HoldingKind::Domain ? "domains" : "classes";
}

std::string holdingTable(const PartitionStatistics& statistics, bool all)
{
    const std::size_t kinds = statistics.kindNames.size();
    const bool columnsForKinds = kinds > 1 && kinds <= kKindsShown;
    std::vector<Column> columns{right("client"),
                                left("name"),
                                right("group"),
                                right("train"),
                                right("test"),
                                right("validation")};
    if (kinds > 1) {
        columns.push_back(right(kindsWord(statistics)));
        columns.push_back(right("entropy"));
    }
    for (std::size_t kind = 0; columnsForKinds && kind < kinds; ++kind)
        columns.push_back(right(statistics.kindNames[kind]));
    Table table(std::move(columns));
    const std::size_t shown =
        all ? statistics.clients.size() : std::min(statistics.clients.size(), kClientsShown);
    for (std::size_t client = 0; client < shown; ++client) {
        const ClientHolding& holding = statistics.clients[client];
        const auto counted = [](std::int64_t count) { return count > 0 ? countText(count) : ""; };
        std::vector<std::string> cells{
            std::to_string(client),
            holding.name,
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
    Table table({left(), wrapping()});
    table.add({"clients", countText(static_cast<std::int64_t>(statistics.clients.size()))});
    table.add({"training samples",
               "mean " + numberText(summary.meanSize, 1) + ", from " + countText(summary.smallest)
                   + " to " + countText(summary.largest) + "; deviation/mean "
                   + numberText(summary.sizeVariation, 3) + ", Gini "
                   + numberText(summary.sizeGini, 3)});
    if (statistics.kindNames.size() > 1) {
        const std::string kinds = kindsWord(statistics);
        std::string text = "mean entropy " + numberText(summary.meanEntropy, 3) + " nats, "
                           + numberText(summary.meanKinds, 1) + ' ' + kinds + " per client";
        if (summary.absentKinds > 0)
            text += "; " + std::to_string(summary.absentKinds) + ' ' + kinds + " without samples";
        table.add({kindWord(statistics) + " mix", text});
        if (summary.meanTotalVariation && summary.meanHellinger)
            table.add({"mean distance between clients",
                       "total variation " + numberText(*summary.meanTotalVariation, 3)
                           + ", Hellinger " + numberText(*summary.meanHellinger, 3)});
    }
    if (shift)
        table.add({"mean feature shift", "MMD " + numberText(*shift, 3)});
    return table.text();
}

void writeCsv(std::ostream& out, const PartitionStatistics& statistics, CsvReader reader)
{
    CsvWriter csv(out, reader);
    csv.row("client", kindWord(statistics), "split", "count");
    for (std::size_t client = 0; client < statistics.clients.size(); ++client) {
        const ClientHolding& holding = statistics.clients[client];
        const auto rows = [&](std::string_view split, const std::vector<std::int64_t>& counts) {
            for (std::size_t kind = 0; kind < counts.size(); ++kind)
                csv.row(client, statistics.kindNames[kind], split, counts[kind]);
        };
        rows("train", holding.train);
        if (holding.testSize > 0)
            rows(holding.testIsOfficial ? "officialTest" : "test", holding.test);
        if (holding.validationSize > 0)
            rows("validation", holding.validation);
    }
    csv.flush();
}

/// The kind of --by; otherwise the data set's usual one.
std::optional<HoldingKind> chosenKind(const Arguments& arguments)
{
    const std::optional<std::string> by = arguments.value("--by");
    if (!by)
        return std::nullopt;
    return *by == "domain" ? HoldingKind::Domain : HoldingKind::Class;
}

Result<std::optional<double>> meanFeatureShift(RunData& data, const RunPlan& plan)
{
    COTERIE_TRY(const std::shared_ptr<const Dataset> dataset, data.dataset(plan));
    COTERIE_TRY(const Shards shards, data.shards(plan, *dataset));
    return meanDistance(featureShift(*dataset, shards));
}

} // namespace

Outcome runPartition(Arguments& arguments)
{
    COTERIE_TRY(const auto experiment, readExperimentFile(arguments));
    COTERIE_TRY(const std::vector<std::filesystem::path> folders, dataFolders(arguments));
    COTERIE_TRY(const std::vector<RunPlan> plans, chosenPlans(experiment, arguments));
    const RunPlan& plan = plans.front(); // all arms of a seed share the split

    RunData data({.folders = folders});
    COTERIE_TRY(const PartitionPreview preview,
                previewPartition(data, plan, chosenKind(arguments)));
    const PartitionStatistics& statistics = preview.statistics;

    const std::string title = experiment.name + ": " + preview.datasetTitle + ", "
                              + plan.data.partition.name + ", seed "
                              + std::to_string(plan.partitionSeed);
    COTERIE_CHECK(writeIfNamed(
        arguments, "--svg", [&](std::ostream& out) { Drawing(out, statistics).draw(title); }));
    COTERIE_CHECK(writeIfNamed(arguments, "--csv", [&](std::ostream& out) {
        writeCsv(out, statistics, csvReader(arguments));
    }));

    std::optional<double> shift;
    if (arguments.has("--features")) {
        COTERIE_TRY(shift, meanFeatureShift(data, plan));
    }
    return printed(title + "\n\n" + holdingTable(statistics, arguments.has("--all")) + '\n'
                   + summaryText(statistics, shift));
}

} // namespace coterie::cli
