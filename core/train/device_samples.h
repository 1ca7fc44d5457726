#pragma once

#include "core/data/dataset.h"

#include <ATen/core/Tensor.h>
#include <cstddef>
#include <cstdint>

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

} // namespace coterie
