#include "core/store/bundle_table.h"

#include "core/metrics/metric_infos.h"
#include "core/store/exports.h"

namespace coterie {

namespace {

constexpr std::size_t kRoundColumn = BundleTable::kFirst - 1;
constexpr std::size_t kFirstMetric = BundleTable::kFirst + 3; ///< in the table of rounds

std::vector<std::string> columnsIn(std::string_view header)
{
    std::vector<std::string> columns;
    while (true) {
        const std::size_t comma = header.find(',');
        columns.emplace_back(header.substr(0, comma));
        if (comma == std::string_view::npos)
            return columns;
        header.remove_prefix(comma + 1);
    }
}

} // namespace

Result<BundleTable> BundleTable::open(std::string_view kind, BundleText text)
{
    BundleTable table(std::move(text));
    COTERIE_TRY(const bool hasHeader, table.m_text.next(table.m_columns));
    const std::vector<std::string> known = columnsIn(exportHeader(kind));
    auto at = known.begin();
    for (const std::string& column : table.m_columns) {
        // Metrics that a version did not have are passed over; everything else must be there.
        while (kind == "rounds" && at != known.end() && *at != column
               && at - known.begin() >= static_cast<std::ptrdiff_t>(kFirstMetric))
            ++at;
        if (at == known.end() || *at != column)
            return table.wrong("has the column \"" + column
                               + "\", which this version does not have there; a newer version of "
                                 "Coterie may read the bundle");
        ++at;
    }
    const bool whole =
        kind == "rounds" ? table.m_columns.size() >= kFirstMetric : at == known.end();
    if (!hasHeader || !whole)
        return table.wrong("is not the first line of the table " + std::string(kind));
    COTERIE_CHECK(table.advance());
    return table;
}

bool BundleTable::isAt(const RowIdentity& run, const std::string& round) const
{
    return m_hasRow && m_fields[0] == run.experiment && m_fields[1] == run.arm
           && m_fields[2] == run.seed && m_fields[3] == run.sweep && m_fields[4] == run.repeat
           && m_fields[kRoundColumn] == round;
}

Result<void> BundleTable::advance()
{
    COTERIE_TRY(m_hasRow, m_text.next(m_fields));
    if (m_hasRow && m_fields.size() != m_columns.size())
        return wrong("has " + std::to_string(m_fields.size()) + " fields instead of "
                     + std::to_string(m_columns.size()));
    return {};
}

Result<Metrics> BundleTable::metrics(std::size_t first)
{
    Metrics metrics;
    for (std::size_t column = first; column < m_columns.size(); ++column) {
        std::optional<double> value;
        std::size_t place = column;
        if (!takeOne(place, value))
            return wrong("\"" + m_fields[column] + "\" is no value of the column "
                         + m_columns[column]);
        if (!value)
            continue;
        for (const MetricInfo& info : metricInfos()) {
            const std::string_view name = info.name;
            if (m_columns[column].starts_with(name)
                && (m_columns[column].size() == name.size()
                    || m_columns[column].substr(name.size()) == "_" + std::string(info.unit)))
                metrics.emplace(name, *value);
        }
    }
    return metrics;
}

Result<void> BundleTable::close(const std::string& sha256)
{
    if (m_hasRow)
        return wrong("belongs to no round of a run that the manifest names, or stands in the "
                     "wrong place");
    COTERIE_TRY(const std::string found, m_text.digest());
    if (found != sha256)
        return fail(m_text.place(), "is damaged: its SHA-256 is not that of the manifest");
    return {};
}

} // namespace coterie
