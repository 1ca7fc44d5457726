#include "core/store/seeds_tables.h"

#include "core/base/try.h"
#include "core/metrics/metric_values.h"
#include "core/metrics/metrics.h"
#include "core/store/row_values.h"
#include "core/store/statistics.h"
#include "core/store/swept_columns.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace coterie {

namespace {

constexpr std::string_view kGroupFields = "experiment,arm,sweep,repeat";

/// The runs of one arm and sweep point.
struct SeedGroup
{
    std::map<std::uint64_t, const ExportRun*> finished; ///< of each seed the one that counts
    int repeat = 1; ///< counts groups of the same names and other settings

    [[nodiscard]] const RunRow& first() const { return finished.begin()->second->row; }
};

std::vector<SeedGroup> seedGroups(std::span<const ExportRun> runs)
{
    using Names = std::tuple<std::string, std::size_t, std::string, std::string>;
    std::map<Names, std::map<std::string, SeedGroup>> found; // then by settings
    for (const ExportRun& run : runs) {
        const RunRow& row = run.row;
        if (row.status != RunStatus::Finished)
            continue;
        SeedGroup& group = found[Names{row.experimentName, row.armIndex, row.arm, row.sweep}]
                                [settingsBesideSeed(row.planJson)];
        const ExportRun*& counting = group.finished[row.seed];
        if (counting == nullptr || countsBefore(row, counting->row))
            counting = &run;
    }
    std::vector<SeedGroup> groups;
    for (auto& [names, bySettings] : found) {
        int repeat = 0;
        for (auto& [settings, group] : bySettings) {
            group.repeat = ++repeat;
            groups.push_back(std::move(group));
        }
    }
    return groups;
}

void writeHeader(std::string_view columns, const SweptColumns& swept, CsvWriter& csv)
{
    csv.raw(kGroupFields);
    swept.writeNames(csv);
    csv.raw(columns);
    csv.endRow();
}

void beginRow(const SeedGroup& group, const SweptColumns& swept, CsvWriter& csv)
{
    const RunRow& row = group.first();
    csv.fields(row.experimentName, row.arm, row.sweep, group.repeat);
    swept.writeValues(row, csv);
}

std::optional<double> meanOfAll(const std::optional<Spread>& spread)
{
    return spread ? std::optional(spread->mean) : std::nullopt;
}

std::optional<double> deviationOfSeeds(const std::optional<Spread>& spread)
{
    return spread && spread->runs > 1 ? std::optional(spread->deviation) : std::nullopt;
}

constexpr int kRoundsInMemory = 64; ///< so that a long run is not in memory as a whole

/// Standard deviations over clients of means that no metric is the deviation of. Weighted means
/// weigh by training samples.
class DeviationsOverClients
{
public:
    explicit DeviationsOverClients(const FederationFacts& facts)
        : m_facts(facts)
    {}

    [[nodiscard]] Metrics of(const RoundReport& report) const
    {
        std::map<std::string_view, Weighted> values;
        for (const ClientReport& client : report.clients)
            addClient(client, values);
        for (const NamedValues& series : report.clientValues)
            for (std::size_t client = 0; client < series.values.size(); ++client)
                if (const std::optional<double>& value = series.values[client])
                    addOnTrainSet(series.name, *value, samplesOf(client), values);
        Metrics deviations;
        for (const auto& [name, weighted] : values)
            if (const std::optional<double> deviation = deviationOf(weighted))
                deviations.emplace(name, *deviation);
        return deviations;
    }

private:
    using Weighted = std::vector<std::pair<double, double>>; // values and weights

    [[nodiscard]] double samplesOf(std::size_t client) const
    {
        return static_cast<double>(elementOf(m_facts.trainSamples, client).value_or(0));
    }

    void addClient(const ClientReport& client, std::map<std::string_view, Weighted>& values) const
    {
        const double samples = samplesOf(static_cast<std::size_t>(client.client));
        if (client.trainLoss) {
            values["populationTrainLoss"].emplace_back(*client.trainLoss, 1);
            values["weightedTrainLoss"].emplace_back(*client.trainLoss, samples);
        }
        if (!client.personalTest)
            return;
        const double loss = client.personalTest->loss;
        values["meanTestLoss"].emplace_back(loss, 1);
        values["weightedTestLoss"].emplace_back(loss, samples);
        values["weightedLog10TestLoss"].emplace_back(std::log10(loss), samples);
        if (!client.personalTest->accuracy)
            return;
        const double accuracy = *client.personalTest->accuracy;
        values["meanTestAccuracy"].emplace_back(accuracy, 1);
        values["weightedTestAccuracy"].emplace_back(accuracy, samples);
        values["weightedTestError"].emplace_back(errorOf(accuracy), samples);
    }

