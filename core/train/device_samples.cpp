#include "core/train/device_samples.h"

#include "core/train/device_lists.h"

#include <ATen/ATen.h>
#include <variant>

namespace coterie {

DeviceSamples::DeviceSamples(const Samples& samples,
                             const InputScale& inputScale,
                             bool regression,
                             at::Device device,
                             at::ScalarType precision)
    : m_shape(samples.shape)
    , m_precision(precision)
    , m_values(std::visit([](const auto& held) { return tensorOver(held); }, samples.values)
                   .view({signedSize(samples.count()),
                          signedSize(samples.shape.channels),
                          signedSize(samples.shape.height * samples.shape.width)})
                   .to(device))
    , m_answers(regression ? tensorOver(samples.targets).to(device, precision)
                           : tensorOver(samples.labels).to(device, at::kLong))
    , m_scale(tensorOver(inputScale.scale).unsqueeze(1).to(device, precision))
    , m_offset(tensorOver(inputScale.offset).unsqueeze(1).to(device, precision))
{}

at::Tensor DeviceSamples::inputs(const at::Tensor& indices, std::int64_t clients) const
{
    return m_values.index_select(0, indices)
        .to(m_precision)
        .mul_(m_scale)
        .add_(m_offset)
        .view({clients,
               indices.size(0) / clients,
               signedSize(m_shape.channels),
               signedSize(m_shape.height),
               signedSize(m_shape.width)});
}

at::Tensor DeviceSamples::answers(const at::Tensor& indices, std::int64_t clients) const
{
    return m_answers.index_select(0, indices).view({clients, indices.size(0) / clients});
}

} // namespace coterie
