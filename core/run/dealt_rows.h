#pragma once

#include "core/train/model_deal.h"
#include "core/train/rank_group.h"
#include "core/train/state.h"

#include <ATen/core/Tensor.h>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

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

} // namespace coterie
