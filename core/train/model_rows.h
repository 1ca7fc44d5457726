#pragma once

#include "core/base/matrix.h"
#include "core/math/linear_algebra.h"
#include "core/nn/initialise.h"
#include "core/report/collaboration.h"

#include <ATen/core/Tensor.h>
#include <cstddef>
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

/// Models as the rows of a matrix, with the running statistics of batch-norm in a second one. A
/// copy shares the storage, as tensors do; clone() does not.
struct ModelRows
{
    at::Tensor parameters; ///< [R, P], contiguous
    at::Tensor buffers;    ///< [R, Q]; Q may be 0

    [[nodiscard]] std::size_t count() const;
    [[nodiscard]] ModelRows
    row(std::size_t index) const; ///< a view of one row, still two-dimensional
    [[nodiscard]] ModelRows clone() const;
    [[nodiscard]] static ModelRows empty(std::size_t rows, const ModelRows& like);
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
