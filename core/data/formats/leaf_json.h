#pragma once

#include "core/data/dataset.h"
#include "core/data/formats/bytes.h"

#include <functional>
#include <string>

namespace coterie {

/// One user of a file of LEAF: {"users": …, "user_data": {"anna": {"x": [[0, 1], …], "y": [0,
/// …]}}}.
struct LeafUser
{
    std::string name;
    SampleShape shape; ///< of each sample
    std::vector<float> values;
    std::vector<float> labels; ///< one for each sample
};

/// Reads a file of LEAF user by user, so that memory holds one user and what `use` keeps. Only
/// numbers are read: samples are lists of numbers, or lists of rows of numbers. An error names the
/// file, the byte and the user.
[[nodiscard]] Result<void> readLeaf(ByteSource& source,
                                    const std::function<Result<void>(LeafUser user)>& use);

} // namespace coterie
