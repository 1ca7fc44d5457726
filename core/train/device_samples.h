#pragma once

#include "core/data/dataset.h"

#include <ATen/core/Tensor.h>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace coterie {

/// A data set's samples, on a device once and for all. Bytes stay bytes there; batches are scaled
/// as they are gathered.
class DeviceSamples
{
public:
    DeviceSamples(const Samples& samples,
                  const InputScale& inputScale,
                  bool regression,
                  at::Device device,
                  at::ScalarType precision);

    /// Batches of `clients` clients, one after another in `indices` [C·B]: [C, B, channels, h, w].
    [[nodiscard]] at::Tensor inputs(const at::Tensor& indices, std::int64_t clients) const;
    /// Their labels (int64) or targets, [C, B].
    [[nodiscard]] at::Tensor answers(const at::Tensor& indices, std::int64_t clients) const;

private:
    SampleShape m_shape;
    at::ScalarType m_precision;
    at::Tensor m_values;  ///< [samples, channels, height · width], as stored
    at::Tensor m_answers; ///< [samples]
    at::Tensor m_scale;   ///< [channels or 1, 1]
    at::Tensor m_offset;
};

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

} // namespace coterie
