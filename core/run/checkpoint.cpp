#include "core/run/checkpoint.h"

#include "core/base/filled.h"
#include "core/base/hash.h"
#include "core/base/indices.h"
#include "core/base/try.h"
#include "core/nn/network.h"

#include <ATen/Functions.h>
#include <algorithm>
#include <array>
#include <cstring>
#include <limits>
#include <set>
#include <sstream>
#include <string_view>
#include <tuple>
#include <utility>

namespace coterie {

KeptState StateKeeper::keep(const State& state)
{
    KeptState kept;
    std::set<std::string> names;
    for (const StatePart& part : state) {
        TORCH_CHECK(
            names.insert(part.name).second, "two parts of a run's state are named ", part.name);
        KeptPart keptPart{.name = part.name, .values = {}, .onDevice = false, .dealt = part.dealt};
        if (part.dealt) {
            keptPart.values = part.values;
        } else if (part.values.defined()) {
            const at::Tensor values = part.values.detach();
            keptPart.onDevice = !values.device().is_cpu();
            const bool shared = part.lasting && !keptPart.onDevice;
            keptPart.values = shared ? values.contiguous() : copyOf(values);
        }
        kept.push_back(std::move(keptPart));
    }
    // What is unused now has a shape that no longer occurs.
    std::erase_if(m_copies, [](const at::Tensor& copy) { return copy.use_count() == 1; });
    return kept;
}

bool isDealt(const KeptState& state)
{
    return std::ranges::any_of(state, [](const KeptPart& part) { return part.dealt != nullptr; });
}

at::Tensor StateKeeper::copyOf(const at::Tensor& values)
{
    const auto usable = [&values](const at::Tensor& copy) {
        return copy.use_count() == 1 && copy.scalar_type() == values.scalar_type()
               && copy.sizes() == values.sizes();
    };
    auto copy = std::ranges::find_if(m_copies, usable);
    if (copy == m_copies.end())
        copy = m_copies.insert(copy, at::empty(values.sizes(), values.options().device(at::kCPU)));
    copy->copy_(values);
    return *copy;
}

namespace {

struct NamedType
{
    std::string_view name;
    at::ScalarType type;
};

constexpr std::array kTypes{
    NamedType{"float32", at::kFloat},
    NamedType{"float64", at::kDouble},
    NamedType{"int64", at::kLong},
    NamedType{"int32", at::kInt},
    NamedType{"int16", at::kShort},
    NamedType{"int8", at::kChar},
    NamedType{"uint8", at::kByte},
    NamedType{"bool", at::kBool},
    NamedType{"float16", at::kHalf},
    NamedType{"bfloat16", at::kBFloat16},
    NamedType{"complex64", at::kComplexFloat},
    NamedType{"complex128", at::kComplexDouble},
};

/// An undefined tensor has neither type nor shape.
constexpr std::string_view kUndefined = "undefined";

std::string_view nameOf(at::ScalarType type)
{
    const auto found = std::ranges::find(kTypes, type, &NamedType::type);
    TORCH_CHECK(
        found != kTypes.end(), "a checkpoint cannot hold values of type ", c10::toString(type));
    return found->name;
}

bool storedByRow(const at::Tensor& values)
{
    if (values.dim() == 0 || values.size(0) < 2 || values.nbytes() < kLargePart)
        return false;
    return values.nbytes() / static_cast<std::size_t>(values.size(0)) >= kSmallestRow;
}

struct Header
{
    std::size_t ordinal = 0;
    std::string type;
    bool onDevice = false;
    bool byRow = false;
    std::vector<std::int64_t> sizes;
};

std::string write(const Header& header)
{
    std::ostringstream text;
    text << header.ordinal << ' ' << header.type << (header.onDevice ? " device " : " cpu ")
         << (header.byRow ? "rows" : "whole");
    for (const std::int64_t size : header.sizes)
        text << ' ' << size;
    return text.str();
}

std::optional<Header> readHeader(std::span<const std::byte> bytes)
{
    std::istringstream text(std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size()));
    Header header;
    std::string place;
    std::string layout;
    if (!(text >> header.ordinal >> header.type >> place >> layout)
        || (place != "cpu" && place != "device") || (layout != "rows" && layout != "whole"))
        return std::nullopt;
    header.onDevice = place == "device";
    header.byRow = layout == "rows";
    for (std::int64_t size = 0; text >> size;) {
        if (size < 0)
            return std::nullopt;
        header.sizes.push_back(size);
    }
    if (!text.eof() || (header.byRow && (header.sizes.empty() || header.sizes[0] == 0)))
        return std::nullopt;
    return header;
}

using ChunkPlace = std::tuple<std::string_view, int, int>;
using ChunkIndex = std::map<ChunkPlace, const SharedBytes*>;

/// Copies the pieces that start at (client, index) over `target`. False if they do not fill it
/// exactly.
bool gather(const ChunkIndex& chunks,
            std::string_view part,
            int client,
            int index,
            std::span<std::byte> target)
{
    while (!target.empty()) {
        const auto piece = chunks.find({part, client, index++});
        if (piece == chunks.end() || piece->second->size() == 0
            || piece->second->size() > target.size())
            return false;
        const SharedBytes here = piece->second->here();
        std::memcpy(target.data(), here.view().data(), here.size());
        target = target.subspan(here.size());
    }
    return true;
}

Unexpected<Error> damaged(std::string_view part, const std::string& what)
{
    return fail("checkpoint", "The checkpoint's part \"" + std::string(part) + "\" " + what + ".");
}

/// The bytes that the part's pieces hold together, apart from its header.
std::uint64_t storedBytes(const ChunkIndex& chunks, std::string_view part)
{
    constexpr int kFirst = std::numeric_limits<int>::min();
    std::uint64_t bytes = 0;
    for (auto piece = chunks.lower_bound({part, kFirst, kFirst});
         piece != chunks.end() && std::get<0>(piece->first) == part;
         ++piece)
        if (piece->first != ChunkPlace{part, -1, 0})
            bytes += piece->second->size();
    return bytes;
}

/// The bytes of a shape; nothing if no tensor can have it. A size of 0 does not hide the others,
/// whose product LibTorch computes too.
std::optional<std::uint64_t> bytesOf(const std::vector<std::int64_t>& sizes, std::size_t itemBytes)
{
    constexpr std::size_t kMostDimensions = 64; // LibTorch's own limit
    if (sizes.size() > kMostDimensions)
        return std::nullopt;
    std::int64_t product = static_cast<std::int64_t>(itemBytes);
    bool empty = false;
    for (const std::int64_t size : sizes) {
        empty = empty || size == 0;
        if (__builtin_mul_overflow(product, std::max<std::int64_t>(size, 1), &product))
            return std::nullopt;
    }
    return empty ? 0 : static_cast<std::uint64_t>(product);
}

/// Into rows in the CPU's memory, the first of which has this number.
Result<void> gatherRows(const ChunkIndex& chunks,
                        std::string_view part,
                        std::size_t first,
                        const at::Tensor& values)
{
    const std::span<std::byte> bytes{static_cast<std::byte*>(values.data_ptr()), values.nbytes()};
    const auto rows = static_cast<std::size_t>(values.size(0));
    const std::size_t rowBytes = rows > 0 ? bytes.size() / rows : 0;
    for (std::size_t row = 0; row < rows; ++row)
        if (!gather(chunks,
                    part,
                    static_cast<int>(first + row),
                    0,
                    bytes.subspan(row * rowBytes, rowBytes)))
            return damaged(part, "does not fill its row " + std::to_string(first + row));
    return {};
}

Result<at::Tensor> decodePart(const ChunkIndex& chunks, std::string_view part, const Header& header)
{
    if (header.type == kUndefined)
        return at::Tensor();
    const auto type = std::ranges::find(kTypes, header.type, &NamedType::name);
    if (type == kTypes.end())
        return damaged(part, "has the unknown type \"" + header.type + "\"");
    // Checked before any memory is taken: a header may claim any size.
    const auto claimed = bytesOf(header.sizes, c10::elementSize(type->type));
    if (!claimed || (header.byRow && *claimed == 0))
        return damaged(part, "has an impossible shape");
    if (const std::uint64_t stored = storedBytes(chunks, part); *claimed > stored)
        return damaged(part, filled("needs {} bytes for its shape (has {})", *claimed, stored));
    at::Tensor values = at::empty(header.sizes, at::TensorOptions(type->type));
    const std::span<std::byte> bytes{static_cast<std::byte*>(values.data_ptr()), values.nbytes()};
    if (!header.byRow) {
        if (!gather(chunks, part, -1, 1, bytes))
            return damaged(part, "does not fill its shape");
        return values;
    }
    COTERIE_CHECK(gatherRows(chunks, part, 0, values));
    return values;
}

/// Into the rows of a share, which are those of the values from its first one on.
Result<at::Tensor> decodeShare(const ChunkIndex& chunks,
                               std::string_view part,
                               const Header& header,
                               const StateShare& share)
{
    std::vector<std::int64_t> sizes = share.rows.sizes().vec();
    if (header.sizes.size() != sizes.size() || header.sizes[0] < signedSize(share.first) + sizes[0])
        return damaged(part, "has other clients than the run");
    const std::int64_t count = std::exchange(sizes[0], header.sizes[0]);
    if (header.type != nameOf(share.rows.scalar_type()) || header.sizes != sizes)
        return damaged(part, "has other models than the run");
    if (!header.byRow) {
        COTERIE_TRY(const at::Tensor all, decodePart(chunks, part, header));
        share.rows.copy_(all.narrow(0, signedSize(share.first), count));
    } else if (!share.isFilled) {
        COTERIE_CHECK(gatherRows(chunks, part, share.first, share.rows));
    }
    return share.rows;
}

} // namespace

