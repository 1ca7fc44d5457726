#include "core/store/report_writer.h"

#include "core/store/database.h"
#include "core/store/row_values.h"

#include <tuple>

namespace coterie {

namespace {

auto columnsOf(const std::optional<Score>& score)
{
    return std::tuple(score ? std::optional(score->loss) : std::nullopt,
                      score ? score->accuracy : std::nullopt,
                      score ? std::optional(score->samples) : std::nullopt);
}

auto columnsOf(const std::optional<Grouping>& grouping)
{
    return std::tuple(grouping ? std::optional(grouping->groups.size()) : std::nullopt,
                      grouping ? std::optional(grouping->stopReason) : std::nullopt);
}

std::string insertInto(std::string_view table, int columns)
{
    std::string sql = "INSERT INTO " + std::string(table) + " VALUES (?";
    for (int column = 1; column < columns; ++column)
        sql += ", ?";
    return sql + ')';
}

} // namespace

ReportWriter::ReportWriter(Database& database, std::int64_t run)
    : m_database(database)
    , m_run(run)
{
    auto newest = database.statement("SELECT max(round) FROM round WHERE run = ?");
    newest.bind(run);
    if (newest.next() && !newest.isNull(0))
        m_lastRound = newest.whole(0);
    for (std::size_t i = 0; i < kMatrixColumns.size(); ++i) {
        const MatrixColumn& column = kMatrixColumns[i];
        auto query = m_database.statement("SELECT round, rows, columns, bytes FROM matrix"
                                          " WHERE run = ? AND kind = ? AND same_as IS NULL"
                                          " ORDER BY round DESC LIMIT 1");
        query.bind(m_run, column.word);
        if (!query.next())
            continue;
        LastMatrix last{.round = query.whole(0),
                        .rows = static_cast<std::size_t>(query.integer(1)),
                        .columns = static_cast<std::size_t>(query.integer(2)),
                        .packed = {}};
        auto packed =
            decompress(query.blob(3), packedSize(last.rows, last.columns, column.precision));
        if (!packed) // the next one is then written whole
            continue;
        last.packed = std::move(*packed);
        m_lastMatrices[i] = std::move(last);
    }
}

void ReportWriter::write(const RoundReport& report)
{
    writeRound(report);
    writeClients(report);
    for (const GroupingTables& tables : kGroupingTables) {
        if (const std::optional<Grouping>& grouping = report.*tables.part)
            writeGrouping(report.round, tables, *grouping);
    }
    writeValues(report.round, "client", report.clientValues);
    writeValues(report.round, "group", report.groupValues);
    writeLists(report);
    for (const MatrixColumn& column : kMatrixColumns) {
        if (const std::optional<Matrix>& matrix = report.*column.part)
            writeMatrix(report.round, column, *matrix);
    }
    auto metric = m_database.statement(insertInto("round_metric", 4));
    for (const auto& [name, value] : report.metrics)
        metric.bind(m_run, report.round, name, value).run();
    m_lastRound = report.round;
}

void ReportWriter::writeRound(const RoundReport& report)
{
    m_database.statement(insertInto("round", 14))
        .bind(m_run,
              report.round,
              report.learningRate,
              columnsOf(report.officialTest),
              columnsOf(report.pooledTrain),
              columnsOf(report.grouping),
              report.seconds,
              columnsOf(report.samplingClusters))
        .run();
}

void ReportWriter::writeClients(const RoundReport& report)
{
    auto insert = m_database.statement(insertInto("client_metric", 20));
    for (std::size_t i = 0; i < report.clients.size(); ++i) {
        const ClientReport& client = report.clients[i];
        insert
            .bind(m_run,
                  report.round,
                  i,
                  client.client,
                  client.trainLoss,
                  client.trainAccuracy,
                  columnsOf(client.personalTest),
                  columnsOf(client.globalTest),
                  columnsOf(client.personalValidation),
                  columnsOf(client.globalValidation),
                  client.steps,
                  client.updateNorm)
            .run();
    }
}

void ReportWriter::writeGrouping(int round, const GroupingTables& tables, const Grouping& grouping)
{
    auto member = m_database.statement(insertInto(tables.members, 5));
    for (std::size_t group = 0; group < grouping.groups.size(); ++group) {
        for (std::size_t i = 0; i < grouping.groups[group].size(); ++i)
            member.bind(m_run, round, group, i, grouping.groups[group][i]).run();
    }
    auto insert = m_database.statement(insertInto(tables.merges, 11));
    const auto writeMerge = [&](std::size_t step, bool done, const Merge& merge) {
        insert
            .bind(m_run,
                  round,
                  step,
                  done,
                  merge.left,
                  merge.right,
                  merge.score,
                  word(merge.kind),
                  merge.size,
                  merge.dataGain,
                  merge.similarityLoss)
            .run();
    };
    for (std::size_t step = 0; step < grouping.merges.size(); ++step)
        writeMerge(step, true, grouping.merges[step]);
    if (grouping.refused)
        writeMerge(grouping.merges.size(), false, *grouping.refused);
}

void ReportWriter::writeValues(int round,
                               std::string_view scope,
                               const std::vector<NamedValues>& series)
{
    auto name = m_database.statement(insertInto("value_series", 5));
    auto value =
        m_database.statement(insertInto(scope == "client" ? "client_value" : "group_value", 5));
    for (std::size_t i = 0; i < series.size(); ++i) {
        name.bind(m_run, round, scope, i, series[i].name).run();
        for (std::size_t k = 0; k < series[i].values.size(); ++k)
            value.bind(m_run, round, i, k, series[i].values[k]).run();
    }
}

void ReportWriter::writeLists(const RoundReport& report)
{
    auto participant = m_database.statement(insertInto("participation", 4));
    for (std::size_t i = 0; i < report.participants.size(); ++i)
        participant.bind(m_run, report.round, i, report.participants[i]).run();

    auto traffic = m_database.statement(insertInto("traffic", 6));
    for (std::size_t i = 0; i < report.traffic.size(); ++i) {
        const Traffic& part = report.traffic[i];
        traffic.bind(m_run, report.round, i, word(part.link), part.client, part.bits).run();
    }

    auto event = m_database.statement(insertInto("event", 8));
    for (std::size_t i = 0; i < report.events.size(); ++i) {
        const Event& part = report.events[i];
        event
            .bind(m_run,
                  report.round,
                  i,
                  word(part.severity),
                  kindOf(part.what),
                  part.client,
                  part.sentence,
                  eventJson(part.what))
            .run();
    }

    auto timing = m_database.statement(insertInto("timing", 5));
    for (std::size_t i = 0; i < report.timings.size(); ++i)
        timing.bind(m_run, report.round, i, report.timings[i].phase, report.timings[i].seconds)
            .run();
}

void ReportWriter::writeMatrix(int round, const MatrixColumn& column, const Matrix& matrix)
{
    std::optional<LastMatrix>& last = m_lastMatrices[static_cast<std::size_t>(column.kind)];
    std::vector<std::byte> packed = packMatrix(matrix, column.precision);
    auto insert =
        m_database.statement("INSERT INTO matrix (run, round, kind, rows, columns, same_as, bytes)"
                             " VALUES (?, ?, ?, ?, ?, ?, ?)");
    if (last && last->rows == matrix.rows && last->columns == matrix.columns
        && last->packed == packed) {
        insert
            .bind(m_run, round, column.word, matrix.rows, matrix.columns, last->round, std::nullopt)
            .run();
        return;
    }
    insert
        .bind(
            m_run, round, column.word, matrix.rows, matrix.columns, std::nullopt, compress(packed))
        .run();
    last = LastMatrix{.round = round,
                      .rows = matrix.rows,
                      .columns = matrix.columns,
                      .packed = std::move(packed)};
}

} // namespace coterie
