#include "core/train/device_samples.h"

#include "core/train/device_lists.h"

#include <ATen/ATen.h>
#include <algorithm>
#include <variant>

namespace coterie {

namespace {

at::Tensor answersOf(const Samples& samples, Task task, at::Device device, at::ScalarType precision)
{
    switch (task) {
    case Task::Classes:
        return tensorOver(samples.labels).to(device, at::kLong);
    case Task::Target:
        return tensorOver(samples.targets).to(device, precision);
    case Task::Mask:
        return tensorOver(samples.masks)
            .view({signedSize(samples.count()), signedSize(samples.shape.plane())})
            .to(device);
    }
    return {};
}

/// The numbers of made samples, on the host.
std::vector<std::int32_t> onHost(const at::Tensor& indices)
{
    const at::Tensor here = indices.to(at::kCPU, at::kInt).contiguous();
    return {here.data_ptr<std::int32_t>(), here.data_ptr<std::int32_t>() + here.numel()};
}

} // namespace

DeviceSamples::DeviceSamples(const Samples& samples,
                             const InputScale& inputScale,
                             Task task,
                             at::Device device,
                             at::ScalarType precision)
    : m_samples(samples)
    , m_inputScale(inputScale)
    , m_shape(samples.shape)
    , m_precision(precision)
    , m_scale(tensorOver(inputScale.scale).unsqueeze(1).to(device, precision))
    , m_offset(tensorOver(inputScale.offset).unsqueeze(1).to(device, precision))
{
    if (samples.source)
        return;
    m_values = std::visit([](const auto& held) { return tensorOver(held); }, samples.values)
                   .view({signedSize(samples.count()),
                          signedSize(samples.shape.channels),
                          signedSize(samples.shape.plane())})
                   .to(device);
    m_answers = answersOf(samples, task, device, precision);
}

at::Tensor DeviceSamples::inputs(const at::Tensor& indices, std::int64_t clients) const
{
    const at::Tensor values =
        m_samples.source
            ? madeInputs(indices)
            : m_values.index_select(0, indices).to(m_precision).mul_(m_scale).add_(m_offset);
    return values.view({clients,
                        indices.size(0) / clients,
                        signedSize(m_shape.channels),
                        signedSize(m_shape.plane())});
}

at::Tensor DeviceSamples::answers(const at::Tensor& indices, std::int64_t clients) const
{
    const at::Tensor answers =
        m_samples.source ? madeAnswers(indices) : m_answers.index_select(0, indices);
    std::vector<std::int64_t> shape{clients, indices.size(0) / clients};
    if (answers.dim() > 1)
        shape.push_back(answers.size(1));
    return answers.view(shape);
}

at::Tensor DeviceSamples::madeInputs(const at::Tensor& indices) const
{
    const std::vector<std::int32_t> samples = onHost(indices);
    const at::Tensor values =
        at::empty({indices.size(0), signedSize(m_shape.size())}, at::TensorOptions(m_precision));
    if (m_precision == at::kDouble)
        gather(m_samples, m_inputScale, samples, values.data_ptr<double>());
    else
        gather(m_samples, m_inputScale, samples, values.data_ptr<float>());
    return values.to(m_scale.device());
}

at::Tensor DeviceSamples::madeAnswers(const at::Tensor& indices) const
{
    std::vector<double> targets;
    gatherTargets(m_samples, onHost(indices), targets);
    const at::Tensor whole =
        at::empty({signedSize(targets.size())}, at::TensorOptions(at::kDouble));
    std::ranges::copy(targets, whole.data_ptr<double>());
    return whole.to(m_scale.device(), m_precision);
}

} // namespace coterie
