#include "core/store/report_writer.h"

#include <tuple>
#include <utility>

namespace coterie {

namespace {

std::string insertInto(std::string_view table, std::size_t columns, std::size_t rows = 1)
{
    std::string row = "(?";
    for (std::size_t column = 1; column < columns; ++column)
        row += ", ?";
    row += ')';
    std::string sql = "INSERT INTO " + std::string(table) + " VALUES " + row;
    for (std::size_t i = 1; i < rows; ++i)
        sql += ", " + row;
    return sql;
}

template <typename RowAt, std::size_t... i>
void insertNext(Statement& insert,
                const RowAt& rowAt,
                std::size_t first,
                std::index_sequence<i...> /*how many*/)
{
    insert.bind(rowAt(first + i)...).run();
}

/// Writes the rows that rowAt(0), rowAt(1), ... give as tuples. Sixteen in a statement take SQLite
/// two thirds of the time that they take one by one, because it need not look for the place of
/// each that follows another.
template <typename RowAt>
void insertRows(Database& database, std::string_view table, std::size_t count, const RowAt& rowAt)
{
    constexpr std::size_t kTogether = 16;
    constexpr auto kColumns = std::tuple_size_v<decltype(rowAt(std::size_t()))>;
    std::size_t next = 0;
    if (count >= kTogether)
        for (auto insert = database.statement(insertInto(table, kColumns, kTogether));
             next + kTogether <= count;
             next += kTogether)
            insertNext(insert, rowAt, next, std::make_index_sequence<kTogether>());
    auto insert = database.statement(insertInto(table, kColumns));
    for (; next < count; ++next)
        insertNext(insert, rowAt, next, std::make_index_sequence<1>());
}

} // namespace

ReportWriter::ReportWriter(Database& database, std::int64_t run)
    : m_database(database)
    , m_run(run)
{
    auto newest = database.statement("SELECT max(round) FROM round WHERE run = ?", run);
    if (newest.next() && !newest.isNull(0))
        m_lastRound = newest.whole(0);
    for (std::size_t i = 0; i < kMatrixWords.size(); ++i) {
        auto query = m_database.statement("SELECT round, rows, columns, size, bytes FROM matrix"
                                          " WHERE run = ? AND kind = ? AND same_as IS NULL"
                                          " ORDER BY round DESC LIMIT 1",
                                          m_run,
                                          kMatrixWords[i]);
        if (!query.next())
            continue;
        LastMatrix last;
        query.read(0, last.round, last.rows, last.columns);
        if (!query.isNull(3))
            last.size = static_cast<std::size_t>(query.integer(3));
        auto packed = unpackedBytes(
            last.rows, last.columns, last.size, query.blob(4), precisionOf(kMatrixWords[i]));
        if (!packed) // the next one is then written whole
            continue;
        last.packed = std::move(*packed);
        m_lastMatrices[i] = std::move(last);
    }
}

void ReportWriter::write(const RoundReport& report)
{
    const auto round = std::tuple_cat(std::tuple(m_run, report.round), columnsOf(report));
    m_database.statement(insertInto("round", std::tuple_size_v<decltype(round)>), round).run();
    std::apply(
        [&](const auto&... list) {
            (writeList(list.first, report.round, report.*list.second), ...);
        },
        kListTables);
    for (const GroupingTables& tables : kGroupingTables)
        if (const std::optional<Grouping>& grouping = report.*tables.part)
            writeGrouping(report.round, tables, *grouping);
    for (const ValueTable& table : kValueTables)
        writeValues(report.round, table, report.*table.part);
    if (report.collaboration)
        writeMatrix(report.round, 0, packed(*report.collaboration));
    for (std::size_t i = 0; i < kMatrixColumns.size(); ++i)
        if (const std::optional<Matrix>& matrix = report.*kMatrixColumns[i].part)
            writeMatrix(report.round, i + 1, packed(*matrix, kMatrixColumns[i].precision));
    auto metric = m_database.statement(insertInto("round_metric", 4));
    for (const auto& [name, value] : report.metrics)
        metric.bind(m_run, report.round, name, value).run();
    m_lastRound = report.round;
}

template <typename Row>
void ReportWriter::writeList(std::string_view table, int round, const std::vector<Row>& rows)
{
    insertRows(m_database, table, rows.size(), [&](std::size_t i) {
        return std::tuple_cat(std::tuple(m_run, round, i), columnsOf(rows[i]));
    });
}

void ReportWriter::writeGrouping(int round, const GroupingTables& tables, const Grouping& grouping)
{
    std::vector<std::tuple<std::size_t, std::size_t, int>> members; // group, place in it, client
    for (std::size_t group = 0; group < grouping.groups.size(); ++group)
        for (std::size_t i = 0; i < grouping.groups[group].size(); ++i)
            members.emplace_back(group, i, grouping.groups[group][i]);
    insertRows(m_database, tables.members, members.size(), [&](std::size_t i) {
        return std::tuple_cat(std::tuple(m_run, round), members[i]);
    });
    auto insert = m_database.statement(insertInto(tables.merges, 11));
    const auto writeMerge = [&](std::size_t step, bool done, const Merge& merge) {
        insert.bind(m_run, round, step, done, columnsOf(merge)).run();
    };
    for (std::size_t step = 0; step < grouping.merges.size(); ++step)
        writeMerge(step, true, grouping.merges[step]);
    if (grouping.refused)
        writeMerge(grouping.merges.size(), false, *grouping.refused);
}

void ReportWriter::writeValues(int round,
                               const ValueTable& table,
                               const std::vector<NamedValues>& series)
{
    auto name = m_database.statement(insertInto("value_series", 5));
    for (std::size_t i = 0; i < series.size(); ++i) {
        name.bind(m_run, round, table.scope, i, series[i].name).run();
        insertRows(m_database, table.table, series[i].values.size(), [&](std::size_t k) {
            return std::tuple(m_run, round, i, k, series[i].values[k]);
        });
    }
}

void ReportWriter::writeMatrix(int round, std::size_t place, PackedMatrix matrix)
{
    std::optional<LastMatrix>& last = m_lastMatrices[place];
    const bool unchanged = last && last->rows == matrix.rows && last->columns == matrix.columns
                           && last->size == matrix.size && last->packed == matrix.bytes;
    m_database
        .statement("INSERT INTO matrix (run, round, kind, rows, columns, same_as, bytes, size)"
                   " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                   m_run,
                   round,
                   kMatrixWords[place],
                   matrix.rows,
                   matrix.columns,
                   unchanged ? std::optional(last->round) : std::nullopt,
                   unchanged ? std::nullopt : std::optional(compress(matrix.bytes)),
                   unchanged ? std::nullopt : matrix.size)
        .run();
    if (!unchanged)
        last = LastMatrix{.round = round,
                          .rows = matrix.rows,
                          .columns = matrix.columns,
                          .size = matrix.size,
                          .packed = std::move(matrix.bytes)};
}

} // namespace coterie
