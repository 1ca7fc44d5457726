#include "core/train/model_rows.h"

#include "core/base/indices.h"

#include <ATen/ATen.h>
#include <algorithm>
#include <array>
#include <cassert>
#include <numeric>
#include <optional>

namespace coterie {

namespace {

/// sums += share · row, the only place where rows are added.
template <typename Scalar>
void addScaled(double* sums, const Scalar* row, std::size_t count, double share)
{
    for (std::size_t i = 0; i < count; ++i)
        sums[i] += share * static_cast<double>(row[i]);
}

template <typename Scalar>
void averageOnCpu(const at::Tensor& from,
                  std::span<const std::size_t> ids,
                  std::span<const double> shares,
                  const at::Tensor& to,
                  std::size_t toRow)
{
    const auto length = static_cast<std::size_t>(from.size(1));
    std::vector<const Scalar*> rows;
    for (const std::size_t id : ids)
        rows.push_back(from.data_ptr<Scalar>() + id * length);
    averageNumbers<Scalar>(rows, shares, {to.data_ptr<Scalar>() + toRow * length, length});
}

void averageTensor(const at::Tensor& from,
                   std::span<const std::size_t> ids,
                   std::span<const double> shares,
                   const at::Tensor& to,
                   std::size_t toRow)
{
    assert(from.is_contiguous() && to.is_contiguous() && from.dtype() == to.dtype());
    if (from.size(1) == 0)
        return;
    if (!from.device().is_cpu()) {
        at::Tensor sum = at::zeros({from.size(1)}, from.options().dtype(at::kDouble));
        for (std::size_t j = 0; j < ids.size(); ++j)
            sum.add_(from.select(0, signedSize(ids[j])).to(at::kDouble), shares[j]);
        to.select(0, signedSize(toRow)).copy_(sum);
    } else if (from.scalar_type() == at::kDouble) {
        averageOnCpu<double>(from, ids, shares, to, toRow);
    } else {
        averageOnCpu<float>(from, ids, shares, to, toRow);
    }
}

} // namespace

Matrix gramOfRows(const at::Tensor& rows)
{
    return withRows(rows.to(at::kCPU).contiguous(), [](const auto& here) { return gram(here); });
}

std::size_t ModelRows::count() const
{
    return parameters.defined() ? static_cast<std::size_t>(parameters.size(0)) : 0;
}

ModelRows ModelRows::row(std::size_t index) const
{
    return {.parameters = parameters.narrow(0, signedSize(place(index)), 1),
            .buffers = buffers.narrow(0, signedSize(place(index)), 1)};
}

ModelRows ModelRows::clone() const
{
    return {.parameters = parameters.clone(), .buffers = buffers.clone(), .first = first};
}

ModelRows ModelRows::empty(std::size_t rows, const ModelRows& like)
{
    return {.parameters =
                at::empty({signedSize(rows), like.parameters.size(1)}, like.parameters.options()),
            .buffers = at::empty({signedSize(rows), like.buffers.size(1)}, like.buffers.options())};
}

ModelRows ModelRows::repeated(const ModelRows& model, const ModelRows& these)
{
    const auto rows = signedSize(these.count());
    return {.parameters = model.parameters.repeat({rows, 1}),
            .buffers = model.buffers.repeat({rows, 1}),
            .first = these.first};
}

ModelRows ModelRows::select(std::span<const std::size_t> rows) const
{
    ModelRows chosen = empty(rows.size(), *this);
    for (std::size_t i = 0; i < rows.size(); ++i)
        chosen.copyRow(i, *this, rows[i]);
    return chosen;
}

void ModelRows::copyRow(std::size_t to, const ModelRows& from, std::size_t fromRow)
{
    const auto here = signedSize(place(to));
    const auto there = signedSize(from.place(fromRow));
    parameters.select(0, here).copy_(from.parameters.select(0, there));
    buffers.select(0, here).copy_(from.buffers.select(0, there));
}

ModelRows initialRows(const Network& network,
                      Initialisation scheme,
                      std::uint64_t seed,
                      const InitialRows& wanted)
{
    const ParamLayout& layout = network.layout();
    const at::TensorOptions options(wanted.precision);
    const std::int64_t count = signedSize(wanted.count);
    ModelRows models{.parameters = at::empty({count, signedSize(layout.parameterCount)}, options),
                     .buffers = at::empty({count, signedSize(layout.bufferCount)}, options)};
    const auto fill = [&]<typename Scalar>(Scalar* parameters, Scalar* buffers, std::size_t row) {
        initialise<Scalar>(network,
                           scheme,
                           seed,
                           static_cast<std::uint32_t>(row),
                           {parameters + row * layout.parameterCount, layout.parameterCount},
                           {buffers + row * layout.bufferCount, layout.bufferCount});
    };
    for (std::size_t row = 0; row < wanted.count; ++row)
        if (row > 0 && !wanted.distinct)
            models.copyRow(row, models, 0);
        else if (wanted.precision == at::kDouble)
            fill(models.parameters.data_ptr<double>(), models.buffers.data_ptr<double>(), row);
        else
            fill(models.parameters.data_ptr<float>(), models.buffers.data_ptr<float>(), row);
    return models;
}

void average(const ModelRows& from,
             std::span<const std::size_t> ids,
             std::span<const double> weights,
             ModelRows& to,
             std::size_t toRow,
             BufferMode mode)
{
    TORCH_CHECK(!ids.empty() && ids.size() == weights.size(),
                "an average needs a weight for each of its models");
    std::vector<std::size_t> order(ids.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(
        order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return ids[a] < ids[b]; });
    TORCH_CHECK(ids[order.back()] < from.count(),
                "an average names model ",
                ids[order.back()],
                " of ",
                from.count());
    std::vector<std::size_t> sorted;
    std::vector<double> shares;
    for (const std::size_t j : order) {
        sorted.push_back(ids[j]);
        shares.push_back(weights[j]);
    }
    shares = sharesOfWeights(shares);
    averageTensor(from.parameters, sorted, shares, to.parameters, toRow);
    if (mode == BufferMode::OfficialHcct)
        to.buffers.select(0, signedSize(toRow)).copy_(from.buffers.select(0, 0));
    else
        averageTensor(from.buffers, sorted, shares, to.buffers, toRow);
}

/// In double over a block that stays in the first-level cache, rounded once at its end.
template <typename Scalar>
void averageNumbers(std::span<const Scalar* const> rows,
                    std::span<const double> shares,
                    std::span<Scalar> to)
{
    constexpr std::size_t kBlock = 1024;
    std::array<double, kBlock> sums{};
    for (std::size_t from = 0; from < to.size(); from += kBlock) {
        const std::size_t count = std::min(kBlock, to.size() - from);
        std::fill_n(sums.begin(), count, 0.0);
        for (std::size_t j = 0; j < rows.size(); ++j)
            addScaled(sums.data(), rows[j] + from, count, shares[j]);
        for (std::size_t i = 0; i < count; ++i)
            to[from + i] = static_cast<Scalar>(sums[i]);
    }
}

template void
    averageNumbers(std::span<const float* const>, std::span<const double>, std::span<float>);
template void
    averageNumbers(std::span<const double* const>, std::span<const double>, std::span<double>);

std::vector<double> sharesOfWeights(std::span<const double> weights)
{
    double total = 0;
    for (const double weight : weights)
        total += weight;
    TORCH_CHECK(total != 0, "the weights of an average add up to zero");
    std::vector<double> shares(weights.begin(), weights.end());
    for (double& share : shares)
        share /= total;
    return shares;
}

void addShare(std::span<double> sums, const at::Tensor& rows, std::size_t row, double share)
{
    const at::Tensor values = rows.select(0, signedSize(row));
    TORCH_CHECK(values.numel() == signedSize(sums.size()), "a row of another length");
    if (values.scalar_type() == at::kDouble)
        addScaled(sums.data(), values.data_ptr<double>(), sums.size(), share);
    else
        addScaled(sums.data(), values.data_ptr<float>(), sums.size(), share);
}

void roundSums(std::span<const double> sums, const at::Tensor& row)
{
    const auto round = [&]<typename Scalar>(Scalar* to) {
        for (std::size_t i = 0; i < sums.size(); ++i)
            to[i] = static_cast<Scalar>(sums[i]);
    };
    if (row.scalar_type() == at::kDouble)
        round(row.data_ptr<double>());
    else
        round(row.data_ptr<float>());
}

namespace {

/// For each row of A the first one that is equal.
std::vector<std::size_t> firstEqualRows(const Collaboration& a)
{
    std::vector<std::size_t> first = indices(a.rows());
    if (const Matrix* dense = a.matrix()) {
        for (std::size_t i = 0; i < a.rows(); ++i)
            for (std::size_t earlier = 0; earlier < i && first[i] == i; ++earlier)
                if (first[earlier] == earlier
                    && std::ranges::equal(dense->row(i), dense->row(earlier)))
                    first[i] = earlier;
        return first;
    }
    std::vector<std::optional<std::size_t>> firstWith(a.addedRows());
    for (std::size_t i = 0; i < a.rows(); ++i)
        if (const std::uint32_t row = a.rowOf(i); row != Collaboration::kOwnModel) {
            if (!firstWith[row])
                firstWith[row] = i;
            first[i] = *firstWith[row];
        }
    return first;
}

} // namespace

ModelRows mix(const Collaboration& a, const ModelRows& rows, BufferMode mode)
{
    TORCH_CHECK(a.columns() == rows.count(),
                "a collaboration matrix of ",
                a.columns(),
                " columns cannot mix ",
                rows.count(),
                " models");
    ModelRows mixed = ModelRows::empty(a.rows(), rows);
    const std::vector<std::size_t> first = firstEqualRows(a);
    for (std::size_t i = 0; i < a.rows(); ++i) {
        if (first[i] < i) {
            mixed.copyRow(i, mixed, first[i]);
            continue;
        }
        std::vector<std::size_t> ids;
        std::vector<double> weights;
        a.eachShare(i, [&](std::size_t j, double weight) {
            ids.push_back(j);
            weights.push_back(weight);
        });
        average(rows, ids, weights, mixed, i, mode);
    }
    return mixed;
}

namespace {

/// A second handle shares the tensor, a view only its storage; a free tensor has neither.
bool isFree(const at::Tensor& tensor)
{
    return tensor.use_count() == 1 && tensor.storage().use_count() == 1;
}

bool isFree(const ModelRows& rows)
{
    return isFree(rows.parameters) && isFree(rows.buffers);
}

bool isLike(const at::Tensor& rows, std::size_t count, const at::Tensor& like)
{
    return rows.size(0) == signedSize(count) && rows.size(1) == like.size(1)
           && rows.scalar_type() == like.scalar_type() && rows.device() == like.device();
}

} // namespace

ModelRows RowPool::take(std::size_t count, const ModelRows& like)
{
    const auto fits = [&](const ModelRows& rows) {
        return isLike(rows.parameters, count, like.parameters)
               && isLike(rows.buffers, count, like.buffers);
    };
    std::erase_if(m_rows, [&](const ModelRows& rows) { return isFree(rows) && !fits(rows); });
    const auto free = std::find_if(
        m_rows.begin(), m_rows.end(), [&](const ModelRows& rows) { return isFree(rows); });
    if (free != m_rows.end())
        return *free;
    m_rows.push_back(ModelRows::empty(count, like));
    return m_rows.back();
}

} // namespace coterie
