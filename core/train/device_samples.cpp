#include "core/train/device_samples.h"

#include "core/train/device_lists.h"

#include <ATen/ATen.h>
#include <array>
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

at::Tensor DeviceSamples::moved(const at::Tensor& values, const at::Tensor& moves) const
{
    const std::int64_t height = signedSize(m_shape.height);
    const std::int64_t width = signedSize(m_shape.width);
    const auto column = [&moves](std::int64_t which) {
        return moves.select(1, which).unsqueeze(1);
    };
    const auto counting = [&moves](std::int64_t count) {
        return at::arange(count, moves.options()).unsqueeze(0);
    };
    // Where in the stored picture each pixel comes from: rows [S, h, 1] and columns [S, 1, w].
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
    return taken * inside.view({samples, 1, height * width}).to(taken.scalar_type());
}

at::Tensor DeviceSamples::inputs(const at::Tensor& indices,
                                 std::int64_t clients,
                                 const at::Tensor& moves) const
{
    const at::Tensor chosen = m_values.index_select(0, indices);
    return (moves.defined() ? moved(chosen, moves) : chosen)
        .to(m_precision)
        .mul_(m_scale)
        .add_(m_offset)
        .view({clients,
               indices.size(0) / clients,
               signedSize(m_shape.channels),
               signedSize(m_shape.height),
               signedSize(m_shape.width)});
}

void addMoves(DeviceLists<std::int32_t>& lists, std::span<const PictureMove> moves)
{
    for (const PictureMove& move : moves) {
        const std::array<std::int32_t, 3> numbers{move.down, move.right, move.mirrored};
        (void)lists.add(numbers);
    }
}

at::Tensor movesOf(const DeviceLists<std::int32_t>& lists, std::size_t first, std::size_t count)
{
    return lists.list(3 * first, 3 * count).view({signedSize(count), 3});
}

at::Tensor DeviceSamples::answers(const at::Tensor& indices, std::int64_t clients) const
{
    return m_answers.index_select(0, indices).view({clients, indices.size(0) / clients});
}

} // namespace coterie
