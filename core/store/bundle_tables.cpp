#include "core/store/bundle_tables.h"

#include "core/base/try.h"
#include "core/metrics/metric_infos.h"
#include "core/store/matrix_table.h"
#include "core/store/report_rows.h"

#include <algorithm>
#include <array>
#include <bit>

namespace coterie {

namespace {

bool sameBits(double left, double right)
{
    return std::bit_cast<std::uint64_t>(left) == std::bit_cast<std::uint64_t>(right);
}

} // namespace

/// What is being read, and what it may refer to.
struct BundleTables::Round
{
    const RowIdentity& run;
    const FederationFacts& facts;
    const RoundDetails& details;
    RoundReport report = {};
    std::string number = std::to_string(details.round); ///< as in the tables
    std::size_t bytes = 0; ///< about what the report takes of the memory

    [[nodiscard]] bool isClient(int client) const
    {
        return client >= 0 && static_cast<std::size_t>(client) < facts.trainSamples.size();
    }
    /// A client, or an edge server on the links of those.
    [[nodiscard]] bool isSender(const std::optional<int>& place) const
    {
        return !place || isClient(*place)
               || (*place >= 0 && static_cast<std::size_t>(*place) < facts.edges.size());
    }
};

template <typename Take>
Result<void> BundleTables::eachRow(Round& round, std::string_view table, const Take& take)
{
    constexpr std::size_t kLargestRound = std::size_t{2} << 30;
    BundleTable& rows = m_tables.find(table)->second;
    while (rows.isAt(round.run, round.number)) {
        COTERIE_CHECK(take(rows));
        if (round.bytes > kLargestRound)
            return rows.wrong("round " + round.number
                              + " would take more than 2 GB of memory, which is not read");
        COTERIE_CHECK(rows.advance());
    }
    return {};
}

Result<BundleTables> BundleTables::open(const BundleFiles& files)
{
    BundleTables tables;
    for (const std::string_view kind : kReadTables) {
        const std::string path = std::string(kind) + ".csv";
        COTERIE_TRY(ReadBytes read, files.open(path));
        COTERIE_TRY(BundleTable table,
                    BundleTable::open(kind, BundleText(files.name + '/' + path, std::move(read))));
        tables.m_tables.emplace(kind, std::move(table));
    }
    return tables;
}

Result<RoundReport> BundleTables::read(const RowIdentity& run,
                                       const FederationFacts& facts,
                                       const RoundDetails& details)
{
    Round round{.run = run, .facts = facts, .details = details};
    round.report.round = details.round;
    round.report.officialTest = details.officialTest;
    round.report.pooledTrain = details.pooledTrain;
    if (details.groups)
        round.report.grouping.emplace();
    if (details.clusters)
        round.report.samplingClusters =
            Grouping{.groups = {}, .stopReason = details.clusterStopReason};
    COTERIE_CHECK(readRound(round));
    COTERIE_CHECK(readClients(round));
    COTERIE_CHECK(readGroups(round, "groups", round.report.grouping));
    COTERIE_CHECK(readGroups(round, "clusters", round.report.samplingClusters));
    COTERIE_CHECK(readMerges(round, "merges", round.report.grouping));
    COTERIE_CHECK(readMerges(round, "clusterMerges", round.report.samplingClusters));
    COTERIE_CHECK(readMatrices(round));
    COTERIE_CHECK(readValues(round));
    COTERIE_CHECK(readLists(round));
    COTERIE_CHECK(readEvents(round));
    return std::move(round.report);
}

Result<void> BundleTables::close(const std::map<std::string, std::string>& sha256)
{
    for (auto& [kind, table] : m_tables) {
        const auto digest = sha256.find(kind + ".csv");
        COTERIE_CHECK(table.close(digest == sha256.end() ? std::string() : digest->second));
    }
    return {};
}

Result<void> BundleTables::readRound(Round& round)
{
    BundleTable& rows = m_tables.find("rounds")->second;
    if (!rows.isAt(round.run, round.number))
        return rows.wrong("must be round " + round.number + " of " + round.run.arm + ", seed "
                          + round.run.seed);
    std::size_t participants = 0;
    std::string stopReason;
    COTERIE_CHECK(rows.take(round.report.learningRate, participants, stopReason));
    COTERIE_TRY(round.report.metrics, rows.metrics(BundleTable::kFirst + 3));
    if (round.report.grouping)
        round.report.grouping->stopReason = stopReason;
    else if (!stopReason.empty())
        return rows.wrong("has the reason of a grouping that there is not");
    COTERIE_CHECK(rows.advance());
    COTERIE_CHECK(eachRow(round, "participation", [&](BundleTable& draws) -> Result<void> {
        std::size_t draw = 0;
        int client = 0;
        COTERIE_CHECK(draws.take(draw, client));
        round.report.participants.push_back(client);
        round.bytes += sizeof(int);
        if (draw != round.report.participants.size() || !round.isClient(client))
            return draws.wrong("is not the next draw of one of the clients");
        return {};
    }));
    if (participants != round.report.participants.size())
        return rows.wrong("the line before counts other participants than there are");
    return {};
}

Result<void> BundleTables::readClients(Round& round)
{
    return eachRow(round, "clients", [&](BundleTable& rows) -> Result<void> {
        ClientReport& client = round.report.clients.emplace_back();
        round.bytes += sizeof(ClientReport);
        std::optional<int> trueGroup;
        std::optional<std::int64_t> trainSamples;
        COTERIE_CHECK(rows.take(client.client,
                                trueGroup,
                                trainSamples,
                                client.trainLoss,
                                client.trainAccuracy,
                                client.personalTest,
                                client.globalTest,
                                client.personalValidation,
                                client.globalValidation,
                                client.steps,
                                client.updateNorm));
        const auto place = static_cast<std::size_t>(client.client);
        if (!round.isClient(client.client) || client.steps < 0)
            return rows.wrong("is not one of the clients");
        if (trueGroup != elementOf(round.facts.trueGroup, place)
            || trainSamples != elementOf(round.facts.trainSamples, place))
            return rows.wrong("has another true group or number of samples than "
                              + std::string(kDetailsFile));
        return {};
    });
}

Result<void>
BundleTables::readGroups(Round& round, std::string_view table, std::optional<Grouping>& grouping)
{
    const auto count =
        (table == "groups" ? round.details.groups : round.details.clusters).value_or(0);
    constexpr std::size_t kMostEmptyGroups = 1000; // as the store's own reader takes them
    std::size_t members = 0;
    COTERIE_CHECK(eachRow(round, table, [&](BundleTable& rows) -> Result<void> {
        std::size_t group = 0;
        int client = 0;
        std::optional<int> trueGroup;
        COTERIE_CHECK(rows.take(group, client, trueGroup));
        ++members;
        round.bytes += sizeof(std::vector<int>);
        if (!grouping || group >= count || group > members + kMostEmptyGroups
            || group + 1 < grouping->groups.size() || !round.isClient(client))
            return rows.wrong("is not a member of one of the round's groups");
        grouping->groups.resize(std::max(grouping->groups.size(), group + 1));
        grouping->groups[group].push_back(client);
        return {};
    }));
    if (count > members + kMostEmptyGroups)
        return m_tables.find(table)->second.wrong("round " + round.number + " has "
                                                  + std::to_string(count) + " groups of "
                                                  + std::to_string(members) + " members");
    if (grouping)
        grouping->groups.resize(count);
    return {};
}

Result<void>
BundleTables::readMerges(Round& round, std::string_view table, std::optional<Grouping>& grouping)
{
    return eachRow(round, table, [&](BundleTable& rows) -> Result<void> {
        std::size_t step = 0;
        bool done = false;
        Merge merge;
        COTERIE_CHECK(rows.take(step,
                                done,
                                merge.left,
                                merge.right,
                                merge.kind,
                                merge.score,
                                merge.size,
                                merge.dataGain,
                                merge.similarityLoss));
        round.bytes += sizeof(Merge);
        if (!grouping || grouping->refused || step != grouping->merges.size() + 1)
            return rows.wrong("is not the next merge of the round's groups");
        // Merge m makes node N + m.
        const std::size_t clients = round.facts.trainSamples.size();
        const std::size_t nodes = clients + step - 1;
        const auto isNode = [&](int node) {
            return node >= 0 && static_cast<std::size_t>(node) < nodes;
        };
        if (!isNode(merge.left) || !isNode(merge.right) || merge.size < 0
            || static_cast<std::size_t>(merge.size) > clients)
            return rows.wrong("merges nodes that there are not");
        if (done)
            grouping->merges.push_back(merge);
        else
            grouping->refused = merge;
        return {};
    });
}

Result<void> BundleTables::readMatrices(Round& round)
{
    MatrixTableReader matrices(round.details.matrices);
    // Of different rows, whose lines do not grow with the clients: it may have none.
    const auto& a = round.details.matrices.front();
    if (a && a->first > kMostPairedClients && a->first > round.facts.trainSamples.size())
        return m_tables.find("matrices")
            ->second.wrong("the collaboration matrix of round " + round.number
                           + " has more clients than its run");
    COTERIE_CHECK(eachRow(round, "matrices", [&](BundleTable& rows) -> Result<void> {
        std::string kind;
        std::size_t row = 0;
        std::size_t column = 0;
        std::string value;
        COTERIE_CHECK(rows.take(kind, row, column, value));
        if (const std::string problem = matrices.take(kind, row, column, value); !problem.empty())
            return rows.wrong(problem);
        round.bytes += matrices.bytesOfLast();
        return {};
    }));
    if (!matrices.moveTo(round.report))
        return m_tables.find("matrices")
            ->second.wrong("the line before is not the last entry of a matrix of round "
                           + round.number);
    return {};
}

Result<void> BundleTables::readValues(Round& round)
{
    return eachRow(round, "values", [&](BundleTable& rows) -> Result<void> {
        std::string scope;
        std::optional<std::size_t> index;
        std::string name;
        std::optional<double> value;
        COTERIE_CHECK(rows.take(scope, index, name, value));
        round.bytes += 2 * sizeof(value);
        if (scope == "round") { // once more, what the table of rounds has
            const auto metric = round.report.metrics.find(name);
            const MetricInfo* info = findMetric(name);
            if (info == nullptr || !info->isReported || !value
                || metric == round.report.metrics.end() || !sameBits(metric->second, *value))
                return rows.wrong("tells another value than rounds.csv");
            return {};
        }
        const auto* table = std::ranges::find(kValueTables, scope, &ValueTable::scope);
        const MetricInfo* info = findMetric(name);
        if (table == kValueTables.end() || !index || (info != nullptr && info->isReported))
            return rows.wrong("is neither a client's nor a group's value");
        std::vector<NamedValues>& series = round.report.*table->part;
        if (*index == 0) {
            series.push_back({.name = name, .values = {}});
            round.bytes += sizeof(NamedValues) + name.size();
        }
        if (series.empty() || series.back().name != name || series.back().values.size() != *index)
            return rows.wrong("is not the next value of its name");
        series.back().values.push_back(value);
        return {};
    });
}

Result<void> BundleTables::readLists(Round& round)
{
    return eachRow(round, "traffic", [&](BundleTable& rows) -> Result<void> {
        Traffic& traffic = round.report.traffic.emplace_back();
        round.bytes += sizeof(Traffic);
        COTERIE_CHECK(rows.take(traffic.link, traffic.client, traffic.bits));
        if (!round.isSender(traffic.client))
            return rows.wrong("names a client or edge server that there is not");
        return {};
    });
}

Result<void> BundleTables::readEvents(Round& round)
{
    const std::vector<std::string>& values = round.details.events;
    std::vector<Event>& events = round.report.events;
    COTERIE_CHECK(eachRow(round, "events", [&](BundleTable& rows) -> Result<void> {
        Event event;
        std::string kind;
        COTERIE_CHECK(rows.take(event.severity, kind, event.client, event.sentence));
        round.bytes += sizeof(Event) + kind.size() + event.sentence.size();
        if (event.client && !round.isClient(*event.client))
            return rows.wrong("names a client that there is not");
        if (events.size() >= values.size())
            return rows.wrong("is an event that " + std::string(kDetailsFile) + " does not have");
        event.what = eventValue(kind, values[events.size()]);
        if (eventJson(event.what).value_or("") != values[events.size()])
            return rows.wrong("has a value in " + std::string(kDetailsFile)
                              + " that is not one of its kind");
        const auto* arrival = std::get_if<ClientJoined>(&event.what);
        if (arrival != nullptr && arrival->groupOf && !round.isClient(*arrival->groupOf))
            return rows.wrong("names a client that there is not");
        events.push_back(std::move(event));
        return {};
    }));
    if (events.size() != values.size())
        return m_tables.find("events")->second.wrong("fewer events than "
                                                     + std::string(kDetailsFile) + " has");
    return {};
}

} // namespace coterie
