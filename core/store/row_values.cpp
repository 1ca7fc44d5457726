#include "core/store/row_values.h"

#include "core/base/json_parse.h"
#include "core/base/json_values.h"
#include "core/base/overloaded.h"
#include "core/store/run_store.h"

#include <bit>
#include <cassert>
#include <new>
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

std::string_view stateWord(const RunRow& run)
{
    return run.isNotBegun() ? std::string_view("not begun") : word(run.status);
}

std::optional<std::string> eventJson(const EventValue& what)
{
    const auto number = [](const std::optional<double>& value) {
        return value ? std::optional(JsonNode::fromReal(*value)) : std::nullopt;
    };
    const JsonNode node = std::visit(
        Overloaded{[](const Note&) { return JsonNode::object(); },
                   [&](const SettingChanged& change) {
                       return jsonObject({{"place", change.place},
                                          {"from", number(change.from)},
                                          {"to", number(change.to)}});
                   },
                   [](const LossNotFinite& failure) {
                       return jsonObject({{"loss", failure.loss}});
                   },
                   [](const ClientJoined& arrival) {
                       return jsonObject({{"groupOf", arrival.groupOf}});
                   },
                   [](const EnvironmentChanged& change) {
                       return jsonObject(
                           {{"what", change.what}, {"before", change.before}, {"now", change.now}});
                   }},
        what);
    return node.items.empty() ? std::nullopt : std::optional(writeCompact(node));
}

EventValue eventValue(const std::string& kind, const std::string& json)
{
    const Result<ParsedJson> parsed = parseJson(json.empty() ? "{}" : json);
    const JsonNode node = parsed ? parsed->root : JsonNode::object();
    const auto text = [&node](std::string_view name) {
        const JsonNode* found = node.find(name);
        return found ? found->text : std::string();
    };
    if (kind == "liveChange")
        if (const JsonNode* to = node.find("to")) {
            const JsonNode* from = node.find("from");
            return SettingChanged{.place = text("place"),
                                  .from = from ? std::optional(from->number) : std::nullopt,
                                  .to = to->number};
        }
    if (kind == "nonFinite")
        return LossNotFinite{.loss = text("loss")};
    if (kind == "arrival") {
        const JsonNode* group = node.find("groupOf");
        return ClientJoined{group ? std::optional(static_cast<int>(group->whole)) : std::nullopt};
    }
    if (kind == "environment" && node.find("what"))
        return EnvironmentChanged{
            .what = text("what"), .before = text("before"), .now = text("now")};
    return Note{.kind = kind};
}

} // namespace coterie
