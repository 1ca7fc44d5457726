#include "core/store/matrix_table.h"

#include "core/store/bundle_table.h"
#include "core/store/packed_matrix.h"

#include <algorithm>
#include <utility>

namespace coterie {

namespace {

/// In exports, the weights of a row, and which clients have it.
constexpr std::string_view kDifferentRowWord = "collaborationRow";
constexpr std::string_view kRowOfClientsWord = "collaborationRowOf";

const std::string kNotNext = "is not the next entry of one of the round's matrices";

std::string noNumber(const std::string& value)
{
    return '"' + value + "\" is no number";
}

template <typename... Values>
void writeLine(std::string_view identity, CsvWriter& csv, const Values&... values)
{
    csv.raw(identity);
    csv.row(values...);
}

void writeEntries(std::string_view identity,
                  int round,
                  std::string_view word,
                  const Matrix& matrix,
                  CsvWriter& csv)
{
    const bool isSingle = precisionOf(word) == MatrixPrecision::Single;
    for (std::size_t i = 0; i < matrix.values.size(); ++i) {
        const std::size_t row = i / matrix.columns;
        const std::size_t column = i % matrix.columns;
        const double value = matrix.values[i];
        // A stored float is written as one: 0.1, not 0.10000000149011612.
        if (isSingle)
            writeLine(identity, csv, round, word, row, column, static_cast<float>(value));
        else
            writeLine(identity, csv, round, word, row, column, value);
    }
}

void writeDifferentRows(std::string_view identity,
                        int round,
                        const Collaboration& a,
                        CsvWriter& csv)
{
    for (std::uint32_t row = 0; row < a.addedRows(); ++row) {
        for (const Collaboration::Share& share : a.addedRow(row))
            writeLine(identity,
                      csv,
                      round,
                      kDifferentRowWord,
                      row,
                      share.client,
                      static_cast<float>(share.weight));
        if (a.addedRow(row).empty()) // so that the rows keep their numbers
            writeLine(identity, csv, round, kDifferentRowWord, row, 0, 0);
    }
    for (std::size_t first = 0; first < a.rows();) {
        const std::uint32_t row = a.rowOf(first);
        std::size_t last = a.isOneRow() ? a.rows() - 1 : first;
        while (last + 1 < a.rows() && a.rowOf(last + 1) == row)
            ++last;
        if (row != Collaboration::kOwnModel)
            writeLine(identity, csv, round, kRowOfClientsWord, first, last, row);
        first = last + 1;
    }
}

} // namespace

void writeMatrixRows(std::string_view identity, const RoundReport& report, CsvWriter& csv)
{
    if (const std::optional<Collaboration>& a = report.collaboration) {
        if (hasDifferentRows(*a))
            writeDifferentRows(identity, report.round, *a, csv);
        else
            writeEntries(identity, report.round, kCollaborationWord, a->dense(), csv);
    }
    for (const MatrixColumn& column : kMatrixColumns)
        if (const std::optional<Matrix>& matrix = report.*column.part)
            writeEntries(identity, report.round, column.word, *matrix, csv);
}

std::string MatrixTableReader::take(std::string_view kind,
                                    std::size_t row,
                                    std::size_t column,
                                    const std::string& value)
{
    m_bytesOfLast = 0;
    if (kind == kDifferentRowWord)
        return takeShare(row, column, value);
    if (kind == kRowOfClientsWord)
        return takeClients(row, column, value);
    return takeEntry(kind, row, column, value);
}

std::string MatrixTableReader::takeEntry(std::string_view kind,
                                         std::size_t row,
                                         std::size_t column,
                                         const std::string& value)
{
    const auto place =
        static_cast<std::size_t>(std::ranges::find(kMatrixWords, kind) - kMatrixWords.begin());
    const auto size = place == kMatrixWords.size() ? std::nullopt : m_sizes[place];
    if (!size || row >= size->first || column >= size->second || (place == 0 && m_a)
        || m_entries[place].size() != row * size->second + column)
        return kNotNext;
    double number = 0;
    if (precisionOf(kind) == MatrixPrecision::Single) {
        float single = 0;
        if (!readNumber(value, single))
            return noNumber(value);
        number = static_cast<double>(single);
    } else if (!readNumber(value, number)) {
        return noNumber(value);
    }
    m_entries[place].push_back(number);
    m_bytesOfLast = sizeof number;
    return {};
}

bool MatrixTableReader::hasStarted()
{
    const auto& size = m_sizes.front();
    if (!size || size->first != size->second || size->first <= kMostPairedClients
        || !m_entries.front().empty())
        return false;
    if (!m_a)
        m_a = Collaboration::identity(size->first);
    return true;
}

void MatrixTableReader::addRow()
{
    if (!m_shares.empty())
        m_a->addRow(m_shares);
    m_shares.clear();
}

std::string
MatrixTableReader::takeShare(std::size_t row, std::size_t client, const std::string& value)
{
    float weight = 0;
    if (!hasStarted() || m_next > 0 || client >= m_a->columns())
        return kNotNext;
    if (!readNumber(value, weight))
        return noNumber(value);
    if (row == m_a->addedRows() + 1)
        addRow();
    if (row != m_a->addedRows() || (!m_shares.empty() && client <= m_shares.back().client))
        return kNotNext;
    m_shares.push_back(
        {.client = static_cast<std::uint32_t>(client), .weight = static_cast<double>(weight)});
    m_bytesOfLast = sizeof(Collaboration::Share);
    return {};
}

std::string
MatrixTableReader::takeClients(std::size_t first, std::size_t last, const std::string& value)
{
    std::uint32_t row = 0;
    if (!hasStarted())
        return kNotNext;
    addRow();
    if (!readNumber(value, row))
        return noNumber(value);
    if (row >= m_a->addedRows() || first < m_next || last < first || last >= m_a->rows())
        return kNotNext;
    const std::size_t before = m_a->bytes();
    if (first == 0 && last + 1 == m_a->rows()) {
        m_a->giveAll(row);
    } else {
        for (std::size_t client = first; client <= last; ++client)
            m_a->giveRow(client, row);
    }
    m_bytesOfLast = m_a->bytes() - before;
    m_next = last + 1;
    return {};
}

bool MatrixTableReader::moveTo(RoundReport& report)
{
    for (std::size_t i = 0; i < m_entries.size(); ++i) {
        const auto& size = m_sizes[i];
        if (!size)
            continue;
        if (i == 0 && hasStarted()) {
            addRow();
            report.collaboration = std::move(*m_a);
            continue;
        }
        if (size->first * size->second != m_entries[i].size())
            return false;
        Matrix matrix;
        matrix.rows = size->first;
        matrix.columns = size->second;
        matrix.values = std::move(m_entries[i]);
        if (i == 0)
            report.collaboration = std::move(matrix);
        else
            report.*kMatrixColumns[i - 1].part = std::move(matrix);
    }
    return true;
}

} // namespace coterie
