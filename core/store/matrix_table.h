#pragma once

#include "core/store/csv_writer.h"
#include "core/store/report_rows.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// The table of matrices in exports and bundles: every entry, or of an A of many clients its
/// different rows and then, for clients in succession, which row is theirs. Clients that no such
/// line names keep their own model.
namespace coterie {

/// The rows of one report, each after `identity`.
void writeMatrixRows(std::string_view identity, const RoundReport& report, CsvWriter& csv);

/// Makes the matrices of one round again.
class MatrixTableReader
{
public:
    /// The matrices that the round has.
    explicit MatrixTableReader(const MatrixSizes& sizes)
        : m_sizes(sizes)
    {}

    /// Takes the next line of the table. What is wrong with it; empty: nothing.
    [[nodiscard]] std::string
    take(std::string_view kind, std::size_t row, std::size_t column, const std::string& value);
    /// Memory that the last line took.
    [[nodiscard]] std::size_t bytesOfLast() const { return m_bytesOfLast; }
    /// Moves the matrices into the report; false if one is not complete.
    [[nodiscard]] bool moveTo(RoundReport& report);

private:
    [[nodiscard]] std::string
    takeEntry(std::string_view kind, std::size_t row, std::size_t column, const std::string& value);
    [[nodiscard]] std::string
    takeShare(std::size_t row, std::size_t client, const std::string& value);
    [[nodiscard]] std::string
    takeClients(std::size_t first, std::size_t last, const std::string& value);
    /// Whether A may be one of different rows; m_a is one then.
    [[nodiscard]] bool hasStarted();
    void addRow();

    const MatrixSizes& m_sizes;
    std::array<std::vector<double>, kMatrixWords.size()> m_entries;
    std::optional<Collaboration> m_a;           ///< of different rows
    std::vector<Collaboration::Share> m_shares; ///< of the row being read
    std::size_t m_next = 0;                     ///< the first client whose row is not known yet
    std::size_t m_bytesOfLast = 0;
};

} // namespace coterie
