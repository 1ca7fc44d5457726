#pragma once

#include "core/data/augment.h"
#include "core/data/dataset.h"
#include "core/train/model_rows.h"

#include <ATen/ATen.h>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace coterie {

/// The same memory as a tensor. LibTorch has no constant tensors; never write to this one.
template <typename Number>
[[nodiscard]] at::Tensor tensorOver(const std::vector<Number>& numbers)
{
    return at::from_blob(const_cast<Number*>(numbers.data()),
                         {signedSize(numbers.size())},
                         at::TensorOptions(c10::CppTypeToScalarType<Number>::value));
}

/// Lists of numbers for many launches, sent to the device in one copy, because the host waits for
/// each copy.
template <typename Number>
class DeviceLists
{
public:
    /// The place in the whole where the added list begins.
    std::size_t add(std::span<const Number> numbers)
    {
        m_numbers.insert(m_numbers.end(), numbers.begin(), numbers.end());
        return m_numbers.size() - numbers.size();
    }
    [[nodiscard]] bool empty() const { return m_numbers.empty(); }
    void send(at::Device device) { m_sent = tensorOver(m_numbers).to(device); }
    [[nodiscard]] at::Tensor list(std::size_t first, std::size_t count) const
    {
        return m_sent.narrow(0, signedSize(first), signedSize(count));
    }

private:
    std::vector<Number> m_numbers;
    at::Tensor m_sent;
};

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

/// The samples of all launches of one request, and the moves of their pictures.
class LaunchSamples
{
public:
    /// Where they begin. If any pictures move, each sample has its move.
    std::size_t add(std::span<const std::int32_t> samples, std::span<const PictureMove> moves);
    void send(at::Device device);

    [[nodiscard]] at::Tensor list(std::size_t first, std::size_t count) const
    {
        return m_samples.list(first, count);
    }
    /// [count, 3]; undefined if none moves.
    [[nodiscard]] at::Tensor moves(std::size_t first, std::size_t count) const;

private:
    DeviceLists<std::int32_t> m_samples;
    DeviceLists<std::int32_t> m_moves; ///< three numbers each
};

/// What launches find, left on the device until all have run, so that it never waits for the host.
class LaunchFindings
{
public:
    /// A loss and a number of correct answers of each row.
    void add(const at::Tensor& loss, const at::Tensor& correct);

    struct Finding
    {
        double loss;
        double correct;
    };
    /// All of them, in their order.
    [[nodiscard]] std::vector<Finding> onHost() const;

private:
    std::vector<at::Tensor> m_losses;
    std::vector<at::Tensor> m_correct;
};

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

} // namespace coterie