CheckpointDelta CheckpointEncoder::changes(int round, const KeptState& state)
{
    CheckpointDelta delta;
    delta.round = round;
    delta.isWhole = m_accepted.empty();
    m_newest.clear();
    for (std::size_t ordinal = 0; ordinal < state.size(); ++ordinal)
        encode(state[ordinal], ordinal, delta);
    for (const auto& [key, hash] : m_accepted) {
        if (!m_newest.contains(key))
            delta.removed.push_back(
                {.part = key.part, .client = key.client, .index = key.index, .bytes = {}});
    }
    return delta;
}

CheckpointDelta CheckpointEncoder::amended(int round, const StateAmendment& amendment)
{
    CheckpointDelta delta;
    delta.round = round;
    m_newest = m_accepted;
    std::erase_if(m_newest,
                  [&](const auto& entry) { return entry.first.part == amendment.part.name; });
    encode(amendment.part, amendment.place, delta);
    return delta;
}

void CheckpointEncoder::accept()
{
    m_accepted = std::move(m_newest);
}

void CheckpointEncoder::adopt(const CheckpointDelta& stored)
{
    m_accepted.clear();
    for (const StateChunk& chunk : stored.changed)
        m_accepted[{chunk.part, chunk.client, chunk.index}] = chunk.hash;
}

