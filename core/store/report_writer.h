#pragma once

#include "core/metrics/metrics.h"
#include "core/report/round_report.h"
#include "core/store/row_values.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace coterie {

class Database;

enum class MatrixKind
{
    Collaboration,
    Similarity,
    Gram
};

struct MatrixColumn
{
    MatrixKind kind;
    std::string_view word;
    MatrixPrecision precision;
    std::optional<Matrix> RoundReport::*part;
};

/// The matrices of a report, the word each is stored and exported under, and how exactly it is
/// kept.
inline constexpr std::array<MatrixColumn, 3> kMatrixColumns{
    MatrixColumn{MatrixKind::Collaboration,
                 "collaboration",
                 MatrixPrecision::Single,
                 &RoundReport::collaboration},
    MatrixColumn{
        MatrixKind::Similarity, "similarity", MatrixPrecision::Single, &RoundReport::similarity},
    MatrixColumn{MatrixKind::Gram, "gram", MatrixPrecision::Double, &RoundReport::gram},
};

/// A grouping of a report and the tables it is stored in.
struct GroupingTables
{
    std::string_view members;
    std::string_view merges;
    std::optional<Grouping> RoundReport::*part;
};

inline constexpr std::array<GroupingTables, 2> kGroupingTables{
    GroupingTables{"group_member", "merge", &RoundReport::grouping},
    GroupingTables{"cluster_member", "cluster_merge", &RoundReport::samplingClusters},
};

/// Writes the reports of one run, in the transaction the caller has open. Knows what the run's last
/// matrices were, so that an unchanged one costs a row without bytes, and carries the metrics that
/// look back (best so far).
class ReportWriter
{
public:
    /// Continues after what is stored already: the metrics and matrices of rounds before are read
    /// back.
    ReportWriter(Database& database, std::int64_t run);

    void write(const RoundReport& report);
    [[nodiscard]] int lastRound() const { return m_lastRound; }

private:
    struct LastMatrix
    {
        int round = 0;
        std::size_t rows = 0;
        std::size_t columns = 0;
        std::vector<std::byte> packed;
    };

    void catchUp();
    void writeRound(const RoundReport& report);
    void writeClients(const RoundReport& report);
    void writeGrouping(int round, const GroupingTables& tables, const Grouping& grouping);
    void writeValues(int round, std::string_view scope, const std::vector<NamedValues>& series);
    void writeLists(const RoundReport& report);
    void writeMatrix(int round, const MatrixColumn& column, const Matrix& matrix);
    void writeMetrics(const RoundReport& report);

    Database& m_database;
    std::int64_t m_run;
    int m_lastRound = -1;
    MetricTracker m_metrics;
    std::array<std::optional<LastMatrix>, kMatrixColumns.size()> m_lastMatrices;
};

} // namespace coterie
