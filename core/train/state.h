#pragma once

#include "core/report/run_record.h"

#include <ATen/core/Tensor.h>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace coterie {

/// The rows of a part that is dealt among ranks, as rank 0 has or gets them. They are those of now:
/// only between two rounds, and while no rank is lost; else RunStopped is thrown.
class DealtRows
{
public:
    virtual ~DealtRows() = default;

    [[nodiscard]] virtual std::size_t count() const = 0; ///< of all ranks
    [[nodiscard]] virtual std::size_t rowBytes() const = 0;
    /// Of each row in order its pieceHashes().
    [[nodiscard]] virtual std::vector<std::uint64_t> hashes() const = 0;
    /// A row's bytes. They come in larger pieces: cheapest in the order of the rows.
    [[nodiscard]] virtual SharedBytes row(std::size_t which) const = 0;
};

/// One named part of the state that an algorithm, sampler or objective keeps between rounds. The
/// first dimension counts clients (or models) where the piece is large, so that a checkpoint can
/// store only the rows that changed.
struct StatePart
{
    std::string name;
    at::Tensor values; ///< any type and shape; shares the owner's storage
    /// The owner never writes to these values again: the next round has new ones. A checkpoint
    /// shares them while it writes. It must copy others, which delays the run.
    bool lasting = false;
    /// The first row's number where other ranks have the other rows; see ModelRows.
    std::optional<std::size_t> first = {};
    /// All of them, for rank 0.
    std::shared_ptr<const DealtRows> dealt = {};
};

using State = std::vector<StatePart>;

/// The part of that name; an undefined tensor if the state has none.
[[nodiscard]] at::Tensor statePart(const State& state, const std::string& name);

/// Numbers as a part of a State, and back.
[[nodiscard]] State numbersState(const std::string& name, std::span<const double> numbers);
/// Empty if the state has no such part.
[[nodiscard]] std::vector<double> numbersOfState(const State& state, const std::string& name);

[[nodiscard]] State placesState(const std::string& name, std::span<const std::size_t> places);
[[nodiscard]] std::vector<std::size_t> placesOfState(const State& state, const std::string& name);

/// Two states as one.
[[nodiscard]] State joined(State first, const State& second);

} // namespace coterie
