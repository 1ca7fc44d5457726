#include "core/report/collaboration.h"

#include <algorithm>
#include <cassert>
#include <set>
#include <utility>

namespace coterie {

Collaboration::Collaboration(Matrix dense)
    : m_rows(dense.rows)
    , m_columns(dense.columns)
    , m_dense(std::move(dense))
{}

Collaboration Collaboration::identity(std::size_t clients)
{
    assert(clients < kOwnModel);
    Collaboration a;
    a.m_rows = clients;
    a.m_columns = clients;
    return a;
}

std::uint32_t Collaboration::addRow(std::span<const Share> shares)
{
    assert(!m_dense);
    assert(std::ranges::is_sorted(shares, std::ranges::less_equal(), &Share::client)
           && (shares.empty() || shares.back().client < m_columns));
    std::ranges::copy_if(
        shares, std::back_inserter(m_shares), [](const Share& share) { return share.weight != 0; });
    m_starts.push_back(m_shares.size());
    return static_cast<std::uint32_t>(m_starts.size() - 2);
}

void Collaboration::giveRow(std::size_t client, std::uint32_t row)
{
    assert(!m_dense && client < m_rows && (row == kOwnModel || row < addedRows()));
    if (m_rowOf.empty() && row == m_usual)
        return;
    if (m_rowOf.empty())
        m_rowOf.assign(m_rows, m_usual);
    m_rowOf[client] = row;
}

void Collaboration::giveAll(std::uint32_t row)
{
    assert(!m_dense && (row == kOwnModel || row < addedRows()));
    m_rowOf = {};
    m_usual = row;
}

double Collaboration::at(std::size_t row, std::size_t column) const
{
    if (m_dense)
        return m_dense->at(row, column);
    const std::uint32_t place = rowOf(row);
    if (place == kOwnModel)
        return row == column ? 1.0 : 0.0;
    const std::span<const Share> shares = addedRow(place);
    const auto found = std::ranges::lower_bound(shares, column, {}, &Share::client);
    return found != shares.end() && found->client == column ? found->weight : 0.0;
}

Matrix Collaboration::corner(std::size_t rows, std::size_t columns) const
{
    assert(rows <= m_rows && columns <= m_columns);
    if (m_dense && rows == m_rows && columns == m_columns)
        return *m_dense;
    Matrix matrix(rows, columns);
    for (std::size_t i = 0; i < rows; ++i)
        eachShare(i, [&](std::size_t j, double weight) {
            if (j < columns)
                matrix.at(i, j) = weight;
        });
    return matrix;
}

std::size_t Collaboration::bytes() const
{
    return (m_dense ? m_dense->values.size() * sizeof(double) : 0)
           + m_rowOf.size() * sizeof(std::uint32_t) + m_starts.size() * sizeof(std::size_t)
           + m_shares.size() * sizeof(Share);
}

bool Collaboration::operator==(const Collaboration& other) const
{
    if (m_rows != other.m_rows || m_columns != other.m_columns)
        return false;
    if (m_dense && other.m_dense)
        return *m_dense == *other.m_dense;
    if (m_dense || other.m_dense) {
        const Matrix& dense = m_dense ? *m_dense : *other.m_dense;
        const Collaboration& rows = m_dense ? other : *this;
        std::vector<double> row(m_columns);
        for (std::size_t i = 0; i < m_rows; ++i) {
            std::ranges::fill(row, 0.0);
            rows.eachShare(i, [&row](std::size_t j, double weight) { row[j] = weight; });
            if (!std::ranges::equal(row, dense.row(i)))
                return false;
        }
        return true;
    }
    std::set<std::pair<std::uint32_t, std::uint32_t>> equalRows; // compared once
    const std::size_t compared =
        isOneRow() && other.isOneRow() && (m_usual == kOwnModel) == (other.m_usual == kOwnModel)
            ? std::min<std::size_t>(m_rows, 1)
            : m_rows;
    for (std::size_t i = 0; i < compared; ++i) {
        const std::pair rows(rowOf(i), other.rowOf(i));
        if ((rows.first == kOwnModel && rows.second == kOwnModel) || equalRows.contains(rows))
            continue;
        const Share own{.client = static_cast<std::uint32_t>(i), .weight = 1};
        const auto sharesOf = [&own](const Collaboration& a, std::uint32_t row) {
            return row == kOwnModel ? std::span(&own, 1) : a.addedRow(row);
        };
        if (!std::ranges::equal(sharesOf(*this, rows.first), sharesOf(other, rows.second)))
            return false;
        if (rows.first != kOwnModel && rows.second != kOwnModel)
            equalRows.insert(rows);
    }
    return true;
}

} // namespace coterie
