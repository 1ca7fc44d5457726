#include "core/train/row_bytes.h"

#include <ATen/ATen.h>

namespace coterie {

namespace {

/// Whether its bytes can be read and written where they are.
bool isPlainRow(const at::Tensor& row)
{
    return row.is_cpu() && row.is_contiguous();
}

} // namespace

std::size_t sizeOfRow(const at::Tensor& row)
{
    return static_cast<std::size_t>(row.numel()) * row.element_size();
}

void putRow(PackedBytes& bytes, const at::Tensor& row)
{
    const at::Tensor here = isPlainRow(row) ? row : row.to(at::kCPU).contiguous();
    bytes.putRaw(here.data_ptr(), sizeOfRow(here));
}

void getRow(UnpackedBytes& bytes, const at::Tensor& row)
{
    if (isPlainRow(row))
        return bytes.getRaw(row.data_ptr(), sizeOfRow(row));
    const at::Tensor here = at::empty(row.sizes(), row.options().device(at::kCPU));
    bytes.getRaw(here.data_ptr(), sizeOfRow(here));
    row.copy_(here);
}

} // namespace coterie
