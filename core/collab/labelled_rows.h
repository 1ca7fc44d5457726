#pragma once

#include "core/report/matrix.h"

#include <cstdint>
#include <vector>

namespace coterie {

/// Samples as rows of features with their classes.
struct LabelledRows
{
    Matrix rows;
    std::vector<std::int32_t> labels;
};

} // namespace coterie
