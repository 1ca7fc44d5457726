#pragma once

#include <ATen/core/Tensor.h>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace coterie {

/// Lists of numbers that many launches need, sent to the device in one copy: a copy per launch
/// would make the host wait each time.
template <typename Number>
class DeviceLists
{
public:
    /// Where in the whole the added list begins.
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

    /// Views where rows lie in order or are all the same one, copies otherwise.
    [[nodiscard]] at::Tensor pick(const at::Tensor& matrix, const LaunchRows& rows) const;
    /// Writes to the rows, which are distinct; nothing to do where `values` is the view that pick()
    /// gave.
    void put(const at::Tensor& matrix, const LaunchRows& rows, const at::Tensor& values) const;

private:
    DeviceLists<std::int64_t> m_lists;
};

/// A size as LibTorch counts.
[[nodiscard]] inline std::int64_t signedSize(std::size_t size)
{
    return static_cast<std::int64_t>(size);
}

/// The same memory as a tensor. LibTorch has no tensors of constants; nobody may write to this one.
template <typename Number>
[[nodiscard]] at::Tensor tensorOver(const std::vector<Number>& numbers);

extern template at::Tensor tensorOver(const std::vector<std::uint8_t>&);
extern template at::Tensor tensorOver(const std::vector<std::int32_t>&);
extern template at::Tensor tensorOver(const std::vector<std::int64_t>&);
extern template at::Tensor tensorOver(const std::vector<float>&);

} // namespace coterie
