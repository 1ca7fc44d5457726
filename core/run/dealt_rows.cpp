#include "core/run/dealt_rows.h"

#include "core/base/packed_bytes.h"
#include "core/run/checkpoint.h"
#include "core/train/run_stopped.h"

#include <ATen/ATen.h>
#include <algorithm>
#include <cstring>
#include <iterator>
#include <new>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

namespace coterie {

namespace {

std::size_t rowBytesOf(const at::Tensor& rows)
{
    return static_cast<std::size_t>(rows.size(1)) * rows.element_size();
}

/// Of rows in the CPU's memory.
std::span<const std::byte> bytesOfRows(const at::Tensor& rows, std::size_t first, std::size_t count)
{
    const std::size_t rowBytes = rowBytesOf(rows);
    return std::span(static_cast<const std::byte*>(rows.data_ptr()), rows.nbytes())
        .subspan(first * rowBytes, count * rowBytes);
}

std::vector<std::uint64_t> hashesOfRows(const at::Tensor& rows)
{
    std::vector<std::uint64_t> hashes;
    for (std::size_t row = 0; row < static_cast<std::size_t>(rows.size(0)); ++row)
        std::ranges::copy(pieceHashes(bytesOfRows(rows, row, 1)), std::back_inserter(hashes));
    return hashes;
}

class RankRows final : public DealtRows
{
public:
    RankRows(RankGroup& group, const ModelDeal& deal, std::string part, const at::Tensor& own)
        : m_group(group)
        , m_deal(deal)
        , m_part(std::move(part))
        , m_own(own)
    {}

    [[nodiscard]] std::size_t count() const override { return m_deal.clients; }
    [[nodiscard]] std::size_t rowBytes() const override { return rowBytesOf(m_own); }

    [[nodiscard]] std::vector<std::uint64_t> hashes() const override
    {
        std::vector<std::uint64_t> hashes = hashesOfRows(m_own);
        const std::size_t ofRow = (rowBytes() + kLargestChunk - 1) / kLargestChunk;
        const std::vector<std::string> all = asked(RankWord::Hashes, m_part);
        for (std::size_t rank = 0; rank < all.size(); ++rank) {
            if (rank == m_deal.rank)
                continue;
            const std::size_t expected =
                ofRow * (m_deal.firstOf(rank + 1) - m_deal.firstOf(rank)) * sizeof(std::uint64_t);
            if (all[rank].size() != expected)
                stopForOtherModels(rank);
            for (UnpackedBytes bytes(all[rank]); !bytes.atEnd();)
                hashes.push_back(bytes.get<std::uint64_t>());
        }
        return hashes;
    }

    [[nodiscard]] SharedBytes row(std::size_t which) const override
    {
        const std::size_t owner = m_deal.owner(which);
        if (owner == m_deal.rank)
            return SharedBytes(std::make_shared<const at::Tensor>(m_own),
                               bytesOfRows(m_own, which - m_deal.first(), 1));
        if (rowBytes() == 0)
            return {};
        if (which < m_first || which >= m_first + m_count) {
            // Whoever asks for one row after the other gets more at once.
            const std::size_t most = std::max<std::size_t>(1, kLargestChunk / rowBytes());
            const std::size_t wished = which == m_first + m_count ? 2 * m_count : 1;
            const std::size_t count = std::clamp<std::size_t>(wished, 1, most);
            const std::size_t left = m_deal.firstOf(owner + 1) - which;
            ask(owner, {.part = m_part, .first = which, .count = std::min(count, left)});
        }
        return SharedBytes(
            m_piece,
            std::as_bytes(std::span(*m_piece)).subspan((which - m_first) * rowBytes(), rowBytes()));
    }

private:
    void ask(std::size_t owner, const RowsWanted& wanted) const
    {
        m_piece.reset();
        m_count = 0;
        m_piece = std::make_shared<const std::string>(
            std::move(asked(RankWord::Rows, packed(wanted)).at(owner)));
        if (m_piece->size() != wanted.count * rowBytes())
            stopForOtherModels(owner);
        m_first = wanted.first;
        m_count = wanted.count;
    }

