#include "core/run/kept_state.h"

#include <ATen/Functions.h>
#include <algorithm>
#include <set>

namespace coterie {

KeptState StateKeeper::keep(const State& state)
{
    KeptState kept;
    std::set<std::string> names;
    for (const StatePart& part : state) {
        TORCH_CHECK(
            names.insert(part.name).second, "two parts of a run's state are named ", part.name);
        KeptPart keptPart{.name = part.name, .values = {}, .onDevice = false};
        if (part.values.defined()) {
            const at::Tensor values = part.values.detach();
            keptPart.onDevice = !values.device().is_cpu();
            const bool shared = part.lasting && !keptPart.onDevice;
            keptPart.values = shared ? values.contiguous() : copyOf(values);
        }
        kept.push_back(std::move(keptPart));
    }
    // A copy that this state did not want and nobody else holds is of a shape that is gone.
    std::erase_if(m_copies, [](const at::Tensor& copy) { return copy.use_count() == 1; });
    return kept;
}

at::Tensor StateKeeper::copyOf(const at::Tensor& values)
{
    const auto usable = [&values](const at::Tensor& copy) {
        return copy.use_count() == 1 && copy.scalar_type() == values.scalar_type()
               && copy.sizes() == values.sizes();
    };
    auto copy = std::find_if(m_copies.begin(), m_copies.end(), usable);
    if (copy == m_copies.end())
        copy = m_copies.insert(copy, at::empty(values.sizes(), values.options().device(at::kCPU)));
    copy->copy_(values);
    return *copy;
}

} // namespace coterie
