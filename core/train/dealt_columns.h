#pragma once

#include "core/base/matrix.h"
#include "core/train/model_deal.h"
#include "core/train/model_means.h"

#include <ATen/core/Tensor.h>
#include <cstddef>
#include <functional>
#include <span>

namespace coterie {

/// What needs the models of many clients at once, where they are dealt: they pass through every
/// rank, some columns at a time, so that none of them is ever whole at another rank. Each rank then
/// computes what belongs to its own clients, as one process would. All functions are called by all
/// ranks together.

/// A client's row, and where it is among those that are here, if it is.
struct DealtRow
{
    std::size_t client = 0;
    std::size_t place = 0;
};

/// The columns of such rows, which all ranks get: use(first, block) is called for blocks of `width`
/// columns, row i of which belongs to rows[i]. The rows are ascending by client.
void eachColumnBlock(const ModelDeal& deal,
                     const at::Tensor& here,
                     std::span<const DealtRow> rows,
                     std::int64_t width,
                     const RankExchange& exchange,
                     const std::function<void(std::int64_t, const at::Tensor&)>& use);

/// The Gram matrix of the rows of these ascending clients. `here` has a row for each client of this
/// rank.
[[nodiscard]] Matrix gramDealt(const ModelDeal& deal,
                               const at::Tensor& here,
                               std::span<const std::size_t> clients,
                               const RankExchange& exchange);

/// mix() of the clients' models. The result has the rows of the clients that are here.
[[nodiscard]] ModelRows mixDealt(const ModelDeal& deal,
                                 const Collaboration& a,
                                 const ModelRows& models,
                                 const RankExchange& exchange);

/// giveMean() for each of these means. If `from` and `to` are the same rows, no mean may take what
/// another one gives.
void giveMeansDealt(const ModelDeal& deal,
                    const ModelRows& from,
                    std::span<const ModelMean> means,
                    bool keepsOneModel,
                    ModelRows& to,
                    const RankExchange& exchange);

/// Client `to` gets a copy of client `from`'s model.
void copyDealt(const ModelDeal& deal,
               ModelRows& models,
               std::size_t to,
               std::size_t from,
               const RankExchange& exchange);

} // namespace coterie