    static void addOnTrainSet(std::string_view series,
                              double value,
                              double samples,
                              std::map<std::string_view, Weighted>& values)
    {
        if (series == "trainSetLoss") {
            values["trainSetLoss"].emplace_back(value, 1);
            values["weightedLog10TrainSetLoss"].emplace_back(std::log10(value), samples);
        } else if (series == "trainSetAccuracy") {
            values["weightedTrainSetError"].emplace_back(errorOf(value), samples);
        } else if (series == "globalTrainSetLoss") {
            values["globalTrainSetLoss"].emplace_back(value, samples);
        }
    }

    static std::optional<double> deviationOf(const Weighted& weighted)
    {
        double weights = 0;
        double sum = 0;
        for (const auto& [value, weight] : weighted) {
            weights += weight;
            sum += weight * value;
        }
        if (weights <= 0)
            return std::nullopt;
        // Rounding in the mean would turn equal values into a deviation.
        if (std::ranges::all_of(
                weighted, [&](const auto& each) { return each.first == weighted.front().first; }))
            return 0.0;
        double squares = 0;
        for (const auto& [value, weight] : weighted)
            squares += weight * (value - sum / weights) * (value - sum / weights);
        return std::sqrt(squares / weights);
    }

    const FederationFacts& m_facts;
};

/// A metric of one round: the values of the seeds that have it.
struct SeedValues
{
    std::vector<double> values;
    std::vector<double> smooth;
    std::vector<double> overClients; ///< deviations
};

using RoundsOfMetrics = std::map<int, std::map<std::string, SeedValues, std::less<>>>;

Result<void> addSeed(RunStore& store, const RunRow& row, RoundsOfMetrics& rounds)
{
    COTERIE_TRY(const std::vector<MetricPoint> points, store.metrics(row.id));
    std::map<std::string, std::vector<CurvePoint>> curves;
    for (const MetricPoint& point : points) {
        rounds[point.round][point.name].values.push_back(point.value);
        curves[point.name].push_back({.round = point.round, .value = point.value});
    }
    for (const auto& [name, curve] : curves)
        for (const CurvePoint& point : smoothed(curve))
            rounds[point.round][name].smooth.push_back(point.value);
    for (const MetricInfo& info : metricInfos()) {
        const auto deviations = curves.find(std::string(deviationOverClients(info.name)));
        if (deviations == curves.end())
            continue;
        for (const CurvePoint& point : deviations->second)
            rounds[point.round][std::string(info.name)].overClients.push_back(point.value);
    }
    COTERIE_TRY(const FederationFacts facts, store.facts(row.id));
    const DeviationsOverClients deviations(facts);
    for (int first = 0; first <= row.roundsDone; first += kRoundsInMemory) {
        const int last = std::min(first + kRoundsInMemory - 1, row.roundsDone);
        COTERIE_TRY(const std::vector<RoundReport> reports,
                    store.reports(row.id, first, last, false));
        for (const RoundReport& report : reports)
            for (const auto& [name, deviation] : deviations.of(report))
                if (report.metrics.contains(name))
                    rounds[report.round][name].overClients.push_back(deviation);
    }
    return {};
}

/// Which way a client's number improves, and its unit, by the end of its name.
std::pair<Better, std::string_view> improvementOf(std::string_view name)
{
    if (name.ends_with("Accuracy"))
        return {Better::Higher, "share"};
    if (name.ends_with("Error"))
        return {Better::Lower, "percent"};
    if (name.ends_with("Loss"))
        return {Better::Lower, ""};
    return {Better::Neither, name == "steps" ? "count" : ""};
}

/// What was measured of one client: those of the table of clients, and its further values.
std::vector<std::pair<std::string, double>> numbersOf(const RoundReport& report,
                                                      const ClientReport& client)
{
    std::vector<std::pair<std::string, double>> numbers;
    const auto add = [&numbers](std::string name, const std::optional<double>& value) {
        if (value)
            numbers.emplace_back(std::move(name), *value);
    };
    const auto addScore = [&add](const std::string& name, const std::optional<Score>& score) {
        if (!score)
            return;
        add(name + "Loss", score->loss);
        add(name + "Accuracy", score->accuracy);
        if (score->accuracy)
            add(name + "Error", errorOf(*score->accuracy));
    };
    add("trainLoss", client.trainLoss);
    add("trainAccuracy", client.trainAccuracy);
    addScore("personalTest", client.personalTest);
    addScore("globalTest", client.globalTest);
    addScore("personalValidation", client.personalValidation);
    addScore("globalValidation", client.globalValidation);
    add("steps", client.steps);
    add("updateNorm", client.updateNorm);
    for (const NamedValues& series : report.clientValues)
        add(series.name,
            elementOf(series.values, static_cast<std::size_t>(client.client))
                .value_or(std::nullopt));
    return numbers;
}

struct ClientCell
{
    std::vector<double> values;
    std::vector<double> best;
};

using ClientMetric = std::pair<int, std::string>; // client and name

/// The best so far of each client of one run.
using BestSoFar = std::map<ClientMetric, double>;

void addBest(BestSoFar& best, const ClientMetric& metric, double value)
{
    const Better better = improvementOf(metric.second).first;
    if (better == Better::Neither || !std::isfinite(value))
        return;
    const auto [place, isNew] = best.try_emplace(metric, value);
    if (!isNew && (better == Better::Lower ? value < place->second : value > place->second))
        place->second = value;
}

Result<void>
writeGroup(RunStore& store, const SeedGroup& group, const SweptColumns& swept, CsvWriter& csv)
{
    int rounds = 0;
    for (const auto& [seed, run] : group.finished)
        rounds = std::max(rounds, run->row.roundsDone);
    std::map<std::uint64_t, BestSoFar> best;
    for (int first = 0; first <= rounds && csv.isGood(); first += kRoundsInMemory) {
        std::map<int, std::map<ClientMetric, ClientCell>> cells;
        for (const auto& [seed, run] : group.finished) {
            COTERIE_TRY(const std::vector<RoundReport> reports,
                        store.reports(run->row.id, first, first + kRoundsInMemory - 1, false));
            BestSoFar& ofSeed = best[seed];
            for (const RoundReport& report : reports)
                for (const ClientReport& client : report.clients)
                    for (auto& [name, value] : numbersOf(report, client)) {
                        const ClientMetric metric{client.client, name};
                        addBest(ofSeed, metric, value);
                        ClientCell& cell = cells[report.round][metric];
                        cell.values.push_back(value);
                        if (const auto known = ofSeed.find(metric); known != ofSeed.end())
                            cell.best.push_back(known->second);
                    }
        }
        for (const auto& [round, ofRound] : cells)
            for (const auto& [metric, cell] : ofRound) {
                const std::optional<Spread> spread = spreadOf(cell.values);
                const std::optional<Spread> bests = spreadOf(cell.best);
                beginRow(group, swept, csv);
                csv.row(round,
                        metric.first,
                        metric.second,
                        improvementOf(metric.second).second,
                        cell.values.size(),
                        meanOfAll(spread),
                        deviationOfSeeds(spread),
                        meanOfAll(bests),
                        deviationOfSeeds(bests));
            }
    }
    return {};
}

} // namespace

