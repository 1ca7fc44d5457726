#include "core/store/report_reader.h"

#include "core/metrics/metric_infos.h"
#include "core/store/database.h"
#include "core/store/report_writer.h"
#include "core/store/row_values.h"

#include <algorithm>
#include <charconv>
#include <limits>
#include <map>

namespace coterie {

namespace {

std::optional<Score> scoreAt(const Statement& row, int column)
{
    if (row.isNull(column + 2)) // samples are there whenever the score is
        return std::nullopt;
    return Score{.loss = row.real(column),
                 .accuracy = row.optionalReal(column + 1),
                 .samples = row.integer(column + 2)};
}

template <typename Value>
Value orDamaged(const Database& database, std::optional<Value> value)
{
    if (!value)
        database.fail("the run store is damaged: it contains an unknown word");
    return *value;
}

/// Fills existing reports. Each table is read in the order of its key, so a row belongs to the
/// current report or to a later one.
class Filler
{
public:
    Filler(Database& database,
           std::int64_t run,
           int first,
           int last,
           std::vector<RoundReport>& reports)
        : m_database(database)
        , m_run(run)
        , m_first(first)
        , m_last(last)
        , m_reports(reports)
    {}

    /// Calls `take(report, row)` for every row of a table; the row's first column is its round.
    template <typename Take>
    void
    fill(const std::string& columns, const std::string& table, const std::string& order, Take take)
    {
        auto query = m_database.statement("SELECT round, " + columns + " FROM " + table
                                          + " WHERE run = ? AND round BETWEEN ? AND ?"
                                          + " ORDER BY run, round, " + order);
        query.bind(m_run, m_first, m_last);
        auto report = m_reports.begin();
        while (query.next()) {
            const int round = query.whole(0);
            while (report != m_reports.end() && report->round < round)
                ++report;
            if (report != m_reports.end() && report->round == round)
                take(*report, query);
        }
    }

private:
    Database& m_database;
    std::int64_t m_run;
    int m_first;
    int m_last;
    std::vector<RoundReport>& m_reports;
};

/// A grouping without its members: the number of groups and the stop reason.
std::optional<Grouping> groupingAt(const Statement& row, int column)
{
    if (row.isNull(column))
        return std::nullopt;
    Grouping grouping;
    grouping.groups.resize(static_cast<std::size_t>(row.integer(column)));
    grouping.stopReason = row.text(column + 1);
    return grouping;
}

std::vector<RoundReport> readRounds(Database& database, std::int64_t run, int first, int last)
{
    std::vector<RoundReport> reports;
    auto query = database.statement(
        "SELECT round, learning_rate, official_loss, official_accuracy, official_samples,"
        " pooled_loss, pooled_accuracy, pooled_samples, groups, stop_reason, seconds,"
        " clusters, cluster_stop_reason"
        " FROM round WHERE run = ? AND round BETWEEN ? AND ? ORDER BY run, round");
    query.bind(run, first, last);
    while (query.next()) {
        RoundReport& report = reports.emplace_back();
        report.round = query.whole(0);
        report.learningRate = query.real(1);
        report.officialTest = scoreAt(query, 2);
        report.pooledTrain = scoreAt(query, 5);
        report.grouping = groupingAt(query, 8);
        report.samplingClusters = groupingAt(query, 11);
        report.seconds = query.real(10);
    }
    return reports;
}

void fillClients(Filler& filler)
{
    filler.fill(
        "client, train_loss, train_accuracy,"
        " personal_test_loss, personal_test_accuracy, personal_test_samples,"
        " global_test_loss, global_test_accuracy, global_test_samples,"
        " personal_validation_loss, personal_validation_accuracy, personal_validation_samples,"
        " global_validation_loss, global_validation_accuracy, global_validation_samples,"
        " steps, update_norm",
        "client_metric",
        "position",
        [](RoundReport& report, const Statement& row) {
            report.clients.push_back(ClientReport{.client = row.whole(1),
                                                  .trainLoss = row.optionalReal(2),
                                                  .trainAccuracy = row.optionalReal(3),
                                                  .personalTest = scoreAt(row, 4),
                                                  .globalTest = scoreAt(row, 7),
                                                  .personalValidation = scoreAt(row, 10),
                                                  .globalValidation = scoreAt(row, 13),
                                                  .steps = row.whole(16),
                                                  .updateNorm = row.optionalReal(17)});
        });
}

void fillGrouping(Filler& filler, const Database& database, const GroupingTables& tables)
{
    filler.fill(R"("group", client)",
                std::string(tables.members),
                R"("group", position)",
                [&](RoundReport& report, const Statement& row) {
                    std::optional<Grouping>& grouping = report.*tables.part;
                    const auto group = static_cast<std::size_t>(row.integer(1));
                    if (grouping && group < grouping->groups.size())
                        grouping->groups[group].push_back(row.whole(2));
                });
    filler.fill(R"(done, "left", "right", score, kind, size, data_gain, similarity_loss)",
                std::string(tables.merges),
                "step",
                [&](RoundReport& report, const Statement& row) {
                    std::optional<Grouping>& grouping = report.*tables.part;
                    if (!grouping)
                        return;
                    const Merge merge{.left = row.whole(2),
                                      .right = row.whole(3),
                                      .score = row.real(4),
                                      .kind =
                                          orDamaged(database, enumerator<MergeKind>(row.text(5))),
                                      .size = row.whole(6),
                                      .dataGain = row.optionalReal(7),
                                      .similarityLoss = row.optionalReal(8)};
                    if (row.integer(1) != 0)
                        grouping->merges.push_back(merge);
                    else
                        grouping->refused = merge;
                });
}

void fillValues(Filler& filler)
{
    filler.fill("scope, name",
                "value_series",
                "scope, series",
                [](RoundReport& report, const Statement& row) {
                    auto& series =
                        row.text(1) == "client" ? report.clientValues : report.groupValues;
                    series.push_back(NamedValues{.name = row.text(2), .values = {}});
                });
    const auto takeInto = [](std::vector<NamedValues> RoundReport::*part) {
        return [part](RoundReport& report, const Statement& row) {
            const auto series = static_cast<std::size_t>(row.integer(1));
            if (series < (report.*part).size())
                (report.*part)[series].values.push_back(row.optionalReal(2));
        };
    };
    filler.fill(
        "series, value", "client_value", "series, client", takeInto(&RoundReport::clientValues));
    filler.fill(
        "series, value", "group_value", R"(series, "group")", takeInto(&RoundReport::groupValues));
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

void fillLists(Filler& filler, const Database& database)
{
    filler.fill(
        "client", "participation", "position", [](RoundReport& report, const Statement& row) {
            report.participants.push_back(row.whole(1));
        });
    filler.fill("link, client, bits",
                "traffic",
                "position",
                [&](RoundReport& report, const Statement& row) {
                    report.traffic.push_back(
                        Traffic{.link = orDamaged(database, enumerator<Link>(row.text(1))),
                                .client = row.optionalWhole(2),
                                .bits = row.real(3)});
                });
    filler.fill("severity, kind, client, sentence, value",
                "event",
                "position",
                [&](RoundReport& report, const Statement& row) {
                    report.events.push_back(
                        Event{.severity = orDamaged(database, enumerator<Severity>(row.text(1))),
                              .what = eventValue(row.text(2), row.text(5)),
                              .client = row.optionalWhole(3),
                              .sentence = row.text(4)});
                });
    filler.fill(
        "phase, seconds", "timing", "position", [](RoundReport& report, const Statement& row) {
            report.timings.push_back(PhaseTime{.phase = row.text(1), .seconds = row.real(2)});
        });
}

/// An unchanged matrix refers to an earlier round, which may lie before the requested ones. Each is
/// unpacked once.
class MatrixReader
{
public:
    MatrixReader(Database& database, std::int64_t run)
        : m_database(database)
        , m_run(run)
    {}

    const Matrix& stored(int round, const MatrixColumn& column)
    {
        if (m_currentRound == round)
            return m_current;
        auto query =
            m_database.statement("SELECT rows, columns, bytes FROM matrix"
                                 " WHERE run = ? AND round = ? AND kind = ? AND same_as IS NULL");
        query.bind(m_run, round, column.word);
        if (!query.next())
            m_database.fail("the run store is damaged: a matrix of round " + std::to_string(round)
                            + " is missing");
        const auto rows = static_cast<std::size_t>(query.integer(0));
        const auto columns = static_cast<std::size_t>(query.integer(1));
        const auto packed = decompress(query.blob(2), packedSize(rows, columns, column.precision));
        if (!packed)
            m_database.fail("the run store is damaged: a matrix of round " + std::to_string(round)
                            + " cannot be unpacked");
        m_current = unpackMatrix(rows, columns, *packed, column.precision);
        m_currentRound = round;
        return m_current;
    }

private:
    Database& m_database;
    std::int64_t m_run;
    int m_currentRound = -1; ///< no round has this number
    Matrix m_current;
};

void fillMatrices(Filler& filler, Database& database, std::int64_t run)
{
    for (const MatrixColumn& column : kMatrixColumns) {
        MatrixReader reader(database, run);
        filler.fill(
            "kind, same_as", "matrix", "kind", [&](RoundReport& report, const Statement& row) {
                if (row.text(1) == column.word)
                    report.*column.part =
                        reader.stored(row.isNull(2) ? report.round : row.whole(2), column);
            });
    }
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

template <typename Value>
std::optional<std::int64_t> elementOf(const std::vector<Value>& values, std::size_t index)
{
    return index < values.size() ? std::optional<std::int64_t>(values[index]) : std::nullopt;
}

std::vector<EdgeServer> readEdges(Database& database, std::int64_t run)
{
    std::vector<EdgeServer> edges;
    auto names =
        database.statement("SELECT name FROM federation_edge WHERE run = ? ORDER BY run, edge");
    names.bind(run);
    while (names.next())
        edges.push_back({.name = names.text(0), .clients = {}});
    auto members = database.statement("SELECT edge, client FROM federation_edge_client"
                                      " WHERE run = ? ORDER BY run, edge, position");
    members.bind(run);
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

} // namespace

std::vector<RoundReport>
readReports(Database& database, std::int64_t run, int first, int last, bool withMatrices)
{
    std::vector<RoundReport> reports = readRounds(database, run, first, last);
    if (reports.empty())
        return reports;
    Filler filler(database, run, first, last, reports);
    fillClients(filler);
    for (const GroupingTables& tables : kGroupingTables)
        fillGrouping(filler, database, tables);
    fillValues(filler);
    filler.fill(
        "name, value", "round_metric", "name", [](RoundReport& report, const Statement& row) {
            report.metrics.emplace_hint(report.metrics.end(), row.text(1), row.real(2));
        });
    std::ranges::for_each(reports, liftRoundValues);
    fillLists(filler, database);
    if (withMatrices)
        fillMatrices(filler, database, run);
    return reports;
}

FederationFacts readFacts(Database& database, std::int64_t run)
{
    FederationFacts facts;
    auto federation =
        database.statement("SELECT parameters, classes FROM federation WHERE run = ?");
    federation.bind(run);
    if (!federation.next())
        return facts;
    facts.parameters = federation.integer(0);
    facts.classes = federation.integer(1);
    auto query = database.statement(
        "SELECT train_samples, test_samples, validation_samples, true_group, class_counts"
        " FROM federation_client WHERE run = ? ORDER BY run, client");
    query.bind(run);
    while (query.next()) {
        if (!query.isNull(0))
            facts.trainSamples.push_back(query.integer(0));
        if (!query.isNull(1))
            facts.testSamples.push_back(query.integer(1));
        if (!query.isNull(2))
            facts.validationSamples.push_back(query.integer(2));
        if (!query.isNull(3))
            facts.trueGroup.push_back(query.whole(3));
        if (!query.isNull(4))
            facts.classCounts.push_back(split(query.text(4)));
    }
    facts.edges = readEdges(database, run);
    return facts;
}

void writeFacts(Database& database, std::int64_t run, const FederationFacts& facts)
{
    database.statement("DELETE FROM federation WHERE run = ?").bind(run).run();
    database.statement("INSERT INTO federation VALUES (?, ?, ?)")
        .bind(run, facts.parameters, facts.classes)
        .run();
    const std::size_t clients = std::max({facts.trainSamples.size(),
                                          facts.testSamples.size(),
                                          facts.validationSamples.size(),
                                          facts.trueGroup.size(),
                                          facts.classCounts.size()});
    auto insert = database.statement("INSERT INTO federation_client VALUES (?, ?, ?, ?, ?, ?, ?)");
    for (std::size_t i = 0; i < clients; ++i) {
        std::optional<std::string> classCounts;
        if (i < facts.classCounts.size())
            classCounts = joined(facts.classCounts[i]);
        insert
            .bind(run,
                  i,
                  elementOf(facts.trainSamples, i),
                  elementOf(facts.testSamples, i),
                  elementOf(facts.validationSamples, i),
                  elementOf(facts.trueGroup, i),
                  classCounts)
            .run();
    }
    writeEdges(database, run, facts.edges);
}

} // namespace coterie
