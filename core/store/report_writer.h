#pragma once

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

/// The matrices of a report: their words in the store and in exports, and their precision.
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

/// Writes the reports of one run, in the transaction the caller has open. Remembers the run's last
/// matrices, so that an unchanged one costs a row without bytes.
class ReportWriter
{
public:
    /// Continues after what is stored already.
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

    void writeRound(const RoundReport& report);
    void writeClients(const RoundReport& report);
    void writeGrouping(int round, const GroupingTables& tables, const Grouping& grouping);
    void writeValues(int round, std::string_view scope, const std::vector<NamedValues>& series);
    void writeLists(const RoundReport& report);
    void writeMatrix(int round, const MatrixColumn& column, const Matrix& matrix);

    Database& m_database;
    std::int64_t m_run;
    int m_lastRound = -1;
    std::array<std::optional<LastMatrix>, kMatrixColumns.size()> m_lastMatrices;
};

} // namespace coterie