Result<void> writeRoundsOverSeeds(RunStore& store, std::span<const ExportRun> runs, CsvWriter& csv)
{
    const SweptColumns swept(runs);
    writeHeader("round,metric,unit,seeds_count,mean,deviation,deviationOfClientsAndSeeds,"
                "smoothedMean,smoothedDeviation",
                swept,
                csv);
    for (const SeedGroup& group : seedGroups(runs)) {
        RoundsOfMetrics rounds;
        for (const auto& [seed, run] : group.finished)
            COTERIE_CHECK(addSeed(store, run->row, rounds));
        for (const auto& [round, metrics] : rounds)
            for (const MetricInfo& info : metricInfos()) {
                const auto place = metrics.find(info.name);
                if (place == metrics.end() || place->second.values.empty())
                    continue;
                const SeedValues& seeds = place->second;
                const std::optional<Spread> spread = spreadOf(seeds.values);
                const std::optional<Spread> smooth = spreadOf(seeds.smooth);
                beginRow(group, swept, csv);
                csv.row(round,
                        info.name,
                        info.unit,
                        seeds.values.size(),
                        meanOfAll(spread),
                        deviationOfSeeds(spread),
                        deviationOfClients(*spread, seeds.overClients),
                        meanOfAll(smooth),
                        deviationOfSeeds(smooth));
            }
        if (!csv.isGood()) // nobody reads on
            break;
    }
    return {};
}

Result<void> writeClientsOverSeeds(RunStore& store, std::span<const ExportRun> runs, CsvWriter& csv)
{
    const SweptColumns swept(runs);
    writeHeader(
        "round,client,metric,unit,seeds_count,mean,deviation,bestMean,bestDeviation", swept, csv);
    for (const SeedGroup& group : seedGroups(runs))
        COTERIE_CHECK(writeGroup(store, group, swept, csv));
    return {};
}

} // namespace coterie
