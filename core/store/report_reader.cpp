#include "core/store/report_reader.h"

#include "core/metrics/metric_infos.h"
#include "core/report/client_names.h"
#include "core/store/packed_matrix.h"
#include "core/store/report_rows.h"

#include <algorithm>
#include <charconv>
#include <stdexcept>

namespace coterie {

namespace {

/// Fills existing reports. Each table is read in the order of its key, so a row belongs to the
/// current report or to a later one.
struct Filler
{
    Database& database;
    std::int64_t run;
    int first;
    int last;
    std::vector<RoundReport>& reports;

    /// Calls `take(report, row)` for every row of a table. The row's first column is its round, and
    /// then those of the table follow.
    template <typename Take>
    void fill(std::string_view table,
              std::string_view order,
              Take take,
              std::string_view columns = "*") const
    {
        auto query = database.statement(
            std::string("SELECT round, ")
                .append(columns)
                .append(" FROM ")
                .append(table)
                .append(" WHERE run = ? AND round BETWEEN ? AND ? ORDER BY run, round, ")
                .append(order),
            run,
            first,
            last);
        auto report = reports.begin();
        while (query.next()) {
            const int round = query.whole(0);
            while (report != reports.end() && report->round < round)
                ++report;
            if (report != reports.end() && report->round == round)
                take(*report, query);
        }
    }
};

// The columns of a row after its run and round.
constexpr int kThird = 3;
constexpr int kFourth = 4;
constexpr int kFifth = 5;

/// Refuses rounds with far more groups than members: no run has them, and they take memory.
void requireMembers(Database& database, std::int64_t run, int first, int last)
{
    auto query = database.statement(
        "SELECT 1 FROM round WHERE run = ?1 AND round BETWEEN ?2 AND ?3 AND ("
        "(groups > 1000 AND groups > 1000 + (SELECT count(*) FROM group_member AS member"
        " WHERE member.run = ?1 AND member.round = round.round)) OR"
        "(clusters > 1000 AND clusters > 1000 + (SELECT count(*) FROM cluster_member AS member"
        " WHERE member.run = ?1 AND member.round = round.round))) LIMIT 1",
        run,
        first,
        last);
    if (query.next())
        throw std::length_error("groups");
}

std::vector<RoundReport> readRounds(Database& database, std::int64_t run, int first, int last)
{
    requireMembers(database, run, first, last);
    std::vector<RoundReport> reports;
    auto query = database.statement(
        "SELECT * FROM round WHERE run = ? AND round BETWEEN ? AND ? ORDER BY run, round",
        run,
        first,
        last);
    while (query.next()) {
        RoundReport& report = reports.emplace_back();
        report.round = query.whole(1);
        int column = 2;
        readColumns(query, column, report);
    }
    return reports;
}

void fillGrouping(const Filler& filler, const GroupingTables& tables)
{
    filler.fill(
        tables.members, R"("group", position)", [&](RoundReport& report, const Statement& row) {
            std::optional<Grouping>& grouping = report.*tables.part;
            const auto group = static_cast<std::size_t>(row.integer(kThird));
            if (grouping && group < grouping->groups.size())
                grouping->groups[group].push_back(row.whole(kFifth));
        });
    filler.fill(tables.merges, "step", [&](RoundReport& report, const Statement& row) {
        std::optional<Grouping>& grouping = report.*tables.part;
        if (!grouping)
            return;
        const bool done = row.integer(kFourth) != 0;
        int column = kFifth;
        readColumns(
            row, column, done ? grouping->merges.emplace_back() : grouping->refused.emplace());
    });
}

void fillValues(const Filler& filler)
{
    filler.fill("value_series", "scope, series", [](RoundReport& report, const Statement& row) {
        const auto* table = std::ranges::find(kValueTables, row.text(kThird), &ValueTable::scope);
        if (table != kValueTables.end())
            (report.*table->part).push_back({.name = row.text(kFifth), .values = {}});
    });
    for (const ValueTable& table : kValueTables)
        filler.fill(table.table,
                    "series, " + std::string(table.key),
                    [&](RoundReport& report, const Statement& row) {
                        std::vector<NamedValues>& lists = report.*table.part;
                        const auto series = static_cast<std::size_t>(row.integer(kThird));
                        if (series < lists.size())
                            row.read(kFifth, lists[series].values.emplace_back());
                    });
}

bool isReported(std::string_view name)
{
    const MetricInfo* info = findMetric(name);
    return info && info->isReported;
}

/// Early versions stored these metrics as lists with one value, the first client's or group's.
void liftRoundValues(RoundReport& report)
{
    for (std::vector<NamedValues>* lists : {&report.clientValues, &report.groupValues})
        std::erase_if(*lists, [&](const NamedValues& list) {
            if (!isReported(list.name))
                return false;
            if (!list.values.empty() && list.values.front())
                report.metrics.emplace(list.name, *list.values.front());
            return true;
        });
}

/// Early versions stored a free choice of participants as zeros of all clients, too; now it is the
/// round's metrics alone.
void dropCostsOfAFreeChoice(RoundReport& report)
{
    const auto isCost = [](const NamedValues& list) {
        return list.name == "selectionSamples" || list.name == "selectionBits";
    };
    for (const NamedValues& list : report.clientValues)
        if (isCost(list)
            && !std::ranges::all_of(list.values, [](const auto& value) { return value == 0.0; }))
            return;
    std::erase_if(report.clientValues, isCost);
}

template <typename Row>
void fillList(const Filler& filler, const char* table, std::vector<Row> RoundReport::*list)
{
    filler.fill(table, "position", [list](RoundReport& report, const Statement& row) {
        int column = kFourth;
        readColumns(row, column, (report.*list).emplace_back());
    });
}

/// A matrix as it is stored, with its sizes.
struct StoredMatrix
{
    std::size_t rows = 0;
    std::size_t columns = 0;
    std::optional<std::size_t> size;
    std::vector<std::byte> bytes;
};

/// The most clients that an A of different rows may be of: those of the run, if the store knows
/// them. Its bytes do not grow with their number, so they are no bound.
std::size_t mostClients(Database& database, std::int64_t run)
{
    constexpr std::int64_t kMostClients = 1'000'000;
    auto query = database.statement("SELECT count(*) FROM federation_client WHERE run = ?", run);
    const std::int64_t known = query.next() ? query.integer(0) : 0;
    return static_cast<std::size_t>(known > 0 ? known : kMostClients);
}

StoredMatrix storedMatrix(Database& database, std::int64_t run, int round, std::string_view word)
{
    auto query = database.statement("SELECT rows, columns, size, bytes FROM matrix"
                                    " WHERE run = ? AND round = ? AND kind = ? AND same_as IS NULL",
                                    run,
                                    round,
                                    word);
    if (!query.next())
        database.fail("the run store is damaged: a matrix of round " + std::to_string(round)
                      + " is missing");
    StoredMatrix stored;
    stored.rows = static_cast<std::size_t>(query.integer(0));
    stored.columns = static_cast<std::size_t>(query.integer(1));
    if (!query.isNull(2))
        stored.size = static_cast<std::size_t>(query.integer(2));
    if (stored.size && stored.rows > mostClients(database, run))
        database.fail("the run store is damaged: the collaboration matrix of round "
                      + std::to_string(round) + " has more clients than its run");
    auto bytes =
        unpackedBytes(stored.rows, stored.columns, stored.size, query.blob(3), precisionOf(word));
    if (!bytes)
        database.fail("the run store is damaged: a matrix of round " + std::to_string(round)
                      + " cannot be unpacked");
    stored.bytes = std::move(*bytes);
    return stored;
}

Collaboration storedCollaboration(Database& database, std::int64_t run, int round)
{
    const StoredMatrix stored = storedMatrix(database, run, round, kCollaborationWord);
    if (!stored.size)
        return unpackMatrix(stored.rows, stored.columns, stored.bytes, MatrixPrecision::Single);
    std::optional<Collaboration> a = stored.rows == stored.columns
                                         ? unpackCollaboration(stored.rows, stored.bytes)
                                         : std::nullopt;
    if (!a)
        database.fail("the run store is damaged: the collaboration matrix of round "
                      + std::to_string(round) + " is not made of rows of its clients");
    return std::move(*a);
}

/// An unchanged matrix refers to an earlier round, which may lie before the requested ones. Each is
/// unpacked once.
template <typename Part, typename Read>
void fillMatrix(const Filler& filler,
                std::string_view word,
                std::optional<Part> RoundReport::*part,
                const Read& read)
{
    int currentRound = -1; // no round has this number
    Part current;
    const auto take = [&](RoundReport& report, const Statement& row) {
        if (row.text(1) != word)
            return;
        const int round = row.isNull(2) ? report.round : row.whole(2);
        if (round != currentRound)
            current = read(round);
        currentRound = round;
        report.*part = current;
    };
    filler.fill("matrix", "kind", take, "kind, same_as"); // not the bytes of each
}

void fillMatrices(const Filler& filler, Database& database, std::int64_t run)
{
    fillMatrix(filler, kCollaborationWord, &RoundReport::collaboration, [&](int round) {
        return storedCollaboration(database, run, round);
    });
    for (const MatrixColumn& column : kMatrixColumns)
        fillMatrix(filler, column.word, column.part, [&](int round) {
            const StoredMatrix stored = storedMatrix(database, run, round, column.word);
            if (stored.size)
                database.fail("the run store is damaged: a matrix of round " + std::to_string(round)
                              + " cannot be unpacked");
            return unpackMatrix(stored.rows, stored.columns, stored.bytes, column.precision);
        });
}

std::string joined(const std::vector<std::int64_t>& counts)
{
    std::string text;
    for (const std::int64_t count : counts) {
        if (!text.empty())
            text += ',';
        text += std::to_string(count);
    }
    return text;
}

std::vector<std::int64_t> split(std::string_view text)
{
    std::vector<std::int64_t> counts;
    const char* place = text.data();
    const char* const end = place + text.size();
    while (place != end) {
        std::int64_t count = 0;
        place = std::from_chars(place, end, count).ptr;
        counts.push_back(count);
        if (place != end)
            ++place; // the comma
    }
    return counts;
}

std::vector<EdgeServer> readEdges(Database& database, std::int64_t run)
{
    std::vector<EdgeServer> edges;
    auto names = database.statement(
        "SELECT name FROM federation_edge WHERE run = ? ORDER BY run, edge", run);
    while (names.next())
        edges.push_back({.name = names.text(0), .clients = {}});
    auto members = database.statement("SELECT edge, client FROM federation_edge_client"
                                      " WHERE run = ? ORDER BY run, edge, position",
                                      run);
    while (members.next())
        if (const auto edge = static_cast<std::size_t>(members.integer(0)); edge < edges.size())
            edges[edge].clients.push_back(members.whole(1));
    return edges;
}

void writeEdges(Database& database, std::int64_t run, const std::vector<EdgeServer>& edges)
{
    auto insertEdge = database.statement("INSERT INTO federation_edge VALUES (?, ?, ?)");
    auto insertClient =
        database.statement("INSERT INTO federation_edge_client VALUES (?, ?, ?, ?)");
    for (std::size_t edge = 0; edge < edges.size(); ++edge) {
        insertEdge.bind(run, edge, edges[edge].name).run();
        const std::vector<int>& clients = edges[edge].clients;
        for (std::size_t position = 0; position < clients.size(); ++position)
            insertClient.bind(run, edge, position, clients[position]).run();
    }
}

std::vector<std::string> readClientNames(Database& database, std::int64_t run, std::size_t clients)
{
    std::vector<std::string> names;
    auto query = database.statement("SELECT client, substr(name, 1, ?)"
                                    " FROM federation_client_name"
                                    " WHERE run = ? AND client BETWEEN 0 AND ?",
                                    kLongestClientName + 1, // characters, so that more is noticed
                                    run,
                                    static_cast<std::int64_t>(clients) - 1);
    while (query.next()) {
        names.resize(clients);
        names[static_cast<std::size_t>(query.integer(0))] = keptClientName(query.text(1));
    }
    return names;
}

void writeClientNames(Database& database, std::int64_t run, const std::vector<std::string>& names)
{
    auto insert = database.statement("INSERT INTO federation_client_name VALUES (?, ?, ?)");
    for (std::size_t client = 0; client < names.size(); ++client)
        if (!names[client].empty())
            insert.bind(run, client, names[client]).run();
}

} // namespace

std::vector<RoundReport>
readReports(Database& database, std::int64_t run, int first, int last, bool withMatrices)
{
    std::vector<RoundReport> reports = readRounds(database, run, first, last);
    if (reports.empty())
        return reports;
    const Filler filler{database, run, first, last, reports};
    for (const GroupingTables& tables : kGroupingTables)
        fillGrouping(filler, tables);
    fillValues(filler);
    filler.fill("round_metric", "name", [](RoundReport& report, const Statement& row) {
        report.metrics.emplace_hint(report.metrics.end(), row.text(kThird), row.real(kFourth));
    });
    std::ranges::for_each(reports, liftRoundValues);
    std::ranges::for_each(reports, dropCostsOfAFreeChoice);
    std::apply([&](const auto&... list) { (fillList(filler, list.first, list.second), ...); },
               kListTables);
    if (withMatrices)
        fillMatrices(filler, database, run);
    return reports;
}

FederationFacts readFacts(Database& database, std::int64_t run)
{
    FederationFacts facts;
    auto federation =
        database.statement("SELECT parameters, classes FROM federation WHERE run = ?", run);
    if (!federation.next())
        return facts;
    federation.read(0, facts.parameters, facts.classes);
    auto query = database.statement(
        "SELECT train_samples, test_samples, validation_samples, true_group, class_counts"
        " FROM federation_client WHERE run = ? ORDER BY run, client",
        run);
    std::size_t clients = 0;
    while (query.next()) {
        ++clients;
        const auto append = [&query](auto& list, int column) {
            if (!query.isNull(column))
                query.read(column, list.emplace_back());
        };
        append(facts.trainSamples, 0);
        append(facts.testSamples, 1);
        append(facts.validationSamples, 2);
        append(facts.trueGroup, 3);
        if (!query.isNull(4))
            facts.classCounts.push_back(split(query.text(4)));
    }
    facts.edges = readEdges(database, run);
    facts.clientNames = readClientNames(database, run, clients);
    return facts;
}

void writeFacts(Database& database, std::int64_t run, const FederationFacts& facts)
{
    database.statement("DELETE FROM federation WHERE run = ?", run).run();
    database
        .statement("INSERT INTO federation VALUES (?, ?, ?)", run, facts.parameters, facts.classes)
        .run();
    const std::size_t clients = std::max({facts.trainSamples.size(),
                                          facts.testSamples.size(),
                                          facts.validationSamples.size(),
                                          facts.trueGroup.size(),
                                          facts.classCounts.size(),
                                          facts.clientNames.size()});
    auto insert = database.statement("INSERT INTO federation_client VALUES (?, ?, ?, ?, ?, ?, ?)");
    for (std::size_t i = 0; i < clients; ++i) {
        const auto counts = elementOf(facts.classCounts, i);
        insert
            .bind(run,
                  i,
                  elementOf(facts.trainSamples, i),
                  elementOf(facts.testSamples, i),
                  elementOf(facts.validationSamples, i),
                  elementOf(facts.trueGroup, i),
                  counts ? std::optional(joined(*counts)) : std::nullopt)
            .run();
    }
    writeEdges(database, run, facts.edges);
    writeClientNames(database, run, facts.clientNames);
}

} // namespace coterie