    /// A message that was not taken leaves the run in disorder, which is no fault of the store
    /// that wants the rows.
    [[nodiscard]] std::vector<std::string> asked(RankWord word, std::string_view data) const
    {
        try {
            return m_group.ask(word, data);
        } catch (const std::bad_alloc&) {
            throw RunStopped{.cause = "Rank 0 has no memory for the models of other ranks."};
        } catch (const std::exception& exception) {
            throw RunStopped{.cause = std::string("The models of other ranks cannot be brought: ")
                                      + exception.what() + '.'};
        }
    }
    [[noreturn]] static void stopForOtherModels(std::size_t rank)
    {
        throw RunStopped{.cause = "Rank " + std::to_string(rank)
                                  + " has other models than rank 0 asks for."};
    }

    RankGroup& m_group;
    const ModelDeal m_deal;
    const std::string m_part;
    const at::Tensor m_own;
    // The rows that came last.
    mutable std::shared_ptr<const std::string> m_piece;
    mutable std::size_t m_first = 0;
    mutable std::size_t m_count = 0;
};

} // namespace

std::string packed(const RowsWanted& wanted)
{
    PackedBytes bytes;
    bytes.putText(wanted.part);
    bytes.put(wanted.first);
    bytes.put(wanted.count);
    return bytes.take();
}

RowsWanted rowsWantedIn(std::string_view data)
{
    UnpackedBytes bytes(data);
    RowsWanted wanted{.part = std::string(bytes.getText())};
    wanted.first = bytes.get<std::size_t>();
    wanted.count = bytes.get<std::size_t>();
    return wanted;
}

std::shared_ptr<const DealtRows>
rowsOfRanks(RankGroup& group, const ModelDeal& deal, std::string part, const at::Tensor& own)
{
    return std::make_shared<const RankRows>(group, deal, std::move(part), own);
}

std::string hashesAnswer(const at::Tensor& own)
{
    PackedBytes bytes;
    for (const std::uint64_t hash : hashesOfRows(own))
        bytes.put(hash);
    return bytes.take();
}

std::string rowsAnswer(const at::Tensor& own, std::size_t first, const RowsWanted& wanted)
{
    const auto count = static_cast<std::size_t>(own.size(0));
    if (wanted.first < first || wanted.first + wanted.count > first + count)
        return {};
    const std::span<const std::byte> bytes = bytesOfRows(own, wanted.first - first, wanted.count);
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

ArrivingRows::ArrivingRows(const State& state)
{
    for (const StatePart& part : state)
        if (part.first)
            m_parts.push_back({.own = part});
}

void ArrivingRows::take(const std::string& part,
                        int client,
                        int index,
                        std::span<const std::byte> bytes)
{
    const auto found = std::ranges::find(
        m_parts, part, [](const Part& each) -> const std::string& { return each.own.name; });
    if (found == m_parts.end() || client < 0 || index < 0)
        throw std::runtime_error("rank 0 has sent a piece of " + part + ", which is not dealt");
    const at::Tensor& rows = found->own.values;
    const auto row = static_cast<std::size_t>(client) - *found->own.first;
    if (row >= static_cast<std::size_t>(rows.size(0))) // also of a client before the first
        return;
    const std::size_t rowBytes = rowBytesOf(rows);
    const std::size_t offset = static_cast<std::size_t>(index) * kLargestChunk;
    if (offset > rowBytes || bytes.size() != std::min(rowBytes - offset, kLargestChunk))
        throw std::runtime_error("the stored state has other models than the run");
    std::memcpy(static_cast<std::byte*>(rows.data_ptr()) + row * rowBytes + offset,
                bytes.data(),
                bytes.size());
    found->bytesTaken += bytes.size();
}

bool ArrivingRows::isComplete(const std::string& part) const
{
    return std::ranges::any_of(m_parts, [&](const Part& each) {
        return each.own.name == part && each.bytesTaken == each.own.values.nbytes();
    });
}

} // namespace coterie
