#pragma once

#include "core/data/augment.h"
#include "core/data/dataset.h"
#include "core/train/model_rows.h"

#include <ATen/core/Tensor.h>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace coterie {

/// Lists of numbers for many launches, sent to the device in one copy, because the host waits for
/// each copy.
template <typename Number>
class DeviceLists
{
public:
    /// The place in the whole where the added list begins.
    std::size_t add(std::span<const Number> numbers);
    void send(at::Device device);
    [[nodiscard]] at::Tensor list(std::size_t first, std::size_t count) const;

private:
    std::vector<Number> m_numbers;
    at::Tensor m_sent;
};

extern template class DeviceLists<std::int32_t>;
extern template class DeviceLists<std::int64_t>;

/// Rows of a matrix that one launch works on, in the order of its stack.
struct LaunchRows
{
    std::vector<std::size_t> ids;
    std::size_t listed = 0; ///< where they begin in the lists sent to the device
};

/// The rows of all launches of one request.
class RowLists
{
public:
    [[nodiscard]] LaunchRows add(std::vector<std::size_t> ids);
    void send(at::Device device) { m_lists.send(device); }

    /// Views if the rows are consecutive or all the same one, copies otherwise.
    [[nodiscard]] at::Tensor pick(const at::Tensor& matrix, const LaunchRows& rows) const;
    /// Writes to the rows, which are distinct; does nothing if `values` is the view from pick().
    void put(const at::Tensor& matrix, const LaunchRows& rows, const at::Tensor& values) const;

private:
    DeviceLists<std::int64_t> m_lists;
};

/// The same memory as a tensor. LibTorch has no constant tensors; never write to this one.
template <typename Number>
[[nodiscard]] at::Tensor tensorOver(const std::vector<Number>& numbers);

extern template at::Tensor tensorOver(const std::vector<std::uint8_t>&);
extern template at::Tensor tensorOver(const std::vector<std::int32_t>&);
extern template at::Tensor tensorOver(const std::vector<std::int64_t>&);
extern template at::Tensor tensorOver(const std::vector<float>&);

/// A data set's samples, copied to a device once; they must outlive it. Bytes stay bytes there;
/// batches are scaled when they are gathered.
class DeviceSamples
{
public:
    DeviceSamples(const Samples& samples,
                  const InputScale& inputScale,
                  Task task,
                  at::Device device,
                  at::ScalarType precision);

    /// Batches of `clients` clients, one after another in `indices` [C·B]: [C, B, channels,
    /// pixels]. If defined, `moves` [C·B, 3] are the PictureMoves of the samples.
    [[nodiscard]] at::Tensor
    inputs(const at::Tensor& indices, std::int64_t clients, const at::Tensor& moves = {}) const;
    /// Their labels (int64) or targets, [C, B], or masks (bytes), [C, B, voxels].
    [[nodiscard]] at::Tensor answers(const at::Tensor& indices, std::int64_t clients) const;

private:
    [[nodiscard]] at::Tensor
    moved(const at::Tensor& values, const at::Tensor& moves, const at::Tensor& black) const;
    /// The value that moves into the samples, as stored: [1 or samples, channels or 1, 1].
    [[nodiscard]] at::Tensor blackOf(const at::Tensor& indices) const;
    /// Generated samples are made on the host, batch by batch.
    [[nodiscard]] at::Tensor madeInputs(const at::Tensor& indices) const;
    [[nodiscard]] at::Tensor madeAnswers(const at::Tensor& indices) const;

    const Samples& m_samples;
    const InputScale& m_inputScale;
    SampleShape m_shape;
    at::ScalarType m_precision;
    at::Tensor m_values;  ///< [samples, channels, height · width], as stored
    at::Tensor m_answers; ///< [samples], or [samples, voxels]
    at::Tensor m_black;   ///< [1, 1, 1] or [domains, channels, 1], as stored
    at::Tensor m_domains; ///< [samples], if black depends on the domain
    at::Tensor m_scale;   ///< [channels or 1, 1]
    at::Tensor m_offset;
};

/// PictureMoves in lists for a device: three numbers each.
void addMoves(DeviceLists<std::int32_t>& lists, std::span<const PictureMove> moves);
/// Those of `count` samples from `first` on, [count, 3].
[[nodiscard]] at::Tensor
movesOf(const DeviceLists<std::int32_t>& lists, std::size_t first, std::size_t count);

} // namespace coterie
