#pragma once

#include "core/base/matrix.h"
#include "core/math/linear_algebra.h"
#include "core/nn/initialise.h"
#include "core/report/collaboration.h"

#include <ATen/core/Tensor.h>
#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace coterie {

/// A matrix in the CPU's memory as the mathematics in core/math reads it.
template <typename Number>
[[nodiscard]] Rows<Number> rowsOf(const at::Tensor& matrix)
{
    return {.data = matrix.data_ptr<Number>(),
            .count = static_cast<std::size_t>(matrix.size(0)),
            .columns = static_cast<std::size_t>(matrix.size(1)),
            .stride = static_cast<std::size_t>(matrix.stride(0))};
}

/// Calls `function` with the rows of a CPU matrix in their own type.
template <typename Function>
auto withRows(const at::Tensor& matrix, Function&& function)
{
    return matrix.scalar_type() == at::kDouble ? function(rowsOf<double>(matrix))
                                               : function(rowsOf<float>(matrix));
}

/// The Gram matrix of the rows of a matrix, whatever its type and device.
[[nodiscard]] Matrix gramOfRows(const at::Tensor& rows);

/// Models as the rows of a matrix, with the running statistics of batch-norm in a second one. A
/// copy shares the storage, as tensors do; clone() does not.
struct ModelRows
{
    at::Tensor parameters; ///< [R, P], contiguous
    at::Tensor buffers;    ///< [R, Q]; Q may be 0
    /// The number of the first row here, where rows are numbered by client and those of some
    /// clients are at other ranks (see ModelDeal).
    std::optional<std::size_t> first = {};

    /// Of the rows that are here.
    [[nodiscard]] std::size_t count() const;
    /// Where a row is in the two matrices.
    [[nodiscard]] std::size_t place(std::size_t row) const { return row - first.value_or(0); }
    /// The row of a client: its own, or the only one.
    [[nodiscard]] std::size_t rowOf(std::size_t client) const
    {
        return !first && count() == 1 ? 0 : client;
    }
    [[nodiscard]] ModelRows
    row(std::size_t index) const; ///< a view of one row, still two-dimensional
    [[nodiscard]] ModelRows clone() const;
    [[nodiscard]] static ModelRows empty(std::size_t rows, const ModelRows& like);
    /// The only row of `model` in place of each of these rows.
    [[nodiscard]] static ModelRows repeated(const ModelRows& model, const ModelRows& these);
    /// The chosen rows, copied.
    [[nodiscard]] ModelRows select(std::span<const std::size_t> rows) const;
    void copyRow(std::size_t row, const ModelRows& from, std::size_t fromRow);
};

struct InitialRows
{
    std::size_t count = 1;
    bool distinct = false; ///< else copies of the first
    at::ScalarType precision = at::kFloat;
};

/// Models as the network begins, on the CPU; see initialise().
[[nodiscard]] ModelRows initialRows(const Network& network,
                                    Initialisation scheme,
                                    std::uint64_t seed,
                                    const InitialRows& wanted = {});

/// What happens to running statistics when models are averaged (ALGORITHMS §1.2).
enum class BufferMode
{
    Average,      ///< with the same weights as the parameters
    Local,        ///< FedBN: they never leave the client
    OfficialHcct, ///< every average copies those of its first row in `from`, as in HCCT's released
                  ///< code
};

/// WAVG of ALGORITHMS §1.2, the one averaging routine: rows `ids` of `from` with weights (not yet
/// normalised), in ascending id order, accumulated in double, rounded once, written to row `toRow`
/// of `to`.
void average(const ModelRows& from,
             std::span<const std::size_t> ids,
             std::span<const double> weights,
             ModelRows& to,
             std::size_t toRow,
             BufferMode mode = BufferMode::Average);

/// What average() does with numbers, of rows wherever they are in the CPU's memory: sums of
/// share · row in this order, accumulated in double and rounded once. Each row is as long as `to`,
/// which may be one of them.
template <typename Scalar>
void averageNumbers(std::span<const Scalar* const> rows,
                    std::span<const double> shares,
                    std::span<Scalar> to);

// What average() does with a row, for rows that are not all in one process.

/// The weights as shares of their sum, in this order.
[[nodiscard]] std::vector<double> sharesOfWeights(std::span<const double> weights);
/// sums += share · row, of a matrix on the CPU.
void addShare(std::span<double> sums, const at::Tensor& rows, std::size_t row, double share);
/// Into the only row of a matrix.
void roundSums(std::span<const double> sums, const at::Tensor& row);

/// W = A·E through average(): row i of the result mixes the rows j with A(i,j) ≠ 0. Equal rows of A
/// are computed once.
[[nodiscard]] ModelRows
mix(const Collaboration& a, const ModelRows& rows, BufferMode mode = BufferMode::Average);

/// The memory that rounds train into. Once only the pool refers to some rows, the next round writes
/// over them. A run that keeps its models needs two sets of rows, and a third only while a
/// checkpoint of an earlier round is written.
class RowPool
{
public:
    /// Rows of any content, shaped like those of `like`.
    [[nodiscard]] ModelRows take(std::size_t count, const ModelRows& like);

private:
    std::vector<ModelRows> m_rows; ///< all that can be used again
};

} // namespace coterie
