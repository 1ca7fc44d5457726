#pragma once

#include "core/train/model_deal.h"
#include "core/train/rank_group.h"
#include "core/train/state.h"

#include <ATen/core/Tensor.h>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace coterie {

/// Some rows of a part of the state, as rank 0 asks for them and their owner answers.
struct RowsWanted
{
    std::string part;
    std::size_t first = 0;
    std::size_t count = 0;
};
[[nodiscard]] std::string packed(const RowsWanted& wanted);
[[nodiscard]] RowsWanted rowsWantedIn(std::string_view data);

/// All rows of a part of the state, at rank 0, which has `own` of them and asks the other ranks for
/// theirs: a piece at a time, while they wait for its orders.
[[nodiscard]] std::shared_ptr<const DealtRows>
rowsOfRanks(RankGroup& group, const ModelDeal& deal, std::string part, const at::Tensor& own);

// The answers of another rank with `own` rows, the first of them with this number.
[[nodiscard]] std::string hashesAnswer(const at::Tensor& own);
/// Empty where they are not here.
[[nodiscard]] std::string
rowsAnswer(const at::Tensor& own, std::size_t first, const RowsWanted& wanted);

/// Rows of a state that is to be restored, at a rank that has them: each piece is copied to its
/// place when it comes, so that no other memory is taken for them.
class ArrivingRows
{
public:
    /// Of the dealt parts of this state, which is the run's own.
    explicit ArrivingRows(const State& state);

    /// Leaves out what is not of a row that is here. Throws where it fits none.
    void take(const std::string& part, int client, int index, std::span<const std::byte> bytes);
    /// Whether all rows of the part have come.
    [[nodiscard]] bool isComplete(const std::string& part) const;

private:
    struct Part
    {
        StatePart own;
        std::size_t bytesTaken = 0;
    };
    std::vector<Part> m_parts;
};

} // namespace coterie
