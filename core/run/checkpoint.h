#pragma once

#include "core/base/result.h"
#include "core/report/run_record.h"
#include "core/train/state.h"

#include <ATen/core/Tensor.h>
#include <c10/core/Device.h>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace coterie {

/// One part of a state at a safe point. Its values no longer change.
struct KeptPart
{
    std::string name;
    at::Tensor values; ///< contiguous, on the CPU
    bool onDevice = false;
    /// In place of the values, which are those of rank 0 alone. Its rows do change.
    std::shared_ptr<const DealtRows> dealt = {};
};

using KeptState = std::vector<KeptPart>;

/// Whether the state must be written before the next round begins; see DealtRows.
[[nodiscard]] bool isDealt(const KeptState& state);

/// Makes states last. Lasting parts are shared at no cost; the others are copied, into the memory
/// of an earlier copy if that is free.
class StateKeeper
{
public:
    /// The owners may then write to their tensors again. Throws if two parts have one name.
    [[nodiscard]] KeptState keep(const State& state);

private:
    [[nodiscard]] at::Tensor copyOf(const at::Tensor& values);

    std::vector<at::Tensor> m_copies; ///< on the CPU
};

/// A changed part of an otherwise equal state, and its place among the parts.
struct StateAmendment
{
    KeptPart part;
    std::size_t place = 0;
};

/// Turns State into the chunks of a checkpoint that changed since the last one.
///
/// Every part has a header chunk (client −1, index 0): the text "ordinal type place layout sizes…",
/// for example "2 float32 cpu rows 100 582026"; place says whether the values were on the "cpu" or
/// on a "device". The values follow as the machine's own bytes in row-major order: in layout
/// "whole" with client −1 from index 1 on, in layout "rows" with the row's number as client, from
/// index 0 on; no piece is larger than kLargestChunk. Large parts go row by row so that a round
/// with few participants writes few rows.
class CheckpointEncoder
{
public:
    /// What differs from the accepted state. Its bytes are the state's own, not copies.
    [[nodiscard]] CheckpointDelta changes(int round, const KeptState& state);
    /// The same for a state of which only this part differs from the accepted one.
    [[nodiscard]] CheckpointDelta amended(int round, const StateAmendment& amendment);
    /// The store holds the last result of changes() or amended().
    void accept();
    /// The store already holds this.
    void adopt(const CheckpointDelta& stored);

private:
    struct Key
    {
        std::string part;
        int client = -1;
        int index = 0;

        auto operator<=>(const Key&) const = default;
    };
    using Hashes = std::map<Key, std::uint64_t>;

    void encode(const KeptPart& part, std::size_t ordinal, CheckpointDelta& delta);
    void encodeDealt(const KeptPart& part, CheckpointDelta& delta);
    void put(const Key& key, const SharedBytes& bytes, CheckpointDelta& delta);
    void put(const Key& key, const SharedBytes& bytes, std::uint64_t hash, CheckpointDelta& delta);

    Hashes m_accepted;
    Hashes m_newest;
};

/// The hash of each piece of a row, or of what else a checkpoint stores in pieces.
[[nodiscard]] std::vector<std::uint64_t> pieceHashes(std::span<const std::byte> bytes);

/// Rows of a part that a rank has, which are read into the memory that they have already.
struct StateShare
{
    std::string part;
    std::size_t first = 0;
    at::Tensor rows;       ///< contiguous, on the CPU
    bool isFilled = false; ///< they have their values: no pieces of them are needed
};

/// The state of a checkpoint in its original order, bit for bit. What was on a device goes to
/// `device`. Of parts with a share only those rows, of which alone pieces are needed. The error
/// names a missing or malformed chunk; rows of shares may have changed all the same.
[[nodiscard]] Result<State> decodeState(const CheckpointDelta& checkpoint,
                                        at::Device device = at::kCPU,
                                        std::span<const StateShare> shares = {});

/// A part whose rows are at least kSmallestRow and together at least kLargePart is stored row by
/// row.
inline constexpr std::size_t kLargePart = std::size_t{64} << 10;
inline constexpr std::size_t kSmallestRow = std::size_t{4} << 10;

} // namespace coterie
