#include "core/train/device_lists.h"

#include <ATen/ATen.h>
#include <algorithm>

namespace coterie {
namespace {

bool inOrder(const LaunchRows& rows)
{
    for (std::size_t i = 1; i < rows.ids.size(); ++i)
        if (rows.ids[i] != rows.ids[i - 1] + 1)
            return false;
    return true;
}

} // namespace

template <typename Number>
at::Tensor tensorOver(const std::vector<Number>& numbers)
{
    return at::from_blob(const_cast<Number*>(numbers.data()),
                         {signedSize(numbers.size())},
                         at::TensorOptions().dtype(c10::CppTypeToScalarType<Number>::value));
}

template at::Tensor tensorOver(const std::vector<std::uint8_t>&);
template at::Tensor tensorOver(const std::vector<std::int32_t>&);
template at::Tensor tensorOver(const std::vector<std::int64_t>&);
template at::Tensor tensorOver(const std::vector<float>&);

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

} // namespace coterie
