#pragma once

#include "core/train/model_rows.h"

#include <cstddef>
#include <vector>

namespace coterie {

/// The memory that rounds train into. Rows come back by themselves: once nobody but the pool holds
/// them, or a view of them, the next round may write over them. So a run that keeps its models
/// needs two sets of rows, and a third only while a checkpoint of an earlier round is being
/// written, and none of them is paid for a second time.
class RowPool
{
public:
    /// Rows of any content, shaped like those of `like`.
    [[nodiscard]] ModelRows take(std::size_t count, const ModelRows& like);

private:
    std::vector<ModelRows> m_rows; ///< all that may come back
};

} // namespace coterie
