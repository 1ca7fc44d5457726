#include "core/store/row_values.h"

#include "core/store/run_store.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstring>
#include <new>
#include <utility>
#include <zlib.h>

namespace coterie {

static_assert(std::endian::native == std::endian::little, "the store's matrices are little-endian");

std::vector<std::byte> packMatrix(const Matrix& matrix, MatrixPrecision precision)
{
    assert(matrix.values.size() == matrix.rows * matrix.columns);
    std::vector<std::byte> packed(packedSize(matrix.rows, matrix.columns, precision));
    if (precision == MatrixPrecision::Double) {
        std::ranges::copy(std::as_bytes(std::span(matrix.values)), packed.begin());
        return packed;
    }
    std::vector<float> singles(matrix.values.size());
    std::ranges::transform(
        matrix.values, singles.begin(), [](double value) { return static_cast<float>(value); });
    std::ranges::copy(std::as_bytes(std::span(singles)), packed.begin());
    return packed;
}

Matrix unpackMatrix(std::size_t rows,
                    std::size_t columns,
                    std::span<const std::byte> packed,
                    MatrixPrecision precision)
{
    assert(packed.size() == packedSize(rows, columns, precision));
    Matrix matrix(rows, columns);
    if (precision == MatrixPrecision::Double) {
        std::ranges::copy(packed, std::as_writable_bytes(std::span(matrix.values)).begin());
        return matrix;
    }
    std::vector<float> singles(matrix.values.size());
    std::ranges::copy(packed, std::as_writable_bytes(std::span(singles)).begin());
    std::ranges::copy(singles, matrix.values.begin());
    return matrix;
}

std::vector<std::byte> compress(std::span<const std::byte> bytes)
{
    uLongf size = compressBound(bytes.size());
    std::vector<std::byte> compressed(size);
    const int code = compress2(reinterpret_cast<Bytef*>(compressed.data()),
                               &size,
                               reinterpret_cast<const Bytef*>(bytes.data()),
                               bytes.size(),
                               Z_BEST_SPEED);
    if (code != Z_OK) // the buffer is large enough by construction
        throw std::bad_alloc();
    compressed.resize(size);
    return compressed;
}

std::optional<std::vector<std::byte>> decompress(std::span<const std::byte> compressed,
                                                 std::size_t size)
{
    std::vector<std::byte> bytes(
        std::max<std::size_t>(size, 1)); // zlib wants somewhere to point to
    uLongf found = bytes.size();
    const int code = uncompress(reinterpret_cast<Bytef*>(bytes.data()),
                                &found,
                                reinterpret_cast<const Bytef*>(compressed.data()),
                                compressed.size());
    if (code != Z_OK || found != size)
        return std::nullopt;
    bytes.resize(size);
    return bytes;
}

namespace {

using namespace std::string_view_literals;

constexpr std::array kStatuses{std::pair{RunStatus::Queued, "queued"sv},
                               std::pair{RunStatus::Running, "running"sv},
                               std::pair{RunStatus::Paused, "paused"sv},
                               std::pair{RunStatus::Finished, "finished"sv},
                               std::pair{RunStatus::Stopped, "stopped"sv},
                               std::pair{RunStatus::Failed, "failed"sv}};
constexpr std::array kMergeKinds{std::pair{MergeKind::Gain, "gain"sv},
                                 std::pair{MergeKind::Distance, "distance"sv}};
constexpr std::array kLinks{std::pair{Link::ClientToServer, "clientToServer"sv},
                            std::pair{Link::ServerToClient, "serverToClient"sv},
                            std::pair{Link::EdgeToCloud, "edgeToCloud"sv},
                            std::pair{Link::CloudToEdge, "cloudToEdge"sv},
                            std::pair{Link::ClientToClient, "clientToClient"sv}};
constexpr std::array kSeverities{std::pair{Severity::Information, "information"sv},
                                 std::pair{Severity::Warning, "warning"sv},
                                 std::pair{Severity::Failure, "failure"sv}};

template <typename Table, typename Value>
std::string_view wordIn(const Table& table, Value value)
{
    const auto place = std::ranges::find(table, value, [](const auto& row) { return row.first; });
    return place == table.end() ? std::string_view() : place->second;
}

template <typename Table>
auto valueIn(const Table& table, std::string_view word) -> std::optional<decltype(table[0].first)>
{
    const auto place = std::ranges::find(table, word, [](const auto& row) { return row.second; });
    if (place == table.end())
        return std::nullopt;
    return place->first;
}

} // namespace

std::string_view word(RunStatus status)
{
    return wordIn(kStatuses, status);
}

std::string_view word(MergeKind kind)
{
    return wordIn(kMergeKinds, kind);
}

std::string_view word(Link link)
{
    return wordIn(kLinks, link);
}

std::string_view word(Severity severity)
{
    return wordIn(kSeverities, severity);
}

std::string_view stateWord(const RunRow& run)
{
    return run.isNotBegun() ? "not begun"sv : word(run.status);
}

std::optional<RunStatus> runStatus(std::string_view word)
{
    return valueIn(kStatuses, word);
}

std::optional<MergeKind> mergeKind(std::string_view word)
{
    return valueIn(kMergeKinds, word);
}

std::optional<Link> link(std::string_view word)
{
    return valueIn(kLinks, word);
}

std::optional<Severity> severity(std::string_view word)
{
    return valueIn(kSeverities, word);
}

} // namespace coterie
