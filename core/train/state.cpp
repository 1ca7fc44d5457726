#include "core/train/state.h"

namespace coterie {

at::Tensor statePart(const State& state, const std::string& name)
{
    for (const StatePart& part : state)
        if (part.name == name)
            return part.values;
    return {};
}

} // namespace coterie
