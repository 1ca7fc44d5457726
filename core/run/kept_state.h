#pragma once

#include "core/train/state.h"

#include <ATen/core/Tensor.h>
#include <string>
#include <vector>

namespace coterie {

/// One part of a state as it was at a safe point; nobody writes to its values any more.
struct KeptPart
{
    std::string name;
    at::Tensor values; ///< contiguous, on the CPU
    bool onDevice = false;
};

using KeptState = std::vector<KeptPart>;

/// Makes states last. Parts that last anyway are shared, which costs nothing; the others are
/// copied, into the memory of an earlier copy where nobody holds that any more.
class StateKeeper
{
public:
    /// The owners may write to their tensors again as soon as this returns. Throws if two parts
    /// have one name.
    [[nodiscard]] KeptState keep(const State& state);

private:
    [[nodiscard]] at::Tensor copyOf(const at::Tensor& values);

    std::vector<at::Tensor> m_copies; ///< on the CPU, all that may come back
};

} // namespace coterie