void CheckpointEncoder::encode(const KeptPart& part, std::size_t ordinal, CheckpointDelta& delta)
{
    Header header{.ordinal = ordinal, .type = std::string(kUndefined), .sizes = {}};
    const at::Tensor& values = part.values;
    if (values.defined()) {
        header.type = nameOf(values.scalar_type());
        header.onDevice = part.onDevice;
        header.byRow = storedByRow(values);
        header.sizes = values.sizes().vec();
    }
    if (part.dealt) {
        header.sizes[0] = signedSize(part.dealt->count());
        header.byRow = part.dealt->rowBytes() > 0;
    }
    const std::string text = write(header);
    const auto letters = std::as_bytes(std::span(text));
    put({part.name, -1, 0}, SharedBytes({letters.begin(), letters.end()}), delta);
    if (part.dealt && header.byRow)
        encodeDealt(part, delta);
    if (!values.defined() || part.dealt)
        return;

    const auto owner = std::make_shared<const at::Tensor>(values);
    const auto putPieces = [&](std::span<const std::byte> bytes, int client, int index) {
        for (; !bytes.empty(); ++index) {
            const std::size_t length = std::min(bytes.size(), kLargestChunk);
            put({part.name, client, index}, SharedBytes(owner, bytes.first(length)), delta);
            bytes = bytes.subspan(length);
        }
    };
    const std::span bytes{static_cast<const std::byte*>(values.data_ptr()), values.nbytes()};
    if (!header.byRow)
        return putPieces(bytes, -1, 1);
    const auto rows = static_cast<std::size_t>(values.size(0));
    const std::size_t rowBytes = bytes.size() / rows;
    for (std::size_t row = 0; row < rows; ++row)
        putPieces(bytes.subspan(row * rowBytes, rowBytes), static_cast<int>(row), 0);
}

