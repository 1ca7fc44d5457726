#include "core/train/device_samples.h"

#include <ATen/ATen.h>
#include <type_traits>
#include <variant>

namespace coterie {
namespace {

std::int64_t signedSize(std::size_t size)
{
    return static_cast<std::int64_t>(size);
}

template <typename Number>
at::ScalarType typeOf()
{
    return c10::CppTypeToScalarType<Number>::value;
}

/// The same memory as a tensor. LibTorch has no tensors of constants; nobody writes to these.
template <typename Number>
at::Tensor tensorOver(const std::vector<Number>& numbers)
{
    return at::from_blob(const_cast<Number*>(numbers.data()),
                         {signedSize(numbers.size())},
                         at::TensorOptions().dtype(typeOf<Number>()));
}

} // namespace

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

template <typename Number>
std::size_t DeviceLists<Number>::add(std::span<const Number> numbers)
{
    const std::size_t first = m_numbers.size();
    m_numbers.insert(m_numbers.end(), numbers.begin(), numbers.end());
    return first;
}

template <typename Number>
void DeviceLists<Number>::send(at::Device device)
{
    m_sent = tensorOver(m_numbers).to(device);
}

template <typename Number>
at::Tensor DeviceLists<Number>::list(std::size_t first, std::size_t count) const
{
    return m_sent.narrow(0, signedSize(first), signedSize(count));
}

template class DeviceLists<std::int32_t>;
template class DeviceLists<std::int64_t>;

} // namespace coterie
