#include "core/train/row_pool.h"

#include <ATen/ATen.h>
#include <algorithm>

namespace coterie {

namespace {

/// A second handle shares the tensor, a view only its storage: neither may exist.
bool isFree(const at::Tensor& tensor)
{
    return tensor.use_count() == 1 && tensor.storage().use_count() == 1;
}

bool isFree(const ModelRows& rows)
{
    return isFree(rows.parameters) && isFree(rows.buffers);
}

bool isLike(const at::Tensor& rows, std::size_t count, const at::Tensor& like)
{
    return rows.size(0) == static_cast<std::int64_t>(count) && rows.size(1) == like.size(1)
           && rows.scalar_type() == like.scalar_type() && rows.device() == like.device();
}

} // namespace

ModelRows RowPool::take(std::size_t count, const ModelRows& like)
{
    const auto fits = [&](const ModelRows& rows) {
        return isLike(rows.parameters, count, like.parameters)
               && isLike(rows.buffers, count, like.buffers);
    };
    std::erase_if(m_rows, [&](const ModelRows& rows) { return isFree(rows) && !fits(rows); });
    const auto free = std::find_if(
        m_rows.begin(), m_rows.end(), [&](const ModelRows& rows) { return isFree(rows); });
    if (free != m_rows.end())
        return *free;
    m_rows.push_back(ModelRows::empty(count, like));
    return m_rows.back();
}

} // namespace coterie