void CheckpointEncoder::encodeDealt(const KeptPart& part, CheckpointDelta& delta)
{
    const std::vector<std::uint64_t> hashes = part.dealt->hashes();
    const std::size_t rowBytes = part.dealt->rowBytes();
    const std::size_t pieces = (rowBytes + kLargestChunk - 1) / kLargestChunk;
    for (std::size_t i = 0; i < hashes.size(); ++i) {
        const std::size_t row = i / pieces;
        const std::size_t offset = i % pieces * kLargestChunk;
        const std::size_t length = std::min(rowBytes - offset, kLargestChunk);
        const auto bring = [rows = part.dealt, row, offset, length] {
            const auto whole = std::make_shared<const SharedBytes>(rows->row(row));
            return SharedBytes(whole, whole->view().subspan(offset, length));
        };
        put({part.name, static_cast<int>(row), static_cast<int>(i % pieces)},
            SharedBytes(length, bring),
            hashes[i],
            delta);
    }
}

void CheckpointEncoder::put(const Key& key, const SharedBytes& bytes, CheckpointDelta& delta)
{
    put(key, bytes, contentHash(bytes.view()), delta);
}

void CheckpointEncoder::put(const Key& key,
                            const SharedBytes& bytes,
                            std::uint64_t hash,
                            CheckpointDelta& delta)
{
    m_newest.emplace(key, hash);
    const auto accepted = m_accepted.find(key);
    if (accepted != m_accepted.end() && accepted->second == hash)
        return;
    delta.changed.push_back(
        {.part = key.part, .client = key.client, .index = key.index, .bytes = bytes, .hash = hash});
}

std::vector<std::uint64_t> pieceHashes(std::span<const std::byte> bytes)
{
    std::vector<std::uint64_t> hashes;
    for (; !bytes.empty(); bytes = bytes.subspan(std::min(bytes.size(), kLargestChunk)))
        hashes.push_back(contentHash(bytes.first(std::min(bytes.size(), kLargestChunk))));
    return hashes;
}

Result<State> decodeState(const CheckpointDelta& checkpoint,
                          at::Device device,
                          std::span<const StateShare> shares)
{
    ChunkIndex chunks;
    for (const StateChunk& chunk : checkpoint.changed)
        chunks[{chunk.part, chunk.client, chunk.index}] = &chunk.bytes;

    std::map<std::size_t, StatePart> parts; // by ordinal
    for (const auto& [place, bytes] : chunks) {
        const auto& [part, client, index] = place;
        if (client != -1 || index != 0)
            continue;
        const SharedBytes here = bytes->here();
        const std::optional<Header> header = readHeader(here.view());
        if (!header)
            return damaged(part, "has a header that cannot be read");
        const auto share = std::ranges::find(shares, part, &StateShare::part);
        const bool hasAll = share == shares.end();
        COTERIE_TRY(at::Tensor values,
                    hasAll ? decodePart(chunks, part, *header)
                           : decodeShare(chunks, part, *header, *share));
        // Weights go where this run computes, which may be another device than before.
        if (header->onDevice || values.is_floating_point())
            values = values.to(device);
        if (!parts.emplace(header->ordinal, StatePart{std::string(part), values}).second)
            return damaged(part, "has the same place as another part");
    }
    State state;
    for (auto& [ordinal, part] : parts)
        state.push_back(std::move(part));
    return state;
}

} // namespace coterie
