#pragma once

#include "core/base/matrix.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

namespace coterie {

/// A: row i says how much client i takes from each client.
///
/// Most methods repeat a few rows: one for all clients, or one for each group. So A is a list of
/// different rows and, for each client, which of them is its own. A row lists only weights that are
/// not zero. The memory is that of the different rows and at most four bytes for each client, never
/// the square of their number. Methods that compute every weight hold a dense matrix.
class Collaboration
{
public:
    /// What a client takes from one other client, or from itself.
    struct Share
    {
        std::uint32_t client = 0;
        double weight = 0;

        bool operator==(const Share&) const = default;
    };
    /// The row of clients that keep their own model.
    static constexpr std::uint32_t kOwnModel = std::numeric_limits<std::uint32_t>::max();

    Collaboration() = default;
    /// Held as it is. Also not square, such as clients by models.
    Collaboration(Matrix dense); // implicit: a matrix is one

    /// Every client keeps its own model.
    [[nodiscard]] static Collaboration identity(std::size_t clients);

    /// A new row. The shares are ascending by client, each at most once; zeros are dropped.
    /// Not for a dense A.
    std::uint32_t addRow(std::span<const Share> shares);
    /// Client `client` takes `row`, which addRow() gave, or kOwnModel.
    void giveRow(std::size_t client, std::uint32_t row);
    /// All clients take the row.
    void giveAll(std::uint32_t row);

    [[nodiscard]] std::size_t rows() const { return m_rows; }
    [[nodiscard]] std::size_t columns() const { return m_columns; }
    [[nodiscard]] bool isEmpty() const { return m_rows == 0 || m_columns == 0; }
    [[nodiscard]] double at(std::size_t row, std::size_t column) const;

    /// The matrix, if A is held as one.
    [[nodiscard]] const Matrix* matrix() const { return m_dense ? &*m_dense : nullptr; }
    /// How many rows were added; 0 for a dense A.
    [[nodiscard]] std::size_t addedRows() const { return m_starts.size() - 1; }
    [[nodiscard]] std::span<const Share> addedRow(std::uint32_t row) const
    {
        return std::span(m_shares).subspan(m_starts[row], m_starts[row + 1] - m_starts[row]);
    }
    /// Which row client `client` has. For a dense A its own number.
    [[nodiscard]] std::uint32_t rowOf(std::size_t client) const
    {
        return m_dense           ? static_cast<std::uint32_t>(client)
               : m_rowOf.empty() ? m_usual
                                 : m_rowOf[client];
    }
    /// Whether all clients have one row or all keep their own model.
    [[nodiscard]] bool isOneRow() const { return !m_dense && m_rowOf.empty(); }

    /// Calls take(column, weight) for the weights of a client's row that are not zero, ascending.
    template <typename Take>
    void eachShare(std::size_t client, Take take) const
    {
        if (m_dense) {
            for (std::size_t j = 0; j < m_columns; ++j)
                if (const double weight = m_dense->at(client, j); weight != 0)
                    take(j, weight);
        } else if (const std::uint32_t row = rowOf(client); row == kOwnModel) {
            take(client, 1.0);
        } else {
            for (const Share& share : addedRow(row))
                take(static_cast<std::size_t>(share.client), share.weight);
        }
    }

    /// The first `rows` rows and `columns` columns as a matrix.
    [[nodiscard]] Matrix corner(std::size_t rows, std::size_t columns) const;
    /// All of it, which takes eight bytes for each pair of clients.
    [[nodiscard]] Matrix dense() const { return corner(m_rows, m_columns); }
    /// Memory beside the object itself.
    [[nodiscard]] std::size_t bytes() const;

    /// Whether all weights are equal, however they are held.
    bool operator==(const Collaboration& other) const;

private:
    std::size_t m_rows = 0;
    std::size_t m_columns = 0;
    std::optional<Matrix> m_dense;
    std::uint32_t m_usual = kOwnModel;    ///< the row of all clients while m_rowOf is empty
    std::vector<std::uint32_t> m_rowOf;   ///< by client
    std::vector<std::size_t> m_starts{0}; ///< of the rows in m_shares, and its size
    std::vector<Share> m_shares;
};

/// Up to this many clients, tables and pictures have a place for every pair of clients. Beyond it
/// they keep to the different rows.
inline constexpr std::size_t kMostPairedClients = 1000;

} // namespace coterie
