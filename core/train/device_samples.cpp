#include "core/train/device_samples.h"

#include <algorithm>
#include <array>
#include <variant>

namespace coterie {

namespace {

bool inOrder(const LaunchRows& rows)
{
    const auto breaks = [](std::size_t one, std::size_t next) { return next != one + 1; };
    return std::ranges::adjacent_find(rows.ids, breaks) == rows.ids.end();
}

} // namespace

LaunchRows RowLists::add(std::vector<std::size_t> ids)
{
    const std::vector<std::int64_t> numbers(ids.begin(), ids.end());
    const std::size_t listed = m_lists.add(numbers);
    return {.ids = std::move(ids), .listed = listed};
}

at::Tensor RowLists::pick(const at::Tensor& matrix, const LaunchRows& rows) const
{
    const std::size_t first = rows.ids.front();
    const std::int64_t count = signedSize(rows.ids.size());
    if (inOrder(rows))
        return matrix.narrow(0, signedSize(first), count);
    if (std::ranges::all_of(rows.ids, [&](std::size_t id) { return id == first; }))
        return matrix.narrow(0, signedSize(first), 1).expand({count, matrix.size(1)});
    return matrix.index_select(0, m_lists.list(rows.listed, rows.ids.size()));
}

void RowLists::put(const at::Tensor& matrix, const LaunchRows& rows, const at::Tensor& values) const
{
    if (!inOrder(rows)) {
        at::Tensor(matrix).index_copy_(0, m_lists.list(rows.listed, rows.ids.size()), values);
        return;
    }
    const at::Tensor place = pick(matrix, rows);
    if (place.data_ptr() != values.data_ptr())
        place.copy_(values);
}

std::size_t LaunchSamples::add(std::span<const std::int32_t> samples,
                               std::span<const PictureMove> moves)
{
    for (const PictureMove& move : moves)
        (void)m_moves.add(std::array<std::int32_t, 3>{move.down, move.right, move.mirrored});
    return m_samples.add(samples);
}

void LaunchSamples::send(at::Device device)
{
    m_samples.send(device);
    if (!m_moves.empty())
        m_moves.send(device);
}

at::Tensor LaunchSamples::moves(std::size_t first, std::size_t count) const
{
    return m_moves.empty() ? at::Tensor()
                           : m_moves.list(3 * first, 3 * count).view({signedSize(count), 3});
}

void LaunchFindings::add(const at::Tensor& loss, const at::Tensor& correct)
{
    m_losses.push_back(loss.detach());
    m_correct.push_back(correct);
}

std::vector<LaunchFindings::Finding> LaunchFindings::onHost() const
{
    if (m_losses.empty())
        return {};
    const at::Tensor losses = at::cat(m_losses).to(at::kDouble).to(at::kCPU);
    const at::Tensor correct = at::cat(m_correct).to(at::kCPU);
    std::vector<Finding> findings;
    for (std::int64_t i = 0; i < losses.numel(); ++i)
        findings.push_back({losses.data_ptr<double>()[i], correct.data_ptr<double>()[i]});
    return findings;
}

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

/// The numbers of generated samples, on the host.
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
    const bool one = samples.black.size() == 1;
    m_black = tensorOver(samples.black)
                  .view({-1, one ? 1 : signedSize(samples.shape.channels), 1})
                  .to(device, m_values.scalar_type());
    if (!one)
        m_domains = tensorOver(samples.domains).to(device);
}

at::Tensor DeviceSamples::blackOf(const at::Tensor& indices) const
{
    return m_domains.defined() ? m_black.index_select(0, m_domains.index_select(0, indices))
                               : m_black;
}

at::Tensor DeviceSamples::moved(const at::Tensor& values,
                                const at::Tensor& moves,
                                const at::Tensor& black) const
{
    const std::int64_t height = signedSize(m_shape.height);
    const std::int64_t width = signedSize(m_shape.width);
    const auto column = [&moves](std::int64_t which) {
        return moves.select(1, which).unsqueeze(1);
    };
    const auto counting = [&moves](std::int64_t count) {
        return at::arange(count, moves.options()).unsqueeze(0);
    };
    // The place of each pixel in the stored picture: rows [S, h, 1] and columns [S, 1, w].
    const at::Tensor x = counting(width);
    const at::Tensor mirrored = column(2) * (width - 1 - 2 * x) + x;
    const at::Tensor rows = (counting(height) + column(0)).unsqueeze(2);
    const at::Tensor columns = (mirrored + column(1)).unsqueeze(1);
    const at::Tensor inside = (rows >= 0)
                                  .logical_and(rows < height)
                                  .logical_and(columns >= 0)
                                  .logical_and(columns < width);
    const at::Tensor places = rows.clamp(0, height - 1) * width + columns.clamp(0, width - 1);
    const std::int64_t samples = values.size(0);
    const at::Tensor taken =
        values.gather(2, places.view({samples, 1, height * width}).to(at::kLong).expand_as(values));
    return at::where(inside.view({samples, 1, height * width}), taken, black);
}

at::Tensor DeviceSamples::inputs(const at::Tensor& indices,
                                 std::int64_t clients,
                                 const at::Tensor& moves) const
{
    const auto chosen = [&] {
        const at::Tensor stored = m_values.index_select(0, indices);
        return (moves.defined() ? moved(stored, moves, blackOf(indices)) : stored)
            .to(m_precision)
            .mul_(m_scale)
            .add_(m_offset);
    };
    const at::Tensor values = m_samples.source ? madeInputs(indices) : chosen();
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
