#include "core/store/packed_matrix.h"

#include "core/store/report_rows.h"

#include <algorithm>
#include <cstring>

namespace coterie {

namespace {

template <typename Value>
void append(std::vector<std::byte>& bytes, Value value)
{
    const std::size_t end = bytes.size();
    bytes.resize(end + sizeof value);
    std::memcpy(bytes.data() + end, &value, sizeof value);
}

/// Takes values from the front of the bytes; none if there are too few.
class Reader
{
public:
    explicit Reader(std::span<const std::byte> bytes)
        : m_bytes(bytes)
    {}

    /// A list of `count` values.
    template <typename Value>
    std::optional<std::vector<Value>> take(std::size_t count)
    {
        if (count > m_bytes.size() / sizeof(Value))
            return std::nullopt;
        std::vector<Value> values(count);
        if (count > 0)
            std::memcpy(values.data(), m_bytes.data(), count * sizeof(Value));
        m_bytes = m_bytes.subspan(count * sizeof(Value));
        return values;
    }
    [[nodiscard]] bool isAtEnd() const { return m_bytes.empty(); }

private:
    std::span<const std::byte> m_bytes;
};

using Share = Collaboration::Share;

/// The shares of one row; nothing if they are no row of this many clients.
std::optional<std::vector<Share>> takeRow(Reader& reader, std::size_t clients)
{
    const auto count = reader.take<std::uint32_t>(1);
    const auto ids = count ? reader.take<std::uint32_t>(count->front()) : std::nullopt;
    const auto weights = ids ? reader.take<float>(ids->size()) : std::nullopt;
    if (!weights)
        return std::nullopt;
    std::vector<Share> shares;
    for (std::size_t j = 0; j < ids->size(); ++j) {
        const std::uint32_t client = (*ids)[j];
        if (client >= clients || (j > 0 && client <= shares.back().client))
            return std::nullopt;
        shares.push_back({.client = client, .weight = static_cast<double>((*weights)[j])});
    }
    return shares;
}

} // namespace

std::vector<std::byte> packCollaboration(const Collaboration& a)
{
    std::vector<std::byte> bytes;
    append(bytes, static_cast<std::uint32_t>(a.addedRows()));
    const std::size_t listed = a.isOneRow() ? 0 : a.rows();
    append(bytes, listed == 0 && a.rows() > 0 ? a.rowOf(0) : Collaboration::kOwnModel);
    append(bytes, static_cast<std::uint32_t>(listed));
    for (std::size_t client = 0; client < listed; ++client)
        append(bytes, a.rowOf(client));
    for (std::uint32_t row = 0; row < a.addedRows(); ++row) {
        const std::span<const Share> shares = a.addedRow(row);
        append(bytes, static_cast<std::uint32_t>(shares.size()));
        for (const Share& share : shares)
            append(bytes, share.client);
        for (const Share& share : shares)
            append(bytes, static_cast<float>(share.weight));
    }
    return bytes;
}

std::optional<Collaboration> unpackCollaboration(std::size_t clients,
                                                 std::span<const std::byte> packed)
{
    if (clients >= Collaboration::kOwnModel)
        return std::nullopt;
    Reader reader(packed);
    const auto head = reader.take<std::uint32_t>(3);
    if (!head)
        return std::nullopt;
    const std::uint32_t rows = head->at(0);
    const std::uint32_t listed = head->at(2);
    const auto rowOf = reader.take<std::uint32_t>(listed);
    if (!rowOf || (listed != 0 && listed != clients))
        return std::nullopt;
    Collaboration a = Collaboration::identity(clients);
    for (std::uint32_t row = 0; row < rows; ++row) {
        const auto shares = takeRow(reader, clients);
        if (!shares)
            return std::nullopt;
        a.addRow(*shares);
    }
    const auto isRow = [rows](std::uint32_t row) {
        return row == Collaboration::kOwnModel || row < rows;
    };
    if (!reader.isAtEnd() || !isRow(head->at(1)))
        return std::nullopt;
    a.giveAll(head->at(1));
    for (std::size_t client = 0; client < rowOf->size(); ++client) {
        if (!isRow((*rowOf)[client]))
            return std::nullopt;
        a.giveRow(client, (*rowOf)[client]);
    }
    return a;
}

PackedMatrix packed(const Collaboration& a)
{
    if (!hasDifferentRows(a))
        return packed(a.dense(), MatrixPrecision::Single);
    std::vector<std::byte> bytes = packCollaboration(a);
    const std::size_t size = bytes.size();
    return {.rows = a.rows(), .columns = a.columns(), .size = size, .bytes = std::move(bytes)};
}

PackedMatrix packed(const Matrix& matrix, MatrixPrecision precision)
{
    return {.rows = matrix.rows,
            .columns = matrix.columns,
            .size = {},
            .bytes = packMatrix(matrix, precision)};
}

std::optional<std::vector<std::byte>> unpackedBytes(std::size_t rows,
                                                    std::size_t columns,
                                                    std::optional<std::size_t> size,
                                                    std::span<const std::byte> compressed,
                                                    MatrixPrecision precision)
{
    if (size ? !isPossible(*size, 1, compressed.size())
             : !isPossible(rows, columns, compressed.size()))
        return std::nullopt;
    return decompress(compressed, size.value_or(packedSize(rows, columns, precision)));
}

MatrixPrecision precisionOf(std::string_view word)
{
    const auto* known = std::ranges::find(kMatrixColumns, word, &MatrixColumn::word);
    return known == kMatrixColumns.end() ? MatrixPrecision::Single : known->precision;
}

} // namespace coterie
