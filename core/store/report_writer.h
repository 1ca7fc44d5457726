#pragma once

#include "core/store/packed_matrix.h"
#include "core/store/report_rows.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace coterie {

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
        std::optional<std::size_t> size; ///< of different rows; see PackedMatrix
        std::vector<std::byte> packed;
    };

    template <typename Row>
    void writeList(std::string_view table, int round, const std::vector<Row>& rows);
    void writeGrouping(int round, const GroupingTables& tables, const Grouping& grouping);
    void writeValues(int round, const ValueTable& table, const std::vector<NamedValues>& series);
    void writeMatrix(int round, std::size_t place, PackedMatrix matrix);

    Database& m_database;
    std::int64_t m_run;
    int m_lastRound = -1;
    /// In the order of kMatrixWords.
    std::array<std::optional<LastMatrix>, kMatrixWords.size()> m_lastMatrices;
};

} // namespace coterie
